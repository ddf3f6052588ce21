// The totals of a selection, now and after a plan.
import { expect, it } from 'vitest';
import { createTotals } from './totals.ts';

it('counts by status and track, moves what changes, and adds what is new', () => {
  const totals = createTotals();
  for (const [status, track_id] of [
    ['pending', 'web'],
    ['pending', 'web'],
    ['pending', null],
    ['accepted', 'data'],
    [undefined, 'data'],
  ]) {
    totals.add({ status, track_id });
  }
  const changes = [
    { from: 'pending', to: 'accepted', track: 'web' },
    { from: 'pending', to: 'declined', track: null },
    { from: null, to: 'accepted', track: 'data' },
    { from: undefined, to: 'accepted', track: 'web' },
  ];
  expect(totals.totals(changes)).toEqual({
    now: { pending: { web: 2, '': 1 }, accepted: { data: 1 }, '': { data: 1 } },
    planned: { pending: { web: 1, '': 0 }, accepted: { data: 2, web: 2 }, '': { data: 0 }, declined: { '': 1 } },
  });
});
