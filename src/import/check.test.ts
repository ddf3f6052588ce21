// The state of each row, and how rows with the same key are folded into one.
import { describe, expect, it } from 'vitest';
import { checkedWork, statesOf } from '../../test/support/import-work.ts';
import type { Mapping } from '../columns/mapping.ts';
import { foldRow } from './fold-rows.ts';
import { noteOf } from './work.ts';

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
  expect(work.table.find('ada@example.org')).toBe(1);
  expect(work.table.read(1)).toEqual({
    row: 1,
    fileRow: 1,
    line: 2,
    cells: ['ada@example.org', 'Ada Lovelace', '', ' '],
    filled: ['ada@example.org', 'Ada Lovelace', 'Engines', 'Likes looms'],
    fault: undefined,
  });
  expect(work.contradictions).toEqual([
    {
      row: 5,
      line: 6,
      column: 'Company',
      field: 'company_name',
      code: 'contradiction',
      message: 'differs from line 2; the value of line 2 is used',
      key: 'ada@example.org',
      value: 'Looms',
      firstLine: 2,
      firstValue: 'Engines',
    },
  ]);
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
  expect(work.table.find('ada@example.org')).toBe(2);
  expect(noteOf(work, 1).faults).toMatchObject([{ row: 1, field: 'first_name', code: 'string_too_long' }]);
});

it('reports the first thousand contradictions', async () => {
  const rows = Array.from({ length: 1100 }, (_, at) => ['ada@example.org', `Company ${at}`]);
  const { contradictions, table } = await checkedWork(['Email', 'Company'], rows);
  expect(contradictions).toHaveLength(1000);
  expect(contradictions.at(-1)).toMatchObject({ row: 1001 });
  expect(table.count('folded')).toBe(1099);
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
      suggestion: undefined,
      reason: undefined,
      refusedFor: undefined,
      updateOnly: undefined,
    },
  ],
  unusedNames: [],
  absent: [],
};

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
    const fold = foldRow({ row: 1, line: 2, cells: first }, { row: 4, line: 9, cells: repeated }, mapping, ['email']);
    expect(fold.filled).toEqual(filled);
    expect(fold.contradictions.map(({ column }) => column)).toEqual(contradicting);
    for (const fault of fold.contradictions) {
      expect(fault).toMatchObject({ row: 4, line: 9, message: 'differs from line 2; the value of line 2 is used' });
    }
  });

  it('compares with values that earlier rows added', () => {
    const first = { row: 1, line: 2, cells: ['a@x', '', '', ''], filled: ['a@x', '', 'Ada', ''] };
    const fold = foldRow(first, { row: 3, line: 4, cells: ['a@x', '', 'Bo', 'C'] }, mapping, ['email']);
    expect(fold.filled).toEqual(['a@x', '', 'Ada', 'C']);
    expect(fold.contradictions).toMatchObject([{ column: 'Name', field: 'name', code: 'contradiction' }]);
  });
});
