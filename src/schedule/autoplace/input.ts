import { couldBeMasked, foldKey, isMasked } from '../../contract/key.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import { clocksOf, toRfc3339 } from '../dates/zoned-time.ts';
import { settleDoubts } from '../doubtful-people.ts';
import { settleCells } from '../grid/cell.ts';
import { matchSubmissions } from '../match.ts';
import { placeKey } from '../place.ts';
import { breakSessions, endBreaks, unmatchedSubmission } from '../planned-sessions.ts';
import type { ScheduleRow } from '../row.ts';
import { nameKey, type Person, type Session } from '../session.ts';
import { settleRooms } from '../several-rooms.ts';
import { type EventSubmission, enrich, isCalledOff, toSession } from '../submissions.ts';
import type { PeopleFile, PersonRow } from './files/people.ts';
import type { OpenPeriod, RoomsFile, Way } from './files/rooms.ts';
import { noWishes, type TalkWishes, type WishesByLine } from './files/talks.ts';
import { readList, readTitles } from './files/values.ts';
import { unknownGroups, unknownNeeds, unknownPeople, unknownText } from './unknown-names.ts';

/** A talk, placed already or not. Its session has a start only if it is `placed`. */
export interface Talk extends Pick<TalkWishes, 'needs' | 'expected' | 'notBefore' | 'notAfter' | 'level' | 'language'> {
  readonly session: Session;
  /** The row of the schedule file. */
  readonly row?: ScheduleRow | undefined;
  readonly isPlaced: boolean;
  /** It stays where it is: it is pinned, in several rooms, or not in the file. */
  readonly isFixed: boolean;
  /** It is pinned to a room without a start, or to a start without a room. */
  readonly onlyRoom: string | undefined;
  readonly onlyStartMs: number | undefined;
  /** Indexes of talks that end before it begins. */
  readonly after: readonly number[];
  /** Indexes of talks that are not at the same time. */
  readonly notWith: readonly number[];
  readonly roomWishes: readonly string[];
  /** What the file of people says of its people. */
  readonly people: readonly TalkPerson[];
}

/** A person of a talk, with the rows that are about them. */
export interface TalkPerson {
  readonly name: string;
  readonly rows: readonly PersonRow[];
}

export interface AutoplaceInput {
  readonly talks: readonly Talk[];
  /** With a known end. */
  readonly breaks: readonly Session[];
  readonly periods: readonly OpenPeriod[];
  readonly ways: readonly Way[];
  /** The clock on which times are written: a time zone or an offset. */
  readonly zone: string;
}

export interface AutoplaceFiles {
  /** Undefined without a schedule file: all submissions are placed. */
  readonly schedule?: {
    readonly file: string;
    readonly rows: readonly ScheduleRow[];
    readonly wishes: WishesByLine;
  };
  readonly rooms: RoomsFile;
  readonly people?: PeopleFile | undefined;
  /** Those of the event; empty if it was not asked. */
  readonly submissions: readonly EventSubmission[];
  /** Without a schedule file, only submissions with this status are placed. */
  readonly status?: string | undefined;
  readonly timeZone: string | undefined;
  readonly defaultDurationMs: number;
}

/** @throws {InvalidInputError} with all names of talks, rooms and people that nothing has */
export function autoplaceInput(files: AutoplaceFiles): AutoplaceInput {
  const { rooms, people, schedule, timeZone } = files;
  const faults: InputFault[] = [];
  const { drafts, breaks } = schedule === undefined ? fromSubmissions(files) : fromRows(files, schedule);
  const talks = resolveTalks(drafts, files, faults);
  if (people !== undefined) faults.push(...unknownPeople(people, talks));
  faults.push(...unknownNeeds(schedule?.file ?? '', talks, rooms), ...unknownGroups(talks, rooms));
  if (faults.length > 0) {
    const count = faults.length === 1 ? '1 cell' : `${faults.length} cells`;
    throw new InvalidInputError(`${count} of the files cannot be used`, {
      details: faults.toSorted(byPlace),
      fix: 'write the names of talks, rooms and people as the other rows and files have them',
    });
  }
  const starts = rooms.periods.map(({ start }) => start);
  return { talks, breaks, periods: rooms.periods, ways: rooms.ways, zone: timeZone ?? clocksOf(starts).usual };
}

function byPlace(a: InputFault, b: InputFault): number {
  const [one = '', other = ''] = [a.file, b.file];
  return one === other ? (a.line ?? 0) - (b.line ?? 0) : one < other ? -1 : 1;
}

/** A talk whose cells are not compared with other rows yet. */
interface Draft {
  readonly session: Session;
  readonly row?: ScheduleRow | undefined;
  readonly possibleId?: string | undefined;
  readonly wishes: TalkWishes;
  readonly isPlaced: boolean;
  readonly isFixed: boolean;
  readonly onlyRoom?: string | undefined;
  readonly onlyStartMs?: number | undefined;
}

interface Drafts {
  readonly drafts: readonly Draft[];
  readonly breaks: readonly Session[];
}

function fromSubmissions({ submissions, status, defaultDurationMs }: AutoplaceFiles): Drafts {
  const wanted = (each: EventSubmission) => status === undefined || foldKey(each.status ?? '') === foldKey(status);
  const drafts = submissions
    .filter((each) => !isCalledOff(each) && (wanted(each) || each.placement !== undefined))
    .map((each): Draft => {
      const { session, isPlaced } = sessionOf(each, defaultDurationMs);
      return { session, wishes: noWishes, isPlaced, isFixed: isPlaced && !wanted(each) };
    });
  return { drafts, breaks: [] };
}

function fromRows(
  { submissions, rooms, defaultDurationMs }: AutoplaceFiles,
  { rows: given, wishes }: NonNullable<AutoplaceFiles['schedule']>,
): Drafts {
  const cells = settleCells(given, submissions);
  const inRooms = settleRooms(
    cells,
    submissions,
    rooms.periods.map(({ room }) => room),
  );
  const rows = settleDoubts(
    // A talk that is yet to be placed is in one room.
    inRooms.map((row, at) => (row.start === undefined ? (cells[at] ?? row) : row)),
    submissions.flatMap(({ people }) => people),
  );
  const { matched, emptySlots, ...found } = matchSubmissions(rows, submissions);
  const breaks = new Set(
    rows
      .filter(staysBreak)
      .map(placeKey)
      .filter((key) => found.breaks.has(key)),
  );
  const own = rows
    .filter((row) => !breaks.has(placeKey(row)) && !emptySlots.has(placeKey(row)))
    .flatMap((row): Draft[] => {
      const submission = matched.get(placeKey(row)) ?? unmatchedSubmission(row);
      if (isCalledOff(submission)) return [];
      return [draftOf(row, enrich(submission, row), wishes.get(row.line) ?? noWishes, defaultDurationMs)];
    });
  const inFile = new Set([...matched.values()].map(({ id }) => id));
  const others = submissions
    .filter((each) => !inFile.has(each.id) && !isCalledOff(each))
    .flatMap((each): Draft[] => {
      const session = toSession(each, defaultDurationMs);
      return session === undefined ? [] : [{ session, wishes: noWishes, isPlaced: true, isFixed: true }];
    });
  const drafts = [...own, ...others];
  const placed = drafts.filter(({ isPlaced }) => isPlaced).map(({ session }) => session);
  return { drafts, breaks: endBreaks(breakSessions(rows, breaks, defaultDurationMs), placed) };
}

/** A row that looks like a break is a talk if it is yet to be placed, or has speakers: `Opening`, `Party`. */
function staysBreak({ isBreak, startMs, people }: ScheduleRow): boolean {
  return isBreak === true || (startMs !== undefined && people.length === 0);
}

function draftOf(row: ScheduleRow, submission: EventSubmission, wishes: TalkWishes, defaultDurationMs: number): Draft {
  const { room, start, startMs, otherRooms } = row;
  const isHalf = (room === '') !== (start === undefined);
  const own = start !== undefined && room !== '' ? { placement: { room, start } } : {};
  const { session, isPlaced } = sessionOf(
    isHalf ? { ...submission, placement: undefined } : { ...submission, ...own },
    defaultDurationMs,
  );
  return {
    row,
    session: { ...session, line: row.line, ...(isPlaced && otherRooms !== undefined && { otherRooms }) },
    possibleId: row.possibleId,
    wishes,
    isPlaced,
    isFixed: isPlaced && (wishes.pinned || otherRooms !== undefined),
    ...(isHalf && { onlyRoom: room || undefined, onlyStartMs: startMs }),
  };
}

function sessionOf(submission: EventSubmission, defaultDurationMs: number) {
  const placed = toSession(submission, defaultDurationMs);
  if (placed !== undefined) return { session: placed, isPlaced: true };
  // As if it were placed, because only its people and its length matter.
  const anywhere = { room: '', start: toRfc3339(0, 'UTC') };
  const session = toSession({ ...submission, placement: anywhere }, defaultDurationMs) as Session;
  return { session, isPlaced: false };
}

function resolveTalks(
  drafts: readonly Draft[],
  { rooms, people, schedule }: AutoplaceFiles,
  faults: InputFault[],
): readonly Talk[] {
  const byName = new Map<string, number[]>();
  const roomNames = new Map(rooms.periods.map(({ room }) => [foldKey(room), room]));
  for (const [index, { session, possibleId }] of drafts.entries()) {
    for (const name of new Set([session.title, session.submissionId, possibleId].map((text) => foldKey(text ?? '')))) {
      if (name !== '') byName.set(name, [...(byName.get(name) ?? []), index]);
    }
  }
  const titles = [...new Set(drafts.map(({ session }) => session.title))];
  const talks = drafts.map(({ session, row, wishes, ...draft }, index): Talk => {
    const fault = (field: string, text: string, what: string, known: Iterable<string>) => {
      const message = unknownText(text, what, known);
      const place = { file: schedule?.file ?? '', ...(row !== undefined && { line: row.line }) };
      faults.push({ ...place, field, code: 'unknown_name', message });
    };
    const talksNamed = (field: string, cell: string): readonly number[] => {
      const named = divided(cell, readTitles, byName).flatMap((text) => {
        const found = byName.get(foldKey(text));
        if (found === undefined) fault(field, text, 'no talk of the file is titled', titles);
        return found ?? [];
      });
      return [...new Set(named)].filter((other) => other !== index);
    };
    const roomWishes = divided(wishes.roomWish, readList, roomNames).flatMap((text) => {
      const room = roomNames.get(foldKey(text));
      if (room === undefined) fault('room_wish', text, 'no room is named', roomNames.values());
      return room ?? [];
    });
    if (wishes.pinned && !draft.isPlaced && draft.onlyRoom === undefined && draft.onlyStartMs === undefined) {
      const message = 'pinned, but the row has neither a room nor a start';
      faults.push({
        file: schedule?.file ?? '',
        ...(row !== undefined && { line: row.line }),
        field: 'pinned',
        message,
      });
    }
    if (draft.onlyRoom !== undefined && !roomNames.has(foldKey(draft.onlyRoom))) {
      fault('room', draft.onlyRoom, 'no room is named', roomNames.values());
    }
    const { needs, expected, notBefore, notAfter, level, language } = wishes;
    return {
      ...{ session, row, needs, expected, notBefore, notAfter, level, language, roomWishes },
      ...{ isPlaced: draft.isPlaced, isFixed: draft.isFixed },
      ...{ onlyRoom: draft.onlyRoom, onlyStartMs: draft.onlyStartMs },
      after: talksNamed('after', wishes.after),
      notWith: talksNamed('not_with', wishes.notWith),
      people: people === undefined ? [] : talkPeople(session.people, people),
    };
  });
  // Two talks that name each other have one wish.
  return talks.map((talk, index) => ({
    ...talk,
    notWith: talk.notWith.filter((other) => other > index || !talks[other]?.notWith.includes(index)),
  }));
}

/** A cell that is a name as a whole, although it has a separator; else its parts. */
function divided(
  cell: string,
  divide: (text: string) => readonly string[],
  known: ReadonlyMap<string, unknown>,
): readonly string[] {
  return known.has(foldKey(cell)) ? [cell] : divide(cell);
}

function talkPeople(people: readonly Person[], { rows }: PeopleFile): readonly TalkPerson[] {
  return people.flatMap((person) => {
    const theirs = rows.filter((row) => isAbout(row, person));
    return theirs.length === 0 ? [] : [{ name: person.name || (theirs[0]?.name ?? ''), rows: theirs }];
  });
}

/** By address if both have one, else by name, as people are compared for clashes. */
function isAbout({ name, email = '' }: PersonRow, person: Person): boolean {
  const { email: theirs = '' } = person;
  const hasName = nameKey({ name }) !== '' && nameKey({ name }) === nameKey(person);
  if (email === '' || theirs === '') return hasName;
  return isMasked('email', theirs) ? hasName || couldBeMasked(theirs, email) : foldKey(email) === foldKey(theirs);
}
