// Owns `announced.json`: the public program as it was announced. Must not know who reads it.

import {
  array,
  boolean,
  literal,
  nullable,
  object,
  optional,
  type output,
  safeParse,
  string,
} from 'zod/mini';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { speakerNames } from '../export/public-text.ts';
import { byName, inRowOrder, type Timetable } from '../export/timetable.ts';
import { isInNoRoom, roomsOf, type Session } from '../session.ts';

const announcedSession = object({
  id: nullable(string()),
  title: string(),
  rooms: array(string()),
  start: string(),
  end: nullable(string()),
  speakers: array(string()),
  track: nullable(string()),
  isBreak: boolean(),
});

/** The first member distinguishes it from other documents. */
const announcement = object({
  announcement: literal('1.0'),
  event: optional(string()),
  /** Null if only the offset of the starts is known. */
  timezone: nullable(string()),
  sessions: array(announcedSession),
});

/** Whether a file that begins so is an announcement. */
export function isAnnouncement(opening: string): boolean {
  return /^\uFEFF?\s*\{\s*"announcement"\s*:/.test(opening);
}

/** The same program has the same text, and each value a line of its own. */
export function announcementText(
  { sessions, zone }: Pick<Timetable, 'sessions' | 'zone'>,
  event: string,
): string {
  const byId = sessions.toSorted((a, b) => byName(a.submissionId ?? '', b.submissionId ?? ''));
  const document: output<typeof announcement> = {
    announcement: '1.0',
    event,
    timezone: isTimeZone(zone) ? zone : null,
    sessions: inRowOrder(byId).map((session) => announcedOf(session, zone)),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function announcedOf(session: Session, zone: string): output<typeof announcedSession> {
  const { submissionId, title, startMs, endMs, isDurationAssumed, track, isBreak } = session;
  return {
    id: submissionId ?? null,
    title,
    rooms: isInNoRoom(session) ? [] : [...roomsOf(session)],
    start: toRfc3339(startMs, zone),
    end: isDurationAssumed ? null : toRfc3339(endMs, zone),
    speakers: speakerNames(session),
    track: track ?? null,
    isBreak: isBreak === true,
  };
}

/** The sessions that were announced, with their starts as written; undefined for another text. */
export function readAnnouncement(content: unknown) {
  const { data } = safeParse(announcement, content);
  if (data === undefined) return undefined;
  const sessions = data.sessions.map(sessionOf);
  const isDated = sessions.every(({ startMs, endMs }) => !Number.isNaN(startMs + endMs));
  const zone = data.timezone ?? undefined;
  if (!isDated || (zone !== undefined && !isTimeZone(zone))) return undefined;
  return { sessions, zone, starts: data.sessions.map(({ start }) => start) };
}

function sessionOf(announced: output<typeof announcedSession>): Session {
  const { id, title, rooms, start, end, speakers, track, isBreak } = announced;
  const [room = '', ...otherRooms] = rooms;
  return {
    submissionId: id ?? undefined,
    title,
    room,
    otherRooms,
    startMs: Date.parse(start),
    endMs: Date.parse(end ?? start),
    isDurationAssumed: end === null,
    people: speakers.map((name) => ({ name })),
    track: track ?? undefined,
    ...(isBreak && { isBreak }),
  };
}
