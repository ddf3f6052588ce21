// The user's mapping takes precedence, and errors name the entry.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { UsageError } from '../errors.ts';
import { mapColumns } from './mapping.ts';

describe('an entry of the command line', () => {
  it('takes precedence over field names and the vocabulary', () => {
    const { mapped, unmapped } = map('Email,Kontakt,Bio,Name', ['Kontakt=email', 'bio=', 'Name = first-name']);
    expect(mapped.map(({ column, target }) => [column, target])).toEqual([
      ['Kontakt', 'email'],
      ['Name', 'first_name'],
    ]);
    expect(unmapped.map(({ column }) => column)).toEqual(['Email']);
  });

  it('may name a header that contains an equals sign', () => {
    expect(map('a=b', ['a=b=email']).mapped[0]).toMatchObject({ column: 'a=b', target: 'email' });
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
    [['Name=about', 'Email=about'], 'mapping "Email=about": another column is already mapped to about', {}],
    [
      ['Name=name', 'Email=last_name'],
      'columns are mapped to both name and first_name or last_name',
      { fix: 'map a column to name, which is split into first_name and last_name, or map columns to these two' },
    ],
  ])('refuses %j', (flags, message, help) => {
    const error = failure(() => map('Email,Name', flags));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, ...help });
  });
});

it('refuses a field that only an update can set', () => {
  expect(failure(() => map('Name,Email,Phone', ['Phone=phone']))).toMatchObject({
    message: 'mapping "Phone=phone": phone can only be set by an update, not for a new record',
    fix: expect.stringMatching(/`plenary submissions apply FILE`.*; an import can set: .*email/),
  });
});

function map(header: string, flags: readonly string[] = []) {
  const { body, resource } = endpoints.createSpeaker;
  const columns = header.split(',');
  return mapColumns({ file: 'people.csv', columns, kind: resource, fields: fieldsOf(body), map: flags });
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
