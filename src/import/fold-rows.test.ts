// Rows with the same key are folded into the first valid one: what each adds, and where two
// contradict each other.
import { describe, expect, it } from 'vitest';
import { checkedBatch, statesOf } from '../../test/support/import-batch.ts';
import type { Mapping } from '../columns/mapping.ts';
import { endpoints } from '../contract/index.ts';
import { foldRow } from './fold-rows.ts';

it('uses the first valid row of a key, and fills its empty cells from the others', async () => {
  const batch = await checkedBatch(
    ['Email', 'Name', 'Company', 'Bio'],
    [
      ['ada@example.org', 'Ada Lovelace', '', ' '],
      ['', '', ' ', ''],
      ['ADA@example.org ', '', 'Engines', ''],
      ['x@', 'Bo', '', ''],
      ['ada@example.org', 'Ada Lovelace', 'Looms', 'Likes looms'],
    ],
  );
  expect(statesOf(batch)).toEqual(['create', 'folded', 'rejected', 'folded']);
  const [first] = batch.rows;
  expect(batch.rows.find('key', 'ada@example.org')).toEqual([first]);
  expect(first).toEqual({
    number: 1,
    row: 1,
    line: 2,
    state: 'create',
    note: {},
    names: { key: 'ada@example.org' },
    fields: {
      email: 'ada@example.org',
      company_name: 'Engines',
      about: 'Likes looms',
      first_name: 'Ada',
      last_name: 'Lovelace',
    },
    source: ['ada@example.org', 'Ada Lovelace', '', ' '],
  });
});

it('uses a valid row even if an invalid one with its key comes first', async () => {
  const long = 'x'.repeat(201);
  const batch = await checkedBatch(
    ['Email', 'First name'],
    [
      ['ada@example.org', long],
      ['Ada@example.org', 'Ada'],
    ],
  );
  expect(statesOf(batch)).toEqual(['rejected', 'create']);
  const [invalid, valid] = batch.rows;
  expect(batch.rows.find('key', 'ada@example.org')).toEqual([valid]);
  expect(invalid?.note.faults).toMatchObject([
    { row: 1, field: 'first_name', code: 'string_too_long' },
  ]);
});

const mapping: Mapping = {
  mapped: [
    { column: 'E-mail', index: 0, target: 'email', fields: ['email'], isGuarded: false },
    {
      column: 'Name',
      index: 2,
      target: 'name',
      fields: ['first_name', 'last_name'],
      isGuarded: false,
    },
    { column: 'Bio', index: 3, target: 'about', fields: ['about'], isGuarded: false },
  ],
  unmapped: [
    {
      column: 'Size',
      index: 3,
      reason: undefined,
      updateOnly: undefined,
    },
  ],
};

const batch = { mapping, endpoint: endpoints.createSpeaker };

/** A row with these values. */
function rowOf(email: string, first: string, last: string, about = '') {
  const given = Object.entries({ email, first_name: first, last_name: last, about });
  return { fields: Object.fromEntries(given.filter(([, value]) => value !== '')) };
}

describe('a row folded into another', () => {
  it.each([
    [
      'adds nothing that is there',
      rowOf('a@x', 'Ada', 'L', 'B'),
      rowOf('a@x', 'Ada', 'L', 'B'),
      {},
      [],
    ],
    [
      'adds what is missing',
      rowOf('a@x', '', ''),
      rowOf('a@x', 'Ada', 'L', "'=1"),
      { first_name: 'Ada', last_name: 'L', about: "'=1" },
      [],
    ],
    ['lacks what is there', rowOf('a@x', 'Ada', 'L', 'B'), rowOf('a@x', '', ''), {}, []],
    ['has its key in another case', rowOf('A@x', 'Ada', ''), rowOf('a@X', 'Ada', ''), {}, []],
    ['differs in case', rowOf('a@x', 'Ada', '', 'B'), rowOf('a@x', 'ADA', '', 'B'), {}, ['Name']],
    [
      'has its accents and white space in another form',
      rowOf('a@x', 'Jos\u00e9', 'N\u00fa\u00f1ez', 'Caf\u00e9\nAt home'),
      rowOf('a@x', 'Jose\u0301', 'Nu\u0301n\u0303ez', ' Cafe\u0301\r\nAt home '),
      {},
      [],
    ],
    [
      'has another part of a whole name',
      rowOf('a@x', 'L', ''),
      rowOf('a@x', 'Ada', 'L'),
      {},
      ['Name'],
    ],
    [
      'adds here and differs there',
      rowOf('a@x', 'Ada', ''),
      rowOf('a@x', 'Bo', '', 'C'),
      { about: 'C' },
      ['Name'],
    ],
  ])('%s', (_, first, repeated, added, contradicting) => {
    const fold = foldRow(first, repeated, batch);
    expect(fold.added).toEqual(added);
    expect(fold.differences.map(({ column }) => column)).toEqual(contradicting);
  });

  it('quotes what the user has written', () => {
    const first = { ...rowOf('a@x', 'Ada', ''), source: ['a@x', '', 'Dr. Ada', ''] };
    const fold = foldRow(first, rowOf('a@x', 'Bo', ''), batch);
    expect(fold.differences).toEqual([
      { column: 'Name', field: 'name', value: 'Bo', firstValue: 'Dr. Ada' },
    ]);
  });
});
