// The journal of an interrupted run, entry by entry, and what its rows are when it is resumed.

import { describe, expect, it } from 'vitest';
import { checkedWork, statesOf } from '../../test/support/import-work.ts';
import { replay } from '../changes/resume.ts';
import { type JournalEntry, parseEntry } from '../runs/entry.ts';
import { tally } from '../runs/history.ts';
import type { RowState } from '../runs/row.ts';
import { noteOf } from '../runs/row.ts';

const ranges = (rows: readonly number[]) => rows.map((row) => [row, row]);
const sending = (...rows: readonly number[]) => ({ sending: ranges(rows), verb: 'add', at: 1000 });
const unsent = (...rows: readonly number[]) => ({ unsent: ranges(rows) });
const all = { sending: [[1, 3]], verb: 'add', at: 1000 };
const changing = { ...all, verb: 'update' };

describe('replay', () => {
  it.each<[string, readonly unknown[], readonly RowState[]]>([
    ['a header alone', [], ['create', 'create', 'create']],
    ['an intent', [all], ['doubt', 'doubt', 'doubt']],
    ['an intent in pieces', [sending(1, 3)], ['doubt', 'create', 'doubt']],
    ['an intent, then unsent', [all, unsent(1, 3)], ['create', 'doubt', 'create']],
    ['unsent, then intended again', [all, { unsent: [[1, 3]] }, sending(2)], ['create', 'doubt', 'create']],
    [
      'rows done',
      [all, { row: 2, did: 'created', id: 'b' }, { row: 3, did: 'skipped', id: 'c' }],
      ['doubt', 'created', 'skipped'],
    ],
    ['a row done, then intended again', [all, { row: 2, did: 'created' }, all], ['doubt', 'created', 'doubt']],
    [
      'a row done, then unsent',
      [all, { row: 2, did: 'created' }, { unsent: [[1, 3]] }],
      ['create', 'created', 'create'],
    ],
    ['a row refused', [all, { row: 2, did: 'failed', message: 'no' }], ['doubt', 'create', 'doubt']],
    [
      'a row refused, then intended again',
      [all, { row: 2, did: 'failed', message: 'no' }, all],
      ['doubt', 'doubt', 'doubt'],
    ],
    ['intended updates, which may be repeated', [changing], ['create', 'create', 'create']],
    ['updates done', [changing, { row: 1, did: 'updated', id: 'a' }], ['updated', 'create', 'create']],
    [
      'an outcome of a kind that a later version knows',
      [all, { row: 1, did: 'merged', id: 'a' }],
      ['doubt', 'doubt', 'doubt'],
    ],
    [
      'entries of kinds that a later version knows',
      [{ paused: 5 }, all, { note: [1], by: 'x' }],
      ['doubt', 'doubt', 'doubt'],
    ],
    [
      'rows that the file does not have',
      [
        { ...all, sending: [[3, 9]] },
        { row: 12, did: 'created' },
      ],
      ['create', 'create', 'doubt'],
    ],
  ])('%s', async (_, entries, states) => {
    const work = await checkedWork(['Email'], [['a@example.org'], ['b@example.org'], ['c@example.org']]);
    await replay(from(entries), work);
    expect(statesOf(work)).toEqual(states);
  });

  it('saves the ids', async () => {
    const work = await checkedWork(['Email'], [['a@example.org']]);
    await replay(from([sending(1), { row: 1, did: 'created', id: 'spk_1' }]), work);
    expect(noteOf(work, 1).id).toBe('spk_1');
  });

  it('does not change rows that need no request', async () => {
    const work = await checkedWork(['Email'], [['a@example.org'], ['x@'], ['A@example.org'], ['']]);
    await replay(from([sending(1, 2, 3, 4), { row: 2, did: 'created' }]), work);
    expect(statesOf(work)).toEqual(['doubt', 'rejected', 'folded', 'left-out']);
  });
});

it('counts the last outcome of each row', async () => {
  const entries = [
    sending(1, 2, 3, 4, 5, 6),
    { row: 1, did: 'created', id: 'a' },
    { row: 2, did: 'failed', message: 'no' },
    { row: 3, did: 'failed', message: 'no' },
    unsent(4),
    sending(3),
    { row: 3, did: 'skipped' },
    { row: 6, did: 'updated', id: 'f' },
  ];
  expect(await tally(from(entries))).toEqual({ created: 1, updated: 1, skipped: 1, failed: 1, unknown: 1 });
});

async function* from(values: readonly unknown[]): AsyncGenerator<JournalEntry> {
  for (const value of values) {
    const parsed = parseEntry(value, 100);
    if (parsed.kind === 'entry') yield parsed.entry;
  }
}
