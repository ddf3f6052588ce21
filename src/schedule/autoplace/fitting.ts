// Owns where a talk fits beside the others that have their places, and what prevents it. Must not
// know the search.

import { nextMultiple } from '../../autoplace/placement.ts';
import { amount } from '../../contract/amount.ts';
import { minutesOfPeriod } from './beside.ts';
import {
  always,
  firstFit,
  type Interval,
  type Intervals,
  intersect,
  subtract,
} from './intervals.ts';
import type { Placing } from './placing.ts';
import type { PlacedTalk } from './rules/rule.ts';
import { type Reason, roomReasons, type TimeLimit } from './rules.ts';

/** Where an item is: a lane and a minute. */
export interface Position {
  readonly lane: number;
  readonly start: number;
}

/** By item; undefined for one that is left out. */
export type Positions = readonly (Position | undefined)[];

/** An item at its position; undefined without one in the file of rooms. */
export function placedTalk(
  { items, lanes }: Pick<Placing, 'items' | 'lanes'>,
  item: number,
  position: Position | undefined,
): PlacedTalk | undefined {
  const placeable = items[item];
  const { lane = -1, start = 0 } = position ?? {};
  const period = lanes[lane];
  if (placeable === undefined || period === undefined) return undefined;
  const { index, talk, group, length } = placeable;
  const { room, band, day } = period;
  return { index, talk, group, lane, room, band, day, start, end: start + length };
}

/** Finds an item that has its position by the index of its talk. */
export function talkFinder(placing: Placing, positions: Positions) {
  const itemAt = new Map(placing.items.map(({ index }, item) => [index, item]));
  return (index: number): PlacedTalk | undefined => {
    const item = itemAt.get(index) ?? -1;
    return placedTalk(placing, item, positions[item]);
  };
}

/** A free period of a room, without what the talks beside it need of it. */
interface Gap extends Interval {
  readonly lane: number;
}

/** The gaps of all lanes, in their order. */
export function gapsOf(placing: Placing, positions: Positions): readonly Gap[] {
  const taken = placing.lanes.map((): Interval[] => []);
  for (const [item, position] of positions.entries()) {
    const talk = placedTalk(placing, item, position);
    if (talk === undefined) continue;
    const turnaround = placing.lanes[talk.lane]?.turnaround ?? 0;
    taken[talk.lane]?.push({ from: talk.start - turnaround, to: talk.end + turnaround });
  }
  return placing.lanes.flatMap((period, lane) =>
    subtract([minutesOfPeriod(period)], taken[lane] ?? []).map((gap) => ({ ...gap, lane })),
  );
}

/**
 * Fits one item into gaps: where it is in one, or what prevents it; undefined if the gap is too
 * short.
 * @param beside by the positions of the others
 */
export function fitterOf(placing: Placing, item: number, beside: readonly TimeLimit[]) {
  const { items, lanes, problem } = placing;
  const { length = 0, talk, timeLimits = [] } = items[item] ?? {};
  const every = problem.items[item]?.every;
  const limits = [...timeLimits, ...beside];
  const free = limits.reduce((left, limit) => intersect(left, limit.free), always);
  return (gap: Gap): Position | Reason | undefined => {
    const lane = lanes[gap.lane];
    if (lane === undefined || talk === undefined || gap.to - gap.from < length) return undefined;
    const startIn = (times: Intervals) =>
      firstFit(times, {
        length,
        within: gap,
        startFrom: (at) => nextMultiple(every, lane.midnight, at),
      });
    const [reason] = roomReasons(talk, lane.period);
    if (reason !== undefined) return reason;
    const start = startIn(free);
    if (start !== undefined) return { lane: gap.lane, start };
    if (every !== undefined && startIn(always) === undefined) return everyReason(every);
    const single = limits.find((limit) => startIn(limit.free) === undefined);
    if (single !== undefined) return single;
    const wholly = { length: gap.to - gap.from, within: gap };
    return combined(limits.filter((limit) => firstFit(limit.free, wholly) === undefined));
  };
}

/** Why a talk cannot be in a period that is long enough for it. */
function everyReason(minutes: number): Reason {
  const what = `${minutes} min`;
  return { code: 'every', what, text: `without a start at a multiple of ${what}` };
}

/** `too early or while Ada Lovelace is away` */
function combined(reasons: readonly Reason[]): Reason {
  const texts = [...new Set(reasons.map(({ text }) => text))];
  const named = texts.slice(0, namedReasons);
  const more = texts.length - named.length;
  const text = [...named, ...(more === 0 ? [] : [`for ${amount(more, 'more reason')}`])].join(
    ' or ',
  );
  return { code: 'combined', what: text, text };
}

const namedReasons = 3;
