// Columns are mapped to their fields, and the others are reported.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { InvalidInputError } from '../errors.ts';
import { findMapping, type MappingOptions, mapColumns } from './mapping.ts';

type Noun = 'speakers' | 'submissions';

describe('mapColumns', () => {
  it('knows the names of fields, however written, and reports the other columns', () => {
    const { mapped, unmapped } = map('speakers', 'E-Mail,Shoe,FIRST_NAME,last-name,Company Name');
    expect(mapped.map(({ column, target }) => `${column}=${target}`)).toEqual([
      ...['E-Mail=email', 'FIRST_NAME=first_name', 'last-name=last_name', 'Company Name=company_name'],
    ]);
    expect(unmapped.map(({ column }) => column)).toEqual(['Shoe']);
  });

  it('splits a name into the name fields of the endpoint', () => {
    expect(map('speakers', 'Name,Email').mapped[0]?.fields).toEqual(['first_name', 'last_name']);
    expect(map('submissions', 'Name,Email,Title').mapped[0]?.fields).toEqual([
      'submitter_first_name',
      'submitter_last_name',
    ]);
  });

  it('reports why a column with a known header is not used', () => {
    expect(map('speakers', 'Email,LinkedIn,Shoe').unmapped).toMatchObject([
      { column: 'LinkedIn', reason: 'linkedin_url can only be set by an update' },
      { column: 'Shoe' },
    ]);
    expect(map('submissions', 'Title,Email,state').unmapped).toMatchObject([
      { column: 'state', reason: 'status can only be set by an update' },
    ]);
  });

  it('suggests a field without a column to a column that resembles it', () => {
    const { unmapped } = map('speakers', 'Email,Compny name,Your biograpy,Shirt size');
    expect(unmapped).toMatchObject([
      { column: 'Compny name', suggestion: 'company_name' },
      { column: 'Your biograpy', suggestion: 'about' },
      { column: 'Shirt size', suggestion: undefined },
    ]);
  });

  it('does not suggest a field to a column whose header means something else, or has its name inside a word', () => {
    const { unmapped } = map('submissions', 'Title,Email,Room,Where will you be travelling from?');
    expect(unmapped.filter(({ suggestion }) => suggestion !== undefined)).toEqual([]);
    expect(map('speakers', 'Email,Owner confirmed').unmapped[0]?.suggestion).toBeUndefined();
  });

  it('ignores the columns of a reject file, and reports unnamed columns by number', () => {
    const { unmapped } = map('speakers', 'Email,,_row,_code,_column,_message');
    expect(unmapped.map(({ column }) => column)).toEqual(['column 2 (unnamed)']);
  });

  it('refuses two columns for one field, and reports both', () => {
    const error = failure(() => map('speakers', 'Email,E-mail address,Name'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'people.csv has two columns for email: "Email" and "E-mail address"',
      advice: {
        kind: 'choose_column',
        entries: [
          { column: 'Email', field: 'email' },
          { column: 'E-mail address', field: 'email' },
        ],
      },
    });
    expect(map('speakers', 'Email,E-mail address,Name', ['E-mail address=']).mapped[0]?.column).toBe('Email');
  });

  it('lets the user choose between two columns for one field', () => {
    const columns = 'Title,Email,Abstract,2. Abstract';
    expect(failure(() => map('submissions', columns))).toMatchObject({
      message: 'people.csv has two columns for abstract: "Abstract" and "2. Abstract"',
    });
    const chosen = map('submissions', columns, ['2. Abstract=abstract']).mapped;
    expect(chosen.at(-1)).toMatchObject({ column: '2. Abstract', target: 'abstract' });
  });

  it('refuses a file without a column for a required field, with the columns to map', () => {
    const error = failure(() => map('submissions', 'Sujet principal,Mail inbox of author,Name'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'people.csv has no column for title and submitter_email',
      details: [
        { field: 'title', line: 1 },
        { field: 'submitter_email', line: 1 },
      ],
      advice: {
        kind: 'map_columns',
        entries: [{ field: 'title' }, { field: 'submitter_email', column: 'Mail inbox of author' }],
        columns: ['Sujet principal', 'Mail inbox of author', 'Name'],
      },
    });
  });

  it('finds the addresses beside names, if no other column has addresses', () => {
    const sample = [['Ana Ruiz <ana@example.org>', 'ana@home.example']];
    const used = (columns: readonly string[]) => {
      const { body } = endpoints.createSpeaker;
      const fields = fieldsOf(body);
      return findMapping({ file: 'a.csv', columns, kind: 'speakers', fields, map: [], sample }).mapping.mapped;
    };
    expect(used(['Ponentes', 'Notas']).map(({ target }) => target)).toEqual(['email']);
    expect(used(['Ponentes', 'Correo']).map(({ target }) => target)).toEqual(['name', 'email']);
  });

  it('ranks the columns that may fill a required field without one', () => {
    const { mapping, missing } = findMapping(
      optionsFor('submissions', 'Shirt size,Leitgedanke,Mail inbox of author,Name,Title or so', ['Shirt size=']),
    );
    expect(mapping.mapped.map(({ target }) => target)).toEqual(['name']);
    expect(missing).toMatchObject([
      { field: 'title', candidates: ['Title or so', 'Leitgedanke', 'Mail inbox of author'] },
      { field: 'submitter_email', candidates: ['Mail inbox of author', 'Leitgedanke', 'Title or so'] },
    ]);
    expect(findMapping(optionsFor('speakers', 'Name,Email')).missing).toEqual([]);
  });
});

function map(noun: Noun, header: string, flags: readonly string[] = []) {
  return mapColumns(optionsFor(noun, header, flags));
}

function optionsFor(noun: Noun, header: string, flags: readonly string[] = []): MappingOptions {
  const { body } = noun === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission;
  return { file: 'people.csv', columns: header.split(','), kind: noun, fields: fieldsOf(body), map: flags };
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
