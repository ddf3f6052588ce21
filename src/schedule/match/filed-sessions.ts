// Owns the sessions of an event as a schedule file would have them: those of the file, and all
// others. Pure.

import { filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import { isEveryRoom } from '../../columns/breaks.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { inRoomsOfBlocks } from '../read/session-blocks.ts';
import type { Room } from '../rooms/room-name.ts';
import type { Session } from '../session.ts';
import { endOf, trimAssumedEnds } from '../session-end.ts';
import {
  type EventSubmission,
  isCalledOff,
  isPlaced,
  type KnownTalk,
  toSession,
} from '../submissions.ts';
import { enrich } from './file-details.ts';
import { type Matches, matchSessions } from './match.ts';
import {
  detailsOf,
  type FiledTalk,
  filedTalks,
  isOffInFile,
  numberedSlots,
  storedSlot,
  writtenPlacement,
} from './talk-slots.ts';

/** A session that is in the schedule file. */
export interface FiledSession extends Session {
  readonly line: number;
}

/** The breaks of the file that take place; one without an end lasts as a session without one. */
export function breakSessions(matches: Matches, defaultDurationMs: number): readonly Session[] {
  return breaksIn(matches, defaultDurationMs).filter(takesPlace);
}

/** The breaks that the file calls off. */
export function calledOffBreaks(matches: Matches, defaultDurationMs: number): readonly Session[] {
  return breaksIn(matches, defaultDurationMs).filter((session) => !takesPlace(session));
}

function breaksIn({ rows, breaks }: Matches, defaultDurationMs: number): readonly Session[] {
  return rows.flatMap((row): Session[] => {
    const { title, startMs, durationMs, track, format } = row;
    if (startMs === undefined || !breaks.has(filePlaceKey(row))) return [];
    const { room, otherRooms } = row;
    const isEverywhere = isEveryRoom(room);
    return [
      {
        ...filePlaceOf(row),
        title,
        people: [],
        track,
        format,
        startMs,
        ...endOf(startMs, durationMs, defaultDurationMs),
        room: isEverywhere ? '' : room,
        ...(otherRooms !== undefined && { otherRooms }),
        isBreak: true,
        isCalledOff: row.isCalledOff,
        ...(isEverywhere && { isEverywhere }),
      },
    ];
  });
}

/**
 * The talks that the file places, in all of their slots; those that are called off do not take
 * place. A row without a submission is none: it may be a placed talk under another title.
 */
export function fileSessions(matches: Matches, defaultDurationMs: number): readonly FiledSession[] {
  const sessions = filedTalks(matches).flatMap((talk) => {
    if (talk.submission === undefined || isCalledOff(talk.submission)) return [];
    return slotSessions(talk, storedSlot(talk), defaultDurationMs);
  });
  const taking = sessions.filter(takesPlace);
  const byPlace = new Map(taking.map((session) => [filePlaceKey(session), session]));
  return matches.rows.flatMap((row) => byPlace.get(filePlaceKey(row)) ?? []);
}

/**
 * The slots of placed talks that only the file has, because the service stores one of each talk;
 * also those that are called off.
 */
export function furtherSlots(matches: Matches, defaultDurationMs: number): readonly Session[] {
  return filedTalks(matches).flatMap((talk): readonly Session[] => {
    const { submission } = talk;
    if (submission === undefined || !isPlaced(submission) || isCalledOff(submission)) return [];
    const stored = storedSlot(talk, submission.placement);
    const all = slotSessions(talk, stored, defaultDurationMs);
    return all.filter(({ slotNumber }) => slotNumber !== undefined);
  });
}

/** Whether a session is not called off. */
export function takesPlace({ isCalledOff: isOff }: Session): boolean {
  return isOff !== true;
}

function slotSessions(
  talk: FiledTalk,
  stored: ScheduleRow | undefined,
  defaultDurationMs: number,
): readonly FiledSession[] {
  const { submission } = talk;
  return numberedSlots(talk, stored).flatMap(({ row, number }): readonly FiledSession[] => {
    const { title, submitterEmail, otherRooms } = row;
    const details = submission === undefined ? row : detailsOf(row, talk);
    const enriched = enrich(submission ?? { ...unmatched, title, submitterEmail }, details);
    const placed = { ...enriched, placement: writtenPlacement(row), otherRooms };
    const session = toSession(placed, defaultDurationMs);
    if (session === undefined) return [];
    return [
      {
        ...session,
        ...filePlaceOf(row),
        submissionId: submission?.id,
        slotNumber: number > 1 ? number : undefined,
        isCalledOff: row.isCalledOff,
      },
    ];
  });
}

/** The sessions that the file does not place, with the details that it adds to them. */
export function otherSessions(
  matches: Matches,
  submissions: readonly EventSubmission[],
  defaultDurationMs: number,
): readonly Session[] {
  const talks = filedTalks(matches).filter(({ slots }) => slots.length > 0);
  const placed = new Set(talks.map(({ submission }) => submission?.id));
  return enrichAll(submissions, matches).flatMap((talk): Session[] => {
    if (placed.has(talk.id) || isCalledOff(talk)) return [];
    const session = toSession(talk, defaultDurationMs);
    if (session === undefined) return [];
    return [talk.isRevived ? session : { ...session, standing: 'outside' }];
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
export function enrichAll(
  submissions: readonly EventSubmission[],
  matches: Matches,
): readonly EventSubmission[] {
  const talks = new Map(filedTalks(matches).map((talk) => [talk.submission?.id, talk]));
  return submissions.map((submission) => {
    const talk = talks.get(submission.id);
    const row = talk && (storedSlot(talk, submission.placement) ?? talk.rows[0]);
    if (talk === undefined || row === undefined) return submission;
    const enriched = enrich(submission, detailsOf(row, talk));
    return isOffInFile(talk) ? { ...enriched, isOffInFile: true } : enriched;
  });
}

/**
 * The rows, each with the title of its submission if the file has none, and with its speakers if
 * no row of the talk has people.
 */
export function withSubmissionDetails(
  rowsOfFile: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
): readonly ScheduleRow[] {
  const { rows, matched } = matchSessions(rowsOfFile, submissions);
  const submissionOf = (row: ScheduleRow) => matched.get(filePlaceKey(row));
  const peopled = rows.filter((row) => row.people.length > 0 && row.areBesideSpeakers !== true);
  const withPeople = new Set(peopled.map((row) => submissionOf(row)?.id));
  return rows.map((row) => {
    const submission = submissionOf(row);
    if (submission === undefined) return row;
    const { id, title, people, isSpeakerAssumed = false } = submission;
    const hasOwn = isSpeakerAssumed || withPeople.has(id);
    return {
      ...row,
      title: row.title || title,
      people: hasOwn ? row.people : [...people, ...row.people],
    };
  });
}

/** A talk about which nothing is known. */
export const unmatched: KnownTalk = {
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
 * The sessions of a schedule file by itself, without an event: talks with the ids that their rows
 * have, and breaks; the talks that it calls off; the rows that lack a room or a start, breaks
 * excepted; and the starts as they are written.
 * @param listed all rooms of an event for which the file is, if that is known
 */
export function readAlone(
  rowsOfFile: readonly ScheduleRow[],
  defaultDurationMs: number,
  listed?: readonly Room[],
) {
  const matches = matchSessions(inRoomsOfBlocks(rowsOfFile), [], { listed });
  const { rows, breaks } = matches;
  const byPlace = new Map(rows.map((row) => [filePlaceKey(row), row]));
  const all = filedTalks(matches).flatMap((talk) => {
    return slotSessions(talk, storedSlot(talk), defaultDurationMs).map((session) => {
      const { submissionId, possibleId, abstract } = byPlace.get(filePlaceKey(session)) ?? {};
      return { ...session, submissionId, fileId: possibleId, abstract };
    });
  });
  const talks = all.filter(takesPlace);
  const calledOff = all.filter((session) => !takesPlace(session));
  const isUnplaced = (row: ScheduleRow) => row.room === '' || row.start === undefined;
  return {
    sessions: trimAssumedEnds([...talks, ...breakSessions(matches, defaultDurationMs)]),
    calledOff: [...calledOff, ...calledOffBreaks(matches, defaultDurationMs)],
    unplaced: rows.filter((row) => !breaks.has(filePlaceKey(row)) && isUnplaced(row)),
    starts: rows.flatMap(({ start }) => start ?? []),
  };
}
