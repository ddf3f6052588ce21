// Owns a program as it is compared with another state of itself: its talks, each with its ids, its
// people and its slots. Must not know where they were read. Pure.

import { isEveryRoom } from '../../columns/breaks.ts';
import { firstByKey, grouped, joinedByKeys } from '../../contract/grouped.ts';
import { comparedTitle, foldKey, personKeys } from '../../contract/key.ts';
import { isMasked } from '../../contract/private-fields.ts';
import { exportIds, uuidOf } from '../export/identity.ts';
import { publicName } from '../export/public-text.ts';
import { byName, inRowOrder } from '../export/timetable.ts';
import { comparedAddress, comparedName, type Person, roomsOf, type Session } from '../session.ts';

/** When and where a talk takes place. */
export interface ProgramSlot {
  /** In milliseconds since 1970. */
  readonly startMs: number;
  /** Undefined if it is unknown. */
  readonly endMs: number | undefined;
  /** By name; none for a break in all rooms. */
  readonly rooms: readonly string[];
}

/** A talk, or the breaks with one title. */
export interface ProgramTalk {
  /** All by which it may be known: of its submission, in the exports of it, and in its file. */
  readonly ids: readonly string[];
  readonly submissionId: string | undefined;
  readonly title: string;
  readonly isBreak: boolean;
  /** With names that may be published; empty of a person of whom only the address is known. */
  readonly people: readonly Person[];
  /** In order of time; none if it has no place yet. */
  readonly slots: readonly ProgramSlot[];
}

/** A talk without a place. */
export type UnplacedTalk = Pick<Session, 'submissionId' | 'fileId' | 'title' | 'people'>;

/**
 * @param sessions those that take place
 * @param unplaced what else may take place
 */
export function programOf(
  sessions: readonly Session[],
  unplaced: readonly UnplacedTalk[] = [],
): readonly ProgramTalk[] {
  const ordered = inRowOrder(sessions);
  const exported = exportIds(ordered.filter(({ submissionId }) => submissionId !== undefined));
  const idsOf = (session: Session): readonly string[] => {
    const { uuid, elsewhere = [] } = exported.get(session) ?? {};
    const ids = [session.submissionId, uuid, ...elsewhere.map((other) => other.uuid)];
    return [...ids, session.fileId].filter((id) => id !== undefined);
  };
  const placed = sameTalkSessions(ordered).map((sameTalk): ProgramTalk => {
    const [first] = sameTalk;
    return {
      ids: distinct(sameTalk.flatMap(idsOf)),
      submissionId: first?.submissionId,
      title: first?.title ?? '',
      isBreak: first?.isBreak === true,
      people: distinctPeople(sameTalk.flatMap(({ people }) => people)),
      slots: joinSlots(sameTalk.map(slotOf)),
    };
  });
  return [...placed, ...unplaced.map(unplacedTalk)];
}

/**
 * The sessions of each talk. Without the id of a submission, they have a title in common; those
 * that name other people are other talks. Each slot of a talk has an id of its own in an exported
 * schedule, so that these are not compared.
 */
function sameTalkSessions(sessions: readonly Session[]): readonly (readonly Session[])[] {
  const groups = grouped(sessions, ({ submissionId, title, isBreak }) => {
    if (submissionId !== undefined) return JSON.stringify(['id', submissionId]);
    return JSON.stringify([isBreak === true ? 'break' : 'title', titleKeyOf(title)]);
  });
  return [...groups.values()].flatMap((group) => {
    return group[0]?.submissionId === undefined ? dividedByPeople(group) : [group];
  });
}

/**
 * Those who have a person in common. What names nobody belongs to the others, unless these are
 * several.
 */
function dividedByPeople<Item extends Pick<Session, 'people'>>(
  items: readonly Item[],
): readonly (readonly Item[])[] {
  if (items.length < 2) return [items];
  const named = items.filter(({ people }) => people.length > 0);
  const groups = sharingPeople(named);
  if (groups.length < 2) return [items];
  const others = items.filter(({ people }) => people.length === 0);
  return others.length === 0 ? groups : [...groups, others];
}

/** Groups of what has a person in common, by name or address. */
export function sharingPeople<Item extends Pick<Session, 'people'>>(
  items: readonly Item[],
): readonly (readonly Item[])[] {
  return joinedByKeys(items, ({ people }) => people.flatMap(keysOfPerson));
}

function keysOfPerson(person: Person): readonly string[] {
  const address = comparedAddress(person.email);
  const names = personKeys(comparedName(person)).map((key) => JSON.stringify(['name', key]));
  return address === undefined ? names : [...names, JSON.stringify(['address', address])];
}

/** The form in which the titles of two states are compared. */
export function titleKeyOf(title: string): string {
  return comparedTitle(title) ?? '';
}

function unplacedTalk({ submissionId, fileId, title, people }: UnplacedTalk): ProgramTalk {
  // That of its first slot, when it had one.
  const exported = submissionId && uuidOf('session', submissionId);
  return {
    ids: [submissionId, exported, fileId].filter((id) => id !== undefined),
    submissionId,
    title,
    isBreak: false,
    people: distinctPeople(people),
    slots: [],
  };
}

function slotOf(session: Session): ProgramSlot {
  const { startMs, endMs, isDurationAssumed, isBreak } = session;
  const isNowhere = (room: string) => room === '' || (isBreak === true && isEveryRoom(room));
  return {
    startMs,
    endMs: isDurationAssumed ? undefined : endMs,
    rooms: roomsOf(session).filter((room) => !isNowhere(room)),
  };
}

/** The slots in order of time: those that begin together are one in several rooms. */
export function joinSlots(slots: readonly ProgramSlot[]): readonly ProgramSlot[] {
  return Array.from(
    grouped(slots, ({ startMs }) => startMs),
    ([startMs, together]): ProgramSlot => {
      const ends = together.flatMap(({ endMs }) => endMs ?? []);
      const allRooms = together.flatMap((slot) => slot.rooms);
      return {
        startMs,
        endMs: ends.length === 0 ? undefined : Math.max(...ends),
        rooms: [...firstByKey(allRooms, foldKey).values()].sort(byName),
      };
    },
  ).toSorted((a, b) => a.startMs - b.startMs);
}

/**
 * Each person once. Two of one name have different addresses; one without a name has an address
 * that nobody else has.
 */
export function distinctPeople(people: readonly Person[]): readonly Person[] {
  const shown = people.map(({ name, email }): Person => {
    return { name: publicName(name), email: isMasked('email', email) ? undefined : email };
  });
  const named = shown.filter(({ name }) => name !== '');
  const taken = new Set(named.map(({ email = '' }) => foldKey(email)));
  const identified = shown.filter(({ name, email }) => {
    return name !== '' || (email !== undefined && !taken.has(foldKey(email)));
  });
  const byName = grouped(identified, ({ name }) => foldKey(name));
  return [...byName.values()].flatMap((namesakes) => {
    const addressed = namesakes.filter(({ email }) => email !== undefined);
    const persons = firstByKey(addressed, ({ email = '' }) => foldKey(email));
    return persons.size > 0 ? [...persons.values()] : namesakes.slice(0, 1);
  });
}

/** The names of people; none of those of whom only the address is known. */
export function namesOf(people: readonly Person[]): readonly string[] {
  return distinct(people.map(({ name }) => name).filter((name) => name !== ''));
}

function distinct<Value>(values: Iterable<Value>): readonly Value[] {
  return [...new Set(values)];
}
