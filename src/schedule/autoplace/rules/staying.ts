// Owns the rule that few talks move: with `--keep none`, one that has a place stays where that is
// possible. Weak wishes decide only between placements with the same moves.

import { isSameRoom } from '../../../changes/place.ts';
import type { Talk } from '../named-talks.ts';

/**
 * Whether the talk has a place that it may leave, and the user wants no other one: its row was not
 * emptied, and wishes no other room.
 */
export function wantsToStay({ isPlaced, isFixed, isEmptied, roomWishes, session }: Talk): boolean {
  const isInWished =
    roomWishes.length === 0 || roomWishes.some((room) => isSameRoom(room, session.room));
  return isPlaced && !isFixed && !isEmptied && isInWished;
}

/** What it costs to be elsewhere: a talk less that moves is worth more than its room and day. */
export const elsewhere = { place: 4, room: 1, day: 2 };
