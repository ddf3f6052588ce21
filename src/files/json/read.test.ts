// JSON files as tables: the rule for values inside values, and how records are found in a document.
import { describe, expect, it } from 'vitest';
import { readLines as read } from '../../../test/support/tables.ts';
import type { SourceOptions } from '../source.ts';

describe('a JSON file', () => {
  it.each<[string, string, string]>([
    ['text as it is', '" a\\n b "', ' a\n b '],
    ['a number with its digits', '12345678901234567890.50', '12345678901234567890.50'],
    ['null', 'null', ''],
    ['texts', '["a", "b", 3]', 'a; b; 3'],
    ['a name', '{"id": 3, "name": "Data"}', 'Data'],
    ['a translated name', '{"id": 3, "name": {"de": "Daten", "en": "Data"}}', 'Data'],
    ['a person', '{"first_name": "Ada", "last_name": "Lovelace"}', 'Ada Lovelace'],
    ['a person in two short words', '{"first": "Ada", "last": "Lovelace"}', 'Ada Lovelace'],
    ['a person with one of them', '{"first": "Prince", "last": null}', 'Prince'],
    ['a value', '{"value": "a"}', 'a'],
    ['values', '[{"value": "a"}, {"value": {"name": "b"}}]', 'a; b'],
    [
      'a name of values',
      '{"first_name": {"value": "Ada"}, "last_name": {"value": "Li"}}',
      'Ada Li',
    ],
    [
      'people',
      '[{"name": "Ada", "email": "ada@x.org"}, {"fullName": "Bo Ek"}]',
      'Ada <ada@x.org>; Bo Ek',
    ],
    ['the English translation', '{"de": "Titel", "en": "Title"}', 'Title'],
    ['an empty object', '{}', ''],
    ['other arrays', '[[1, {"x": null}], "a"]', '[["1",{"x":null}],"a"]'],
  ])('has a cell for %s', async (_, json, cell) => {
    expect((await read(`[{"a": 1, "value": ${json}}]`)).table).toEqual([
      'a | value',
      `1 | ${cell}`,
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'an object without a name',
      '{"a": 1, "contact": {"email": "a@x.org", "at": {"x": 1}}}',
      ['a | contact.email | contact.at.x', '1 | a@x.org | 1'],
    ],
    [
      'a person with an address',
      '{"submitter": {"name": "Ada", "email": "ada@x.org"}}',
      ['submitter | submitter.email', 'Ada <ada@x.org> | ada@x.org'],
    ],
    [
      'a value with a unit',
      '{"length": {"value": 30, "unit": "hours"}, "page": {"first": "x"}}',
      ['length.value | length.unit | page.first', '30 | hours | x'],
    ],
    [
      'answers',
      '{"answers": [{"question": "Company", "answer": "ACME"}, {"question": {"id": 3, ' +
        '"question": {"en": "Level"}}, "answer": ["a", "b"]}]}',
      ['Company | Level', 'ACME | a; b'],
    ],
    [
      'categories',
      '{"categories": [{"id": 1, "name": "Track", "categoryItems": [{"id": 2, ' +
        '"name": "Data"}], "sort": 0}]}',
      ['Track', 'Data'],
    ],
    [
      'a question with the name of a member',
      '{"Bio": "x", "answers": [{"question": "Bio", "answer": "y"}]}',
      ['Bio | Bio (2)', 'x | y'],
    ],
  ])('has columns for %s', async (_, json, table) => {
    expect((await read(`[${json}]`)).table).toEqual(table);
  });

  it('has the columns of all records, and the lines on which they start', async () => {
    const text = '[\n{"a": 1},\n{"b": 2,\n"a": 3}\n]';
    const expected = {
      table: ['a | b', '1 | ', '3 | 2'],
      lines: [2, 3],
      faults: [undefined, undefined],
      notices: [],
    };
    expect(await read(text)).toEqual(expected);
    expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(expected);
    expect(await read(`\ufeff${text}`)).toEqual(expected);
  });

  it('has the number of each record as its line if several are on one line', async () => {
    expect((await read('[{"a":1},{"a":2},\n{"a":3}]')).lines).toEqual([1, 2, 3]);
    expect((await read('{"a":1}\n\n{"a":2}\n')).lines).toEqual([1, 3]);
  });

  it.each([
    ['[]', 'talks contains no records'],
    ['[["Name"], ["Ada"]]', 'talks is not a list of records'],
    ['{"data": [], "meta": {}}', 'talks contains no records'],
    ['[{"a":1}, null]', 'talks is not a list of records'],
    ['{"a":1}\n[1]', 'talks is not a list of records'],
    ['{"a":1} x', 'talks is not well-formed JSON'],
  ])('%j is refused', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ message });
  });
});

describe('a JSON document', () => {
  it.each([
    '{"speakers": [{"email": "a@x.org"}]}',
    '{"data": {"speakers": [{"email": "a@x.org"}]}, "status": "ok"}',
    '{"data": [{"email": "a@x.org"}], "pagination": {"currentPage": 1, "totalPages": 1, ' +
      '"totalResults": 1}}',
    '{"data": [{"type": "speaker", "attributes": {"email": "a@x.org"}}]}',
  ])('%s contains records', async (text) => {
    const { table, notices } = await read(text);
    expect([table[0]?.split(' | ')[0], table[1]?.split(' | ')[0], notices]).toEqual([
      'email',
      'a@x.org',
      [],
    ]);
  });

  it.each([
    ['{"count": 2, "results": [{"a": 1}]}', true],
    ['{"next": "https://pretalx.example/api/?page=2", "results": [{"a": 1}]}', true],
    ['{"count": 1, "next": null, "previous": null, "results": [{"a": 1}]}', false],
  ])('is one page of several if it has a larger count or a next page: %s', async (text, isPage) => {
    expect((await read(text)).notices).toEqual(
      isPage ? ['talks is one page of several: it has 1 record, and the others are not read.'] : [],
    );
  });

  it('with several lists gives each command its own, and any by name', async () => {
    const text = '{"rooms":[{"r":1}],"talks":[{"t":2}],"people":[{"p":3}],"sponsors":[{"s":4}]}';
    const first = async (options: SourceOptions) => (await read(text, options)).table[0];
    expect(await first({ contents: 'speakers' })).toBe('p');
    expect(await first({ contents: 'submissions' })).toBe('t');
    expect(await first({ contents: 'sessions' })).toBe('t');
    expect(await first({ contents: 'speakers', sheet: 'sponsors' })).toBe('s');
    await expect(
      read('{"rooms":[{"r":1}],"tracks":[{"t":2}]}', { contents: 'speakers' }),
    ).rejects.toMatchObject({
      message: 'talks contains no speakers',
      details: [{ file: 'talks', message: 'contains rooms, tracks' }],
    });
    const { table, notices } = await read('{"one":[{"a":1}],"two":[{"b":2}]}', {
      contents: 'speakers',
    });
    expect(table[0]).toBe('a');
    expect(notices).toEqual(['Reading "one" of talks. Not read: "two".']);
  });

  it.each([
    ['of other kinds', '{"talks":[{"t":1}],"workshops":[{"t":2}],"people":[{"p":3}]}', 'talks'],
    ['of texts', '{"talks":[{"t":1}],"rooms":["r0"],"matrix":[[0]]}', 'rooms'],
    ['elsewhere', '{"talks":[{"t":1}],"more":{"data":{"keynotes":[{"t":2}]}}}', 'keynotes'],
  ])('names the lists %s that are not read', async (_, text, name) => {
    const { notices } = await read(text, { contents: 'submissions' });
    expect(notices).toEqual([
      name === 'talks'
        ? 'Reading "talks" of talks. Not read: "workshops", "people".'
        : `Not read of talks: "${name}".`,
    ]);
  });

  it('names each list once, and fifty at most', async () => {
    const people = '"ada":{"links":["a"],"x":1},"bo":{"tags":["b"]},"cy":{"links":["c"]}';
    const { notices } = await read(`{"talks":[{"t":1}],"people":{${people}}}`);
    expect(notices).toEqual(['Not read of talks: "links", "tags".']);
    const types = Array.from({ length: 60 }, (_, at) => `"a${at}types":["b"]`);
    const many = await read(`{"talks":[{"t":1}],"more":{${types}}}`);
    expect(many.notices[0]).toMatch(/, "a49types", and 10 more\.$/);
  });

  it.each([
    ['{"talks":[{"t":1,"room_id":7}],"rooms":[{"id":7,"name":"Hall"}]}'],
    ['{"rooms":[{"name":"Hall","talks":[{"t":1}]}]}'],
    ['{"2027-05-20":[{"t":1}],"2027-05-21":[{"t":2}]}'],
  ])('does not name lists whose records are in those that are read: %s', async (text) => {
    expect((await read(text, { contents: 'sessions' })).notices).toEqual([]);
  });
});
