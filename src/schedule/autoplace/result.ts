// Owns how what the search has found becomes places, and why a talk has none. Pure.
import { ItemPlacement, type Lanes, leftOut } from '../../autoplace/placement.ts';
import { isSameRoom } from '../../changes/place.ts';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { amount } from '../../contract/amount.ts';
import {
  always,
  complement,
  firstFit,
  type Interval,
  type Intervals,
  intersect,
  overlaps,
  subtract,
} from './intervals.ts';
import { limitText, type RoomLimit, type TimeLimit } from './limits.ts';
import type { Talk } from './named-talks.ts';
import type { Placing } from './placing.ts';

/** Where an item is: a lane and a minute. */
export interface Position {
  readonly lane: number;
  readonly start: number;
}

/** By item; undefined for one that is left out. */
export type Positions = readonly (Position | undefined)[];

/**
 * The positions of the search without those that break a must; the talks of these are placed where
 * they fit, the longest first.
 */
export function positionsOf(placing: Placing, lanes: Lanes): Positions {
  const { items, lanes: openLanes, problem } = placing;
  const placement = new ItemPlacement(problem, lanes);
  const partners = partnersOf(placing);
  const positions = items.map((): Position | undefined => undefined);
  const placed: PlacedItems = { placing, positions, partners };
  for (const [item, { roomLimits }] of items.entries()) {
    const position = { lane: placement.lane[item] ?? 0, start: placement.start[item] ?? leftOut };
    // Only the spare lane has no limits.
    if (position.start === leftOut || roomLimits[position.lane]?.length !== 0) continue;
    const time = timeOf(placing, item, position);
    const isFree = (other: number) => {
      const theirs = positions[other];
      return theirs === undefined || !overlaps(time, timeOf(placing, other, theirs));
    };
    if ((partners[item] ?? []).every(isFree)) positions[item] = position;
  }
  const gaps = [...gapsOf(placing, positions)];
  const left = [...items.keys()].filter((item) => positions[item] === undefined);
  for (const item of left.toSorted((a, b) => (items[b]?.length ?? 0) - (items[a]?.length ?? 0))) {
    const fits = fitterOf(placed, item);
    const position = gaps
      .flat()
      .reduce<Position | undefined>((first, gap) => first ?? positionIn(fits(gap)), undefined);
    if (position === undefined) continue;
    positions[item] = position;
    const turnaround = openLanes[position.lane]?.turnaround ?? 0;
    const taken = [around(timeOf(placing, item, position), turnaround)];
    gaps[position.lane] = subtract(gaps[position.lane] ?? [], taken).map((rest) => ({
      ...rest,
      lane: position.lane,
    }));
  }
  return positions;
}

function timeOf({ items }: Placing, item: number, { start }: Position): Interval {
  return { from: start, to: start + (items[item]?.length ?? 0) };
}

function around({ from, to }: Interval, minutes: number): Interval {
  return { from: from - minutes, to: to + minutes };
}

/** By item: the other items of its people. */
function partnersOf({ items, personPairs }: Placing): readonly (readonly number[])[] {
  const partners = items.map((): number[] => []);
  for (const [first, second] of personPairs) {
    partners[first]?.push(second);
    partners[second]?.push(first);
  }
  return partners;
}

/** A free period of a room, without what the talks beside it need of it. */
interface Gap extends Interval {
  readonly lane: number;
}

/** The gaps of each lane, in their order. */
function gapsOf(placing: Placing, positions: Positions): readonly (readonly Gap[])[] {
  const taken = placing.lanes.map((): Interval[] => []);
  for (const [item, position] of positions.entries()) {
    if (position === undefined) continue;
    const turnaround = placing.lanes[position.lane]?.turnaround ?? 0;
    taken[position.lane]?.push(around(timeOf(placing, item, position), turnaround));
  }
  return placing.lanes.map(({ start, end }, lane) =>
    subtract([{ from: start, to: end }], taken[lane] ?? []).map((gap) => ({ ...gap, lane })),
  );
}

/** Why a talk cannot be in a gap. */
export interface Blocker {
  /**
   * `occupied`: one of its people speaks elsewhere in the gap, in the talk `what`; `combined`:
   * several reasons, each at another time, which `what` names.
   */
  readonly code: RoomLimit['code'] | TimeLimit['code'] | 'occupied' | 'combined';
  readonly what: string;
}

/** Where an item fits into a gap, or what prevents it; undefined if the gap is too short. */
type Fit = Position | Blocker | undefined;

function positionIn(fit: Fit): Position | undefined {
  return fit !== undefined && 'lane' in fit ? fit : undefined;
}

interface PlacedItems {
  readonly placing: Placing;
  readonly positions: Positions;
  readonly partners: ReturnType<typeof partnersOf>;
}

/** Fits one item into gaps, beside the positions of all others. */
function fitterOf({ placing, positions, partners }: PlacedItems, item: number) {
  const { items } = placing;
  const { length = 0, roomLimits = [], timeLimits = [] } = items[item] ?? {};
  const limits: readonly (Blocker & { readonly free: Intervals })[] = [
    ...timeLimits,
    ...(partners[item] ?? []).flatMap((other) => {
      const position = positions[other];
      if (position === undefined) return [];
      const what = items[other]?.talk.session.title ?? '';
      return [
        { code: 'occupied' as const, what, free: complement([timeOf(placing, other, position)]) },
      ];
    }),
  ];
  const free = limits.reduce((left, limit) => intersect(left, limit.free), always);
  return (gap: Gap): Fit => {
    if (gap.to - gap.from < length) return undefined;
    const [room] = roomLimits[gap.lane] ?? [];
    if (room !== undefined) return room;
    const start = firstFit(free, length, gap);
    if (start !== undefined) return { lane: gap.lane, start };
    const single = limits.find((limit) => firstFit(limit.free, length, gap) === undefined);
    if (single !== undefined) return { code: single.code, what: single.what };
    const partial = limits.filter(
      (limit) => firstFit(limit.free, gap.to - gap.from, gap) === undefined,
    );
    return { code: 'combined', what: combinedText(partial) };
  };
}

/** `too early or while Ada Lovelace is away` */
function combinedText(blockers: readonly Blocker[]): string {
  const texts = [...new Set(blockers.map(({ code, what }) => limitText(code, what)))];
  const named = texts.slice(0, namedReasons);
  const more = texts.length - named.length;
  return [...named, ...(more === 0 ? [] : [`for ${amount(more, 'more reason')}`])].join(' or ');
}

const namedReasons = 3;

export interface LeftOutTalk {
  /** Its index among the talks of the input. */
  readonly index: number;
  readonly title: string;
  readonly minutes: number;
  /** How many free periods are long enough for it. */
  readonly longEnough: number;
  /** The longest free period, in minutes. */
  readonly longestFree: number;
  /** Why it cannot be in those that are long enough, the most frequent reason first. */
  readonly blockers: readonly (Blocker & { readonly count: number })[];
  /** Where its session stays, because placing takes none out of the schedule. */
  readonly inEvent: Talk['inEvent'];
}

/** @returns the talks without a place, and how many minutes are open and free */
export function leftOutTalks(placing: Placing, positions: Positions) {
  const gaps = gapsOf(placing, positions).flat();
  const lengths = gaps.map(({ from, to }) => to - from);
  const placed: PlacedItems = { placing, positions, partners: partnersOf(placing) };
  const leftOut = placing.items.flatMap(({ index, talk, length }, item): readonly LeftOutTalk[] => {
    if (positions[item] !== undefined) return [];
    const fits = fitterOf(placed, item);
    const results = gaps.flatMap((gap) => fits(gap) ?? []);
    const counts = new Map<string, Blocker & { readonly count: number }>();
    for (const fit of results) {
      if ('lane' in fit) continue;
      const key = JSON.stringify(fit);
      counts.set(key, { ...fit, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    const blockers = [...counts.values()].sort((a, b) => b.count - a.count);
    return [
      {
        index,
        title: talk.session.title,
        minutes: length,
        inEvent: talk.inEvent,
        longEnough: results.length,
        longestFree: Math.max(0, ...lengths),
        blockers,
      },
    ];
  });
  return { leftOut, freeMinutes: lengths.reduce((sum, minutes) => sum + minutes, 0) };
}

/** The place of a talk as it is written to a schedule file. */
export interface TalkPlace {
  /** Its index among the talks of the input. */
  readonly index: number;
  readonly talk: Talk;
  readonly room: string;
  readonly startMs: number;
  /** RFC 3339, with the offset of the clock there. */
  readonly start: string;
  readonly change: 'placed' | 'moved' | 'kept';
}

/** The places of all talks that have one, in the order of the input. */
export function placesOf(
  { items, fixed, lanes, clock, input: { zone } }: Placing,
  positions: Positions,
): readonly TalkPlace[] {
  const placed = items.flatMap(({ index, talk }, item): TalkPlace[] => {
    const position = positions[item];
    const room = position && lanes[position.lane]?.period.room;
    if (position === undefined || room === undefined) return [];
    const { session, isPlaced } = talk;
    const startMs = clock.ms(position.start);
    const isSame = isSameRoom(session.room, room) && session.startMs === startMs;
    const stays = isSame ? 'kept' : 'moved';
    const change = isPlaced ? stays : 'placed';
    return [{ index, talk, room, startMs, start: toRfc3339(startMs, zone), change }];
  });
  const stay = fixed.map(({ index, talk }): TalkPlace => {
    const { room, startMs } = talk.session;
    return { index, talk, room, startMs, start: toRfc3339(startMs, zone), change: 'kept' };
  });
  return [...placed, ...stay].sort((a, b) => a.index - b.index);
}
