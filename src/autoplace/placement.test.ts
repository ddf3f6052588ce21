// Where items of a lane begin, and that the running cost never drifts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTexts } from '../../test/support/autoplace-files.ts';
import { randomConference } from '../../test/support/random-conference.ts';
import { placingOf } from '../schedule/autoplace/placing.ts';
import { createChoices } from './choices.ts';
import { amountsOf, move, must, strong, weak } from './cost.ts';
import { moves } from './moves.ts';
import { createInOrder } from './order.ts';
import { ItemPlacement, leftOut } from './placement.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { startingLanes } from './search.ts';

it('costs after every move what it costs from nothing, and as before once undone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = createRandom(seed);
      const options = { keep: 'none', turnaroundMs: 600_000 } as const;
      const { problem } = placingOf(await readTexts({ ...randomConference(random), options }));
      const placement = new ItemPlacement(problem, startingLanes(problem));
      const choices = createChoices(placement, random);
      const inOrder = createInOrder(placement, random);
      for (let step = 0; step < 60; step++) {
        const before = {
          total: placement.total(),
          lanes: placement.lanes(),
          starts: [...placement.start],
        };
        const move = moves[random.below(moves.length)];
        const changes = move?.(choices);
        if (changes === undefined) continue;
        placement.change(inOrder?.(changes) ?? changes);
        const again = new ItemPlacement(problem, placement.lanes());
        expect([placement.total(), placement.start], move?.name).toEqual([
          again.total(),
          again.start,
        ]);
        if (random.below(2) === 0) {
          placement.commit();
          continue;
        }
        placement.undo();
        expect([placement.total(), placement.lanes(), [...placement.start]]).toEqual(
          Object.values(before),
        );
      }
      expect(new Set(placement.lanes().flat())).toEqual(new Set(problem.items.keys()));
    }),
    { numRuns: 10 },
  );
});

describe('a lane', () => {
  const lane = (start: number, end: number) => ({
    room: 0,
    band: 0,
    day: 0,
    start,
    end,
    turnaround: 0,
    midnight: 0,
  });
  const item = (length: number, more: Partial<Problem['items'][number]> = {}) => ({
    length,
    group: -1,
    ...more,
  });

  it.each([
    ['items follow each other', [item(30), item(45)], [0, 30]],
    [
      'an item that does not fit is left out, and a shorter one takes its time',
      [item(90), item(60), item(30)],
      [0, leftOut, 90],
    ],
    [
      'an item waits for its window',
      [item(30, { windows: [{ from: 50, to: 90 }] }), item(30)],
      [50, 80],
    ],
    [
      'a window that has passed is not used',
      [item(30), item(30, { windows: [{ from: 0, to: 40 }] })],
      [0, leftOut],
    ],
    [
      'an item that was in the room waits for its start',
      [item(30, { home: { room: 0, start: 50, cost: 0 } }), item(30)],
      [50, 80],
    ],
    [
      'an item that was in another room, or earlier, does not wait',
      [
        item(30, { home: { room: 1, start: 50, cost: 0 } }),
        item(30, { home: { room: 0, start: 20, cost: 0 } }),
      ],
      [0, 30],
    ],
    ['an item starts at a multiple', [item(10), item(30, { every: 15 })], [0, 15]],
  ])('%s', (_, items, starts) => {
    const problem = {
      ...emptyProblem,
      lanes: [lane(0, 120)],
      items,
      itemLane: new Float64Array(items.length),
    };
    expect([...new ItemPlacement(problem, [[...items.keys()]]).start]).toEqual(starts);
  });
});

it('keeps all levels apart, for 20,000 items that have many wishes', () => {
  const count = 20_000;
  const lane = { room: 0, band: 0, day: 0, start: 0, end: 19_999, turnaround: 0, midnight: 0 };
  const items = Array.from({ length: count }, () => ({ length: 1, group: -1 }));
  const itemLane = new Float64Array(count).fill(strong(26) + weak(6));
  const placement = new ItemPlacement({ ...emptyProblem, lanes: [lane], items, itemLane }, [
    [...items.keys()],
  ]);
  expect(amountsOf(placement)).toEqual({ must: 1, strong: 26 * 19_999, weak: 6 * 19_999 });
});

it('counts moves below all wishes, and pairs on different days', () => {
  const lanes = [0, 1].map((day) => {
    const start = day * 1440;
    return { room: 0, band: day, day, start, end: start + 60, turnaround: 0, midnight: start };
  });
  const items = [0, 1].map(() => ({
    length: 30,
    group: -1,
    home: { room: 0, start: 0, cost: move(4) },
  }));
  const pairs = [{ first: 0, second: 1, kind: 'days', cost: strong(1) } as const];
  const itemLane = Float64Array.of(0, weak(1), 0, weak(1) + move(3));
  const problem = { ...emptyProblem, bands: 2, lanes, items, pairs, itemLane };
  const placed = (...sequences: number[][]) => new ItemPlacement(problem, sequences).total();
  expect(placed([0, 1], [])).toEqual({ musts: 0, rest: 0, moves: move(4) });
  expect(placed([0], [1])).toEqual({ musts: 0, rest: strong(1) + weak(1), moves: move(7) });
  expect(placed([], [0, 1])).toEqual({ musts: 0, rest: weak(2), moves: move(11) });
});

const emptyProblem: Problem = {
  lanes: [],
  items: [],
  fixed: [],
  rooms: 1,
  bands: 1,
  groups: 0,
  pairs: [],
  itemLane: new Float64Array(),
  leftOut: must(1),
  groupCosts: { rooms: 0, overlap: 0, interrupted: 0 },
};
