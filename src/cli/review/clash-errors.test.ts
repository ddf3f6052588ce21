// The error for clashes.
import { expect, it } from 'vitest';
import type { ClashReport } from '../../schedule/clashes/clash-report.ts';
import { clashError } from './clash-errors.ts';

it('lists the first clashes, and counts all', () => {
  const [start, end] = ['2026-05-02T09:00:00Z', '2026-05-02T10:00:00Z'];
  const session = { id: 'a', title: 'A', start, end, line: 2 };
  const clash = { code: 'room', what: 'Lab', sessions: [session, session], byName: false } as const;
  const found = {
    clashes: Array(30).fill(clash),
    clashCounts: { total: 31_996_000 },
    warnings: [],
  };
  const error = clashError(found, 'clash');
  expect(error?.message).toBe('31996000 clashes');
  expect(error?.details).toHaveLength(21);
  expect(error?.details.at(-1)?.message).toContain('and 31995980 more');
  expect(clashError(found, 'never')).toBeUndefined();
});

it.each([
  [['room', 'turnaround'], 'move one session of each pair'],
  [['hours', 'hours'], 'move each session into the hours of its room'],
  [
    ['person', 'hours'],
    'move one session of each pair, and each other session into the hours of its room',
  ],
] as const)('says what to move for clashes of %j', (codes, fix) => {
  const [start, end] = ['2026-05-02T09:00:00Z', '2026-05-02T10:00:00Z'];
  const session = { id: 'a', title: 'A', start, end, line: null };
  const clashes = codes.map((code): ClashReport => {
    const sessions = code === 'hours' ? ([session] as const) : ([session, session] as const);
    return { code, what: 'Lab', sessions, byName: false };
  });
  const found = { clashes, clashCounts: { total: clashes.length }, warnings: [] };
  expect(clashError(found, 'clash')?.fix).toBe(fix);
});

it('names the line of the only session outside the hours of a room', () => {
  const start = '2026-05-02T09:00:00Z';
  const session = { id: 'a', title: 'A', start, end: '2026-05-02T10:00:00Z', line: 7 };
  const clash = { code: 'hours', what: 'Lab', sessions: [session], byName: false } as const;
  const found = { clashes: [clash], clashCounts: { total: 1 }, warnings: [], file: 's.csv' };
  expect(clashError(found, 'clash')?.details).toMatchObject([{ file: 's.csv', line: 7 }]);
});
