// Eight times as many sessions at one time take about eight times as long to check, although they
// have 64 times as many pairs.
import { expect, it } from 'vitest';
import { orderMoves } from '../../src/changes/order.ts';
import { statusClashes } from '../../src/plans/status-clashes.ts';
import { clashingSessions, findClashes } from '../../src/schedule/clashes/find-clashes.ts';
import type { Session } from '../../src/schedule/session.ts';
import { growth, mostGrowth, processorMsOf } from '../support/growth.ts';
import { pendingCrowd } from '../support/pending-crowd.ts';

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
])('sessions $crowd', async ({ nth }) => {
  await expectLinear((count: number) => {
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
    return () => {
      findClashes(sessions, options);
      clashingSessions(sessions, options);
    };
  });
});

it('pending talks of one room that become accepted', async () => {
  await expectLinear((count) => {
    const part = pendingCrowd(count);
    return () => statusClashes(part, { moved: [], timeZone: 'UTC' });
  });
});

it('new placements in one room', async () => {
  const to = { room: 'Hall', startMs: 0, endMs: hourMs };
  await expectLinear((count) => {
    const sessions = Array.from({ length: count }, (_, index) => {
      return { id: `sub_${index}`, now: undefined, to, takesRoom: true };
    });
    return () => orderMoves(sessions);
  });
});

/** @param check returns the work on this many sessions */
async function expectLinear(check: (count: number) => () => void): Promise<void> {
  const workMs = (count: number) => processorMsOf(check(count));
  expect(await growth(workMs, few)).toBeLessThan(mostGrowth);
}

const few = 3000;
const hourMs = 3_600_000;
const options = { turnaroundMs: 0, sharedRooms: ['Foyer'] };
