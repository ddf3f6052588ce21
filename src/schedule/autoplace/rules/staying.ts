// Owns the rule that few talks move: with `--keep none`, one that has a place stays where that is
// possible. It decides only between placements that are equal in all other rules.

import type { Talk } from '../named-talks.ts';

/** Whether the talk has a place that it may leave, and its row was not emptied to place it anew. */
export function wantsToStay({ isPlaced, isFixed, isEmptied }: Talk): boolean {
  return isPlaced && !isFixed && !isEmptied;
}

/** What it costs to be elsewhere: a talk less that moves is worth more than its room and day. */
export const elsewhere = { place: 4, room: 1, day: 2 };
