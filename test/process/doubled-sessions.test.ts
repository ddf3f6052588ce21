// Twice as many sessions at one time take about twice as long to check, although they have four
// times as many pairs.
import { expect, it } from 'vitest';
import { orderMoves } from '../../src/changes/order.ts';
import { statusClashes } from '../../src/plans/status-clashes.ts';
import { clashingSessions, findClashes } from '../../src/schedule/clashes.ts';
import type { Session } from '../../src/schedule/session.ts';
import { pendingCrowd } from '../support/pending-crowd.ts';
import { processorMs } from '../support/processor-time.ts';

const ada = { name: 'Ada Moe' };

it.each<{ readonly crowd: string; readonly nth: (index: number) => Partial<Session> }>([
  { crowd: 'of one room', nth: () => ({ room: 'Hall' }) },
  { crowd: 'of one room and title', nth: () => ({ room: 'Hall', title: 'Talk' }) },
  { crowd: 'of one room, outside the file', nth: () => ({ room: 'Hall', standing: 'outside' }) },
  {
    crowd: 'of one room, one after the other has begun',
    nth: (index) => ({ room: 'Hall', startMs: index }),
  },
  {
    crowd: 'of one room, without ends',
    nth: (index) => ({ room: 'Hall', startMs: index, isDurationAssumed: true }),
  },
  {
    crowd: 'of one block and its parts',
    nth: (index) => ({ room: 'Hall', ...(index === 0 ? { block: 'A' } : { partOf: 'A' }) }),
  },
  { crowd: 'of one person', nth: () => ({ people: [ada] }) },
  { crowd: 'of one person in a shared room', nth: () => ({ room: 'Foyer', people: [ada] }) },
  {
    crowd: 'that are one session in many rooms',
    nth: (index) => ({ title: 'Talk', room: `Room ${index}`, people: [ada] }),
  },
])('sessions $crowd', ({ nth }) => {
  const checkMs = (count: number) => {
    const sessions = Array.from({ length: count }, (_, index): Session => {
      return {
        title: `Talk ${index}`,
        room: '',
        startMs: 0,
        endMs: hourMs,
        isDurationAssumed: false,
        people: [],
        ...nth(index),
      };
    });
    const began = processorMs();
    findClashes(sessions, options);
    clashingSessions(sessions, options);
    return processorMs() - began;
  };
  expectLinear(checkMs);
});

it('pending talks of one room that become accepted', () => {
  expectLinear((count) => {
    const part = pendingCrowd(count);
    const began = processorMs();
    statusClashes(part, { moved: [], timeZone: 'UTC' });
    return processorMs() - began;
  });
});

it('new placements in one room', () => {
  const to = { room: 'Hall', startMs: 0, endMs: hourMs };
  expectLinear((count) => {
    const sessions = Array.from({ length: count }, (_, index) => {
      return { id: `sub_${index}`, now: undefined, to, takesRoom: true };
    });
    const began = processorMs();
    orderMoves(sessions);
    return processorMs() - began;
  });
});

/** @param workMs how long the work takes for this many sessions */
function expectLinear(workMs: (count: number) => number): void {
  workMs(few);
  let least = Number.POSITIVE_INFINITY;
  // What else happens in the process takes its time as well.
  for (let trial = 0; trial < 10 && least > mostGrowth; trial++) {
    least = Math.min(least, workMs(2 * few) / workMs(few));
  }
  expect(least).toBeLessThan(mostGrowth);
}

const mostGrowth = 3;
const few = 6000;
const hourMs = 3_600_000;
const options = { turnaroundMs: 0, sharedRooms: ['Foyer'] };
