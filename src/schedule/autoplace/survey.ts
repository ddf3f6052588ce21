// Owns what is known of each talk before the search: where and when the rules leave it a place.
// Must not know what anything costs.

import type { RoomPeriod } from '../../autoplace/problem.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { limitsBeside, minutesOfPeriod, mustsOfTalks, type RulePair } from './beside.ts';
import { lengthOf, type MinuteClock, minutesOf, timesOf } from './clock.ts';
import type { AutoplaceInput } from './input.ts';
import { always, type Intervals, intersect, subtract, union } from './intervals.ts';
import { openLanes } from './lanes.ts';
import type { Talk } from './named-talks.ts';
import type { PlacedTalk } from './rules/rule.ts';
import { wantsToStay } from './rules/staying.ts';
import { pairRules, timeLimits } from './rules.ts';

/** All talks, where they may be, and what is between them. */
export type Survey = ReturnType<typeof surveyOf>;

/**
 * `items` are the talks that are to be placed, `fixed` those that do not move, each in a lane of
 * its own after `lanes`.
 */
export function surveyOf(input: AutoplaceInput) {
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
    .flatMap((each, at): readonly PlacedTalk[] => {
      const place = fixedPlaces[at];
      return place === undefined ? [] : [{ ...each, ...place, lane: lanes.length + at }];
    });
  const pairs = pairRules.flatMap((rule) =>
    rule.pairs(talks).map((pair): RulePair => ({ ...pair, rule })),
  );
  const musts = mustsOfTalks(pairs);
  const fixedAt = new Map(fixed.map((talk) => [talk.index, talk]));
  const items = indexed
    .filter(({ talk }) => !talk.isFixed)
    .map((each) => {
      const { talk, index } = each;
      const length = lengthOf(talk.session);
      const beside = limitsBeside({ musts, lanes }, index, (other) => fixedAt.get(other));
      const limits = [...timeLimits(talk, times), ...beside];
      const windows = limits.reduce((free, limit) => intersect(free, limit.free), always);
      const home = { room: roomOf(talk.session.room), start: clock.minute(talk.session.startMs) };
      return {
        ...each,
        length,
        /** With those beside fixed talks. */
        timeLimits: limits,
        /** What all of its time limits leave. */
        windows: onFiveMinutes(windows, length),
        /** Where it was, if it is to stay there: an index of rooms, and a minute. */
        home: wantsToStay(talk) ? home : undefined,
      };
    });
  return { input, times, items, fixed, lanes, bands, rooms, tracks, longTracks, pairs, musts };
}

/**
 * The tracks of placeable talks; `longTracks` take longer than rooms are open, so that they are in
 * several and have no wishes.
 */
function tracksOf(talks: readonly Talk[], lanes: readonly RoomPeriod[], clock: MinuteClock) {
  const open = union(lanes.map(minutesOfPeriod));
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
