// The user's mapping: entries of the command line take precedence, a map file fits every file with its columns, and errors name the entry.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { UsageError } from '../errors.ts';
import { mapColumns } from './mapping.ts';
import { mapFileText, parseMapFile } from './user-mapping.ts';

describe('an entry of the command line', () => {
  it('takes precedence over field names and the vocabulary', () => {
    const { mapped, unmapped } = map('Email,Kontakt,Bio,Name', {}, ['Kontakt=email', 'bio=', 'Name = first-name']);
    expect(mapped.map(({ column, target }) => [column, target])).toEqual([
      ['Kontakt', 'email'],
      ['Name', 'first_name'],
    ]);
    expect(unmapped.map(({ column }) => column)).toEqual(['Email']);
  });

  it('names the column with the same accents if another has none', () => {
    const columns = 'Résumé,Resume,Email';
    const mapped = (flag: string) => map(columns, {}, [flag]).mapped.find(({ target }) => target === 'about')?.column;
    expect(mapped('RESUME=about')).toBe('Resume');
    expect(mapped('résumé=about')).toBe('Résumé');
    expect(map('Résumé,Email', {}, ['resume=about']).mapped[0]?.column).toBe('Résumé');
  });

  it('may name a header that contains an equals sign', () => {
    expect(map('a=b', {}, ['a=b=email']).mapped[0]).toMatchObject({ column: 'a=b', target: 'email' });
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
    [['Name'], 'mapping "Name" is not of the form "Column=field"', { advice: { kind: 'write_map_entry' } }],
    [['Name=about', 'name=title'], 'mapping "name=title": the column is mapped twice', {}],
    [['Name=about', 'Email=about'], 'mapping "Email=about": another column is already mapped to about', {}],
    [
      ['Name=name', 'Email=last_name'],
      'columns are mapped to both name and first_name or last_name',
      { fix: 'map a column to name, which is split into first_name and last_name, or map columns to these two' },
    ],
  ])('refuses %j', (flags, message, help) => {
    const error = failure(() => map('Email,Name', {}, flags));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, ...help });
  });
});

describe('a map file', () => {
  it('maps and leaves out columns, and reports which columns the file does not have', () => {
    const { mapped, unmapped, absent } = map('Kontakt,Email,Bio,Name', {
      kontakt: 'email',
      Bio: '',
      Name: 'First name',
      'T-shirt': 'about',
    });
    expect(mapped.map(({ column, target }) => [column, target])).toEqual([
      ['Kontakt', 'email'],
      ['Name', 'first_name'],
    ]);
    expect(unmapped.map(({ column }) => column)).toEqual(['Email']);
    expect(absent).toEqual(['T-shirt']);
  });

  it('yields to the command line, by column and by field', () => {
    const saved = { Who: 'name', Mail: 'email', Notes: 'about' };
    const { mapped } = map('Who,Mail,Work mail,Notes', saved, ['Work mail=email', 'Notes=logistics_notes']);
    expect(mapped.map(({ column, target }) => [column, target])).toEqual([
      ['Who', 'name'],
      ['Work mail', 'email'],
      ['Notes', 'logistics_notes'],
    ]);
  });

  it('that is written from a mapping gives the same mapping', () => {
    const columns = ['Who', 'E-mail', 'Shirt size', '', 'Bio', '_row', '_code', '_column', '_message'];
    const mapping = map(columns.join(','), {}, ['Who=name', 'Bio=']);
    const text = mapFileText(columns, mapping.mapped);
    expect(text).toBe('{\n  "Who": "name",\n  "E-mail": "email",\n  "Shirt size": "",\n  "Bio": ""\n}\n');
    expect(map(columns.join(','), JSON.parse(text)).mapped).toEqual(mapping.mapped);
  });

  it.each([
    ['{"Name": "firstnam"}', 'map.json "Name": unknown field "firstnam"', /^did you mean first_name\?/],
    ['{"Name": "about", "Email": "about"}', 'map.json "Email": another column is already mapped to about', undefined],
    ['["Name"]', 'map.json is not a JSON object', /^write a map file as/],
    ['null', 'map.json is not a JSON object', /^write a map file as/],
    ['Name=name', expect.stringMatching(/^map\.json is not JSON: /), /^write a map file as/],
  ])('is refused if its text is %s', (text, message, fix) => {
    const error = failure(() => map('Name,Email', text));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, fix: fix === undefined ? undefined : expect.stringMatching(fix) });
  });

  it.each(['1', 'null', '{}', '{"status": "accepted"}', '{"status": {"Maybe": 1}}', '{"status": {}, "title": {}}'])(
    'is refused if the value of a column is %s',
    (value) =>
      expect(failure(() => map('Name,Email', `{"Name": ${value}}`))).toMatchObject({
        message: 'map.json "Name": must be the name of a field, in quotes, or a field with its words',
        fix: expect.stringMatching(/^write a map file as .*"" ignores a column$/),
      }),
  );

  it('is refused for a field that only an update can set', () => {
    expect(failure(() => map('Name,Email,Phone', {}, ['Phone=phone']))).toMatchObject({
      message: 'mapping "Phone=phone": phone can only be set by an update, not for a new record',
      advice: { kind: 'apply_after_import', targets: expect.arrayContaining(['email']) },
    });
  });

  it('has the words of a column beside its field, and is written with them', () => {
    const columns = ['Talk', 'Decision'];
    const mapped = [
      { index: 0, target: 'title' },
      { index: 1, target: 'status' },
    ];
    const text = mapFileText(columns, mapped, { Maybe: 'accept_queue' });
    expect(JSON.parse(text)).toEqual({ Talk: 'title', Decision: { status: { Maybe: 'accept_queue' } } });
    expect(parseMapFile(text, 'map.json')).toEqual([
      { column: 'Talk', target: 'title', mapFile: 'map.json' },
      { column: 'Decision', target: 'status', mapFile: 'map.json', words: { Maybe: 'accept_queue' } },
    ]);
    expect(JSON.parse(mapFileText(columns, mapped))).toEqual({ Talk: 'title', Decision: 'status' });
  });

  it('may begin with a byte order mark, which some editors write', () => {
    expect(parseMapFile('\uFEFF{"Mail": "email"}', 'map.json')).toMatchObject([{ column: 'Mail', target: 'email' }]);
  });
});

function map(header: string, file: string | Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const { body, resource } = endpoints.createSpeaker;
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const columns = header.split(',');
  const mapFile = parseMapFile(text, 'map.json');
  return mapColumns({ file: 'people.csv', columns, kind: resource, fields: fieldsOf(body), map: flags, mapFile });
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
