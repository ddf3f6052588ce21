// Items of a group are in their order after each change, wherever a move has put them.
import { describe, expect, it } from 'vitest';
import { must, strong } from './cost.ts';
import { createInOrder } from './order.ts';
import { ItemPlacement } from './placement.ts';
import type { Item, Pair, Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createSearch, startingLanes } from './search.ts';

const lane = (room: number, band: number, end = 90) => ({
  room,
  band,
  day: 0,
  start: band * 100,
  end: band * 100 + end,
  turnaround: 0,
  midnight: 0,
});
const item = (more: Partial<Item> = {}): Item => ({ length: 30, group: 0, ...more });
const pairAfter = (first: number, second: number): Pair => ({
  first,
  second,
  kind: 'after',
  cost: strong(1),
});

function problemOf(items: readonly Item[], more: Partial<Problem> = {}): Problem {
  const lanes = [lane(0, 0), lane(1, 0), lane(0, 1)];
  return {
    lanes,
    items,
    fixed: [],
    rooms: 2,
    bands: 2,
    groups: 2,
    pairs: [],
    itemLane: new Float64Array(items.length * lanes.length),
    leftOut: must(1),
    groupCosts: { rooms: 0, overlap: 0, interrupted: 0 },
    ...more,
  };
}

/** After a change of all lanes. */
function changed(
  problem: Problem,
  lanes: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const placement = new ItemPlacement(problem, startingLanes(problem));
  // The first of these numbers is not 0: with 0, a wish is left as it is.
  const changes = createInOrder(placement, createRandom(1))?.([...lanes.entries()]) ?? [
    ...lanes.entries(),
  ];
  placement.change(changes);
  return placement.lanes();
}

const plain = [item(), item(), item(), item()];

describe('a change', () => {
  it.each<[string, Problem, readonly (readonly number[])[], readonly (readonly number[])[]]>([
    [
      'puts what is after others behind them, and moves nothing else',
      problemOf(plain, { pairs: [pairAfter(0, 3), pairAfter(3, 2)] }),
      [[0, 1], [], [3, 2]],
      [[2, 1], [], [3, 0]],
    ],
    [
      'compares starts, also of lanes at the same time',
      problemOf(plain, { pairs: [pairAfter(2, 1)] }),
      [[0, 1], [2, 3], []],
      [[0, 2], [1, 3], []],
    ],
  ])('%s', (_, problem, given, expected) => {
    expect(changed(problem, given)).toEqual(expected);
  });
});

it('a search orders a group whose items would have to change places one by one', () => {
  const count = 24;
  const items = Array.from({ length: count }, (_, at) => item({ group: at % 2 }));
  const pairs = items.flatMap((_, at) => (at < 2 ? [] : [pairAfter(at - 2, at)]));
  const lanes = Array.from({ length: 8 }, (_, at) => lane(at % 2, at >> 1));
  const problem = problemOf(items, {
    lanes,
    bands: 4,
    pairs,
    itemLane: new Float64Array(count * 8),
    groupCosts: { rooms: 1, overlap: strong(1), interrupted: 0 },
  });
  const search = createSearch(problem, startingLanes(problem), 1);
  search.run(500);
  expect(search.best.cost).toEqual({ musts: 0, rest: 0, moves: 0 });
});
