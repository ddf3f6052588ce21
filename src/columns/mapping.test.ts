// Columns are mapped to their fields, and the others are reported.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { type MappingOptions, mapColumns } from './mapping.ts';

type Noun = 'speakers' | 'submissions';

describe('mapColumns', () => {
  it('reports why a column with a known header is not used', () => {
    expect(map('speakers', 'Email,LinkedIn,Shoe').unmapped).toMatchObject([
      { column: 'LinkedIn', reason: 'linkedin_url can only be set by an update' },
      { column: 'Shoe' },
    ]);
    expect(map('submissions', 'Title,Email,state').unmapped).toMatchObject([
      { column: 'state', reason: 'status can only be set by an update' },
    ]);
  });

  it('ignores the columns of a reject file, and reports unnamed columns by number', () => {
    const { unmapped } = map('speakers', 'Email,,_row,_code,_column,_message');
    expect(unmapped.map(({ column }) => column)).toEqual(['column 2 (unnamed)']);
  });

  it('prefers the own name of a field to every word for it', () => {
    const header = 'Email,Speaker bio,About,Biography';
    const about = map('speakers', header).mapped.filter(({ target }) => target === 'about');
    expect(about.map(({ column }) => column)).toEqual(['About']);
  });

  it('refuses two columns for one field, and reports both', () => {
    const error = failure(() => map('speakers', 'Email,E-mail address,Name'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'people.csv has several columns for email: "Email" and "E-mail address"',
      fix: 'choose one column: --map "Email=email" or --map "E-mail address=email"',
    });
    expect(
      map('speakers', 'Email,E-mail address,Name', ['E-mail address=']).mapped[0]?.column,
    ).toBe('Email');
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
      fix:
        'map a column with --map "COLUMN=title" --map "COLUMN=submitter_email", or, ' +
        'if the file has no addresses, add a column "Email", pass a file of speakers who have ' +
        'them with --speakers, or one address for all with --submitter-email; ' +
        'the columns of the file are: Sujet principal, Mail inbox of author, Name',
    });
  });

  it('leaves out a column of numbers that is named as a text, and says why', () => {
    const sample = ['1;a@x.org;Types', '2;b@x.org;Bridges', '3;c@x.org;Roads'].map((row) =>
      row.split(';'),
    );
    const { mapped, unmapped } = mapColumns({
      ...optionsFor('submissions', 'Title,Email,Talk'),
      sample,
    });
    expect(mapped.map(({ column, target }) => `${column}=${target}`)).toEqual([
      'Email=submitter_email',
      'Talk=title',
    ]);
    expect(unmapped).toMatchObject([
      { column: 'Title', reason: 'its cells are numbers, so it is not title' },
    ]);
    const numbered = { ...optionsFor('submissions', 'Title,Email'), sample };
    expect(failure(() => mapColumns(numbered))).toMatchObject({
      details: [
        { field: 'title' },
        { column: 'Title', message: 'its cells are numbers, so it is not title' },
      ],
    });
  });

  it.each([
    ['name,email,title', ['name', 'email', 'title']],
    ['Name,Email,Title', ['name', 'email']],
    ['authors,email,title', ['name', 'email']],
    ['paper,first_name,email,title,abstract', ['first_name', 'email']],
    ['id,email,title', ['id', 'email', 'title']],
  ])(
    'takes a title in a file of speakers only as the name of the field, and not beside talks: %s',
    (header, targets) => {
      const id = {
        name: 'id',
        description: '',
        type: 'string',
        required: false,
        nullable: false,
      } as const;
      const options = optionsFor('speakers', header);
      expect(
        mapColumns({ ...options, fields: [...options.fields, id] }).mapped.map(
          ({ target }) => target,
        ),
      ).toEqual(targets);
    },
  );
});

describe('an entry of the command line', () => {
  it('takes precedence over field names and the vocabulary', () => {
    const { mapped, unmapped } = map('speakers', 'Email,Kontakt,Bio,Name', [
      'Kontakt=email',
      'bio=',
      'Name = first-name',
    ]);
    expect(mapped.map(({ column, target }) => [column, target])).toEqual([
      ['Kontakt', 'email'],
      ['Name', 'first_name'],
    ]);
    expect(unmapped.map(({ column }) => column)).toEqual(['Email']);
  });

  it('may name a header that contains an equals sign', () => {
    expect(map('speakers', 'a=b,Email', ['a=b=first_name']).mapped).toMatchObject([
      { column: 'a=b' },
      {},
    ]);
  });

  it('names no column if two differ from it in case and punctuation alone', () => {
    expect(failure(() => map('speakers', 'Email,Bio 1,bio-1', ['Bio1=about']))).toMatchObject({
      message: 'mapping "Bio1=about": people.csv has no column "Bio1"',
    });
  });

  it.each([
    [
      ['Nickname=email'],
      'mapping "Nickname=email": people.csv has no column "Nickname"',
      { fix: 'use one of its columns: Email, Name' },
    ],
    [
      ['Name=firstnam'],
      'mapping "Name=firstnam": unknown field "firstnam"',
      { fix: expect.stringContaining('did you mean first_name?') },
    ],
    [
      ['Name'],
      'mapping "Name" is not of the form "Column=field"',
      { fix: 'write --map "Column=field", for example --map "E-mail=email"' },
    ],
    [['Name=about', 'name=title'], 'mapping "name=title": the column is mapped twice', {}],
    [
      ['Name=about', 'Email=about'],
      'mapping "Email=about": another column is already mapped to about',
      {},
    ],
    [
      ['Name=name', 'Email=last_name'],
      'columns are mapped to both name and first_name or last_name',
      {
        fix:
          'map a column to name, which is split into first_name and last_name, ' +
          'or map columns to these two',
      },
    ],
  ])('refuses %j', (flags, message, help) => {
    const error = failure(() => map('speakers', 'Email,Name', flags));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, ...help });
  });
});

it('refuses a field that only an update can set', () => {
  expect(failure(() => map('speakers', 'Name,Email,Phone', ['Phone=phone']))).toMatchObject({
    message: 'mapping "Phone=phone": phone can only be set by an update, not for a new record',
    fix: expect.stringContaining(
      'run `plenary speakers apply people.csv --map "Phone=phone"`; an import can set: email,',
    ),
  });
});

function map(noun: Noun, header: string, flags: readonly string[] = []) {
  return mapColumns(optionsFor(noun, header, flags));
}

function optionsFor(noun: Noun, header: string, flags: readonly string[] = []): MappingOptions {
  const { body } = noun === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission;
  return {
    file: 'people.csv',
    columns: header.split(','),
    kind: noun,
    fields: fieldsOf(body),
    map: flags,
  };
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
