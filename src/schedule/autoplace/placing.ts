// Owns what is known of each talk before the search: when and where it may be, and what the numbers of the search mean. Pure.
import type { Problem } from '../../autoplace/problem.ts';
import { foldKey } from '../../contract/key.ts';
import type { AutoplaceInput, Talk } from './input.ts';
import type { Interval, Intervals } from './intervals.ts';
import type { MinuteClock, OpenLane, RoomTime } from './lanes.ts';
import { type BusyTime, busyLimit, type RoomLimit, type TimeLimit, type UnwantedTime } from './limits.ts';
import type { WalkingTime } from './walking-time.ts';

/** `strict`: a placed session moves only for a must; `prefer`: moving costs more than a wish; `none`: where it was does not matter. */
export type Keep = 'strict' | 'prefer' | 'none';

export interface ProblemOptions {
  readonly keep: Keep;
  readonly turnaroundMs: number;
}

/** A talk that is to be placed, as the search sees it. */
export interface PlaceableTalk {
  /** Its index among all talks. */
  readonly index: number;
  readonly talk: Talk;
  readonly length: number;
  /** The index of its track, or -1. */
  readonly group: number;
  readonly timeLimits: readonly TimeLimit[];
  /** The fixed sessions of its people. */
  readonly busy: readonly BusyTime[];
  /** What all of its time limits leave, and its people's fixed sessions with the shortest way from them. */
  readonly windows: Intervals;
  /** By lane: why it may not be there. */
  readonly roomLimits: readonly (readonly RoomLimit[])[];
  readonly unwanted: readonly UnwantedTime[];
  /** Where it is, if that breaks no must. */
  readonly previous: { readonly lane: number; readonly start: number } | undefined;
  /** When it is, if that matters, also if it has to move: another room is better than another time, and that than another day. */
  readonly formerStart: number | undefined;
}

/** A talk that does not move. */
export interface FixedTalk extends Interval {
  readonly index: number;
  readonly talk: Talk;
  /** The index of its track, or -1. */
  readonly group: number;
  readonly place: RoomTime;
}

/** A track that takes longer than rooms are open: it must be in several rooms at the same time, so it has no wishes. */
export interface LongTrack {
  readonly track: string;
  readonly minutes: number;
  /** Without the time that the track's fixed talks take. */
  readonly openMinutes: number;
}

/** Two items that need the same person; one of them may be a fixed talk. */
export interface PersonPair {
  readonly first: number;
  readonly second: number;
  readonly person: string;
}

/** The problem, and what its numbers mean: items are the placeable talks in their order, and then the fixed ones. */
export interface Placing {
  readonly input: AutoplaceInput;
  readonly options: ProblemOptions;
  readonly problem: Problem;
  readonly clock: MinuteClock;
  readonly items: readonly PlaceableTalk[];
  readonly fixed: readonly FixedTalk[];
  readonly lanes: readonly OpenLane[];
  readonly rooms: readonly string[];
  readonly tracks: readonly string[];
  readonly longTracks: readonly LongTrack[];
  readonly personPairs: readonly PersonPair[];
  /** Minutes between two rooms. */
  readonly walk: WalkingTime;
  readonly turnaround: number;
}

/** All time limits of an item in a room. */
export function limitsIn({ items, walk }: Placing, item: number, room: string): readonly TimeLimit[] {
  const { timeLimits: limits = [], busy = [] } = items[item] ?? {};
  return [...limits, ...busy.map((each) => busyLimit(each, walk(each.session.room, room)))];
}

/** The rooms in which a talk may be. */
export function possibleRooms(limits: PlaceableTalk['roomLimits'], lanes: readonly OpenLane[]): ReadonlySet<string> {
  return new Set(lanes.flatMap(({ period }, lane) => (limits[lane]?.length === 0 ? [period.room] : [])));
}

/** The minutes between a fixed session and each of the rooms. */
export function waysTo({ session }: BusyTime, rooms: ReadonlySet<string>, walk: WalkingTime): readonly number[] {
  return rooms.size === 0 ? [0] : [...rooms].map((room) => walk(session.room, room));
}

/** 1 for each quarter of the audience that has no seat. */
export function overCapacity({ expected }: Talk, capacity: number | undefined): number {
  if (expected === undefined || capacity === undefined || expected <= capacity) return 0;
  return Math.ceil((4 * (expected - capacity)) / expected);
}

/** What another time costs, and another day once more. With `strict`, it is more than a room that has no seat for anyone. */
export function otherTime({ keep }: ProblemOptions) {
  return keep === 'strict' ? ({ strength: 'strong', amount: 6 } as const) : ({ strength: 'weak', amount: 1 } as const);
}

export function isWishedRoom({ roomWishes }: Talk, room: string): boolean {
  return roomWishes.length === 0 || roomWishes.some((wish) => foldKey(wish) === foldKey(room));
}

/** What the talks of a band should not all have in common. */
export const varieties = ['level', 'language'] as const;
