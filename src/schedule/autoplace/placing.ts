// Owns the numbers of the search: what the rules cost each talk, in each lane, and beside others.
// Must not know a single rule.

import { type Cost, move, must, strong, weak } from '../../autoplace/cost.ts';
import type { GroupCosts, Item, Pair, Problem } from '../../autoplace/problem.ts';
import type { AutoplaceInput } from './input.ts';
import { always, complement } from './intervals.ts';
import { dayOf } from './lanes.ts';
import { elsewhere } from './rules/staying.ts';
import { roomReasons, trackRules, wishesOfRooms, wishesOfTimes } from './rules.ts';
import { type Survey, surveyOf } from './survey.ts';

/**
 * The problem, and what its numbers mean: items are the placeable talks in their order, and then
 * the fixed ones.
 */
export interface Placing extends Survey {
  readonly problem: Problem;
}

export function placingOf(input: AutoplaceInput): Placing {
  const survey = surveyOf(input);
  return { ...survey, problem: problemOf(survey) };
}

/** What a talk that is left out costs; a must that is broken costs more. */
const leftOut = must(1);
const costs = { must: () => must(2), strong, weak };

function problemOf(survey: Survey): Problem {
  const { items, fixed, lanes, bands, rooms, tracks } = survey;
  // A last lane without length, in a room of its own: there, the search leaves a talk out on
  // purpose rather than that it clashes.
  const at = { room: rooms.length, band: bands, day: 0, start: 0, end: 0 };
  const spare = { ...at, turnaround: 0, midnight: 0 };
  const groupCosts = Object.fromEntries(
    trackRules.map(({ cost, strength }) => [cost, costs[strength](1)]),
  ) as Record<keyof GroupCosts, Cost>;
  return {
    rooms: rooms.length + 1,
    bands: bands + 1,
    groups: tracks.length,
    itemLane: costsInLanes(survey),
    lanes: [...lanes.map(({ period: _, ...lane }) => lane), spare],
    items: items.map((item) => itemOf(item, survey)),
    fixed: fixed.map(({ room, band, day, start, end, group }) => {
      return { room, band, day, start, end, group };
    }),
    groupCosts,
    pairs: pairsOf(survey),
    leftOut,
  };
}

/** Of each item in each lane, and in the spare one. */
function costsInLanes({ items, lanes }: Survey): Float64Array {
  const laneCount = lanes.length + 1;
  const itemLane = new Float64Array(items.length * laneCount);
  for (const [item, { talk, home }] of items.entries()) {
    for (const [lane, { period, room, day }] of lanes.entries()) {
      let cost = roomReasons(talk, period).length === 0 ? 0 : costs.must();
      for (const rule of wishesOfRooms) cost += costs[rule.strength](rule.cost(talk, period));
      if (home !== undefined && room !== home.room) cost += move(elsewhere.room);
      if (home !== undefined && day !== dayOf(home.start)) cost += move(elsewhere.day);
      itemLane[item * laneCount + lane] = cost;
    }
  }
  return itemLane;
}

function itemOf(item: Survey['items'][number], { input, times }: Survey): Item {
  const { talk, length, group, windows, home } = item;
  const unwanted = wishesOfTimes.flatMap(({ strength, limits }) => {
    const cost = costs[strength](1);
    return limits(talk, times).flatMap(({ free }) =>
      complement(free).map((time) => ({ ...time, cost })),
    );
  });
  const mayStay =
    home !== undefined &&
    windows.some(({ from, to }) => from <= home.start && home.start + length <= to);
  // A start that the row has is kept.
  const every = talk.onlyStartMs === undefined ? input.options.everyMinutes : undefined;
  return {
    length,
    group,
    ...(windows !== always && { windows }),
    ...(unwanted.length > 0 && { unwanted }),
    ...(mayStay && { home: { ...home, cost: move(elsewhere.place) } }),
    ...(every !== undefined && { every }),
  };
}

/** Between a talk that moves and a fixed one, a must is a limit of its time. */
function pairsOf({ items, fixed, pairs }: Survey): readonly Pair[] {
  const itemAt = new Map([...items, ...fixed].map(({ index }, item) => [index, item]));
  return pairs.flatMap(({ rule, ...pair }): readonly Pair[] => {
    const [first, second] = [itemAt.get(pair.first), itemAt.get(pair.second)];
    if (first === undefined || second === undefined) return [];
    const areMoving = Math.max(first, second) < items.length;
    if (rule.strength === 'must' && !areMoving) return [];
    return [{ first, second, kind: rule.kind, cost: costs[rule.strength](1) }];
  });
}
