// What an interrupted run has written down, entry by entry.
import { describe, expect, it } from 'vitest';
import { checkedWork, statesOf } from '../../test/support/import-work.ts';
import { tally } from '../runs/history.ts';
import { replay } from './replay.ts';
import type { RowState } from './row-table.ts';
import { noteOf } from './work.ts';

const header = { journal: 1, run: 'r', columns: ['Email'] };
const sending = { sending: [[1, 3]], verb: 'add', at: 1000 };
const changing = { sending: [[1, 3]], verb: 'update', at: 1000 };

describe('replay', () => {
  it.each<[string, readonly unknown[], readonly RowState[]]>([
    ['a header alone', [header], ['create', 'create', 'create']],
    ['an intent', [header, sending], ['doubt', 'doubt', 'doubt']],
    [
      'an intent in pieces',
      [
        {
          ...sending,
          sending: [
            [1, 1],
            [3, 3],
          ],
        },
      ],
      ['doubt', 'create', 'doubt'],
    ],
    [
      'an intent taken back',
      [
        sending,
        {
          unsent: [
            [1, 1],
            [3, 3],
          ],
        },
      ],
      ['create', 'doubt', 'create'],
    ],
    [
      'one taken back and had again',
      [sending, { unsent: [[1, 3]] }, { ...sending, sending: [[2, 2]] }],
      ['create', 'doubt', 'create'],
    ],
    [
      'rows done',
      [sending, { row: 2, did: 'created', id: 'b' }, { row: 3, did: 'skipped', id: 'c' }],
      ['doubt', 'created', 'skipped'],
    ],
    ['a row done, then meant again', [sending, { row: 2, did: 'created' }, sending], ['doubt', 'created', 'doubt']],
    [
      'a row done, then taken back',
      [sending, { row: 2, did: 'created' }, { unsent: [[1, 3]] }],
      ['create', 'created', 'create'],
    ],
    ['a row refused', [sending, { row: 2, did: 'failed', message: 'no' }], ['doubt', 'create', 'doubt']],
    [
      'a row refused, then meant again',
      [sending, { row: 2, did: 'failed', message: 'no' }, sending],
      ['doubt', 'doubt', 'doubt'],
    ],
    ['changes meant, which may be repeated', [changing], ['create', 'create', 'create']],
    ['changes made', [changing, { row: 1, did: 'updated', id: 'a' }], ['updated', 'create', 'create']],
    [
      'an end of a kind that a later version knows',
      [sending, { row: 1, did: 'merged', id: 'a' }],
      ['doubt', 'doubt', 'doubt'],
    ],
    [
      'entries of kinds that a later version knows',
      [header, { paused: 5 }, sending, { note: [1], by: 'x' }],
      ['doubt', 'doubt', 'doubt'],
    ],
    [
      'rows that the file does not have',
      [
        { ...sending, sending: [[3, 9]] },
        { row: 12, did: 'created' },
      ],
      ['create', 'create', 'doubt'],
    ],
  ])('%s', async (_, entries, states) => {
    const work = await checkedWork(['Email'], [['a@example.org'], ['b@example.org'], ['c@example.org']]);
    await replay(from(entries), work);
    expect(statesOf(work)).toEqual(states);
  });

  it('keeps the ids', async () => {
    const work = await checkedWork(['Email'], [['a@example.org']]);
    await replay(
      from([
        { ...sending, sending: [[1, 1]] },
        { row: 1, did: 'created', id: 'spk_1' },
      ]),
      work,
    );
    expect(noteOf(work, 1).id).toBe('spk_1');
  });

  it('leaves rows alone that are not to be sent', async () => {
    const work = await checkedWork(['Email'], [['a@example.org'], ['x@'], ['A@example.org'], ['']]);
    await replay(
      from([
        { ...sending, sending: [[1, 4]] },
        { row: 2, did: 'created' },
      ]),
      work,
    );
    expect(statesOf(work)).toEqual(['doubt', 'rejected', 'folded', 'left-out']);
  });
});

it('tallies by what became of each row last', async () => {
  const entries = [
    header,
    { ...sending, sending: [[1, 6]] },
    { row: 1, did: 'created', id: 'a' },
    { row: 2, did: 'failed', message: 'no' },
    { row: 3, did: 'failed', message: 'no' },
    { unsent: [[4, 4]] },
    { ...sending, sending: [[3, 3]] },
    { row: 3, did: 'skipped' },
    { row: 6, did: 'updated', id: 'f' },
  ];
  expect(await tally(from(entries))).toEqual({ created: 1, updated: 1, skipped: 1, failed: 1, unknown: 1 });
});

async function* from(entries: readonly unknown[]): AsyncGenerator<unknown> {
  yield* entries;
}
