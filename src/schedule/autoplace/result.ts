// Owns how what the search has found becomes places, and why a talk has none. Pure.
import { ItemPlacement, type Lanes, leftOut } from '../../autoplace/placement.ts';
import { isSameRoom } from '../../changes/place.ts';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { grouped } from '../../contract/grouped.ts';
import { limitsBeside, minutesOfPeriod } from './beside.ts';
import {
  fitterOf,
  gapsOf,
  type Position,
  type Positions,
  placedTalk,
  talkFinder,
} from './fitting.ts';
import { subtract } from './intervals.ts';
import type { Talk } from './named-talks.ts';
import type { Placing } from './placing.ts';
import { type Reason, roomReasons } from './rules.ts';

/**
 * The positions of the search without those that break a must; the talks of these are placed where
 * they fit, the longest first.
 */
export function positionsOf(placing: Placing, lanes: Lanes): Positions {
  const { items, problem } = placing;
  const placement = new ItemPlacement(problem, lanes);
  const positions = items.map((): Position | undefined => undefined);
  const placed = talkFinder(placing, positions);
  for (const [item, { index, talk }] of items.entries()) {
    const position = { lane: placement.lane[item] ?? 0, start: placement.start[item] ?? leftOut };
    const there = position.start === leftOut ? undefined : placedTalk(placing, item, position);
    const period = placing.lanes[position.lane]?.period;
    if (there === undefined || period === undefined) continue;
    if (roomReasons(talk, period).length > 0) continue;
    const time = [minutesOfPeriod(there)];
    const isFree = limitsBeside(placing, index, placed).every(
      ({ free }) => subtract(time, free).length === 0,
    );
    if (isFree) positions[item] = position;
  }
  const left = [...items.entries()].filter(([item]) => positions[item] === undefined);
  for (const [item, { index }] of left.toSorted(([, a], [, b]) => b.length - a.length)) {
    const fits = fitterOf(placing, item, limitsBeside(placing, index, placed));
    for (const gap of gapsOf(placing, positions)) {
      const fit = fits(gap);
      if (fit === undefined || !('lane' in fit)) continue;
      positions[item] = fit;
      break;
    }
  }
  return positions;
}

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
  readonly blockers: readonly (Reason & { readonly count: number })[];
  /** Where its session stays, because placing takes none out of the schedule. */
  readonly inEvent: Talk['inEvent'];
}

/** @returns the talks without a place, and how many minutes are open and free */
export function leftOutTalks(placing: Placing, positions: Positions) {
  const gaps = gapsOf(placing, positions);
  const lengths = gaps.map(({ from, to }) => to - from);
  const placed = talkFinder(placing, positions);
  const leftOut = placing.items.flatMap(({ index, talk, length }, item): readonly LeftOutTalk[] => {
    if (positions[item] !== undefined) return [];
    const fits = fitterOf(placing, item, limitsBeside(placing, index, placed));
    const reasons = gaps.flatMap((gap): readonly Reason[] => {
      const fit = fits(gap);
      return fit === undefined || 'lane' in fit ? [] : [fit];
    });
    const counts = grouped(reasons, ({ code, what }) => `${code} ${what}`);
    const blockers = [...counts.values()].flatMap(([reason, ...others]) => {
      return reason === undefined ? [] : [{ ...reason, count: 1 + others.length }];
    });
    return [
      {
        index,
        title: talk.session.title,
        minutes: length,
        inEvent: talk.inEvent,
        longEnough: reasons.length,
        longestFree: Math.max(0, ...lengths),
        blockers: blockers.sort((a, b) => b.count - a.count),
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
  { items, fixed, lanes, times: { clock, zone } }: Placing,
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
