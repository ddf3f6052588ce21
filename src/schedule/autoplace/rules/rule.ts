// Owns what a rule of placing is. Each rule is a value in the file of its family: what it costs the
// search, and how the report words that it is not met. Must not know the search.

import type { GroupCosts, PairKind, RoomPeriod } from '../../../autoplace/problem.ts';
import type { Times } from '../clock.ts';
import type { OpenPeriod } from '../files/rooms.ts';
import type { Intervals } from '../intervals.ts';
import type { Talk } from '../named-talks.ts';

interface Rule {
  /** As it is in the report. */
  readonly code: string;
  /** A must is never broken; no number of weak wishes outweighs a strong one. */
  readonly strength: 'must' | 'strong' | 'weak';
}

export interface Explanation {
  /** The room, the person, the talk or whatever else it is about. */
  readonly what: string;
  /**
   * `while Ada Lovelace is away`. It follows `"Title": `; of a must, also `2 free periods are long
   * enough: all `.
   */
  readonly text: string;
}

export type TalkRoom = Pick<OpenPeriod, 'room' | 'capacity' | 'has' | 'only'>;

/** About the room of a talk. */
export interface RoomRule extends Rule {
  /** By how much the room does not meet it; 0 also if it does not apply. */
  cost(talk: Talk, room: TalkRoom): number;
  explain(talk: Talk, room: TalkRoom): Explanation;
}

/** About the time of a talk. */
export interface TimeRule extends Rule {
  /** For each person or cell that it is about; none if it does not apply. */
  limits(talk: Talk, times: Times): readonly Limit[];
}

/** When a talk may be, and why only then. Of a wish, the time follows the text. */
export interface Limit extends Explanation {
  readonly free: Intervals;
}

/** About two talks beside each other. */
export interface PairRule extends Rule {
  /** When they break it. */
  readonly kind: PairKind;
  pairs(talks: readonly Talk[]): readonly TalkPair[];
  /** @param first its title in quotes */
  explain(first: string, second: string, what: string): string;
  /** Of a must, why a talk cannot be at a time: the codes beside a talk that stays or moves. */
  readonly limit?: {
    readonly staying: string;
    readonly moving: string;
    explain(title: string): string;
  };
}

/** Two indexes of talks. */
export interface TalkPair {
  readonly first: number;
  readonly second: number;
  /** The person, if it is about one. */
  readonly what: string;
}

/** About the talks of a track that have places. */
export interface TrackRule extends Rule {
  /** Which cost of the search it is. */
  readonly cost: keyof GroupCosts;
  find(
    placed: readonly PlacedTalk[],
    names: { readonly tracks: readonly string[]; readonly rooms: readonly string[] },
  ): readonly { amount: number; talks: readonly PlacedTalk[]; message: string }[];
}

/** A talk that has a place, with its own start and end. */
export interface PlacedTalk extends RoomPeriod {
  /** Its index among all talks. */
  readonly index: number;
  readonly talk: Talk;
  /** The index of its track, or -1. */
  readonly group: number;
  /** Each fixed talk has a lane of its own. */
  readonly lane: number;
}
