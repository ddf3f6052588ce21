// Owns what is known of each talk before the search, and the problem as the numbers of the search.
// Pure.
import { must, strong, weak } from '../../autoplace/cost.ts';
import type { Pair, Problem } from '../../autoplace/problem.ts';
import { isSameRoom } from '../../changes/place.ts';
import { foldKey } from '../../contract/key.ts';
import { sharedPeople } from '../clash-groups.ts';
import { grouped } from '../grouped.ts';
import type { Session } from '../session.ts';
import type { AutoplaceInput } from './input.ts';
import { always, type Interval, type Intervals, intersect, subtract, union } from './intervals.ts';
import {
  type MinuteClock,
  minuteClock,
  minutesOf,
  type OpenLane,
  openLanes,
  type RoomTime,
} from './lanes.ts';
import {
  busyLimit,
  lengthOf,
  type RoomLimit,
  roomLimits,
  type TimeLimit,
  timeLimits,
  timesOf,
  type UnwantedTime,
  unwantedTimes,
} from './limits.ts';
import type { Talk } from './named-talks.ts';

/** A talk that is to be placed, as the search sees it. */
export interface PlaceableTalk {
  /** Its index among all talks. */
  readonly index: number;
  readonly talk: Talk;
  readonly length: number;
  /** The index of its track, or -1. */
  readonly group: number;
  /** With the fixed sessions of its people. */
  readonly timeLimits: readonly TimeLimit[];
  /** What all of its time limits leave. */
  readonly windows: Intervals;
  /** By lane: why it may not be there. */
  readonly roomLimits: readonly (readonly RoomLimit[])[];
  readonly unwanted: readonly UnwantedTime[];
}

/** A talk that does not move. */
export interface FixedTalk extends Interval {
  readonly index: number;
  readonly talk: Talk;
  /** The index of its track, or -1. */
  readonly group: number;
  readonly place: RoomTime;
}

/**
 * The problem, and what its numbers mean: items are the placeable talks in their order, and then
 * the fixed ones.
 */
export interface Placing {
  readonly input: AutoplaceInput;
  readonly problem: Problem;
  readonly clock: MinuteClock;
  readonly items: readonly PlaceableTalk[];
  readonly fixed: readonly FixedTalk[];
  readonly lanes: readonly OpenLane[];
  readonly rooms: readonly string[];
  readonly tracks: readonly string[];
  readonly longTracks: ReturnType<typeof tracksOf>['longTracks'];
  /** Two items that need the same person, each. */
  readonly personPairs: readonly (readonly [first: number, second: number])[];
}

export function placingOf(input: AutoplaceInput): Placing {
  const clock = minuteClock(input);
  const { lanes, fixed: fixedPlaces, rooms, bands } = openLanes(input, clock);
  const indexed = input.talks.map((talk, index) => ({ talk, index }));
  const placeable = indexed.filter(({ talk }) => !talk.isFixed);
  const { tracks, longTracks } = tracksOf(input.talks, lanes, clock);
  const groups = new Map<string | undefined, number>(
    tracks.map((track, group) => [foldKey(track), group]),
  );
  const groupOf = (talk: Talk) => groups.get(trackKey(talk)) ?? -1;
  const { pairs: personPairs, busyOf } = peopleInCommon(
    input.talks,
    placeable.map(({ talk }) => talk),
  );
  const times = timesOf(input, clock);
  const items = placeable.map(({ talk, index }, item): PlaceableTalk => {
    const length = lengthOf(talk.session);
    const limits = [
      ...timeLimits(talk, times),
      ...(busyOf.get(item) ?? []).map((session) => busyLimit(session, clock)),
    ];
    const windows = limits.reduce((free, limit) => intersect(free, limit.free), always);
    return {
      index,
      talk,
      length,
      group: groupOf(talk),
      timeLimits: limits,
      windows: onFiveMinutes(windows, length),
      roomLimits: lanes.map(({ period }) => roomLimits(talk, period)),
      unwanted: unwantedTimes(talk, clock),
    };
  });
  const fixed = indexed
    .filter(({ talk }) => talk.isFixed)
    .flatMap(({ talk, index }, at): readonly FixedTalk[] => {
      const place = fixedPlaces[at];
      return place === undefined
        ? []
        : [{ index, talk, place, from: place.start, to: place.end, group: groupOf(talk) }];
    });
  const placing = {
    input,
    clock,
    items,
    fixed,
    lanes,
    rooms,
    tracks,
    longTracks,
    personPairs,
  };
  return { ...placing, problem: problemOf(placing, bands) };
}

/**
 * The tracks of placeable talks; `longTracks` take longer than rooms are open, so that they are in
 * several and have no wishes.
 */
function tracksOf(talks: readonly Talk[], lanes: readonly OpenLane[], clock: MinuteClock) {
  const open = union(lanes.map(({ start, end }) => ({ from: start, to: end })));
  const byTrack = grouped(talks, trackKey);
  byTrack.delete(undefined);
  const tracks: string[] = [];
  const longTracks: { track: string; minutes: number; openMinutes: number }[] = [];
  for (const ofTrack of byTrack.values()) {
    const placeable = ofTrack.filter(({ isFixed }) => !isFixed);
    const taken = ofTrack.flatMap(({ isFixed, session }) =>
      isFixed ? [minutesOf(session, clock)] : [],
    );
    const minutes = placeable.reduce((sum, { session }) => sum + lengthOf(session), 0);
    const openMinutes = subtract(open, taken).reduce((sum, { from, to }) => sum + to - from, 0);
    const track = placeable[0]?.session.track;
    if (track === undefined) continue;
    if (minutes <= openMinutes) tracks.push(track);
    else longTracks.push({ track, minutes, openMinutes });
  }
  return { tracks, longTracks };
}

function trackKey({ session: { track } }: Talk): string | undefined {
  return track === undefined ? undefined : foldKey(track);
}

/**
 * Without the minutes before the first multiple of five, where what is left is long enough: nobody
 * expects a start at 09:12.
 */
function onFiveMinutes(windows: Intervals, length: number): Intervals {
  if (windows === always) return always;
  return windows.map(({ from, to }) => {
    const later = 5 * Math.ceil(from / 5);
    return later + length <= to ? { from: later, to } : { from, to };
  });
}

/**
 * The people who speak more than once: pairs of placeable talks, and of each of these the fixed
 * sessions of its people.
 */
function peopleInCommon(talks: readonly Talk[], placeable: readonly Talk[]) {
  const itemOf = new Map(placeable.map(({ session }, item) => [session, item]));
  const pairs = new Map<string, readonly [number, number]>();
  const busyOf = new Map<number, Session[]>();
  for (const { sessions, isApart } of sharedPeople(talks.map(({ session }) => session))) {
    for (const [at, session] of sessions.entries()) {
      for (const other of sessions.slice(at + 1)) {
        const [first, second] = [itemOf.get(session), itemOf.get(other)];
        const item = first ?? second;
        if (item === undefined || (isApart(session) && isApart(other))) continue;
        if (first !== undefined && second !== undefined)
          pairs.set(`${first} ${second}`, [first, second]);
        else busyOf.set(item, [...(busyOf.get(item) ?? []), first === undefined ? session : other]);
      }
    }
  }
  return { pairs: [...pairs.values()], busyOf };
}

function problemOf(placing: Omit<Placing, 'problem'>, bands: number): Problem {
  const { items, fixed, lanes, rooms, tracks, personPairs } = placing;
  // A last lane without length, in a room of its own: there, the search leaves a talk out on
  // purpose rather than that it clashes.
  const spare = { room: rooms.length, band: bands, day: 0, start: 0, end: 0, turnaround: 0 };
  const laneCount = lanes.length + 1;
  const itemLane = new Float64Array(items.length * laneCount);
  for (const [item, { talk, roomLimits: limits }] of items.entries()) {
    for (const [lane, { period }] of lanes.entries()) {
      itemLane[item * laneCount + lane] =
        (limits[lane]?.length === 0 ? 0 : must(2)) +
        strong(overCapacity(talk, period.capacity)) +
        weak(isWishedRoom(talk, period.room) ? 0 : 1);
    }
  }
  return {
    rooms: rooms.length + 1,
    bands: bands + 1,
    groups: tracks.length,
    itemLane,
    lanes: [...lanes.map(({ period: _, ...lane }) => lane), spare],
    items: items.map(({ length, group, windows, unwanted }) => ({
      length,
      group,
      ...(windows !== always && { windows }),
      ...(unwanted.length > 0 && {
        unwanted: unwanted.map(({ from, to }) => ({ from, to, cost: strong(1) })),
      }),
    })),
    fixed: fixed.map(({ place, group }) => ({ ...place, group })),
    groupCosts: { rooms: weak(1), interrupted: weak(1), overlap: strong(1) },
    pairs: [
      ...personPairs.map(
        ([first, second]): Pair => ({ first, second, kind: 'overlap', cost: must(2) }),
      ),
      ...wishedPairs([...items, ...fixed]),
    ],
    leftOut: must(1),
  };
}

/** 1 for each quarter of the audience that has no seat. */
export function overCapacity({ expected }: Talk, capacity: number | undefined): number {
  if (expected === undefined || capacity === undefined || expected <= capacity) return 0;
  return Math.ceil((4 * (expected - capacity)) / expected);
}

export function isWishedRoom({ roomWishes }: Talk, room: string): boolean {
  return roomWishes.length === 0 || roomWishes.some((wish) => isSameRoom(wish, room));
}

function wishedPairs(items: readonly (PlaceableTalk | FixedTalk)[]): readonly Pair[] {
  const itemAt = new Map(items.map(({ index }, item) => [index, item]));
  return items.flatMap(({ talk }, first) => {
    const pairs = (kind: Pair['kind'], others: readonly number[]) =>
      others.flatMap((other): readonly Pair[] => {
        const second = itemAt.get(other);
        return second === undefined ? [] : [{ first, second, kind, cost: strong(1) }];
      });
    return [...pairs('after', talk.after), ...pairs('overlap', talk.notWith)];
  });
}
