// Owns what a file of rooms specifies for the checks of sessions: the turnaround of a room, and the
// hours in which it is open. Must not know files. Pure.
import { foldKey } from '../../contract/key.ts';

/** A period in which a room is open; half-open, in milliseconds since 1970. */
export interface OpenHours {
  readonly startMs: number;
  readonly endMs: number;
}

/** What the file of rooms has for one room. */
export interface RoomTerms {
  /** As the file writes it. */
  readonly room: string;
  /** How long it stays empty between two sessions, in milliseconds; undefined if as usual. */
  readonly turnaroundMs: number | undefined;
  /** In order, and apart from each other; none if they are unknown. */
  readonly hours: readonly OpenHours[];
}

/** How long rooms stay empty, and when they are open. */
export interface RoomOptions {
  /** How long a room stays empty between two sessions, if it has no turnaround of its own. */
  readonly turnaroundMs: number;
  /** What the file of rooms has, by the key of the room. */
  readonly ofRooms?: ReadonlyMap<string, RoomTerms> | undefined;
}

/** How long a room stays empty between two sessions, in milliseconds. */
export function turnaroundIn(room: string, { turnaroundMs, ofRooms }: RoomOptions): number {
  return ofRooms?.get(foldKey(room))?.turnaroundMs ?? turnaroundMs;
}

/** When a room is open; none if that is unknown. */
export function hoursIn(room: string, { ofRooms }: RoomOptions): readonly OpenHours[] {
  return ofRooms?.get(foldKey(room))?.hours ?? [];
}

/** The same times in order, with periods that touch as one. */
export function joinedHours(periods: readonly OpenHours[]): readonly OpenHours[] {
  const joined: OpenHours[] = [];
  for (const { startMs, endMs } of periods.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last === undefined || last.endMs < startMs) joined.push({ startMs, endMs });
    else joined[joined.length - 1] = { ...last, endMs: Math.max(last.endMs, endMs) };
  }
  return joined;
}

/** Whether a time is wholly within one of the periods. */
export function isWithin(hours: readonly OpenHours[], time: OpenHours): boolean {
  return hours.some(({ startMs, endMs }) => startMs <= time.startMs && time.endMs <= endMs);
}
