// `--map`: the user's word wins, and what does not fit the file is refused.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { UsageError } from '../errors.ts';
import { mapColumns } from './mapping.ts';

describe('--map', () => {
  it('follows --map before anything else', () => {
    const { bindings, unmapped } = map('Email,Kontakt,Bio,Name', ['Kontakt=email', 'bio=', 'Name = first-name']);
    expect(bindings.map(({ column, target }) => [column, target])).toEqual([
      ['Kontakt', 'email'],
      ['Name', 'first_name'],
    ]);
    expect(unmapped.map(({ column }) => column)).toEqual(['Email']);
  });

  it('takes a header that holds an equals sign', () => {
    expect(map('a=b', ['a=b=email']).bindings[0]).toMatchObject({ column: 'a=b', target: 'email' });
  });

  it.each([
    [['Nickname=email'], '--map "Nickname=email": the file has no column "Nickname"', 'its columns are: Email, Name'],
    [
      ['Name=firstnam'],
      '--map "Name=firstnam": there is no field "firstnam"',
      expect.stringContaining('did you mean first_name?'),
    ],
    [['Name'], '--map "Name": must be "Column=field"', expect.anything()],
    [['Name=about', 'name=title'], '--map "name=title": the column is mapped twice', undefined],
    [['Name=about', 'Email=about'], '--map "Email=about": another column is mapped to about already', undefined],
    [
      ['Name=name', 'Email=last_name'],
      'columns are mapped to both name and first_name or last_name',
      'name is split into the two itself',
    ],
  ])('refuses %j', (flags, message, fix) => {
    const error = failure(() => map('Email,Name', flags));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, fix });
  });
});

function map(header: string, flags: readonly string[]) {
  const { body, resource } = endpoints.createSpeaker;
  return mapColumns({ file: 'people.csv', columns: header.split(','), resource, fields: fieldsOf(body), map: flags });
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
