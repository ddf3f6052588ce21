// The search against a solver that proves the optimum (HiGHS), on problems that are small enough for it.
import * as highsModule from 'highs';
import { expect, it } from 'vitest';
import { weak } from './cost.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createSearch } from './search.ts';
import { startingLanes } from './start.ts';

// The types of the package describe its CommonJS form.
const loadHighs = highsModule.default as unknown as typeof highsModule.default.default;
const seeds = Array.from({ length: 4 }, (_, at) => at + 1);

const highs = await loadHighs();

it.each(seeds)('reaches the optimum that a solver proves (problem %i)', (seed) => {
  const problem = smallProblem(seed);
  const solution = highs.solve(linearProgram(problem));
  expect(solution.Status).toBe('Optimal');
  const search = createSearch(problem, startingLanes(problem), { seed, weights: { must: 1, moved: 1, strong: 1 } });
  const optimum = Math.round(solution.ObjectiveValue);
  while (search.steps < 100_000 && search.best.cost.rest > optimum) search.run(1000);
  expect(search.best.cost).toEqual({ musts: 0, rest: optimum });
});

const leftOutCost = 60;
const mixedCost = 25;

/** Items of three groups in six lanes, too short for all of them. */
function smallProblem(seed: number): Problem {
  const random = createRandom(seed);
  const list = <T>(length: number, value: (at: number) => T) => Array.from({ length }, (_, at) => value(at));
  const lanes = list(6, (at) => {
    const start = (at % 3) * 100;
    return { room: at < 3 ? 0 : 1, band: at % 3, day: 0, start, end: start + 4 + random.below(3) };
  });
  // In a lane without length, items are left out on purpose.
  lanes.push({ room: 2, band: 3, day: 0, start: 300, end: 300 });
  const items = list(9, (at) => ({ length: 1 + random.below(4), group: at % 3, order: 0 }));
  const costs = (count: number, limit: number) => Float64Array.from(list(count, () => weak(random.below(limit))));
  return {
    ...{ lanes, items, rooms: 3, bands: 4, groups: 3, turnaround: 0, overlapPerUnit: true, leftOut: weak(leftOutCost) },
    itemLane: costs(items.length * lanes.length, 9),
    groupLane: costs(3 * lanes.length, 9),
    groupPairs: new Float64Array(9),
    groupLanes: [7, 7, 7],
    groupCosts: {
      ...{ mixed: weak(mixedCost), rooms: 0, parallel: 0, overlap: 0, hole: 0, lanes: 0 },
      ...{ interrupted: 0, order: 0 },
    },
    pairs: list(7, () => ({ first: random.below(5), second: 5 + random.below(4), kind: 'band', cost: weak(15) })),
  };
}

/** The problem in CPLEX's LP format: item i is in lane l (x), is left out (u); group g is in lane l (y); a lane has further groups (m). */
function linearProgram({ items, lanes, groups, itemLane, groupLane, pairs }: Problem): string {
  const objective: string[] = [];
  const constraints: string[] = [];
  const binaries: string[] = [];
  for (const [i, item] of items.entries()) {
    const places = [...lanes.keys()].map((l) => `x${i}_${l}`);
    constraints.push(`${places.join(' + ')} + u${i} = 1`);
    objective.push(`${leftOutCost} u${i}`, ...places.map((x, l) => `${itemLane[i * lanes.length + l]} ${x}`));
    constraints.push(...places.map((x, l) => `${x} - y${item.group}_${l} <= 0`));
    binaries.push(...places, `u${i}`);
  }
  for (const [l, { start, end }] of lanes.entries()) {
    constraints.push(`${items.map(({ length }, i) => `${length} x${i}_${l}`).join(' + ')} <= ${end - start}`);
    const present = Array.from({ length: groups }, (_, g) => `y${g}_${l}`);
    constraints.push(`${present.join(' + ')} - m${l} <= 1`);
    objective.push(`${mixedCost} m${l}`, ...present.map((y, g) => `${groupLane[g * lanes.length + l]} ${y}`));
    binaries.push(...present);
  }
  for (const [p, { first, second, cost }] of pairs.entries()) {
    objective.push(`${cost} z${p}`);
    for (const [a, { band }] of lanes.entries()) {
      for (const [b, other] of lanes.entries()) {
        if (a !== b && band === other.band) constraints.push(`x${first}_${a} + x${second}_${b} - z${p} <= 1`);
      }
    }
  }
  const rows = constraints.map((constraint, at) => ` c${at}: ${constraint}`);
  return [
    'Minimize',
    ` obj: ${objective.join(' + ')}`,
    'Subject To',
    ...rows,
    'Binary',
    ` ${binaries.join(' ')}`,
    'End',
  ].join('\n');
}
