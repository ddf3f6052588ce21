// The search is the same for a seed on every machine, and ends when nothing can get better.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readTexts } from '../../test/support/autoplace-files.ts';
import { randomConference } from '../../test/support/random-conference.ts';
import { placingOf } from '../schedule/autoplace/problem.ts';
import { amountsOf, moved, must, strong, weak } from './cost.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createSearch } from './search.ts';
import { startingLanes } from './start.ts';

const weights = { must: 40, moved: 20, strong: 10 };

function search(problem: Problem, seed = 1) {
  return createSearch(problem, startingLanes(problem), { seed, weights });
}

describe('a seed and a number of steps', async () => {
  const texts = randomConference(createRandom(1));
  const { problem } = placingOf(await readTexts(texts), { keep: 'none', turnaroundMs: 0 });

  it('give the same result, in whatever portions the steps are taken', () => {
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

  it('need no function that may differ between engines, and no clock', async () => {
    const allowed = new Set('abs ceil clz32 floor fround imul max min round sign trunc'.split(' '));
    const forbidden = Object.getOwnPropertyNames(Math).filter(
      (name) => !allowed.has(name) && typeof Reflect.get(Math, name) === 'function',
    );
    expect(forbidden).toContain('exp');
    const spies = [
      ...forbidden.map((name) => vi.spyOn(Math, name as 'exp')),
      ...[vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')],
    ];
    const reset = () => {
      for (const spy of spies) spy.mockRestore();
    };
    onTestFinished(reset);
    for (const spy of spies) {
      spy.mockImplementation(() => {
        throw new Error(`${spy.getMockName()} may differ`);
      });
    }
    const found = search(problem);
    found.run(6000);
    reset();
    expect(found.steps).toBe(6000);
  });
});

describe('a search ends', () => {
  const lane = { day: 0, band: 0, start: 0, end: 90, room: 0 };
  const item = { length: 30, group: -1, order: 0 };

  /** Two items where they were, with other costs of theirs. */
  const atPrevious = (costs: readonly number[], cost: number, more: Partial<Problem> = {}): Problem => ({
    ...{ rooms: 1, bands: 1, groups: 0, turnaround: 0, pairs: [], overlapPerUnit: false, leftOut: must(1) },
    lanes: [lane],
    items: [0, 30].map((start) => ({ ...item, previous: { lane: 0, start, cost } })),
    itemLane: Float64Array.from(costs),
    ...{ groupLane: new Float64Array(), groupPairs: new Float64Array(), groupLanes: [] },
    groupCosts: { mixed: 0, rooms: 0, parallel: 0, overlap: 0, hole: 0, lanes: 0, interrupted: 0, order: 0 },
    ...more,
  });

  it.each<[string, boolean, Problem]>([
    ['all items are where they were, and wishes are worth no move', true, atPrevious([strong(4), weak(2)], moved(1))],
    ['a wish is worth just a move', true, atPrevious([strong(2), 0], strong(2))],
    ['wishes are worth more than a move', false, atPrevious([strong(2), weak(1)], strong(2))],
    ['a must is broken', false, atPrevious([must(2), 0], moved(1))],
    [
      'an item has had no place',
      false,
      atPrevious([0, 0, weak(1)], moved(1), { items: [...atPrevious([], moved(1)).items, item] }),
    ],
    ['an item is left out', false, atPrevious([0, 0], moved(1), { lanes: [{ ...lane, end: 45 }] })],
  ])('at once if nothing can get better: %s (%s)', (_, expected, given) => {
    const found = search(given);
    expect([found.steps, found.isPerfect]).toEqual([0, expected]);
  });

  /** A new item beside two fixed ones of a track, which are at the same time. */
  const besideFixed: Problem = {
    ...atPrevious([0, 0, 0], 0),
    ...{ items: [item], lanes: [{ ...lane, start: 100, end: 190, band: 1 }], rooms: 3, bands: 2 },
    ...{ groups: 1, groupLane: new Float64Array(1), groupPairs: new Float64Array(1), groupLanes: [1] },
    fixed: [1, 2].map((room) => ({ ...lane, end: 30, room, group: 0 })),
    groupCosts: { ...atPrevious([], 0).groupCosts, overlap: strong(1) },
  };

  it.each<[string, boolean, Problem]>([
    ['if only wishes of fixed items among themselves are left', true, besideFixed],
    [
      'not if another item could give fixed ones a second level',
      false,
      { ...besideFixed, varieties: [{ values: [1, 0, 0], cost: weak(1) }] },
    ],
  ])('%s (%s)', (_, expected, given) => {
    const found = search(given);
    found.run(100);
    expect([amountsOf(found.best.cost).strong, found.isPerfect]).toEqual([1, expected]);
  });
});
