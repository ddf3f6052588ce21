// Owns what is placed: talks, with the names in their cells resolved, breaks and open periods. Must
// not know where talks could go.

import { isSameRoom } from '../../changes/place.ts';
import { clocksOf, toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { readList } from '../../columns/kinds.ts';
import { quoteCell } from '../../columns/quote.ts';
import { mostSimilar } from '../../columns/similarity.ts';
import { foldKey, foldKeys, isMasked, personKeys } from '../../contract/key.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import {
  type RespelledRoom,
  type Room,
  respelledText,
  roomAmong,
  similarRoomWarnings,
} from '../room-name.ts';
import { comparedName, type Person, type Session } from '../session.ts';
import {
  type AutoplaceFiles,
  type Draft,
  draftsOf,
  type NoTalk,
  type PlacingOptions,
  roomsOfPeriods,
} from './drafts.ts';
import type { PeopleFile, PersonRow } from './files/people.ts';
import type { OpenPeriod } from './files/rooms.ts';
import { readTitles, type TalksTable, type TalkWishes } from './files/talks.ts';

/** A talk, placed already or not. Its session has a start only if it is `placed`. */
export interface Talk
  extends Omit<Draft, 'wishes'>,
    Pick<TalkWishes, 'needs' | 'expected' | 'notBefore' | 'notAfter'> {
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
  readonly options: PlacingOptions;
  /** The clock on which times are written: a time zone or an offset. */
  readonly zone: string;
  readonly noTalks: readonly NoTalk[];
  /** Names that nothing has; by file and line. */
  readonly warnings: readonly InputFault[];
}

/** @throws {InvalidInputError} for rows that contradict themselves or the event */
export function autoplaceInput(readFiles: AutoplaceFiles): AutoplaceInput {
  const renamed = withListedNames(readFiles);
  const files = { ...readFiles, rooms: renamed.rooms };
  const { rooms, people, schedule, timeZone, keep, turnaroundMs, defaultDurationMs } = files;
  const { drafts, breaks, noTalks, respelled: roomsOfRows } = draftsOf(files);
  const zone = timeZone ?? clocksOf(rooms.periods.map(({ start }) => start)).usual;
  const inFile = schedule === undefined ? {} : { file: schedule.file };
  const faults = drafts.flatMap((draft) => contradictions(inFile, draft, zone));
  if (schedule !== undefined && faults.length > 0) {
    const rows = faults.length === 1 ? '1 row' : `${faults.length} rows`;
    throw new InvalidInputError(`${rows} of ${schedule.file} cannot be used`, {
      details: faults,
      fix: 'give each of these rows a room and a start, or remove pinned, its room or its start',
    });
  }
  const { talks, warnings } = resolveTalks(inFile, drafts, files);
  const listed = files.listedRooms?.map(({ name }) => name);
  const similar = similarRoomWarnings(rooms.periods, listed);
  for (const { line, code, message } of similar) {
    warnings.push({ file: rooms.file, line, field: 'room', code, message });
  }
  const placed = [...drafts.flatMap((each) => (each.isFixed ? [each.session] : [])), ...breaks];
  const known = [...(listed ?? []), ...rooms.periods.map(({ room }) => room)];
  for (const { line, code, message } of similarRoomWarnings(placed, known)) {
    warnings.push({ ...inFile, line, field: 'room', code, message });
  }
  warnings.push(...renamed.faults, ...roomsOfRows.map((room) => respelledFault(inFile, room)));
  if (people !== undefined) warnings.push(...unknownPeople(people, talks));
  if (schedule?.table !== undefined) {
    warnings.push(...sharedTitles(schedule.file, schedule.table));
  }
  return {
    talks,
    breaks,
    noTalks,
    zone,
    periods: rooms.periods,
    options: { keep, turnaroundMs, defaultDurationMs },
    warnings: [...warnings, ...unknownGroups(talks, rooms)].toSorted(byPlace),
  };
}

/** The file of a fault; none if the event alone has the talks. */
type InFile = Pick<InputFault, 'file'>;

/** The rooms as the event writes them, and which of them the file writes in another way. */
function withListedNames({ rooms, listedRooms = [] }: AutoplaceFiles) {
  const faults: InputFault[] = [];
  const periods = rooms.periods.map((period): OpenPeriod => {
    const naming = roomAmong(listedRooms, period.room);
    if (!('item' in naming)) return period;
    const { name } = naming.item;
    if (naming.isRespelled === true) {
      const room = { line: period.line, name, respelled: period.room };
      faults.push(respelledFault(rooms, room));
    }
    return { ...period, room: name };
  });
  return { rooms: { ...rooms, periods }, faults };
}

function respelledFault({ file }: InFile, room: RespelledRoom): InputFault {
  const { line, name, respelled: text } = room;
  return { ...(file !== undefined && { file }), line, field: 'room', ...respelled(name, text) };
}

function respelled(name: string, text: string) {
  return { code: 'respelled_room', message: respelledText({ name, respelled: text }) };
}

function byPlace(a: InputFault, b: InputFault): number {
  const [file = '', other = ''] = [a.file, b.file];
  if (file === other) return (a.line ?? 0) - (b.line ?? 0);
  return file < other ? -1 : 1;
}

/**
 * A pinned talk without a place, and a room or start alone that is not that of the placed session.
 */
function contradictions(
  inFile: InFile,
  { row, wishes, session, ...draft }: Draft,
  zone: string,
): readonly InputFault[] {
  const { isPlaced, onlyRoom, onlyStartMs } = draft;
  const place = { ...inFile, ...(row !== undefined && { line: row.line }) };
  if (wishes.pinned && !isPlaced && onlyRoom === undefined && onlyStartMs === undefined) {
    return [
      {
        ...place,
        field: 'pinned',
        message: 'the talk is pinned, but has neither a room nor a start',
      },
    ];
  }
  const isThere =
    isSameRoom(onlyRoom ?? session.room, session.room) &&
    (onlyStartMs ?? session.startMs) === session.startMs;
  if (!isPlaced || isThere) return [];
  const [field, other] = onlyRoom === undefined ? ['start', 'room'] : ['room', 'start'];
  const where = `${quoteCell(session.room)} at ${toRfc3339(session.startMs, zone)}`;
  const message = `the session is placed in ${where}; to move it there, write its ${other} as well`;
  return [{ ...place, field, message }];
}

/** `no room is named "Peer 3"; the most similar is "Pier 3"` */
function unknownText(text: string, what: string, names: Iterable<string>): string {
  const nearest = mostSimilar(text, names);
  const advice = nearest === undefined ? '' : `; the most similar is ${quoteCell(nearest)}`;
  return `${what} ${quoteCell(text)}${advice}`;
}

function resolveTalks(inFile: InFile, drafts: readonly Draft[], { rooms, people }: AutoplaceFiles) {
  const warnings: InputFault[] = [];
  const byName = new Map<string, number[]>();
  for (const [index, { session, row }] of drafts.entries()) {
    const names = foldKeys([session.title, session.submissionId, row?.possibleId]);
    for (const name of new Set(names)) byName.set(name, [...(byName.get(name) ?? []), index]);
  }
  const titles = [...new Set(drafts.map(({ session }) => session.title))];
  const knownRooms = roomsOfPeriods(rooms);
  const roomNames = new Map(knownRooms.map(({ name }) => [foldKey(name), name]));
  const equipment = new Map(
    rooms.periods.flatMap(({ has }) => has.map((item) => [foldKey(item), item])),
  );
  const personRows = rowsOfPeople(people);
  const talks = drafts.map(({ wishes, ...draft }, index): Talk => {
    const { session, row } = draft;
    const place = { ...inFile, ...(row !== undefined && { line: row.line }) };
    const warn = (field: string, message: string) => {
      warnings.push({ ...place, field, code: 'unknown_name', message });
    };
    const talksNamed = (field: string, cell: string): readonly number[] => {
      const indexes = divided(cell, readTitles, byName).flatMap((text) => {
        const named = byName.get(foldKey(text));
        if (named === undefined) warn(field, unknownText(text, 'no talk is titled', titles));
        return named ?? [];
      });
      return [...new Set(indexes)].filter((other) => other !== index);
    };
    const roomsNamed = (field: string, texts: readonly string[]): readonly string[] => {
      const { names, faults } = namedRooms(texts, knownRooms, { ...place, field });
      warnings.push(...faults);
      return names;
    };
    if (row !== undefined && row.room !== '') roomsNamed('room', [row.room]);
    for (const need of wishes.needs) {
      if (equipment.has(foldKey(need))) continue;
      warn('needs', unknownText(need, 'no room has', equipment.values()));
    }
    const { needs, expected, notBefore, notAfter } = wishes;
    return {
      ...draft,
      needs,
      expected,
      notBefore,
      notAfter,
      roomWishes: roomsNamed('room_wish', divided(wishes.roomWish, readList, roomNames)),
      after: talksNamed('after', wishes.after),
      notWith: talksNamed('not_with', wishes.notWith),
      people: personRows(session.people),
    };
  });
  // Two talks that name each other have one wish.
  const once = talks.map((talk, index) => ({
    ...talk,
    notWith: talk.notWith.filter(
      (other) => other > index || !talks[other]?.notWith.includes(index),
    ),
  }));
  return { talks: once, warnings };
}

/** The rooms that texts name, and what is to be said of the texts. */
function namedRooms(
  texts: readonly string[],
  rooms: readonly Room[],
  place: Pick<InputFault, 'file' | 'line' | 'field'>,
) {
  const faults: InputFault[] = [];
  const names = texts.flatMap((text) => {
    const naming = roomAmong(rooms, text);
    if (!('item' in naming)) {
      const roomNames = rooms.map(({ name }) => name);
      const message = unknownText(text, 'no room is named', roomNames);
      faults.push({ ...place, code: 'unknown_name', message });
      return [];
    }
    const { name } = naming.item;
    if (naming.isRespelled === true) faults.push({ ...place, ...respelled(name, text) });
    return name;
  });
  return { names, faults };
}

/** A cell that is a name as a whole, although it has a separator; else its parts. */
function divided(
  cell: string,
  divide: (text: string) => readonly string[],
  names: ReadonlyMap<string, unknown>,
): readonly string[] {
  return names.has(foldKey(cell)) ? [cell] : divide(cell);
}

/** Rows that are one talk only because they have the same title: they may be several talks. */
function sharedTitles(file: string, { records }: TalksTable): readonly InputFault[] {
  const [first, ...others] = records.filter(
    ({ line, row }) =>
      line !== row.line &&
      row.startMs === undefined &&
      (row.submissionId ?? row.possibleId) === undefined,
  );
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, like ${others.length} more by their titles`;
  const message =
    `the row is the talk ${quoteCell(first.row.title)} of line ${first.line}${more}; if it is ` +
    'another talk, give each a title or an id of its own';
  return [{ file, line: first.row.line, field: 'title', code: 'same_title', message }];
}

/** The formats and tracks that rooms are for, and no talk has. */
function unknownGroups(
  talks: readonly Talk[],
  { file, periods }: AutoplaceFiles['rooms'],
): readonly InputFault[] {
  const groups = new Map(
    talks.flatMap(({ session: { track, format } }) =>
      [track, format].flatMap((group) =>
        group === undefined ? [] : [[foldKey(group), group] as const],
      ),
    ),
  );
  return periods.flatMap(({ line, only }) =>
    only.flatMap((group): readonly InputFault[] => {
      if (groups.has(foldKey(group))) return [];
      const message = unknownText(group, 'no talk has the format or track', groups.values());
      return [{ file, line, field: 'only', code: 'unknown_name', message }];
    }),
  );
}

/** The rows about people whom no talk has. */
function unknownPeople({ file, rows }: PeopleFile, talks: readonly Talk[]): readonly InputFault[] {
  const used = new Set(talks.flatMap(({ people }) => people.flatMap((person) => person.rows)));
  const speakers = talks
    .flatMap(({ session }) => session.people.map(({ name }) => name))
    .filter(Boolean);
  return rows.flatMap((personRow): readonly InputFault[] => {
    if (used.has(personRow)) return [];
    const { name, email = '', row, line } = personRow;
    const field = name === '' ? 'email' : 'name';
    const similar = name === '' ? [] : speakers;
    const message = unknownText(name || email, 'no talk has the speaker', similar);
    return [{ file, row, line, field, code: 'unknown_name', message }];
  });
}

/**
 * The rows about each person: by address if both have one, else by name, as people are compared for
 * clashes.
 */
function rowsOfPeople(
  people: PeopleFile | undefined,
): (people: readonly Person[]) => readonly TalkPerson[] {
  const keysOf = (person: Pick<Person, 'name'>) => personKeys(comparedName(person));
  const named = (people?.rows ?? []).map((row) => ({ row, keys: keysOf(row) }));
  return (peopleOfTalk) =>
    peopleOfTalk.flatMap((person) => {
      const { email: theirs } = person;
      const keys = named.length === 0 ? [] : keysOf(person);
      const rows = named.flatMap(({ row, keys: keysOfRow }) => {
        const { email } = row;
        const haveAddresses = email && theirs && !isMasked('email', theirs);
        const isAbout = haveAddresses
          ? foldKey(email) === foldKey(theirs)
          : keys.some((key) => keysOfRow.includes(key));
        return isAbout ? [row] : [];
      });
      return rows.length === 0 ? [] : [{ name: person.name || (rows[0]?.name ?? ''), rows }];
    });
}
