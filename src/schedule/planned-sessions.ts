// Owns the sessions of an event as they would be after a plan: those of the file, and all others. Pure.
import { isEveryRoom } from '../columns/breaks.ts';
import { filePlaceKey, filePlaceOf } from './file-place.ts';
import { type Matches, matchSessions } from './match.ts';
import type { ScheduleRow } from './schedule-row.ts';
import { type Session, trimAssumedEnds } from './session.ts';
import { type EventSubmission, enrich, isCalledOff, type Placement, toSession } from './submissions.ts';

/** The placement that a row specifies; undefined if its room or its start is missing. */
export function wantedPlacement({ room, start }: ScheduleRow): Placement | undefined {
  return start === undefined || room === '' ? undefined : { room, start };
}

/** The breaks of the file; one without an end lasts as a session without one. */
export function breakSessions({ rows, breaks }: Matches, defaultDurationMs: number): readonly Session[] {
  return rows.flatMap((row): Session[] => {
    const { title, startMs, durationMs, track, format } = row;
    if (startMs === undefined || !breaks.has(filePlaceKey(row))) return [];
    const isEverywhere = isEveryRoom(row.room);
    // As exports write them.
    const [room = '', ...others] = row.room.split(/\s*;\s*/);
    const otherRooms = row.otherRooms ?? others;
    return [
      {
        ...filePlaceOf(row),
        ...{ title, people: [], track, format, startMs },
        endMs: startMs + (durationMs ?? defaultDurationMs),
        isDurationAssumed: durationMs === undefined,
        room: isEverywhere ? '' : room,
        ...(otherRooms.length > 0 && { otherRooms }),
        isBreak: true,
        ...(isEverywhere && { isEverywhere }),
      },
    ];
  });
}

/** The talks that the file places, also those that match no submission; those that are called off do not take place. */
export function fileSessions({ rows, matched, breaks }: Matches, defaultDurationMs: number): readonly Session[] {
  return rows.flatMap((row): Session[] => {
    const { otherRooms, title, submitterEmail } = row;
    const placement = wantedPlacement(row);
    const submission = matched.get(filePlaceKey(row)) ?? { ...unmatched, title, submitterEmail };
    if (placement === undefined || breaks.has(filePlaceKey(row)) || isCalledOff(submission)) return [];
    const session = toSession({ ...enrich(submission, row), placement }, defaultDurationMs);
    const own = { ...filePlaceOf(row), ...(otherRooms !== undefined && { otherRooms }) };
    return session === undefined ? [] : [{ ...session, submissionId: submission.id || undefined, ...own }];
  });
}

/** The sessions that the file does not place, with the details that it adds to them. */
export function otherSessions(
  { rows, matched, ...rest }: Matches,
  submissions: readonly EventSubmission[],
  defaultDurationMs: number,
): readonly Session[] {
  const isPlaced = (row: ScheduleRow) => wantedPlacement(row) !== undefined;
  const placed = new Set(rows.filter(isPlaced).map((row) => matched.get(filePlaceKey(row))?.id));
  const staying = submissions.filter((each) => !placed.has(each.id) && !isCalledOff(each));
  const details = { ...rest, matched, rows: rows.filter((row) => !isPlaced(row)) };
  return enrichAll(staying, details).flatMap((each): Session[] => {
    const session = toSession(each, defaultDurationMs);
    return session === undefined ? [] : [{ ...session, standing: 'outside' }];
  });
}

/**
 * How long sessions are by the file if the service differs, by the ids of their submissions.
 * @param sessions those of the file, and all others with the details that it adds to them
 */
export function differingDurations(
  sessions: readonly Session[],
  submissions: readonly EventSubmission[],
): ReadonlyMap<string, number> {
  const served = new Map(submissions.map(({ id, durationMs }) => [id, durationMs]));
  const durationsMs = new Map<string, number>();
  // Of several slots of a session, the first one in time is used, and the first one in the file.
  for (const session of sessions.toSorted((a, b) => a.startMs - b.startMs).toReversed()) {
    const { submissionId: id, startMs, endMs, isDurationAssumed } = session;
    if (id === undefined) continue;
    durationsMs.delete(id);
    if (!isDurationAssumed && endMs - startMs !== served.get(id)) {
      durationsMs.set(id, endMs - startMs);
    }
  }
  return durationsMs;
}

/** The submissions with the details that rows add to them. */
export function enrichAll(
  submissions: readonly EventSubmission[],
  { rows, matched }: Matches,
): readonly EventSubmission[] {
  const details = new Map(rows.map((row) => [matched.get(filePlaceKey(row))?.id, row]));
  return submissions.map((submission) => enrich(submission, details.get(submission.id)));
}

/** The rows, each with the title of its submission if the file has none. */
export function withTitles(
  given: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
): readonly ScheduleRow[] {
  const { rows, matched } = matchSessions(given, submissions);
  return rows.map((row) => (row.title === '' ? { ...row, title: matched.get(filePlaceKey(row))?.title ?? '' } : row));
}

/** A submission whose fields are all unknown. */
export const unmatched: EventSubmission = {
  id: '',
  title: '',
  submitterEmail: undefined,
  people: [],
  track: undefined,
  format: undefined,
  status: undefined,
  abstract: undefined,
  placement: undefined,
  durationMs: undefined,
};

/**
 * The sessions of a schedule file by itself, without an event: talks with the ids that their rows have, and breaks; the rows
 * that lack a room or a start, breaks excepted; and the starts as they are written.
 */
export function readAlone(given: readonly ScheduleRow[], defaultDurationMs: number) {
  const matches = matchSessions(given, []);
  const { rows, breaks } = matches;
  const byPlace = new Map(rows.map((row) => [filePlaceKey(row), row]));
  const talks = fileSessions(matches, defaultDurationMs).map((session) => {
    const { submissionId, abstract } = byPlace.get(filePlaceKey({ ...session, line: session.line ?? 0 })) ?? {};
    return { ...session, submissionId, abstract };
  });
  return {
    sessions: trimAssumedEnds([...talks, ...breakSessions(matches, defaultDurationMs)]),
    unplaced: rows.filter((row) => !breaks.has(filePlaceKey(row)) && (row.room === '' || row.start === undefined)),
    starts: rows.flatMap(({ start }) => start ?? []),
  };
}
