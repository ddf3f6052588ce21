// Reads what is placed: talks, with the names in their cells resolved, breaks and open periods. Must not know where talks could go.
import { quoteCell } from '../../columns/quote.ts';
import { mostSimilar } from '../../columns/similarity.ts';
import { foldKey, isMasked, personKeys } from '../../contract/key.ts';
import { isSameValue, mayHide } from '../../contract/likeness.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import { clocksOf } from '../dates/zoned-time.ts';
import { comparedName, type Person, type Session } from '../session.ts';
import {
  cyclesOf,
  openEnds,
  placesInDoubt,
  similarPeople,
  timesOnOurClock,
  unknownGroups,
  unknownNeeds,
  unknownPeople,
  unknownText,
} from './doubts.ts';
import { type AutoplaceFiles, type Draft, draftsOf, type NoTalk } from './drafts.ts';
import type { PeopleFile, PersonRow } from './files/people.ts';
import type { OpenPeriod, Way } from './files/rooms.ts';
import type { TalkWishes } from './files/talks.ts';
import { readList, readSemicolonList } from './files/values.ts';

/** A talk, placed already or not. Its session has a start only if it is `placed`. */
export interface Talk
  extends Omit<Draft, 'wishes' | 'possibleId'>,
    Pick<TalkWishes, 'needs' | 'expected' | 'notBefore' | 'notAfter' | 'level' | 'language'> {
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
  readonly noTalks: readonly NoTalk[];
  /** Cells that are used, and are probably not what their author means; by file and line. */
  readonly doubts: readonly InputFault[];
}

/** @throws {InvalidInputError} with all names of talks, rooms and people that nothing has, and all cycles of `after` wishes */
export function autoplaceInput(files: AutoplaceFiles): AutoplaceInput {
  const { rooms, people, schedule, timeZone } = files;
  const { drafts, breaks, noTalks } = draftsOf(files);
  const { talks, faults, doubts } = resolveTalks(drafts, files);
  const file = schedule?.file ?? '';
  const needs = unknownNeeds(file, talks, rooms);
  faults.push(...needs.misspelled, ...unknownGroups(talks, rooms), ...cyclesOf(file, talks));
  const zone = timeZone ?? clocksOf(rooms.periods.map(({ start }) => start)).usual;
  doubts.push(...needs.others, ...placesInDoubt(file, talks, rooms, zone));
  if (people !== undefined) {
    const named = namedRows(people);
    const off = noTalks.map((each) => ({ people: talkPeople(each.people, named) }));
    const unknown = unknownPeople(people, talks, off);
    faults.push(...unknown.misspelled);
    doubts.push(
      ...unknown.others,
      ...similarPeople(people, talks),
      ...openEnds(people, rooms),
      ...timesOnOurClock(people, zone),
    );
  }
  if (faults.length > 0) {
    const count = faults.length === 1 ? '1 cell' : `${faults.length} cells`;
    throw new InvalidInputError(`${count} of the files cannot be used`, {
      details: faults.toSorted(byPlace),
      fix: 'correct these cells; the names of talks, rooms and people are those of the other rows and files',
    });
  }
  const { periods, ways } = rooms;
  return { talks, breaks, noTalks, periods, ways, zone, doubts: doubts.toSorted(byPlace) };
}

function byPlace(a: InputFault, b: InputFault): number {
  const [one = '', other = ''] = [a.file, b.file];
  return one === other ? (a.line ?? 0) - (b.line ?? 0) : one < other ? -1 : 1;
}

function resolveTalks(drafts: readonly Draft[], { rooms, people, schedule }: AutoplaceFiles) {
  const [faults, doubts]: [InputFault[], InputFault[]] = [[], []];
  const byName = new Map<string, number[]>();
  const roomNames = new Map(rooms.periods.map(({ room }) => [foldKey(room), room]));
  for (const [index, { session, possibleId }] of drafts.entries()) {
    for (const name of new Set([session.title, session.submissionId, possibleId].map((text) => foldKey(text ?? '')))) {
      if (name !== '') byName.set(name, [...(byName.get(name) ?? []), index]);
    }
  }
  const titles = [...new Set(drafts.map(({ session }) => session.title))];
  const peopleRows = people === undefined ? [] : namedRows(people);
  const talks = drafts.map(({ wishes, possibleId: _, ...draft }, index): Talk => {
    const { session, row } = draft;
    const place = { file: schedule?.file ?? '', ...(row !== undefined && { line: row.line }) };
    const fault = (field: string, text: string, what: string, known: Iterable<string>) =>
      faults.push({ ...place, field, code: 'unknown_name', message: unknownText(text, what, known) });
    const talksNamed = (field: string, cell: string): readonly (readonly number[])[] =>
      divided(cell, readSemicolonList, byName).flatMap((text) => {
        const found = byName.get(foldKey(text));
        if (found !== undefined) return [found];
        const what = 'no talk of the file is titled';
        // Nothing is lost without a talk that is deleted, unless it is a must or a misspelled one.
        if (field === 'after' || mostSimilar(text, titles) !== undefined) fault(field, text, what, titles);
        else doubts.push({ ...place, field, code: 'no_such_talk', message: `${what} ${quoteCell(text)}` });
        return [];
      });
    const isItself = (found: readonly number[]) => found.length === 1 && found[0] === index;
    const itself = { ...place, code: 'itself', message: `${quoteCell(session.title)} is the talk itself` };
    const after = talksNamed('after', wishes.after);
    if (after.some(isItself)) faults.push({ ...itself, field: 'after' });
    // Talks that are not at the same time may all have the same list, in which they are themselves.
    const notWith = talksNamed('not_with', wishes.notWith);
    if (notWith.length > 0 && notWith.every(isItself)) doubts.push({ ...itself, field: 'not_with' });
    const others = (found: readonly (readonly number[])[]) =>
      [...new Set(found.flat())].filter((other) => other !== index);
    const roomWishes = divided(wishes.roomWish, readList, roomNames).flatMap((text) => {
      const room = roomNames.get(foldKey(text));
      if (room === undefined) fault('room_wish', text, 'no room is named', roomNames.values());
      return room ?? [];
    });
    if (wishes.pinned && !draft.isPlaced && draft.onlyRoom === undefined && draft.onlyStartMs === undefined) {
      const message = 'the talk is pinned, but has neither a room nor a start';
      faults.push({ ...place, field: 'pinned', message });
    }
    if (draft.onlyRoom !== undefined && !roomNames.has(foldKey(draft.onlyRoom))) {
      fault('room', draft.onlyRoom, 'no room is named', roomNames.values());
    }
    const { needs, expected, notBefore, notAfter, level, language } = wishes;
    return {
      ...draft,
      needs,
      expected,
      notBefore,
      notAfter,
      level,
      language,
      roomWishes,
      after: others(after),
      notWith: others(notWith),
      people: talkPeople(session.people, peopleRows),
    };
  });
  // Two talks that name each other have one wish.
  const once = talks.map((talk, index) => ({
    ...talk,
    notWith: talk.notWith.filter((other) => other > index || !talks[other]?.notWith.includes(index)),
  }));
  return { talks: once, faults, doubts };
}

/** A cell that is a name as a whole, although it has a separator; else its parts. */
function divided(
  cell: string,
  divide: (text: string) => readonly string[],
  known: ReadonlyMap<string, unknown>,
): readonly string[] {
  return known.has(foldKey(cell)) ? [cell] : divide(cell);
}

/** A row of the file of people, with the keys of its name. */
interface NamedRow {
  readonly row: PersonRow;
  readonly keys: readonly string[];
}

function namedRows({ rows }: PeopleFile): readonly NamedRow[] {
  return rows.map((row) => ({ row, keys: personKeys(comparedName(row)) }));
}

function talkPeople(people: readonly Person[], named: readonly NamedRow[]): readonly TalkPerson[] {
  if (named.length === 0) return [];
  return people.flatMap((person) => {
    const keys = personKeys(comparedName(person));
    const theirs = named.flatMap((each) => (isAbout(each, person, keys) ? [each.row] : []));
    return theirs.length === 0 ? [] : [{ name: person.name || (theirs[0]?.name ?? ''), rows: theirs }];
  });
}

/** By address if both have one, else by name, as people are compared for clashes. */
function isAbout({ row: { email = '' }, keys }: NamedRow, person: Person, personal: readonly string[]): boolean {
  const { email: theirs = '' } = person;
  const hasName = keys.some((key) => personal.includes(key));
  if (email === '' || theirs === '') return hasName;
  return isMasked('email', theirs) ? hasName || mayHide('email', theirs, email) : isSameValue('email', theirs, email);
}
