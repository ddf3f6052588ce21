// Owns the sessions of a schedule file by itself, without an event whose submissions its rows match. Pure.
import { resolveCells } from './grid/cell.ts';
import { matchSubmissions } from './match.ts';
import { placeKey } from './place.ts';
import { breakSessions, fileSessions } from './planned-sessions.ts';
import type { ScheduleRow } from './row.ts';
import { type Session, trimAssumedEnds } from './session.ts';

export interface FileAlone {
  /** The talks and breaks. Talks have the ids that their rows have. */
  readonly sessions: readonly Session[];
  /** Those of rows such as `TBA`, which say that there is no session. */
  readonly emptySlots: readonly Session[];
  /** The rows that lack a room or a start, breaks excepted. */
  readonly unplaced: readonly ScheduleRow[];
  /** RFC 3339, as they are written. */
  readonly starts: readonly string[];
}

/** @param defaultDurationMs of a session without a known end */
export function readAlone(given: readonly ScheduleRow[], defaultDurationMs: number): FileAlone {
  const rows = resolveCells(given, []);
  const { breaks, emptySlots, matched } = matchSubmissions(rows, []);
  const talks = rows.filter((row) => !breaks.has(placeKey(row)));
  const placed = talks.flatMap((row) =>
    fileSessions([row], matched, defaultDurationMs).map((session) => ({
      session: { ...session, submissionId: row.submissionId, abstract: row.abstract },
      isEmpty: emptySlots.has(placeKey(row)),
    })),
  );
  const sessionsOf = (wanted: boolean) => placed.flatMap(({ session, isEmpty }) => (isEmpty === wanted ? session : []));
  return {
    sessions: trimAssumedEnds([...sessionsOf(false), ...breakSessions(rows, breaks, defaultDurationMs)]),
    emptySlots: sessionsOf(true),
    unplaced: talks.filter(({ room, start }) => room === '' || start === undefined),
    starts: rows.flatMap(({ start }) => start ?? []),
  };
}
