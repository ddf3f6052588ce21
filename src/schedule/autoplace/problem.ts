// Turns the input into the numbers of the search, and knows which number means what. Pure.
import { moved, must, strong, weak } from '../../autoplace/cost.ts';
import type { Item, Pair, Problem } from '../../autoplace/problem.ts';
import { foldKey } from '../../contract/key.ts';
import { withAnchors, withSpareLane } from './extra-lanes.ts';
import type { AutoplaceInput, Talk } from './input.ts';
import { always, type Intervals, intersect, union } from './intervals.ts';
import { minuteClock, type OpenLane, openLanes } from './lanes.ts';
import { busyLimit, lengthOf, roomLimits, timeLimits, timesOf, unwantedTimes } from './limits.ts';
import { peopleInCommon } from './people-in-common.ts';
import {
  dayOf,
  type FixedTalk,
  isWishedRoom,
  overCapacity,
  type PlaceableTalk,
  type Placing,
  type ProblemOptions,
  possibleRooms,
  varieties,
  waysTo,
} from './placing.ts';
import { walkingTime } from './walking.ts';

export function placingOf(input: AutoplaceInput, options: ProblemOptions): Placing {
  const clock = minuteClock(input);
  const turnaround = Math.ceil(options.turnaroundMs / 60_000);
  const { lanes, rooms, bands } = openLanes(input, clock, turnaround);
  const walk = walkingTime(input.ways);
  const placeable = input.talks.flatMap((talk, index) => (talk.isFixed ? [] : [{ talk, index }]));
  const tracks = tracksOf(placeable, lanes);
  const groupOf = new Map(tracks.map((track, group) => [foldKey(track), group]));
  const { pairs: personPairs, busyOf } = peopleInCommon(
    input,
    placeable.map(({ talk }) => talk),
  );
  const times = timesOf(input, clock);
  const items = placeable.map(({ talk, index }, item): PlaceableTalk => {
    const length = lengthOf(talk.session);
    const roomLimitsOf = lanes.map((lane) => roomLimits(talk, lane));
    const busy = (busyOf.get(item) ?? []).map((session) => {
      return { session, from: clock.minute(session.startMs), to: clock.minuteAfter(session.endMs) };
    });
    const ways = busy.map((each) =>
      busyLimit(each, Math.min(...waysTo(each, possibleRooms(roomLimitsOf, lanes), walk))),
    );
    const limits = timeLimits(talk, times);
    const windows = [...limits, ...ways].reduce((free, limit) => intersect(free, limit.free), always);
    const own = {
      ...{ index, talk, length, windows, busy, timeLimits: limits, roomLimits: roomLimitsOf },
      group: groupOf.get(foldKey(talk.session.track ?? '')) ?? -1,
      unwanted: unwantedTimes(talk, times),
    };
    if (options.keep === 'none' || !talk.isPlaced) return { ...own, previous: undefined, formerStart: undefined };
    const formerStart = clock.minute(talk.session.startMs);
    return { ...own, previous: previousPlace(own, lanes, formerStart), formerStart };
  });
  const fixed = input.talks.flatMap((talk, index): FixedTalk[] => {
    const { startMs, endMs } = talk.session;
    return talk.isFixed ? [{ index, talk, from: clock.minute(startMs), to: clock.minuteAfter(endMs) }] : [];
  });
  const placing = { input, options, clock, items, fixed, lanes, rooms, tracks, personPairs, walk, turnaround };
  return { ...placing, problem: withSpareLane(withAnchors(problemOf(placing, bands), placing)) };
}

/** The tracks, without any whose talks take longer than rooms are open: they must be at the same time, in several rooms. */
function tracksOf(placeable: readonly { readonly talk: Talk }[], lanes: readonly OpenLane[]): readonly string[] {
  const open = union(lanes.map(({ start, end }) => ({ from: start, to: end })));
  const openMinutes = open.reduce((sum, { from, to }) => sum + to - from, 0);
  const tracks = new Map<string, { readonly name: string; minutes: number }>();
  for (const { session } of placeable.map(({ talk }) => talk)) {
    const name = session.track ?? '';
    const track = tracks.get(foldKey(name)) ?? { name, minutes: 0 };
    tracks.set(foldKey(name), track);
    track.minutes += lengthOf(session);
  }
  tracks.delete('');
  return [...tracks.values()].filter(({ minutes }) => minutes <= openMinutes).map(({ name }) => name);
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
  const { items, lanes, rooms, tracks, walk, turnaround, input, personPairs } = placing;
  const itemLane = new Float64Array(items.length * lanes.length);
  for (const [item, { talk, roomLimits: limits, formerStart }] of items.entries()) {
    for (const [lane, { period, start }] of lanes.entries()) {
      const cost =
        (limits[lane]?.length === 0 ? 0 : must(2)) +
        strong(overCapacity(talk, period.capacity)) +
        weak(isWishedRoom(talk, period.room) ? 0 : 1) +
        weak(formerStart === undefined || dayOf(start) === dayOf(formerStart) ? 0 : 1);
      itemLane[item * lanes.length + lane] = cost;
    }
  }
  return {
    ...{ rooms: rooms.length, bands, groups: tracks.length, turnaround, itemLane },
    lanes: lanes.map(({ room, band, start, end }) => ({ room, band, start, end })),
    items: items.map((item) => itemOf(item, placing)),
    ...(input.ways.length > 0 && { walking: rooms.flatMap((from) => rooms.map((to) => walk(from, to))) }),
    groupLane: new Float64Array(tracks.length * lanes.length),
    groupPairs: new Float64Array(tracks.length * tracks.length),
    groupLanes: tracks.map(() => lanes.length),
    groupCosts: {
      ...{ mixed: 0, parallel: 0, hole: 0, lanes: 0, order: 0 },
      ...{ rooms: weak(1), interrupted: weak(1), overlap: strong(1) },
    },
    pairs: [
      ...personPairs.map(({ first, second }): Pair => ({ first, second, kind: 'overlap', cost: must(2) })),
      ...wishedPairs(items),
    ],
    varieties: varieties.map((of) => ({ values: valuesOf(items, of), cost: weak(1) })),
    overlapPerUnit: false,
    leftOut: must(1),
  };
}

/** By item, the number of its level or language; -1 without one. */
function valuesOf(items: readonly PlaceableTalk[], of: (typeof varieties)[number]): readonly number[] {
  const keys = items.map(({ talk }) => foldKey(talk[of] ?? ''));
  const known = [...new Set(keys)].filter((key) => key !== '');
  return keys.map((key) => known.indexOf(key));
}

function itemOf(
  { length, group, windows, previous, formerStart, unwanted, index }: PlaceableTalk,
  placing: Omit<Placing, 'problem'>,
): Item {
  const { keep } = placing.options;
  const times = [...unwanted, ...unwantedBesideFixed(index, group, placing)];
  return {
    ...{ length, group, order: 0 },
    ...(windows !== always && { windows }),
    ...(times.length > 0 && { unwanted: times.map(({ from, to }) => ({ from, to, cost: strong(1) })) }),
    ...(formerStart !== undefined && { wishedStart: { start: formerStart, cost: weak(1) } }),
    ...(previous !== undefined && { previous: { ...previous, cost: keep === 'strict' ? moved(1) : strong(2) } }),
  };
}

/** The times at which a talk would break a wish about a fixed talk. */
function unwantedBesideFixed(
  index: number,
  group: number,
  { fixed, tracks, input: { talks } }: Omit<Placing, 'problem'>,
): Intervals {
  const talk = talks[index];
  const track = foldKey(tracks[group] ?? '');
  return fixed.flatMap(({ index: other, talk: otherTalk, from, to }) => [
    ...(talk?.after.includes(other) ? [{ from: Number.NEGATIVE_INFINITY, to }] : []),
    ...(otherTalk.after.includes(index) ? [{ from, to: Number.POSITIVE_INFINITY }] : []),
    ...(talk?.notWith.includes(other) || otherTalk.notWith.includes(index) ? [{ from, to }] : []),
    ...(track !== '' && foldKey(otherTalk.session.track ?? '') === track ? [{ from, to }] : []),
  ]);
}

/** Wishes about two placeable talks. */
function wishedPairs(items: readonly PlaceableTalk[]): readonly Pair[] {
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
