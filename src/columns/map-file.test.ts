// Map files: what one says holds for every file that has such columns, flags win, and what is no map file is refused.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { UsageError } from '../errors.ts';
import { mapFileText, readMapFile } from './map-file.ts';
import { mapColumns } from './mapping.ts';

describe('a map file', () => {
  it('maps and leaves out columns as flags do, and tells which columns are not there', () => {
    const { bindings, unmapped, absent } = map('Kontakt,Email,Bio,Name', {
      kontakt: 'email',
      Bio: '',
      Name: 'First name',
      'T-shirt': 'about',
    });
    expect(bindings.map(({ column, target }) => [column, target])).toEqual([
      ['Kontakt', 'email'],
      ['Name', 'first_name'],
    ]);
    expect(unmapped.map(({ column }) => column)).toEqual(['Email']);
    expect(absent).toEqual(['T-shirt']);
  });

  it('gives way to flags, for the column as for the field', () => {
    const said = { Who: 'name', Mail: 'email', Notes: 'about' };
    const { bindings } = map('Who,Mail,Work mail,Notes', said, ['Work mail=email', 'Notes=logistics_notes']);
    expect(bindings.map(({ column, target }) => [column, target])).toEqual([
      ['Who', 'name'],
      ['Work mail', 'email'],
      ['Notes', 'logistics_notes'],
    ]);
  });

  it('written from a mapping, makes the same mapping', () => {
    const columns = ['Who', 'E-mail', 'Shirt size', '', 'Bio', '_row', '_code', '_column', '_message'];
    const mapping = map(columns.join(','), {}, ['Who=name', 'Bio=']);
    const text = mapFileText(columns, mapping);
    expect(text).toBe('{\n  "Who": "name",\n  "E-mail": "email",\n  "Shirt size": "",\n  "Bio": ""\n}\n');
    expect(map(columns.join(','), JSON.parse(text)).bindings).toEqual(mapping.bindings);
  });

  it.each([
    ['{"Name": "firstnam"}', 'map.json "Name": there is no field "firstnam"', /^did you mean first_name\?/],
    ['{"Name": "about", "Email": "about"}', 'map.json "Email": another column is mapped to about already', undefined],
    ['{"Name": 1}', 'map.json "Name": must be the name of a field, not 1', /"" leaves a column out$/],
    ['{"Name": null}', 'map.json "Name": must be the name of a field, not null', /^a map file looks like/],
    ['["Name"]', 'map.json is not a JSON object', /^a map file looks like/],
    ['null', 'map.json is not a JSON object', /^a map file looks like/],
    ['Name=name', expect.stringMatching(/^map\.json is not JSON: /), /^a map file looks like/],
  ])('is refused where it says %s', (text, message, fix) => {
    const error = failure(() => map('Name,Email', text));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, fix: fix === undefined ? undefined : expect.stringMatching(fix) });
  });

  it('may begin with a byte order mark, as editors write it', () => {
    expect(readMapFile('\uFEFF{"Mail": "email"}', 'map.json')).toMatchObject([{ column: 'Mail', target: 'email' }]);
  });
});

function map(header: string, file: string | Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const { body, resource } = endpoints.createSpeaker;
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const columns = header.split(',');
  const mapFile = readMapFile(text, 'map.json');
  return mapColumns({ file: 'people.csv', columns, resource, fields: fieldsOf(body), map: flags, mapFile });
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
