// The error for clashes.
import { expect, it } from 'vitest';
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
