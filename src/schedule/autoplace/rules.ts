// Owns the list of all rules of placing, for those who must not know a single one.

import type { Times } from './clock.ts';
import type { Intervals } from './intervals.ts';
import type { Talk } from './named-talks.ts';
import { pairRules } from './rules/pairs.ts';
import { roomRules } from './rules/rooms.ts';
import type { RoomRule, TalkRoom } from './rules/rule.ts';
import { timeRules } from './rules/times.ts';
import { trackRules } from './rules/tracks.ts';

export { pairRules, trackRules };

/** What the clash check finds among talks that never move, besides what rules find. */
const clashCodes = ['same_room', 'break'] as const;

export const issueCodes = [
  ...roomRules.map(({ code }) => code),
  ...timeRules.map(({ code }) => code),
  ...pairRules.map(({ code }) => code),
  ...trackRules.map(({ code }) => code),
  ...clashCodes,
];

export type IssueCode = (typeof issueCodes)[number];

/** Why a talk cannot be in a room or at a time. */
export interface Reason {
  /** `combined`: several reasons, each at another time, which `what` names. */
  readonly code: (typeof reasonCodes)[number];
  /** The room, the person, the talk or whatever else it is about. */
  readonly what: string;
  /** `while Ada Lovelace is away` */
  readonly text: string;
}

/** A reason, with the times at which it does not apply. */
export interface TimeLimit extends Reason {
  readonly free: Intervals;
}

export const wishesOfRooms = roomRules.filter((rule) => rule.strength !== 'must');
export const wishesOfTimes = timeRules.filter((rule) => rule.strength !== 'must');
const mustsOfRooms = roomRules.filter((rule) => rule.strength === 'must');
const mustsOfTimes = timeRules.filter((rule) => rule.strength === 'must');
const mustsOfPairs = pairRules.filter((rule) => rule.strength === 'must');

export const reasonCodes = [
  ...mustsOfRooms.map(({ code }) => code),
  ...mustsOfTimes.map(({ code }) => code),
  ...mustsOfPairs.flatMap(({ limit }) => [limit.staying, limit.moving]),
  'every' as const,
  'combined' as const,
];

/** Why the talk may not be in this room at all. */
export function roomReasons(talk: Talk, room: TalkRoom) {
  return mustsOfRooms.flatMap((rule) => {
    if (rule.cost(talk, room) === 0) return [];
    const what = rule.what(talk, room);
    const { explain }: RoomRule = rule;
    return [{ code: rule.code, what, text: explain(what, talk, room) }];
  });
}

/** Why the talk may not be at some times, in any room. */
export function timeLimits(talk: Talk, times: Times) {
  return mustsOfTimes.flatMap((rule) =>
    rule.limits(talk, times).map(({ what, free }) => {
      return { code: rule.code, what, free, text: rule.explain(what) };
    }),
  );
}

/** Why a talk cannot be at a time beside another one. */
export function pairReason(
  { limit }: (typeof mustsOfPairs)[number],
  other: 'staying' | 'moving',
  { session: { title } }: Talk,
): Reason {
  return { code: limit[other], what: title, text: limit.explain(title) };
}

/** Why a talk cannot be in a period that is long enough for it. */
export function everyReason(minutes: number): Reason {
  const what = `${minutes} min`;
  return { code: 'every', what, text: `without a start at a multiple of ${what}` };
}
