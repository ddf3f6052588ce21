// Decides when a session ends: as its file says, or else as the service has it; if neither says it,
// an end is assumed: the next start in its room, and the default duration at the latest. How long
// the service takes a session to be is decided in `changes/room-rule.ts`. Pure.

import { foldKey } from '../contract/key.ts';
import { isInNoRoom, roomsOf, type Session } from './session.ts';

/**
 * When a session ends that begins at a time, all in milliseconds. An assumed end is still to be
 * trimmed by the sessions beside it.
 * @param durationMs by its file, or else by the service, as `enrich` of `file-details.ts` decides
 */
export function endOf(
  startMs: number,
  durationMs: number | undefined,
  defaultDurationMs: number,
): Pick<Session, 'endMs' | 'isDurationAssumed'> {
  return {
    endMs: startMs + (durationMs ?? defaultDurationMs),
    isDurationAssumed: durationMs === undefined,
  };
}

/**
 * In order of time; an assumed end is no later than the next start in the room, or of a break in
 * all rooms.
 * @param gapIn how long a room stays empty before it, in milliseconds
 */
export function trimAssumedEnds(
  sessions: readonly Session[],
  gapIn: (room: string) => number = () => 0,
): readonly Session[] {
  const rooms = new Map<string, typeof never>();
  const trimmed = sessions
    .toSorted((a, b) => b.startMs - a.startMs)
    .map((session) => {
      const { startMs, endMs, isDurationAssumed } = session;
      const keys = roomsOf(session)
        .map(foldKey)
        .filter((key) => key !== '' || session.isBreak);
      const near = isInNoRoom(session) ? [...rooms.keys()] : [...keys, ''];
      const latestMs = Math.min(
        ...near.map((key) => {
          const { ms, followingMs } = rooms.get(key) ?? never;
          return (ms > startMs ? ms : followingMs) - gapIn(key);
        }),
      );
      for (const key of keys) {
        const { ms, followingMs } = rooms.get(key) ?? never;
        rooms.set(key, ms > startMs ? { ms: startMs, followingMs: ms } : { ms, followingMs });
      }
      if (!isDurationAssumed || latestMs >= endMs) return session;
      return { ...session, endMs: Math.max(startMs + 1, latestMs) };
    });
  return trimmed.toReversed();
}

/** The earliest start in a room so far, and the next one after it. */
const never = { ms: Number.POSITIVE_INFINITY, followingMs: Number.POSITIVE_INFINITY };
