// What a journal, written by hand, says of each row, and what its run has written.
import { expect, it } from 'vitest';
import type { FieldChanges } from '../changes/change.ts';
import { type JournalEntry, parseEntry } from './entry.ts';
import { effectsOf, type RowHistory, readHistory, tally } from './history.ts';

const status = (from: unknown, to: string): FieldChanges => ({ status: { from, to } });
const change = (fields: FieldChanges, row = 1) => ({
  change: row,
  resource: 'submissions',
  id: 'sub_1',
  fields,
});
const sending = (verb: string, ...rows: readonly number[]) => ({
  sending: rows.map((row) => [row, row]),
  verb,
  at: 1,
});
const [adding, updating, unsent] = [sending('add', 1), sending('update', 1), { unsent: [[1, 1]] }];
const ended = (did: string, row = 1) => ({ row, did, id: 'sub_1' });
const created = { ...ended('created'), key: 'k' };
const [first, second] = [change(status('a', 'b')), change(status('c', 'b'))];
const feedback = { feedback: { from: null, to: 'x' } };

type Expected = Partial<Omit<RowHistory, 'row'>> | undefined;
const wasCreated = { isCreated: true, id: 'sub_1', key: 'k' };

it.each<[string, readonly unknown[], Expected]>([
  ['a header alone', [], undefined],
  ['an intent', [adding], { outcome: 'unknown', verb: 'add' }],
  ['an intent, then unsent', [adding, unsent], {}],
  ['unsent, then intended again', [adding, unsent, adding], { outcome: 'unknown' }],
  ['created', [adding, created], { outcome: 'created', ...wasCreated }],
  [
    'created, then intended again',
    [adding, created, updating],
    { outcome: 'unknown', verb: 'update', ...wasCreated },
  ],
  [
    'created, then unsent',
    [adding, created, updating, unsent],
    { outcome: 'created', ...wasCreated },
  ],
  [
    'created without an id',
    [adding, { row: 1, did: 'created' }],
    { outcome: 'created', isCreated: true },
  ],
  [
    'created, then updated',
    [adding, created, first, updating, ended('updated')],
    { outcome: 'updated', ...wasCreated, fields: status('a', 'b') },
  ],
  [
    'created, then refused',
    [adding, created, updating, { row: 1, did: 'failed' }],
    { outcome: 'failed', ...wasCreated },
  ],
  ['skipped', [adding, ended('skipped')], { outcome: 'skipped', id: 'sub_1' }],
  ['refused', [adding, { row: 1, did: 'failed' }], { outcome: 'failed' }],
  [
    'refused, then intended again',
    [adding, { row: 1, did: 'failed' }, adding],
    { outcome: 'unknown' },
  ],
  ['an outcome of a later version', [adding, ended('merged')], { outcome: 'unknown' }],
  [
    'entries of a later version',
    [{ paused: 5 }, adding, { note: [1], by: 'x' }],
    { outcome: 'unknown' },
  ],
  [
    'an update',
    [first, updating, ended('updated')],
    { outcome: 'updated', id: 'sub_1', fields: status('a', 'b') },
  ],
  [
    'an update whose response shows another id',
    [first, updating, { row: 1, did: 'updated', id: 'evt_5' }],
    { outcome: 'updated', id: 'sub_1', fields: status('a', 'b') },
  ],
  [
    'a placement',
    [first, sending('place', 1), ended('placed')],
    { outcome: 'placed', fields: status('a', 'b') },
  ],
  [
    'an update in doubt',
    [first, updating],
    { outcome: 'unknown', verb: 'update', id: 'sub_1', fields: status('a', 'b') },
  ],
  [
    'an update without the time of its record',
    [first, updating, ended('updated')],
    { outcome: 'updated', confirmed: undefined },
  ],
  [
    'an update that is confirmed, and then another one in doubt',
    [
      first,
      updating,
      { ...ended('updated'), updatedAt: 't', shown: { status: 'B' } },
      change(status('B', 'c')),
      updating,
    ],
    {
      outcome: 'unknown',
      updatedAt: 't',
      fields: status('a', 'c'),
      confirmed: { status: { from: 'a', to: 'b', shown: 'B' } },
    },
  ],
  ['an update whose intent a crash cut off', [first], { fields: {} }],
  [
    'an update that was refused',
    [first, updating, ended('failed')],
    { outcome: 'failed', fields: {} },
  ],
  ['an update that was not sent after all', [first, updating, unsent], { fields: {} }],
  [
    'an update in doubt that is sent again over another value, and keeps its first one',
    [change({ ...status('a', 'b'), ...feedback }), updating, second, updating, ended('updated')],
    { outcome: 'updated', fields: { ...status('a', 'b'), ...feedback } },
  ],
  [
    'an update in doubt whose second request is refused',
    [first, updating, second, updating, ended('failed')],
    { outcome: 'failed', fields: status('a', 'b') },
  ],
  [
    'an update in doubt whose second request was not sent after all',
    [first, updating, second, updating, unsent],
    { fields: status('a', 'b') },
  ],
])('knows of a row: %s', async (_, lines, expected) => {
  const found = (await historyIn(lines)).rows.get(1);
  if (expected === undefined) expect(found).toBeUndefined();
  else
    expect({ outcome: undefined, confirmed: undefined, ...found }).toMatchObject({
      outcome: undefined,
      isCreated: false,
      ...expected,
    });
});

it('counts the last outcome of each row', async () => {
  const lines = [
    sending('add', 1, 2, 3, 4, 5, 6),
    ended('created'),
    ended('failed', 2),
    ended('failed', 3),
    { unsent: [[4, 4]] },
    sending('add', 3),
    ended('skipped', 3),
    ended('updated', 6),
  ];
  expect(tally(await historyIn(lines))).toEqual({
    created: 1,
    updated: 1,
    placed: 0,
    moved: 0,
    unplaced: 0,
    skipped: 1,
    failed: 1,
    unknown: 1,
  });
});

it('counts placements by what was before the first request and is after the last', async () => {
  const start = (room: string | null) => (room === null ? null : '2027-05-20T09:00:00+02:00');
  const placement = (row: number, from: string | null, to: string | null) => [
    change({ room: { from, to }, start: { from: start(from), to: start(to) } }, row),
    sending('place', row),
    ended('placed', row),
  ];
  const lines = [
    ...placement(1, null, 'Hall'),
    ...placement(2, 'Hall', 'Lab'),
    ...placement(3, 'Hall', null),
  ];
  expect(tally(await historyIn(lines))).toMatchObject({ placed: 1, moved: 1, unplaced: 1 });
});

it('separates what the rows of a part have created, changed, and changed unsaved', async () => {
  const lines = [
    sending('add', 3, 6, 8),
    ...[3, 6, 8].map((row) => ended('created', row)),
    change(status(undefined, 'accepted'), 6),
    sending('update', 7, 6, 5, 4),
    ended('updated', 6),
    ended('updated', 4),
    change(status('a', 'b'), 7),
    sending('update', 7),
    ended('failed', 5),
  ];
  expect(effectsOf(await historyIn(lines), { resource: 'submissions', first: 4, last: 7 })).toEqual(
    {
      changed: [{ row: 4, id: 'sub_1', fields: status('a', 'b') }],
      created: [{ row: 3, id: 'sub_1', fields: status(undefined, 'accepted') }],
      unsaved: [{ row: 1, id: 'sub_1' }],
    },
  );
});

function historyIn(lines: readonly unknown[]) {
  async function* entries(): AsyncGenerator<JournalEntry> {
    for (const line of lines) {
      const entry = parseEntry(line);
      expect(entry).not.toBe('damaged');
      if (typeof entry === 'object') yield entry;
    }
  }
  return readHistory({ entries });
}
