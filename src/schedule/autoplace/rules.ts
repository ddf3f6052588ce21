// Owns the list of all rules of placing, for those who must not know a single one.

import type { Times } from './clock.ts';
import type { Talk } from './named-talks.ts';
import { pairRules } from './rules/pairs.ts';
import { roomRules } from './rules/rooms.ts';
import type { Explanation, Limit, RoomRule, TalkRoom } from './rules/rule.ts';
import { timeRules } from './rules/times.ts';
import { trackRules } from './rules/tracks.ts';

export { pairRules, trackRules };

/** What the clash check finds among talks that never move, besides what rules find. */
const clashCodes = ['same_room', 'break'] as const;

export const issueCodes = [
  ...[...roomRules, ...timeRules, ...pairRules, ...trackRules].map(({ code }) => code),
  ...clashCodes,
];

export type IssueCode = (typeof issueCodes)[number];

export const wishesOfRooms = roomRules.filter((rule) => rule.strength !== 'must');
export const wishesOfTimes = timeRules.filter((rule) => rule.strength !== 'must');
export const mustsOfRooms = roomRules.filter((rule) => rule.strength === 'must');
export const mustsOfTimes = timeRules.filter((rule) => rule.strength === 'must');
const mustsOfPairs = pairRules.filter((rule) => rule.strength === 'must');

export type PairMust = (typeof mustsOfPairs)[number];

export const reasonCodes = [
  ...[...mustsOfRooms, ...mustsOfTimes].map(({ code }) => code),
  ...mustsOfPairs.flatMap(({ limit }) => [limit.staying, limit.moving]),
  'every' as const,
  'combined' as const,
];

/** Why a talk cannot be in a room or at a time. */
export interface Reason extends Explanation {
  /** `combined`: several reasons, each at another time, which `what` names. */
  readonly code: (typeof reasonCodes)[number];
}

/** A reason, with the times at which it does not apply. */
export type TimeLimit = Reason & Limit;

/** Why the talk may not be in this room at all. */
export function roomReasons(talk: Talk, room: TalkRoom): readonly Reason[] {
  return mustsOfRooms.flatMap((rule) => {
    const { code, explain }: RoomRule & Pick<typeof rule, 'code'> = rule;
    return rule.cost(talk, room) === 0 ? [] : [{ code, ...explain(talk, room) }];
  });
}

/** Why the talk may not be at some times, in any room. */
export function timeLimits(talk: Talk, times: Times): readonly TimeLimit[] {
  return mustsOfTimes.flatMap(({ code, limits }) =>
    limits(talk, times).map((limit) => ({ code, ...limit })),
  );
}
