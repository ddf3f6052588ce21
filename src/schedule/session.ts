// Owns the session of a schedule, whether it was read from a file or from the service, and who its
// people are. Pure.

import type { FilePlace } from '../changes/file-place.ts';
import { grouped } from '../contract/grouped.ts';
import { foldKey, personKeys } from '../contract/key.ts';
import { isMasked } from '../contract/private-fields.ts';
import { readPeople } from '../people/people.ts';

/** A person on stage, identified by e-mail address if it is known, else by name. */
export interface Person {
  readonly name: string;
  /** Never exported. */
  readonly email?: string | undefined;
  /** Only if it is to be published. */
  readonly details?: SpeakerDetails | undefined;
}

/** What a speaker's record has for the public; empty texts for what it does not have. */
export interface SpeakerDetails {
  /** As the record has it; sessions may write it in another way. */
  readonly name: string;
  readonly jobTitle: string;
  readonly company: string;
  readonly biography: string;
  /** The address of a photo. */
  readonly photo: string;
}

/**
 * The name by which a person is compared, as `contract/key.ts` compares names: without titles and
 * degrees. Empty for nobody, such as TBA.
 */
export function comparedName({ name }: Pick<Person, 'name'>): string {
  const { people, doubts } = readPeople(name);
  if (people.length === 0) return '';
  const single =
    people.length === 1 && !doubts.some(({ kind }) => kind === 'count')
      ? people[0]?.name
      : undefined;
  return single || name;
}

/**
 * The e-mail address by which a person is compared; undefined if none is known, or only a mask of
 * it, which many people share.
 */
export function comparedAddress(email: string | undefined): string | undefined {
  if (email === undefined || isMasked('email', email)) return undefined;
  return foldKey(email) || undefined;
}

/** The names by which people are compared, without those who have none but an address. */
export function comparedNames({ people }: Pick<Session, 'people'>): readonly string[] {
  return people.map(comparedName).filter((name) => name !== '' && !name.includes('@'));
}

/** Those of the people who have the name of a person. The name of each is read once. */
export function namesakeFinder<Named extends Pick<Person, 'name'>>(
  people: readonly Named[],
): (person: Pick<Person, 'name'>) => readonly Named[] {
  const keysOf = (person: Pick<Person, 'name'>) => personKeys(comparedName(person));
  const keyed = people.flatMap((person) => keysOf(person).map((key) => ({ key, person })));
  const byKey = grouped(keyed, ({ key }) => key);
  return (person) => {
    const namesakes = keysOf(person).flatMap((key) => byKey.get(key) ?? []);
    return [...new Set(namesakes.map((namesake) => namesake.person))];
  };
}

/** How a session belongs to others. Sessions that are no block and no part of one have neither. */
export interface BlockLinks {
  /** Of a block: what its parts call it. */
  readonly block?: string | undefined;
  /** The block that it is a part of. */
  readonly partOf?: string | undefined;
}

/** Whether one of the two is a part of the other. */
export function isPartOfOther(one: BlockLinks, other: BlockLinks): boolean {
  return isPartOf(one, other) || isPartOf(other, one);
}

function isPartOf({ partOf }: BlockLinks, { block }: BlockLinks): boolean {
  return partOf !== undefined && partOf === block;
}

export interface Session extends Omit<FilePlace, 'line'>, BlockLinks {
  /** Undefined for a session that is not in the schedule file. */
  readonly line?: number | undefined;
  /** Undefined for a row that matches no submission. */
  readonly submissionId?: string | undefined;
  /** The id that the row of a file alone has, which may be that of another system. */
  readonly fileId?: string | undefined;
  readonly title: string;
  readonly room: string;
  /** The session also takes place in these. */
  readonly otherRooms?: readonly string[] | undefined;
  /** From 2 on, of a talk that a schedule file has in several rows; undefined for the first one. */
  readonly slotNumber?: number | undefined;
  /** Nothing takes place beside it but breaks. */
  readonly isExclusive?: true | undefined;
  /** It does not take place; only calendars show it. */
  readonly isCalledOff?: true | undefined;
  /**
   * A coffee break, or something else that is in the schedule file and not in the service. Its room
   * may be empty.
   */
  readonly isBreak?: true;
  /** What a plan does to it; undefined if the plan changes it. `outside`: it is not in the file. */
  readonly standing?: 'unchanged' | 'outside' | undefined;
  /** A break that is in every room; one with an empty room only may be. */
  readonly isEverywhere?: true;
  /**
   * In milliseconds since 1970; half-open: a session that ends as another starts does not overlap
   * it.
   */
  readonly startMs: number;
  readonly endMs: number;
  /** The duration is unknown, so that the default was used. */
  readonly isDurationAssumed: boolean;
  readonly people: readonly Person[];
  readonly track?: string | undefined;
  readonly format?: string | undefined;
  readonly abstract?: string | undefined;
}

/** All rooms of a session. */
export function roomsOf({
  room,
  otherRooms = [],
}: Pick<Session, 'room' | 'otherRooms'>): readonly string[] {
  return [room, ...otherRooms];
}

/** Whether no room is known in which a break alone takes place. */
export function isInNoRoom({ room, isBreak }: Pick<Session, 'room' | 'isBreak'>): boolean {
  return isBreak === true && room === '';
}

/**
 * Whether a session takes place in one of the rooms, which are compared without case. A break in no
 * known room may be in any.
 */
export function isInRooms(session: Session, rooms: readonly string[]): boolean {
  const keys = new Set(rooms.map(foldKey));
  return isInNoRoom(session) || roomsOf(session).some((room) => keys.has(foldKey(room)));
}
