// Owns the sessions of an event as they would be after a plan: those of the file, and all others. Pure.

import { isEveryRoom } from '../columns/breaks.ts';
import type { Matches } from './match.ts';
import { type Place, placeKey, placeOf } from './place.ts';
import type { ScheduleRow } from './row.ts';
import type { Session } from './session.ts';
import { type EventSubmission, enrich, isCalledOff, type Placement, toSession } from './submissions.ts';

/** The placement that a row specifies; undefined if its room or its start is missing. */
export function wantedPlacement({ room, start }: ScheduleRow): Placement | undefined {
  return start === undefined || room === '' ? undefined : { room, start };
}

type Matched = Matches['matched'];

/** The breaks of the file, with the ends that are known: a break without an end lasts until the next session in its room. */
export function breakSessions(
  rows: readonly ScheduleRow[],
  breaks: Matches['breaks'],
  defaultDurationMs: number,
): readonly Session[] {
  return rows.flatMap((row): Session[] => {
    const { title, startMs, durationMs, track, format } = row;
    if (startMs === undefined || !breaks.has(placeKey(row))) return [];
    const isEverywhere = isEveryRoom(row.room);
    // As exports write them.
    const [room = '', ...others] = row.room.split(/\s*;\s*/);
    const otherRooms = row.otherRooms ?? others;
    return [
      {
        ...placeOf(row),
        ...{ title, people: [], track, format, startMs },
        endMs: startMs + (durationMs ?? defaultDurationMs + (row.atLeastMs ?? 0)),
        isDurationAssumed: durationMs === undefined,
        room: isEverywhere ? '' : room,
        ...(otherRooms.length > 0 && { otherRooms }),
        isBreak: true,
        ...(isEverywhere && { isEverywhere }),
      },
    ];
  });
}

/** The sessions that the file places; those that are called off do not take place. */
export function fileSessions(
  rows: readonly ScheduleRow[],
  matched: Matched,
  defaultDurationMs: number,
): readonly Session[] {
  return rows.flatMap((row): Session[] => {
    const { otherRooms } = row;
    const placement = wantedPlacement(row);
    if (placement === undefined) return [];
    const submission = matched.get(placeKey(row)) ?? unmatchedSubmission(row);
    if (isCalledOff(submission)) return [];
    const session = toSession({ ...enrich(submission, row), placement }, defaultDurationMs + (row.atLeastMs ?? 0));
    const own = { ...placeOf(row), ...(otherRooms !== undefined && { otherRooms }) };
    return session === undefined ? [] : [{ ...session, submissionId: submission.id || undefined, ...own }];
  });
}

/** The sessions that the file does not move, with the details that it adds to them. */
export function otherSessions(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  matched: Matched,
  defaultDurationMs: number,
): readonly Session[] {
  const isMoved = (row: ScheduleRow) => wantedPlacement(row) !== undefined;
  const moved = new Set(rows.filter(isMoved).map((row) => matched.get(placeKey(row))?.id));
  const staying = submissions.filter((each) => !moved.has(each.id) && !isCalledOff(each));
  const details = rows.filter((row) => !isMoved(row));
  return enrichAll(staying, details, matched).flatMap((each) => toSession(each, defaultDurationMs) ?? []);
}

/** The submissions with the details that rows add to them. */
export function enrichAll(
  submissions: readonly EventSubmission[],
  rows: readonly ScheduleRow[],
  matched: Matched,
): readonly EventSubmission[] {
  const details = new Map(rows.map((row) => [matched.get(placeKey(row))?.id, row]));
  return submissions.map((submission) => enrich(submission, details.get(submission.id)));
}

/** The submission of an unmatched row, whose other fields are unknown. */
export function unmatchedSubmission({ title, submitterEmail }: ScheduleRow): EventSubmission {
  return submitterEmail === undefined
    ? { ...unmatched, title }
    : { ...unmatched, title, submitterEmail, people: [{ name: '', email: submitterEmail }], isSpeakerAssumed: true };
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

export function isOutsideFile(session: Session): boolean {
  return session.line === undefined;
}

export function isInFile(session: Session): session is Session & Place {
  return session.line !== undefined;
}
