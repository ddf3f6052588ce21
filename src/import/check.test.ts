// The state of each row, and how rows with the same key are folded into one.

import { expect, it } from 'vitest';
import { checkedWork, statesOf } from '../../test/support/import-work.ts';

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
