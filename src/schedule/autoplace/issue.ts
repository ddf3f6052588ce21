// Owns what a placement breaks, as data.
import type { Session } from '../session.ts';
import type { Talk } from './input.ts';
import type { Interval } from './intervals.ts';
import type { RoomTime } from './lanes.ts';
import type { RoomLimit, TimeLimit } from './limits.ts';
import type { varieties } from './placing.ts';

/** Where an item is: a lane and a minute. */
export interface Position {
  readonly lane: number;
  readonly start: number;
}

/** By item; undefined for one that is left out. */
export type Positions = readonly (Position | undefined)[];

/** The most important first. */
export const strengths = ['must', 'moved', 'strong', 'weak'] as const;

export type Strength = (typeof strengths)[number];

/** Something that is broken: its talks are indexes of the input. */
export type Issue = {
  readonly strength: Strength;
  readonly amount: number;
  readonly talks: readonly number[];
} & IssueKind;

type IssueKind =
  /** Two talks at the same time, or too close for the way between their rooms. */
  | { readonly kind: 'person'; readonly what: string }
  /** Two talks that never move; `what` is the room. `isApart`: one after the other, without the turnaround. */
  | { readonly kind: 'same_room'; readonly what: string; readonly isApart: boolean }
  /** A talk that never moves; `what` is the title of the break. */
  | { readonly kind: 'break'; readonly what: string }
  | { readonly kind: RoomLimit['kind'] | TimeLimit['kind']; readonly what: string }
  | { readonly kind: 'moved'; readonly from: Pick<Session, 'room' | 'startMs'> }
  /** It is no longer at its time, or not even on its day. */
  | { readonly kind: 'other_time'; readonly isOtherDay: boolean; readonly from: Pick<Session, 'startMs'> }
  | { readonly kind: 'capacity'; readonly expected: number; readonly capacity: number; readonly room: string }
  /** Talks of a track at the same time. */
  | { readonly kind: 'parallel'; readonly what: string }
  /** The first talk begins before the second has ended. */
  | { readonly kind: 'after' }
  /** `isApart`: one after the other, without the time that the way between their rooms takes. */
  | { readonly kind: 'not_with'; readonly isApart: boolean }
  /** `what` is the person; `start` is on their clock, which is that of `zone`. */
  | { readonly kind: 'rather_not'; readonly what: string; readonly start: string; readonly zone: string }
  | { readonly kind: 'track_rooms'; readonly what: string; readonly rooms: readonly string[] }
  /** The talks `by` are between talks of the track. */
  | { readonly kind: 'interrupted'; readonly what: string; readonly room: string; readonly by: readonly number[] }
  /** Talks at about the same time that have one level, or one language. */
  | { readonly kind: 'variety'; readonly of: (typeof varieties)[number]; readonly what: string }
  | { readonly kind: 'room_wish'; readonly room: string; readonly wished: readonly string[] };

/** A talk that has a place. Each fixed talk has a lane of its own. */
export interface PlacedTalk extends Interval {
  readonly index: number;
  readonly talk: Talk;
  readonly group: number;
  readonly lane: number;
  readonly place: RoomTime;
  readonly room: string;
}
