// What a run has written, from journals written by hand.
import { expect, it } from 'vitest';
import type { BeforeChange, JournalEntry } from './entry.ts';
import { type FieldStore, readWritten } from './written.ts';

const change = (row: number, fields: BeforeChange['fields']): JournalEntry => ({
  ...{ change: row, resource: 'submissions', id: `sub_${row}` },
  fields,
});
const sending = (first: number, last = first): JournalEntry => ({ sending: [[first, last]], verb: 'update', at: 1 });
const outcome = (row: number, did: string): JournalEntry => ({ row, did, id: `sub_${row}` });
const status = (from: unknown, to: string) => ({ status: { from, to } });

async function* journal(entries: readonly JournalEntry[]) {
  yield* entries;
}

function memory(): FieldStore {
  const saved: unknown[] = [];
  return { append: (value) => saved.push(value) - 1, read: (at) => saved[at] };
}

it.each<[string, readonly JournalEntry[], Readonly<Record<number, BeforeChange['fields']>>]>([
  ['an update', [change(1, status('a', 'b')), sending(1), outcome(1, 'updated')], { 1: status('a', 'b') }],
  ['one in doubt', [change(1, status('a', 'b')), sending(1)], { 1: status('a', 'b') }],
  ['one whose intent a crash cut off', [change(1, status('a', 'b'))], {}],
  ['one that was refused', [change(1, status('a', 'b')), sending(1), outcome(1, 'failed')], {}],
  ['one that was not sent after all', [change(1, status('a', 'b')), sending(1), { unsent: [[1, 1]] }], {}],
  [
    'one in doubt that is sent again over another value, and keeps its other fields',
    [
      change(1, { ...status('a', 'b'), feedback: { from: null, to: 'x' } }),
      sending(1),
      change(1, status('c', 'b')),
      sending(1),
      outcome(1, 'updated'),
    ],
    { 1: { ...status('c', 'b'), feedback: { from: null, to: 'x' } } },
  ],
  [
    'one in doubt whose second request is refused',
    [change(1, status('a', 'b')), sending(1), change(1, status('c', 'b')), sending(1), outcome(1, 'failed')],
    { 1: status('a', 'b') },
  ],
])('finds %s', async (_, entries, expected) => {
  const { changed, created, unsaved } = await readWritten(journal(entries), memory());
  expect(Object.fromEntries([...changed].map(({ row, fields }) => [row, fields]))).toEqual(expected);
  expect([[...created], unsaved]).toEqual([[], []]);
});

it('separates creations, with what followed them, from updates whose old values were not saved', async () => {
  const entries = [
    sending(1, 2),
    outcome(1, 'created'),
    outcome(2, 'updated'),
    change(1, status(undefined, 'accepted')),
    sending(1),
    outcome(1, 'updated'),
  ];
  const { changed, created, unsaved } = await readWritten(journal(entries), memory());
  expect({ changed: [...changed], created: [...created], unsaved }).toEqual({
    changed: [],
    created: [{ row: 1, id: 'sub_1', fields: status(undefined, 'accepted') }],
    unsaved: [{ row: 2, id: 'sub_2' }],
  });
});
