// Owns what is known of each talk before the search: where and when the rules leave it a place.
// Must not know what anything costs.

import type { RoomPeriod } from '../../autoplace/problem.ts';
import { foldKey } from '../../contract/key.ts';
import { grouped } from '../grouped.ts';
import { lengthOf, type MinuteClock, minutesOf, type Times, timesOf } from './clock.ts';
import type { AutoplaceInput } from './input.ts';
import { always, type Interval, type Intervals, intersect, subtract, union } from './intervals.ts';
import { type OpenLane, openLanes } from './lanes.ts';
import type { Talk } from './named-talks.ts';
import { freeBeside } from './rules/pair-kinds.ts';
import type { TalkPair } from './rules/rule.ts';
import { wantsToStay } from './rules/staying.ts';
import {
  pairReason,
  pairRules,
  type Reason,
  roomReasons,
  type TimeLimit,
  timeLimits,
} from './rules.ts';

/** A talk that is to be placed, as the search sees it. */
export interface PlaceableTalk {
  /** Its index among all talks. */
  readonly index: number;
  readonly talk: Talk;
  readonly length: number;
  /** The index of its track, or -1. */
  readonly group: number;
  /** With those beside fixed talks. */
  readonly timeLimits: readonly TimeLimit[];
  /** What all of its time limits leave. */
  readonly windows: Intervals;
  /** By lane: why it may not be there. */
  readonly roomReasons: readonly (readonly Reason[])[];
  /** Where it was, if it is to stay there: an index of rooms, and a minute. */
  readonly home: { readonly room: number; readonly start: number } | undefined;
}

/** A talk that does not move. */
export interface FixedTalk extends Interval {
  readonly index: number;
  readonly talk: Talk;
  /** The index of its track, or -1. */
  readonly group: number;
  readonly place: RoomPeriod;
}

/** Two talks that a rule is about. */
export interface RulePair extends TalkPair {
  readonly rule: (typeof pairRules)[number];
}

/** All talks, where they may be, and what is between them. */
export interface Survey {
  readonly input: AutoplaceInput;
  readonly times: Times;
  readonly items: readonly PlaceableTalk[];
  readonly fixed: readonly FixedTalk[];
  readonly lanes: readonly OpenLane[];
  readonly bands: number;
  readonly rooms: readonly string[];
  readonly tracks: readonly string[];
  readonly longTracks: ReturnType<typeof tracksOf>['longTracks'];
  readonly pairs: readonly RulePair[];
}

export function surveyOf(input: AutoplaceInput): Survey {
  const { talks, periods, zone } = input;
  const times = timesOf(periods, zone);
  const { clock } = times;
  const { lanes, fixed: fixedPlaces, rooms, roomOf, bands } = openLanes(input, times);
  const { tracks, longTracks } = tracksOf(talks, lanes, clock);
  const groups = new Map<string | undefined, number>(
    tracks.map((track, group) => [foldKey(track), group]),
  );
  const indexed = talks.map((talk, index) => {
    return { talk, index, group: groups.get(trackKey(talk)) ?? -1 };
  });
  const fixed = indexed
    .filter(({ talk }) => talk.isFixed)
    .flatMap((each, at): readonly FixedTalk[] => {
      const place = fixedPlaces[at];
      return place === undefined ? [] : [{ ...each, place, from: place.start, to: place.end }];
    });
  const pairs = pairRules.flatMap((rule) =>
    rule.pairs(talks).map((pair): RulePair => ({ ...pair, rule })),
  );
  const besideFixed = limitsBeside(fixed, pairs, lanes);
  const items = indexed
    .filter(({ talk }) => !talk.isFixed)
    .map((each): PlaceableTalk => {
      const { talk, index } = each;
      const length = lengthOf(talk.session);
      const limits = [...timeLimits(talk, times), ...(besideFixed.get(index) ?? [])];
      const windows = limits.reduce((free, limit) => intersect(free, limit.free), always);
      const home = { room: roomOf(talk.session.room), start: clock.minute(talk.session.startMs) };
      return {
        ...each,
        length,
        timeLimits: limits,
        windows: onFiveMinutes(windows, length),
        roomReasons: lanes.map(({ period }) => roomReasons(talk, period)),
        home: wantsToStay(talk) ? home : undefined,
      };
    });
  return { input, times, items, fixed, lanes, bands, rooms, tracks, longTracks, pairs };
}

/** By index, when talks cannot be because of a talk that does not move. */
function limitsBeside(
  fixed: readonly FixedTalk[],
  pairs: readonly RulePair[],
  lanes: readonly OpenLane[],
): ReadonlyMap<number, readonly TimeLimit[]> {
  const fixedAt = new Map(fixed.map((talk) => [talk.index, talk]));
  const limits = pairs.flatMap(({ rule, first, second }) => {
    const isFirst = fixedAt.has(second);
    const [index, other] = isFirst ? [first, fixedAt.get(second)] : [second, fixedAt.get(first)];
    if (rule.strength !== 'must' || other === undefined || fixedAt.has(index)) return [];
    const free = freeBeside(rule.kind, other, { isFirst, lanes });
    return [{ index, limit: { ...pairReason(rule, 'staying', other.talk), free } }];
  });
  return new Map(
    Array.from(
      grouped(limits, ({ index }) => index),
      ([index, ofTalk]) => [index, ofTalk.map(({ limit }) => limit)],
    ),
  );
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
