// Owns the sessions of a timetable, those that are chosen by day, room, track and speaker, and
// notices of what is assumed.

import { amount } from '../../../contract/amount.ts';
import { grouped } from '../../../contract/grouped.ts';
import { foldKey, isSamePerson } from '../../../contract/key.ts';
import { canonicalZone } from '../../../contract/time-zone.ts';
import { NotFoundError } from '../../../errors.ts';
import type { UnplacedTalk } from '../../../schedule/announced/program.ts';
import { speakerNames } from '../../../schedule/export/public-text.ts';
import { byName, dayOf, inOrder, type Timetable } from '../../../schedule/export/timetable.ts';
import { readAlone } from '../../../schedule/match/filed-sessions.ts';
import type { ScheduleRow } from '../../../schedule/read/schedule-row.ts';
import { comparedName, isInRooms, roomsOf, type Session } from '../../../schedule/session.ts';
import { trimAssumedEnds } from '../../../schedule/session-end.ts';
import { type EventSubmission, isCalledOff, toSession } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { type ClashFlags, defaultDuration, type ReadingFlags } from '../../flag-sets.ts';
import { usualClock } from '../../usual-clock.ts';
import { noticeSimilarRooms, noticeUnplaced } from '../sessions/file-notices.ts';
import { readPlaced } from '../sessions/placed-sessions.ts';
import type { FileFlags, ScheduleFlag } from '../sessions/schedule-file.ts';

export interface TimetableFlags
  extends ReadingFlags,
    ScheduleFlag,
    Pick<ClashFlags, 'defaultDuration'> {
  readonly day: readonly string[];
  readonly rooms: readonly string[];
  readonly track: readonly string[];
  readonly speaker: readonly string[];
}

/** The sessions, as they were read. */
export interface ReadSessions extends Pick<Timetable, 'sessions'> {
  /** The placed sessions that do not take place. */
  readonly calledOff: readonly Session[];
  /** The talks that have no place, and are not called off. */
  readonly unplaced: readonly UnplacedTalk[];
  /** The starts as they are written. */
  readonly starts: readonly string[];
}

/** @returns `zone` is that of the settings; else the offset that most of the sessions have */
export async function readTimetable(context: Context<TimetableFlags>) {
  const { sessions, calledOff, starts } = await readSessions(context);
  return { sessions, calledOff, zone: await zoneOf(context, starts) };
}

export async function readSessions(
  context: Context<FileFlags & ScheduleFlag & Pick<TimetableFlags, 'defaultDuration'>>,
): Promise<ReadSessions> {
  const defaultMs = context.flags.defaultDuration;
  const placed = await readPlaced(context, defaultMs);
  const { submissions: enriched, inFile, alone, rooms } = placed;
  if (alone !== undefined) {
    const read = readAlone(alone.rows, defaultMs, rooms);
    await noticeSimilarRooms(context, read.sessions);
    await noticeUnplaced(context, alone.file, read.unplaced);
    return { ...read, unplaced: read.unplaced.flatMap(unplacedRow) };
  }
  const sessionsOf = (some: readonly EventSubmission[]) =>
    some.flatMap((talk) => toSession(talk, defaultMs) ?? []);
  const published = enriched.filter((talk) => !isCalledOff(talk));
  const calledOff = sessionsOf(enriched.filter(isCalledOff)).map((session) => ({
    ...session,
    isCalledOff: true as const,
  }));
  await noticeAssumedSpeakers(context, published);
  const eventRooms = enriched.flatMap(({ placement }) => placement?.room ?? []);
  await noticeSimilarRooms(context, inFile, eventRooms);
  return {
    sessions: trimAssumedEnds([...sessionsOf(published), ...inFile]),
    calledOff: [...calledOff, ...placed.calledOff],
    unplaced: placed.unplaced
      .filter((talk) => !isCalledOff(talk))
      .map(({ id, title, people }) => ({ submissionId: id, title, people })),
    starts: enriched.flatMap(({ placement }) => placement?.start ?? []),
  };
}

function unplacedRow(row: ScheduleRow): readonly UnplacedTalk[] {
  const { submissionId, possibleId, title, people } = row;
  return row.isCalledOff ? [] : [{ submissionId, fileId: possibleId, title, people }];
}

/** @param what becomes of them: `Left out` */
export async function noticeCalledOff(
  context: Context,
  what: string,
  { length }: readonly Session[],
): Promise<void> {
  if (length === 0) return;
  const are = amount(length, 'placed session that is', 'placed sessions that are');
  await context.notice(`${what}: ${are} declined, withdrawn or canceled.`);
}

/** The zone of the settings, else of the event, else the offset that most starts have. */
export async function zoneOf(context: Context, starts: readonly string[]): Promise<string> {
  const timeZone = await context.timeZone();
  return timeZone === undefined ? usualClock(context, starts) : canonicalZone(timeZone);
}

export async function noticeAssumedSpeakers(
  context: Context,
  published: readonly EventSubmission[],
): Promise<void> {
  const isGuess = ({ people, isSpeakerAssumed = false }: EventSubmission) =>
    isSpeakerAssumed && people.some(({ name }) => name !== '');
  const count = published.filter(isGuess).length;
  if (count > 0) {
    await context.notice(
      `${amount(count, 'session has', 'sessions have')} no speakers, so their submitters are ` +
        'shown; specify speakers with --schedule.',
    );
  }
}

export async function noticeAssumedEnds(
  context: Context<TimetableFlags>,
  sessions: readonly Session[],
): Promise<void> {
  const count = sessions.filter(
    ({ isDurationAssumed, isBreak }) => isDurationAssumed && isBreak !== true,
  ).length;
  if (count === 0) return;
  const longest = context.typed.get('defaultDuration') ?? defaultDuration.default;
  await context.notice(
    `${amount(count, 'session has', 'sessions have')} no known end. An end is assumed: ` +
      `${longest} after the start, or the start of the next session in the room. Specify ` +
      'durations with --schedule or --default-duration.',
  );
}

/**
 * Why no session is shown. Each flag may have values that sessions have, and no session have them
 * all.
 * @param all the sessions that could be chosen
 */
export function noticeNothing(context: Context, all: readonly Session[]): Promise<void> {
  const isEmpty = all.length === 0;
  return context.notice(
    isEmpty ? 'No session is placed yet.' : 'No session matches all of these flags.',
  );
}

/**
 * The sessions that meet every flag.
 * @throws {NotFoundError} for names that no session has, which are most likely misspelled
 */
export function narrow(
  { day, rooms, track, speaker }: Pick<TimetableFlags, 'day' | 'rooms' | 'track' | 'speaker'>,
  { sessions, zone }: Pick<Timetable, 'sessions' | 'zone'>,
): readonly Session[] {
  if (sessions.length === 0) return [];
  const ofDays =
    day.length === 0
      ? sessions
      : sessions.filter(({ startMs }) => day.includes(dayOf(startMs, zone)));
  const choices: readonly Choice[] = [
    {
      flag: '--rooms',
      values: rooms,
      of: roomsOf,
      isSame: isSameText,
      isMet: isInRooms,
    },
    {
      flag: '--track',
      values: track,
      of: ({ track }) => (track === undefined ? [] : [track]),
      isSame: isSameText,
    },
    {
      flag: '--speaker',
      values: speaker,
      of: speakerNames,
      isSame: isSameSpeaker,
    },
  ];
  return choices
    .filter(({ values }) => values.length > 0)
    .reduce((left, choice) => {
      const { of, isSame } = choice;
      const names = chosen(choice, namesOf(sessions, of));
      const hasName = (session: Session) =>
        of(session).some((value) => names.some((name) => isSame(name, value)));
      const { isMet = hasName } = choice;
      return left.filter((session) => isMet(session, names));
    }, ofDays);
}

/** What a flag chooses. */
interface Choice {
  readonly flag: string;
  readonly values: readonly string[];
  /** The names that a session has. */
  readonly of: (session: Session) => readonly string[];
  readonly isSame: (name: string, other: string) => boolean;
  /** Whether a session meets the flag; unless given, if it has one of the names. */
  readonly isMet?: (session: Session, names: readonly string[]) => boolean;
}

/** Each name once, as the first session writes it, in alphabetical order. */
function namesOf(
  sessions: readonly Session[],
  of: (session: Session) => readonly string[],
): readonly string[] {
  const spellings = grouped(inOrder(sessions).flatMap(of), foldKey).values();
  return [...spellings].flatMap(([first]) => first || []).toSorted(byName);
}

/**
 * The names in the values of a flag.
 * @param known the names that sessions have
 * @throws {NotFoundError} for a name that is not among them
 */
function chosen({ flag, values, isSame }: Choice, known: readonly string[]): readonly string[] {
  const isKnown = (name: string) => known.some((knownName) => isSame(knownName, name));
  const names = values.flatMap((value) =>
    isKnown(value) ? [value] : value.split(',').map((name) => name.trim()),
  );
  const unknown = names.find((name) => !isKnown(name));
  if (unknown === undefined) return names;
  const others = known.length > shownNames ? ` | … (${known.length} in total)` : '';
  throw new NotFoundError(`${flag} ${unknown}: no session matches`, {
    fix:
      known.length === 0
        ? `remove ${flag}: no session has a value to choose`
        : `pass one of ${known.slice(0, shownNames).join(' | ')}${others}`,
  });
}

const shownNames = 20;

function isSameText(one: string, other: string): boolean {
  return foldKey(one) === foldKey(other);
}

/** As people are compared everywhere: without titles, accents and case. */
function isSameSpeaker(one: string, other: string): boolean {
  return isSamePerson(comparedName({ name: one }), comparedName({ name: other }));
}
