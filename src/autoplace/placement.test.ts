import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recount } from '../../test/support/recount.ts';
import { createChoices } from './choices.ts';
import { must, strong, weak } from './cost.ts';
import { moves } from './moves.ts';
import { createInOrder } from './order.ts';
import { ItemPlacement, leftOut } from './placement.ts';
import type { Pair, Problem } from './problem.ts';
import { createRandom, type Random } from './random.ts';

describe('the running cost', () => {
  it('equals a full count after every move, and after it is undone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, perUnit) => {
        const random = createRandom(seed);
        const problem = randomProblem(random, perUnit);
        const placement = new ItemPlacement(problem, randomLanes(problem, random));
        const choices = createChoices(placement, random);
        const inOrder = createInOrder(placement, random);
        expect(placement.total()).toEqual(recount(problem, placement.lanes()));
        for (let step = 0; step < 60; step++) {
          const before = { total: placement.total(), lanes: placement.lanes(), starts: [...placement.start] };
          const move = moves[random.below(moves.length)];
          const changes = move?.(choices);
          if (changes === undefined) continue;
          placement.change(inOrder?.(changes) ?? changes);
          expect(placement.total(), `after ${move?.name}`).toEqual(recount(problem, placement.lanes()));
          if (random.below(2) === 0) {
            placement.commit();
            continue;
          }
          placement.undo();
          expect(placement.total()).toEqual(before.total);
          expect([placement.lanes(), [...placement.start]]).toEqual([before.lanes, before.starts]);
        }
        expect(
          placement
            .lanes()
            .flat()
            .toSorted((a, b) => a - b),
        ).toEqual([...problem.items.keys()]);
      }),
      { numRuns: 75 },
    );
  });
});

describe('a lane', () => {
  const lane = (start: number, end: number) => ({ room: 0, band: 0, day: 0, start, end });
  const item = (length: number, more: Partial<Problem['items'][number]> = {}) => ({
    length,
    group: -1,
    order: 0,
    ...more,
  });
  const wishes = (start: number) => ({ wishedStart: { start, cost: 1 } });

  it.each([
    ['items follow each other', [item(30), item(45)], [0, 30]],
    [
      'an item that does not fit is left out, and a shorter one takes its time',
      [item(90), item(60), item(30)],
      [0, leftOut, 90],
    ],
    ['an item waits for its window', [item(30, { windows: [{ from: 50, to: 90 }] }), item(30)], [50, 80]],
    ['a window that has passed is not used', [item(30), item(30, { windows: [{ from: 0, to: 40 }] })], [0, leftOut]],
    [
      'an item never begins before it did',
      [item(30, { previous: { lane: 0, start: 60, cost: 1 } }), item(30)],
      [60, 90],
    ],
    ['an item waits for its wished start', [item(30), item(30, wishes(60)), item(30)], [0, 60, 90]],
    ['but not so that it does not fit', [item(30, wishes(100))], [0]],
    ['but not so that another one waits that is due', [item(30, wishes(50)), item(30, wishes(70))], [0, 70]],
    [
      'nor so that one leaves its place',
      [item(30, wishes(50)), item(30, { previous: { lane: 0, start: 70, cost: 1 } })],
      [0, 70],
    ],
    ['nor out of its windows', [item(30, { windows: [{ from: 0, to: 70 }], ...wishes(50) })], [0]],
  ])('%s', (_, items, starts) => {
    const problem = { ...emptyProblem, lanes: [lane(0, 120)], items, itemLane: new Float64Array(items.length) };
    expect([...new ItemPlacement(problem, [[...items.keys()]]).start]).toEqual(starts);
  });

  it('keeps the turnaround between items, not after the last', () => {
    const items = [item(30), item(30)];
    const problem = { ...emptyProblem, lanes: [lane(0, 70)], items, itemLane: new Float64Array(2), turnaround: 10 };
    expect([...new ItemPlacement(problem, [[0, 1]]).start]).toEqual([0, 40]);
  });
});

const emptyProblem: Problem = {
  ...{ lanes: [], items: [], rooms: 1, bands: 1, groups: 0, turnaround: 0, pairs: [], overlapPerUnit: false },
  ...{ itemLane: new Float64Array(), groupLane: new Float64Array(), groupPairs: new Float64Array(), groupLanes: [] },
  groupCosts: { mixed: 0, rooms: 0, parallel: 0, overlap: 0, hole: 0, lanes: 0, interrupted: 0, order: 0 },
  leftOut: must(1),
};

function randomProblem(random: Random, overlapPerUnit: boolean): Problem {
  const [rooms, bands, groups] = [1 + random.below(4), 1 + random.below(4), random.below(5)];
  const lanes = list(2 + random.below(8), () => {
    const band = random.below(bands);
    const start = band * 100 + random.below(20);
    return { room: random.below(rooms), band, day: random.below(2), start, end: start + 20 + random.below(60) };
  });
  const fixed = list(random.below(4), () => {
    const band = random.below(bands);
    const start = band * 100 + random.below(80);
    const lane = { room: random.below(rooms), band, day: random.below(2), start, end: start + 5 + random.below(25) };
    return { ...lane, group: random.below(groups + 1) - 1 };
  });
  const count = () => items.length + fixed.length;
  const items = list(1 + random.below(14), () => ({
    length: 5 + random.below(25),
    group: random.below(groups + 1) - 1,
    order: random.below(3),
    ...(random.below(3) === 0 && { windows: [window(random, 0), window(random, 200)] }),
    ...(random.below(3) === 0 && { unwanted: [{ ...window(random, 0), cost: strong(1) }] }),
    ...(random.below(3) === 0 && { wishedStart: { start: random.below(200), cost: weak(1) } }),
    ...(random.below(3) === 0 && {
      previous: { lane: random.below(lanes.length), start: random.below(200), cost: strong(2) },
    }),
  }));
  const kinds: readonly Pair['kind'][] = ['overlap', 'band', 'after'];
  const someCosts = (count: number) => Float64Array.from(list(count, () => weak(random.below(4))));
  const groupPairs = new Float64Array(groups * groups);
  for (let a = 0; a < groups; a++) {
    for (let b = 0; b < a; b++) groupPairs[a * groups + b] = groupPairs[b * groups + a] = random.below(2);
  }
  return {
    ...{ lanes, items, fixed, rooms, bands, groups, overlapPerUnit },
    turnaround: random.below(2) * 5,
    ...(!overlapPerUnit && { walking: list(rooms * rooms, (at) => (at % (rooms + 1) === 0 ? 0 : 5)) }),
    itemLane: someCosts(items.length * lanes.length),
    groupLane: someCosts(groups * lanes.length),
    groupPairs,
    groupLanes: list(groups, () => 1 + random.below(2)),
    groupCosts: {
      ...{ mixed: must(1), rooms: weak(2), parallel: strong(1), overlap: strong(1), hole: weak(1), lanes: weak(3) },
      ...{ interrupted: weak(1), order: weak(5) },
    },
    pairs: list(random.below(20), () => {
      const [first, second] = [random.below(count()), random.below(count())];
      return { first, second, kind: kinds[random.below(3)] ?? 'band', cost: strong(1) };
    }).filter(({ first, second }) => first !== second),
    varieties: list(random.below(3), () => ({
      values: list(count(), () => random.below(4) - 1),
      cost: weak(1 + random.below(3)),
    })),
    leftOut: must(1),
  };
}

function window(random: Random, from: number): { from: number; to: number } {
  const begin = from + random.below(100);
  return { from: begin, to: begin + 20 + random.below(80) };
}

function randomLanes({ lanes, items }: Problem, random: Random): readonly (readonly number[])[] {
  const sequences: number[][] = lanes.map(() => []);
  for (const item of items.keys()) sequences[random.below(lanes.length)]?.push(item);
  return sequences;
}

function list<T>(length: number, value: (at: number) => T): readonly T[] {
  return Array.from({ length }, (_, at) => value(at));
}
