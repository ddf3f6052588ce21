// Columns find their fields, and what is said of those that do not.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { InvalidInputError } from '../errors.ts';
import { findMapping, type MappingOptions, mapColumns } from './mapping.ts';

type Noun = 'speakers' | 'submissions';

describe('mapColumns', () => {
  it.each<[string, Noun, string, string]>([
    [
      'field names, however written',
      'speakers',
      'E-Mail,FIRST_NAME,last-name,Company Name',
      'E-Mail=email, FIRST_NAME=first_name, last-name=last_name, Company Name=company_name',
    ],
    [
      'an organizer’s sheet',
      'speakers',
      'First name,Last name,E-mail,Company,Job title,Biography',
      'First name=first_name, Last name=last_name, E-mail=email, Company=company_name, Job title=title, Biography=about',
    ],
    ['a title beside an address', 'speakers', 'email,Title', 'email=email, Title=title'],
    ['a title beside an abstract', 'speakers', 'email,Title,Abstract', 'email=email'],
    [
      'a talk title beside a title',
      'submissions',
      'Title,Name,Talk title,Email',
      'Talk title=title, Name=name, Email=submitter_email',
    ],
    [
      'a name beside its parts',
      'speakers',
      'Name,First name,Last name,Email',
      'First name=first_name, Last name=last_name, Email=email',
    ],
  ])('knows %s (%s)', (_, noun, header, expected) => {
    const { bindings, unmapped } = map(noun, header);
    const pairs = expected.split(', ');
    expect(bindings.map(({ column, target }) => `${column}=${target}`).sort()).toEqual(pairs.sort());
    const others = header.split(',').filter((column) => !pairs.some((pair) => pair.startsWith(`${column}=`)));
    expect(unmapped.map(({ column }) => column)).toEqual(others);
  });

  it('splits a name into the fields that the endpoint has', () => {
    expect(map('speakers', 'Name,Email').bindings[0]?.fields).toEqual(['first_name', 'last_name']);
    expect(map('submissions', 'Name,Email,Title').bindings[0]?.fields).toEqual([
      'submitter_first_name',
      'submitter_last_name',
    ]);
  });

  it('says of columns that it understands why they are not used', () => {
    expect(map('speakers', 'Email,LinkedIn,Shoe').unmapped).toEqual([
      { column: 'LinkedIn', reason: 'linkedin_url is set by the update command alone' },
      { column: 'Shoe' },
    ]);
    expect(map('submissions', 'Title,Email,state').unmapped).toEqual([
      { column: 'state', reason: 'status is set by the update command alone' },
    ]);
  });

  it('asks "did you mean" for what is like a field that has no column', () => {
    const { unmapped } = map('speakers', 'Email,Compny name,What is your biography?,Shirt size');
    expect(unmapped).toEqual([
      { column: 'Compny name', suggestion: 'company_name' },
      { column: 'What is your biography?', suggestion: 'about' },
      { column: 'Shirt size', suggestion: undefined },
    ]);
  });

  it('ignores what a reject file has added, and names columns without a name', () => {
    const { unmapped } = map('speakers', 'Email,,_row,_code,_column,_message');
    expect(unmapped.map(({ column }) => column)).toEqual(['column 2, without a name']);
  });

  it('refuses two columns for one field, and names both', () => {
    const error = failure(() => map('speakers', 'Email,E-mail address,Name'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'people.csv has two columns for email: "Email" and "E-mail address"',
      fix: 'say which one it is: --map "Email=email"',
    });
    expect(map('speakers', 'Email,E-mail address,Name', ['E-mail address=']).bindings[0]?.column).toBe('Email');
  });

  it('lists the columns where a required field has none, with a flag ready to use', () => {
    const error = failure(() => map('submissions', 'Thema,Contact email of the author,Name'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'people.csv has no column for title and submitter_email',
      details: [
        { field: 'title', line: 1 },
        { field: 'submitter_email', line: 1 },
      ],
      fix:
        'name the column, for example --map "COLUMN=title" --map "Contact email of the author=submitter_email"; ' +
        'the columns are: Thema, Contact email of the author, Name',
    });
  });

  it('ranks the columns that may be meant for a required field without one', () => {
    const { mapping, missing } = findMapping(
      optionsFor('submissions', 'Shirt size,Thema,Contact e-mail of author,Name,Working title', ['Shirt size=']),
    );
    expect(mapping.bindings.map(({ target }) => target)).toEqual(['name']);
    expect(missing).toEqual([
      { field: 'title', candidates: ['Working title', 'Thema', 'Contact e-mail of author'] },
      { field: 'submitter_email', candidates: ['Contact e-mail of author', 'Thema', 'Working title'] },
    ]);
    expect(findMapping(optionsFor('speakers', 'Name,Email')).missing).toEqual([]);
  });
});

function map(noun: Noun, header: string, flags: readonly string[] = []) {
  return mapColumns(optionsFor(noun, header, flags));
}

function optionsFor(noun: Noun, header: string, flags: readonly string[] = []): MappingOptions {
  const { body } = noun === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission;
  return { file: 'people.csv', columns: header.split(','), resource: noun, fields: fieldsOf(body), map: flags };
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
