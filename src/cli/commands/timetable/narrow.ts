// Owns which sessions of a timetable are chosen by day, room, track and speaker: the same for the terminal and every export.
import { mostSimilar } from '../../../columns/similarity.ts';
import { foldKey, isSamePerson } from '../../../contract/key.ts';
import { UsageError } from '../../../errors.ts';
import { byName, dayOf, inOrder, type Timetable } from '../../../schedule/export/grid.ts';
import { speakerNames } from '../../../schedule/export/public-text.ts';
import { grouped } from '../../../schedule/grouped.ts';
import { comparedName, isInRooms, roomsOf, type Session } from '../../../schedule/session.ts';

export interface NarrowingFlags {
  readonly day: readonly string[];
  readonly rooms: readonly string[];
  readonly track: readonly string[];
  readonly speaker: readonly string[];
}

/** Each flag may have values that sessions have, and no session have them all. */
export const nothingMatches = 'No session matches all of these flags.';

type IsSame = (one: string, other: string) => boolean;

/** The sessions that meet every flag. @throws {UsageError} for values that no session has, which are most likely misspelled */
export function narrow(
  { day, rooms, track, speaker }: NarrowingFlags,
  timetable: Pick<Timetable, 'sessions' | 'zone'>,
): readonly Session[] {
  const { sessions, zone } = timetable;
  const ordered = inOrder(sessions);
  const conditions: ((session: Session) => boolean)[] = [];
  if (day.length > 0) {
    const known = ordered.map(({ startMs }) => dayOf(startMs, zone));
    const days = new Set(chosen('--day', day.flatMap(namesIn).map(requireDate), distinct(known), isSameText));
    conditions.push(({ startMs }) => days.has(dayOf(startMs, zone)));
  }
  if (rooms.length > 0) {
    const names = chosen('--rooms', rooms, distinct(ordered.flatMap(roomsOf)), isSameText);
    conditions.push((session) => isInRooms(session, names));
  }
  if (track.length > 0) {
    const names = chosen('--track', track, tracksOf(sessions), isSameText);
    conditions.push((session) => names.some((name) => isSameText(name, session.track ?? '')));
  }
  if (speaker.length > 0) {
    const names = chosen('--speaker', speaker, speakersOf(sessions), isSameSpeaker);
    conditions.push((session) =>
      names.some((name) => speakerNames(session).some((other) => isSameSpeaker(name, other))),
    );
  }
  return conditions.length === 0 ? sessions : sessions.filter((session) => conditions.every((meets) => meets(session)));
}

/** In alphabetical order. */
export function tracksOf(sessions: readonly Session[]): readonly string[] {
  return [...new Set(sessions.flatMap(({ track }) => track ?? []))].toSorted(byName);
}

function speakersOf(sessions: readonly Session[]): readonly string[] {
  return [...new Set(sessions.flatMap(speakerNames))].toSorted(byName);
}

function namesIn(value: string): readonly string[] {
  return value.split(',').map((name) => name.trim());
}

/** Each name once, in its first spelling, and none that is empty. */
function distinct(names: readonly string[]): readonly string[] {
  return Array.from(grouped(names, foldKey).values(), ([first = '']) => first).filter(Boolean);
}

/** The names in the values of a flag. @throws {UsageError} for a name that is not among the known ones */
function chosen(flag: string, values: readonly string[], known: readonly string[], isSame: IsSame): readonly string[] {
  const isKnown = (name: string) => known.some((each) => isSame(each, name));
  const names = values.flatMap((value) => (isKnown(value) ? [value] : namesIn(value)));
  const unknown = names.find((name) => !isKnown(name));
  if (unknown === undefined) return names;
  throw new UsageError(`${flag} ${unknown}: no session matches`, { fix: fixFor(flag, unknown, known) });
}

function fixFor(flag: string, unknown: string, known: readonly string[]): string {
  if (known.length === 0) return `remove ${flag}: no session has a value to choose`;
  // All dates are similar to each other.
  const meant = flag === '--day' ? undefined : mostSimilar(unknown, known);
  const others = known.length > shownNames ? ` | … (${known.length} in total)` : '';
  return `${meant === undefined ? '' : `did you mean ${meant}? `}pass one of ${known.slice(0, shownNames).join(' | ')}${others}`;
}

const shownNames = 20;

function isSameText(one: string, other: string): boolean {
  return foldKey(one) === foldKey(other);
}

/** As people are compared everywhere: without titles, accents and case. */
function isSameSpeaker(one: string, other: string): boolean {
  return isSamePerson(comparedName({ name: one }), comparedName({ name: other }));
}

/** @throws {UsageError} */
function requireDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  throw new UsageError(`--day ${text}: not a date`, { fix: 'write it as year-month-day, for example 2026-05-02' });
}
