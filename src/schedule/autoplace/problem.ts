// Turns the input into the numbers of the search, and knows which number means what. Pure.

import { type Cost, moved, must, strong, weak } from '../../autoplace/cost.ts';
import type { Item, Pair, Problem } from '../../autoplace/problem.ts';
import type { SearchOptions } from '../../autoplace/search.ts';
import { foldKey } from '../../contract/key.ts';
import { sharedPeople } from '../clashes.ts';
import { grouped } from '../grouped.ts';
import type { Session } from '../session.ts';
import type { AutoplaceInput, Talk } from './input.ts';
import { always, type Intervals, intersect, subtract, union } from './intervals.ts';
import { dayOf, type MinuteClock, minuteClock, type OpenLane, openLanes } from './lanes.ts';
import { busyLimit, lengthOf, roomLimits, timeLimits, timesOf, unwantedTimes } from './limits.ts';
import {
  type FixedTalk,
  isWishedRoom,
  type LongTrack,
  otherTime,
  overCapacity,
  type PersonPair,
  type PlaceableTalk,
  type Placing,
  type ProblemOptions,
  possibleRooms,
  varieties,
  waysTo,
} from './placing.ts';
import { walkingTime } from './walking-time.ts';

/**
 * What a must, a move and a strong wish weigh while the search decides: a must more than another day, a move as much as another
 * time. For a new talk, three placed ones may have to move, each to another time; without any, a larger must finds less.
 */
export function weightsOf({ items }: Problem): SearchOptions['weights'] {
  return { must: items.some(({ previous }) => previous !== undefined) ? 600 : 200, moved: 60, strong: 10 };
}

export function placingOf(input: AutoplaceInput, options: ProblemOptions): Placing {
  const clock = minuteClock(input);
  const turnaround = Math.ceil(options.turnaroundMs / 60_000);
  const { lanes, fixed: fixedPlaces, rooms: names, bands } = openLanes(input, clock, turnaround);
  const walk = walkingTime(input.ways);
  const placeable = input.talks.flatMap((talk, index) => (talk.isFixed ? [] : [{ talk, index }]));
  const staying = input.talks.flatMap((talk, index) => (talk.isFixed ? [{ talk, index }] : []));
  const { tracks, longTracks } = tracksOf(input.talks, lanes, clock);
  const groups = new Map(tracks.map((track, group) => [foldKey(track), group]));
  const groupOf = ({ session }: Talk) => groups.get(foldKey(session.track ?? '')) ?? -1;
  const { pairs: personPairs, busyOf } = peopleInCommon(
    input,
    placeable.map(({ talk }) => talk),
    staying.map(({ talk }) => talk),
  );
  const times = timesOf(input, clock);
  const items = placeable.map(({ talk, index }, item): PlaceableTalk => {
    const length = lengthOf(talk.session);
    const roomLimitsOf = lanes.map((lane) => roomLimits(talk, lane));
    const busy = (busyOf.get(item) ?? []).map((session) => {
      return { session, from: clock.minute(session.startMs), to: clock.minuteAfter(session.endMs) };
    });
    const rooms = possibleRooms(roomLimitsOf, lanes);
    const ways = busy.map((each) => {
      // Windows are the same in all rooms. If the way depends on the room, the pair with a fixed talk has it; a break has none.
      const way = each.session.isBreak ? Math.max : Math.min;
      return busyLimit(each, way(...waysTo(each, rooms, walk)));
    });
    const limits = timeLimits(talk, times);
    const windows = [...limits, ...ways].reduce((free, limit) => intersect(free, limit.free), always);
    const own = {
      ...{ index, talk, length, windows, busy, timeLimits: limits, roomLimits: roomLimitsOf },
      group: groupOf(talk),
      unwanted: unwantedTimes(talk, times),
    };
    if (options.keep === 'none' || !talk.isPlaced) {
      return { ...own, windows: onFiveMinutes(windows, length), previous: undefined, formerStart: undefined };
    }
    const formerStart = clock.minute(talk.session.startMs);
    return { ...own, previous: previousPlace(own, lanes, formerStart), formerStart };
  });
  const fixed = staying.flatMap(({ talk, index }, at): readonly FixedTalk[] => {
    const place = fixedPlaces[at];
    return place === undefined ? [] : [{ index, talk, place, from: place.start, to: place.end, group: groupOf(talk) }];
  });
  const placing = {
    input,
    options,
    clock,
    items,
    fixed,
    lanes,
    rooms: names,
    tracks,
    longTracks,
    personPairs,
    walk,
    turnaround,
  };
  return { ...placing, problem: problemOf(placing, bands) };
}

/** The tracks of placeable talks, apart from those that take longer than rooms are open. */
function tracksOf(
  talks: readonly Talk[],
  lanes: readonly OpenLane[],
  clock: MinuteClock,
): { readonly tracks: readonly string[]; readonly longTracks: readonly LongTrack[] } {
  const open = union(lanes.map(({ start, end }) => ({ from: start, to: end })));
  const byTrack = grouped(talks, ({ session }) => foldKey(session.track ?? ''));
  byTrack.delete('');
  const tracks: string[] = [];
  const longTracks: LongTrack[] = [];
  for (const own of byTrack.values()) {
    const placeable = own.filter(({ isFixed }) => !isFixed);
    const taken = own.flatMap(({ isFixed, session: { startMs, endMs } }) =>
      isFixed ? [{ from: clock.minute(startMs), to: clock.minuteAfter(endMs) }] : [],
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

/** Without the minutes before the first multiple of five, where what is left is long enough: nobody expects a start at 09:12. */
function onFiveMinutes(windows: Intervals, length: number): Intervals {
  if (windows === always) return always;
  return windows.map(({ from, to }) => {
    const later = 5 * Math.ceil(from / 5);
    return later + length <= to ? { from: later, to } : { from, to };
  });
}

/** Where the talk is, if it may be there by itself. */
function previousPlace(
  { talk: { session }, length, windows, roomLimits: limits }: Omit<PlaceableTalk, 'previous' | 'formerStart'>,
  lanes: readonly OpenLane[],
  start: number,
): PlaceableTalk['previous'] {
  const end = start + length;
  if (!windows.some(({ from, to }) => from <= start && end <= to)) return undefined;
  const lane = lanes.findIndex(
    ({ period, ...open }, at) =>
      foldKey(period.room) === foldKey(session.room) &&
      open.start <= start &&
      end <= open.end &&
      limits[at]?.length === 0,
  );
  return lane < 0 ? undefined : { lane, start };
}

function problemOf(placing: Omit<Placing, 'problem'>, bands: number): Problem {
  const { items, fixed, lanes, rooms, tracks, walk, turnaround, input, personPairs, options } = placing;
  // A last lane without length, in a room of its own: there, the search leaves a talk out on purpose rather than that it clashes.
  const spare = { room: rooms.length, band: bands, day: 0, start: 0, end: 0 };
  const laneCount = lanes.length + 1;
  const itemLane = new Float64Array(items.length * laneCount);
  for (const [item, { talk, roomLimits: limits, formerStart }] of items.entries()) {
    for (const [lane, { period, start }] of lanes.entries()) {
      const cost =
        (limits[lane]?.length === 0 ? 0 : must(2)) +
        strong(overCapacity(talk, period.capacity)) +
        weak(isWishedRoom(talk, period.room) ? 0 : 1) +
        (formerStart === undefined || dayOf(start) === dayOf(formerStart) ? 0 : otherTimeCost(options));
      itemLane[item * laneCount + lane] = cost;
    }
  }
  const names = [...rooms, ''];
  return {
    ...{ rooms: names.length, bands: bands + 1, groups: tracks.length, turnaround, itemLane },
    lanes: [...lanes.map(({ period: _, ...lane }) => lane), spare],
    items: items.map((item) => itemOf(item, placing)),
    fixed: fixed.map(({ place, group }) => ({ ...place, group })),
    ...(input.ways.length > 0 && { walking: names.flatMap((from) => names.map((to) => walk(from, to))) }),
    groupLane: new Float64Array(tracks.length * laneCount),
    groupPairs: new Float64Array(tracks.length * tracks.length),
    groupLanes: tracks.map(() => laneCount),
    groupCosts: {
      ...{ mixed: 0, parallel: 0, hole: 0, lanes: 0, order: 0 },
      ...{ rooms: weak(1), interrupted: weak(1), overlap: strong(1) },
    },
    pairs: [
      ...personPairs.map(({ first, second }): Pair => ({ first, second, kind: 'overlap', cost: must(2) })),
      ...wishedPairs([...items, ...fixed]),
    ],
    varieties: varieties.map((of) => ({ values: valuesOf([...items, ...fixed], of), cost: weak(1) })),
    overlapPerUnit: false,
    leftOut: must(1),
  };
}

function otherTimeCost(options: ProblemOptions): Cost {
  const { strength, amount } = otherTime(options);
  return strength === 'strong' ? strong(amount) : weak(amount);
}

/** By item, the number of its level or language; -1 without one. */
function valuesOf(items: readonly (PlaceableTalk | FixedTalk)[], of: (typeof varieties)[number]): readonly number[] {
  const keys = items.map(({ talk }) => foldKey(talk[of] ?? ''));
  const known = [...new Set(keys)].filter((key) => key !== '');
  return keys.map((key) => known.indexOf(key));
}

function itemOf(
  { length, group, windows, previous, formerStart, unwanted }: PlaceableTalk,
  { options }: Omit<Placing, 'problem'>,
): Item {
  return {
    ...{ length, group, order: 0 },
    ...(windows !== always && { windows }),
    ...(unwanted.length > 0 && { unwanted: unwanted.map(({ from, to }) => ({ from, to, cost: strong(1) })) }),
    ...(formerStart !== undefined && { wishedStart: { start: formerStart, cost: otherTimeCost(options) } }),
    ...(previous !== undefined && {
      previous: { ...previous, cost: options.keep === 'strict' ? moved(1) : strong(2) },
    }),
  };
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

/**
 * The people who speak more than once: pairs of items, which are the placeable talks and then the fixed ones, and of each
 * placeable talk the fixed sessions of its people.
 */
function peopleInCommon({ talks, breaks }: AutoplaceInput, placeable: readonly Talk[], fixed: readonly Talk[]) {
  const itemOf = new Map([...placeable, ...fixed].map(({ session }, item) => [session, item]));
  const isPlaceable = (item: number | undefined) => item !== undefined && item < placeable.length;
  const pairs = new Map<string, PersonPair>();
  const busyOf = new Map<number, Session[]>();
  for (const { name: person, sessions, isApart } of sharedPeople([...talks.map(({ session }) => session), ...breaks])) {
    for (const [at, one] of sessions.entries()) {
      for (const other of sessions.slice(at + 1)) {
        if (isApart(one) && isApart(other)) continue;
        const [first, second] = [itemOf.get(one), itemOf.get(other)];
        if (!isPlaceable(first) && !isPlaceable(second)) continue;
        if (first !== undefined && second !== undefined) {
          if (!pairs.has(`${first} ${second}`)) pairs.set(`${first} ${second}`, { first, second, person });
        }
        if (isPlaceable(first) && isPlaceable(second)) continue;
        const [item = 0, session] = isPlaceable(first) ? [first, other] : [second, one];
        busyOf.set(item, [...(busyOf.get(item) ?? []), session]);
      }
    }
  }
  return { pairs: [...pairs.values()], busyOf };
}
