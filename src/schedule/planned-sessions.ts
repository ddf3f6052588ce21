// Owns the sessions of an event as they would be after a plan: those of the file, and all others. Pure.
import { isEveryRoom } from '../columns/breaks.ts';
import { filePlaceKey, filePlaceOf } from './file-place.ts';
import { type Matches, matchSessions } from './match.ts';
import type { ScheduleRow } from './schedule-row.ts';
import { type Session, trimAssumedEnds } from './session.ts';
import { type EventSubmission, enrich, isCalledOff, isPlaced, toSession } from './submissions.ts';
import { detailsOf, type FiledTalk, filedTalks, isOffInFile, storedSlot, wantedPlacement } from './talk-slots.ts';

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

/**
 * The talks that the file places, in all of their slots, also those that match no submission;
 * those that are called off do not take place.
 */
export function fileSessions(matches: Matches, defaultDurationMs: number): readonly Session[] {
  const sessions = filedTalks(matches).flatMap((talk) => {
    if (talk.submission !== undefined && isCalledOff(talk.submission)) return [];
    return talk.slots.map((row, at) => slotSession(talk, { row, number: at + 1 }, defaultDurationMs));
  });
  const byPlace = new Map(sessions.map((session) => [placeOf(session), session]));
  return matches.rows.flatMap((row) => byPlace.get(filePlaceKey(row)) ?? []);
}

/** The slots of placed talks that only the file has, because the service stores one of each talk. */
export function furtherSlots(matches: Matches, defaultDurationMs: number): readonly Session[] {
  return filedTalks(matches).flatMap((talk): readonly Session[] => {
    const { submission, slots } = talk;
    if (submission === undefined || !isPlaced(submission) || isCalledOff(submission)) return [];
    const stored = storedSlot(talk, submission.placement);
    const others = slots.filter((row) => row !== stored);
    return others.map((row, at) => slotSession(talk, { row, number: at + 2 }, defaultDurationMs));
  });
}

/** A row that places a talk, and which of its slots it is. */
interface NumberedSlot {
  readonly row: ScheduleRow;
  /** From 1, which is the one that the service stores. */
  readonly number: number;
}

function slotSession(talk: FiledTalk, slot: NumberedSlot, defaultDurationMs: number): Session {
  const { row, number } = slot;
  const { submission, rows } = talk;
  const { title, submitterEmail, otherRooms } = row;
  const details = submission === undefined ? row : detailsOf(row, { rows });
  const enriched = enrich(submission ?? { ...unmatched, title, submitterEmail }, details);
  const placed = { ...enriched, placement: wantedPlacement(row) };
  const session = toSession(placed, defaultDurationMs);
  if (session === undefined) throw new TypeError('a slot has a start');
  return {
    ...session,
    ...filePlaceOf(row),
    submissionId: submission?.id,
    ...(otherRooms !== undefined && { otherRooms }),
    ...(number > 1 && { slotNumber: number }),
  };
}

function placeOf({ line = 0, ...place }: Session): string {
  return filePlaceKey({ ...place, line });
}

/** The sessions that the file does not place, with the details that it adds to them. */
export function otherSessions(
  matches: Matches,
  submissions: readonly EventSubmission[],
  defaultDurationMs: number,
): readonly Session[] {
  const talks = filedTalks(matches).filter(({ slots }) => slots.length > 0);
  const placed = new Set(talks.map(({ submission }) => submission?.id));
  const staying = enrichAll(submissions, matches).filter((each) => {
    return !placed.has(each.id) && !isCalledOff(each);
  });
  return staying.flatMap((each): Session[] => {
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
  for (const { submissionId: id, slotNumber, startMs, endMs, isDurationAssumed } of sessions) {
    // The service stores the first slot alone.
    if (id === undefined || slotNumber !== undefined) continue;
    if (!isDurationAssumed && endMs - startMs !== served.get(id)) {
      durationsMs.set(id, endMs - startMs);
    }
  }
  return durationsMs;
}

/**
 * The submissions with the details that rows add to them: those of the slot that the service has,
 * if the file has several.
 */
export function enrichAll(submissions: readonly EventSubmission[], matches: Matches): readonly EventSubmission[] {
  const talks = new Map(filedTalks(matches).map((talk) => [talk.submission?.id, talk]));
  return submissions.map((submission) => {
    const talk = talks.get(submission.id);
    const row = talk && (storedSlot(talk, submission.placement) ?? talk.rows[0]);
    if (talk === undefined || row === undefined) return submission;
    const enriched = enrich(submission, detailsOf(row, talk));
    return isOffInFile(talk) ? { ...enriched, isOffInFile: true } : enriched;
  });
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
