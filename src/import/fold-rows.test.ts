// Rows with the same key are folded into the first valid one: what each adds, and where two contradict each other.
import { describe, expect, it } from 'vitest';
import { checkedWork, statesOf } from '../../test/support/import-work.ts';
import type { Mapping } from '../columns/mapping.ts';
import { endpoints } from '../contract/index.ts';
import { foldRow } from './fold-rows.ts';

it('uses the first valid row of a key, and fills its empty cells from the others', async () => {
  const work = await checkedWork(
    ['Email', 'Name', 'Company', 'Bio'],
    [
      ['ada@example.org', 'Ada Lovelace', '', ' '],
      ['', '', ' ', ''],
      ['ADA@example.org ', '', 'Engines', ''],
      ['x@', 'Bo', '', ''],
      ['ada@example.org', 'Ada Lovelace', 'Looms', 'Likes looms'],
    ],
  );
  expect(statesOf(work)).toEqual(['create', 'left-out', 'folded', 'rejected', 'folded']);
  const [first] = work.rows;
  expect(work.rows.find('key', 'ada@example.org')).toEqual([first]);
  expect(first).toEqual({
    ...{ number: 1, row: 1, line: 2, state: 'create', note: {} },
    names: { key: 'ada@example.org' },
    fields: {
      email: 'ada@example.org',
      company_name: 'Engines',
      about: 'Likes looms',
      first_name: 'Ada',
      last_name: 'Lovelace',
    },
    source: ['ada@example.org', 'Ada Lovelace', '', ' '],
    filled: ['ada@example.org', 'Ada Lovelace', 'Engines', 'Likes looms'],
  });
});

it('uses a valid row even if an invalid one with its key comes first', async () => {
  const long = 'x'.repeat(201);
  const work = await checkedWork(
    ['Email', 'First name'],
    [
      ['ada@example.org', long],
      ['Ada@example.org', 'Ada'],
    ],
  );
  expect(statesOf(work)).toEqual(['rejected', 'create']);
  const [invalid, valid] = work.rows;
  expect(work.rows.find('key', 'ada@example.org')).toEqual([valid]);
  expect(invalid?.note.faults).toMatchObject([{ row: 1, field: 'first_name', code: 'string_too_long' }]);
});

const mapping: Mapping = {
  mapped: [
    { column: 'E-mail', index: 0, target: 'email', fields: ['email'], isGuarded: false },
    { column: 'Name', index: 2, target: 'name', fields: ['first_name', 'last_name'], isGuarded: false },
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

const work = { mapping, endpoint: endpoints.createSpeaker, rules: {} };

describe('a row folded into another', () => {
  it.each([
    ['adds nothing that is there', ['a@x', '', 'Ada L', 'B'], ['a@x', '', 'Ada L', 'B'], undefined, []],
    ['adds what is missing', ['a@x', '', '', ' '], ['a@x', '', 'Ada L', "'=1"], ['a@x', '', 'Ada L', "'=1"], []],
    ['lacks what is there', ['a@x', '', 'Ada L', 'B'], ['a@x', '', ' ', ''], undefined, []],
    ['has its key in another case', ['A@x', '', 'Ada', ''], [' a@X', '', 'Ada', ''], undefined, []],
    ['differs in white space around', ['a@x', '', 'Ada', ''], ['a@x', '', ' Ada ', ''], undefined, []],
    ['differs in case', ['a@x', '', 'Ada', 'B'], ['a@x', '', 'ADA', 'B'], undefined, ['Name']],
    ['adds here and differs there', ['a@x', '', 'Ada', ''], ['a@x', '', 'Bo', 'C'], ['a@x', '', 'Ada', 'C'], ['Name']],
    ['differs in a column that is not used', ['a@x', 'S', 'Ada', ''], ['a@x', 'M', 'Ada', ''], undefined, []],
  ])('%s', (_, first, repeated, filled, contradicting) => {
    const fold = foldRow({ source: first }, { source: repeated }, work);
    expect(fold.filled).toEqual(filled);
    expect(fold.differences.map(({ column }) => column)).toEqual(contradicting);
  });

  it('compares with values that earlier rows added', () => {
    const first = { source: ['a@x', '', '', ''], filled: ['a@x', '', 'Ada', ''] };
    const fold = foldRow(first, { source: ['a@x', '', 'Bo', 'C'] }, work);
    expect(fold.filled).toEqual(['a@x', '', 'Ada', 'C']);
    expect(fold.differences).toEqual([{ column: 'Name', field: 'name', value: 'Bo', firstValue: 'Ada' }]);
  });
});
