// Owns where a talk fits beside the others that have their places, and what prevents it. Must not
// know the search.

import { nextMultiple } from '../../autoplace/placement.ts';
import { amount } from '../../contract/amount.ts';
import {
  always,
  firstFit,
  type Interval,
  type Intervals,
  intersect,
  subtract,
} from './intervals.ts';
import type { Placing } from './placing.ts';
import { freeBeside, type TalkTime } from './rules/pair-kinds.ts';
import { everyReason, pairReason, type Reason, type TimeLimit } from './rules.ts';

/** Where an item is: a lane and a minute. */
export interface Position {
  readonly lane: number;
  readonly start: number;
}

/** By item; undefined for one that is left out. */
export type Positions = readonly (Position | undefined)[];

export function timeOf(
  { items, lanes }: Pick<Placing, 'items' | 'lanes'>,
  item: number,
  { lane, start }: Position,
): TalkTime {
  const place = { day: lanes[lane]?.day ?? 0 };
  return { from: start, to: start + (items[item]?.length ?? 0), place };
}

/** A free period of a room, without what the talks beside it need of it. */
export interface Gap extends Interval {
  readonly lane: number;
}

/** The gaps of all lanes, in their order. */
export function gapsOf(placing: Placing, positions: Positions): readonly Gap[] {
  const taken = placing.lanes.map((): Interval[] => []);
  for (const [item, position] of positions.entries()) {
    if (position === undefined) continue;
    const turnaround = placing.lanes[position.lane]?.turnaround ?? 0;
    const { from, to } = timeOf(placing, item, position);
    taken[position.lane]?.push({ from: from - turnaround, to: to + turnaround });
  }
  return placing.lanes.flatMap(({ start, end }, lane) =>
    subtract([{ from: start, to: end }], taken[lane] ?? []).map((gap) => ({ ...gap, lane })),
  );
}

/** A must of two items, as one of them sees it. */
export interface Partner {
  readonly item: number;
  readonly rule: Extract<Placing['pairs'][number]['rule'], { strength: 'must' }>;
  /** Whether the item that has this partner is the first of the pair. */
  readonly isFirst: boolean;
}

/** By item: the others that it has a must with. */
export function partnersOf({ items, pairs }: Placing): readonly (readonly Partner[])[] {
  const partners = items.map((): Partner[] => []);
  const itemAt = new Map(items.map(({ index }, item) => [index, item]));
  for (const { rule, first, second } of pairs) {
    const [one, other] = [itemAt.get(first), itemAt.get(second)];
    if (rule.strength !== 'must' || one === undefined || other === undefined) continue;
    partners[one]?.push({ item: other, rule, isFirst: true });
    partners[other]?.push({ item: one, rule, isFirst: false });
  }
  return partners;
}

/** Where an item fits into a gap, or what prevents it; undefined if the gap is too short. */
type Fit = Position | Reason | undefined;

/** Items that have their places. */
export interface PlacedItems {
  readonly placing: Placing;
  readonly positions: Positions;
  readonly partners: readonly (readonly Partner[])[];
}

/** Fits one item into gaps, beside the positions of all others. */
export function fitterOf({ placing, positions, partners }: PlacedItems, item: number) {
  const { items, lanes, problem } = placing;
  const { length = 0, roomReasons = [], timeLimits = [] } = items[item] ?? {};
  const every = problem.items[item]?.every;
  const limits = [...timeLimits, ...limitsBeside({ placing, positions, partners }, item)];
  const free = limits.reduce((left, limit) => intersect(left, limit.free), always);
  return (gap: Gap): Fit => {
    const { midnight = 0 } = lanes[gap.lane] ?? {};
    const startIn = (times: Intervals) =>
      firstFit(times, {
        length,
        within: gap,
        startFrom: (at) => nextMultiple(every, midnight, at),
      });
    if (gap.to - gap.from < length) return undefined;
    const [reason] = roomReasons[gap.lane] ?? [];
    if (reason !== undefined) return reason;
    const start = startIn(free);
    if (start !== undefined) return { lane: gap.lane, start };
    if (every !== undefined && startIn(always) === undefined) return everyReason(every);
    const single = limits.find((limit) => startIn(limit.free) === undefined);
    if (single !== undefined) return single;
    const wholly = { length: gap.to - gap.from, within: gap };
    const partial = limits.filter((limit) => firstFit(limit.free, wholly) === undefined);
    return combined(partial);
  };
}

function limitsBeside({ placing, positions, partners }: PlacedItems, item: number) {
  const { items, lanes } = placing;
  return (partners[item] ?? []).flatMap(({ item: other, rule, isFirst }): readonly TimeLimit[] => {
    const position = positions[other];
    const talk = items[other]?.talk;
    if (position === undefined || talk === undefined) return [];
    const time = timeOf(placing, other, position);
    const free = freeBeside(rule.kind, time, { isFirst, lanes });
    return [{ ...pairReason(rule, 'moving', talk), free }];
  });
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
