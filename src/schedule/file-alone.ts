// Owns the sessions of a schedule file by itself, without an event whose submissions its rows match. Pure.
import { matchRows } from './match.ts';
import { placeKey } from './place.ts';
import { breakSessions, fileSessions } from './planned-sessions.ts';
import type { ScheduleRow } from './row.ts';
import { type Session, trimAssumedEnds } from './session.ts';

export interface FileAlone {
  /** The talks and breaks. Talks have the ids that their rows have. */
  readonly sessions: readonly Session[];
  /** The rows that lack a room or a start, breaks excepted. */
  readonly unplaced: readonly ScheduleRow[];
  /** RFC 3339, as they are written. */
  readonly starts: readonly string[];
}

/** @param defaultDurationMs of a session without a known end */
export function readAlone(given: readonly ScheduleRow[], defaultDurationMs: number): FileAlone {
  const matches = matchRows(given, []);
  const { rows, breaks } = matches;
  const byPlace = new Map(rows.map((row) => [placeKey(row), row]));
  const talks = fileSessions(matches, defaultDurationMs).map((session) => {
    const { submissionId, abstract } = byPlace.get(placeKey({ ...session, line: session.line ?? 0 })) ?? {};
    return { ...session, submissionId, abstract };
  });
  return {
    sessions: trimAssumedEnds([...talks, ...breakSessions(matches, defaultDurationMs)]),
    unplaced: rows.filter((row) => !breaks.has(placeKey(row)) && (row.room === '' || row.start === undefined)),
    starts: rows.flatMap(({ start }) => start ?? []),
  };
}
