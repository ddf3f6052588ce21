// The search is the same for a seed on every machine, and ends when nothing can get better.
import { expect, it } from 'vitest';
import { readTexts } from '../../test/support/autoplace-files.ts';
import { randomConference } from '../../test/support/random-conference.ts';
import { placingOf } from '../schedule/autoplace/placing.ts';
import { must, strong } from './cost.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createSearch, startingLanes } from './search.ts';

function search(problem: Problem, seed = 1) {
  return createSearch(problem, startingLanes(problem), seed);
}

it('gives the same result for a seed, in whatever portions the steps are taken', async () => {
  const { problem } = placingOf(
    await readTexts({ ...randomConference(createRandom(1)), options: { keep: 'none' } }),
  );
  const once = search(problem);
  once.run(6000);
  const inPortions = search(problem);
  for (const steps of [1, 999, 5000]) inPortions.run(steps);
  expect(inPortions.steps).toBe(6000);
  expect(inPortions.best).toEqual(once.best);
  const other = search(problem, 2);
  other.run(6000);
  expect(other.best.lanes).not.toEqual(once.best.lanes);
});

it('gives the numbers of sfc32', () => {
  const random = createRandom(1);
  // Of another implementation, in Python.
  const numbers = [402084101, 497577504, 370904957, 867488986, 590296619];
  expect(numbers.map(() => random.below(2 ** 30))).toEqual(numbers);
});

const lane = { day: 0, band: 1, start: 100, end: 190, room: 0, turnaround: 0, midnight: 0 };
/** A new item beside two fixed ones of a track, which are at the same time. */
const besideFixed: Problem = {
  lanes: [lane],
  items: [{ length: 30, group: -1 }],
  rooms: 3,
  bands: 2,
  groups: 1,
  pairs: [],
  fixed: [1, 2].map((room) => ({ ...lane, band: 0, start: 0, end: 30, room, group: 0 })),
  itemLane: new Float64Array(1),
  leftOut: must(1),
  groupCosts: { rooms: 0, overlap: strong(1), interrupted: 0 },
};

it.each<[string, boolean, Problem]>([
  ['only wishes of fixed items among themselves are left', true, besideFixed],
  ['a wish is not met', false, { ...besideFixed, itemLane: Float64Array.of(strong(1)) }],
  ['an item is left out', false, { ...besideFixed, lanes: [{ ...lane, end: 110 }] }],
])('ends at once if nothing can get better: %s (%s)', (_, expected, problem) => {
  expect(search(problem).isPerfect).toBe(expected);
});
