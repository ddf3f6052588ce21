// Owns the talks of autoplace, with the names in their cells resolved to talks, rooms and people.
// Must not know where talks could go.

import { readList, type TimeBound } from '../../columns/kinds.ts';
import { quoteCell } from '../../columns/quote.ts';
import { mostSimilar } from '../../columns/similarity.ts';
import { foldKey, foldKeys, personKeys } from '../../contract/key.ts';
import { isMasked } from '../../contract/private-fields.ts';
import type { InputFault } from '../../errors.ts';
import { type Room, respelledText, roomAmong } from '../rooms/room-name.ts';
import { comparedName, type Person } from '../session.ts';
import { type AutoplaceFiles, type Draft, roomsOfPeriods } from './drafts.ts';
import type { PeopleFile, PersonRow } from './files/people.ts';
import { readTitles } from './files/talks.ts';

/** A talk, placed already or not. Its session has a start only if it is `placed`. */
export interface Talk extends Omit<Draft, 'wishes'> {
  /** Equipment of its room. */
  readonly needs: readonly string[];
  /** The size of its audience. */
  readonly expected: number | undefined;
  readonly notBefore: TimeBound | undefined;
  readonly notAfter: TimeBound | undefined;
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

/** Resolves the names in the cells of all talks; a warning for each that nothing has. */
export function resolveTalks(
  inFile: InFile,
  drafts: readonly Draft[],
  { rooms, people }: AutoplaceFiles,
) {
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
    const { needs = [], after = '', not_with: notWith = '', room_wish: roomWish = '' } = wishes;
    for (const need of needs) {
      if (equipment.has(foldKey(need))) continue;
      warn('needs', unknownText(need, 'no room has', equipment.values()));
    }
    return {
      ...draft,
      needs,
      expected: wishes.expected,
      notBefore: wishes.not_before,
      notAfter: wishes.not_after,
      roomWishes: roomsNamed('room_wish', divided(roomWish, readList, roomNames)),
      after: talksNamed('after', after),
      notWith: talksNamed('not_with', notWith),
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

/** The file of a fault; none if the event alone has the talks. */
export type InFile = Pick<InputFault, 'file'>;

/** `no room is named "Peer 3"; the most similar is "Pier 3"` */
export function unknownText(text: string, what: string, names: Iterable<string>): string {
  const nearest = mostSimilar(text, names);
  const advice = nearest === undefined ? '' : `; the most similar is ${quoteCell(nearest)}`;
  return `${what} ${quoteCell(text)}${advice}`;
}

/** The warning for a room that the event writes in another way. */
export function respelled(name: string, text: string) {
  return { code: 'respelled_room', message: respelledText({ name, respelled: text }) };
}
