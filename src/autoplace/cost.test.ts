import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountsOf, isBetter, moved, must, strong, weak } from './cost.ts';
import { ItemPlacement, leftOut } from './placement.ts';
import type { Problem } from './problem.ts';

it('keeps all levels apart, for 20,000 items that have moved and have many wishes', () => {
  const amount = (max: number) => fc.oneof(fc.constant(max), fc.nat(max));
  fc.assert(
    fc.property(
      fc.record({ count: fc.integer({ min: 2, max: 20_000 }), strongs: amount(26), weaks: amount(6) }),
      ({ count, strongs, weaks }) => {
        const problem = oneLaneOrTheOther(count, strong(strongs) + weak(weaks));
        const items = [...problem.items.keys()];
        const stay = new ItemPlacement(problem, [items, []]).total();
        expect(amountsOf(stay)).toEqual({ must: 0, moved: 0, strong: 0, weak: 0 });

        const placement = new ItemPlacement(problem, [[], items]);
        const all = placement.total();
        const amounts = { must: 0, moved: count, strong: count * strongs, weak: count * weaks };
        expect(amountsOf(all)).toEqual(amounts);

        // One that is left out is worse than all others having moved; one that has moved is worse than all wishes of the others.
        const out = { must: 1, moved: 0, strong: 0, weak: 0 };
        placement.change([
          [0, items.slice(1)],
          [1, [0]],
        ]);
        expect(amountsOf(placement)).toEqual({ must: 0, moved: 1, strong: strongs, weak: weaks });
        placement.undo();
        expect(placement.total()).toEqual(all);
        const short = { ...problem, lanes: problem.lanes.map((lane) => ({ ...lane, end: lane.start + count - 1 })) };
        const left = new ItemPlacement(short, [items, []]);
        expect([amountsOf(left), left.start[count - 1]]).toEqual([out, leftOut]);
        expect(isBetter(all, left)).toBe(true);
        const { rest } = all;
        expect(isBetter({ musts: 0, rest: rest - moved(count) }, { musts: 0, rest: moved(1) })).toBe(true);
      },
    ),
    { numRuns: 10 },
  );
});

/** Two lanes that take all items. Those in the second one have moved, and have this cost. */
function oneLaneOrTheOther(count: number, cost: number): Problem {
  const lane = { band: 0, day: 0, start: 0, end: count };
  return {
    lanes: [
      { ...lane, room: 0 },
      { ...lane, room: 1 },
    ],
    items: Array.from({ length: count }, (_, at) => {
      return { length: 1, group: -1, order: 0, previous: { lane: 0, start: at, cost: moved(1) } };
    }),
    ...{ rooms: 2, bands: 1, groups: 0, turnaround: 0, pairs: [], overlapPerUnit: false, leftOut: must(1) },
    itemLane: Float64Array.from({ length: 2 * count }, (_, at) => (at % 2) * cost),
    ...{ groupLane: new Float64Array(), groupPairs: new Float64Array(), groupLanes: [] },
    groupCosts: { mixed: 0, rooms: 0, parallel: 0, overlap: 0, hole: 0, lanes: 0, interrupted: 0, order: 0 },
  };
}
