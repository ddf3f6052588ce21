// Owns what a schedule file adds to a talk: its duration, people, groups, blocks and further rooms.
// Pure.
import { isSameRoom } from '../../changes/place.ts';
import { foldKey } from '../../contract/key.ts';
import { type BlockLinks, namesakeFinder, type Person } from '../session.ts';
import type { KnownTalk } from '../submissions.ts';

/** What a schedule file adds to a talk. */
export interface FileDetails
  extends Pick<KnownTalk, 'durationMs' | 'people' | 'track' | 'format' | 'isExclusive'>,
    BlockLinks {
  readonly room: string;
  readonly otherRooms?: readonly string[] | undefined;
  readonly startMs: number | undefined;
  /** The people of the file are none of the speakers, such as moderators. */
  readonly areBesideSpeakers?: true | undefined;
}

/** A talk with the details that a schedule file adds to it. */
export function enrich<Talk extends KnownTalk>(talk: Talk, details: FileDetails): Talk {
  return {
    ...talk,
    durationMs: details.durationMs ?? talk.durationMs,
    ...(details.people.length > 0 && peopleWith(talk, details)),
    track: details.track ?? talk.track,
    format: details.format ?? talk.format,
    block: details.block,
    partOf: details.partOf,
    isExclusive: details.isExclusive,
    otherRooms: otherRoomsOf(talk, details) ?? talk.otherRooms,
  };
}

function peopleWith(talk: KnownTalk, { people, areBesideSpeakers }: FileDetails) {
  if (areBesideSpeakers !== true) return joinNamed(talk, people);
  const namesakesOf = namesakeFinder(talk.people);
  const others = people.filter((person) => namesakesOf(person).length === 0);
  return { people: [...talk.people, ...others] };
}

/**
 * The rooms of a row of several but the one of the placement; undefined if it is in none of them.
 */
function otherRoomsOf(
  { placement }: KnownTalk,
  { room, otherRooms, startMs }: FileDetails,
): readonly string[] | undefined {
  const isThere = placement !== undefined && Date.parse(placement.start) === startMs;
  if (!isThere || otherRooms === undefined) return undefined;
  const rooms = [room, ...otherRooms];
  const others = rooms.filter((name) => !isSameRoom(name, placement.room));
  return others.length < rooms.length ? others : undefined;
}

/**
 * The people whom a file names, in place of those of the talk. Files seldom have addresses, and
 * exported ones never: a person whom the talk has by that name keeps the address. One who is
 * written as an address has the name of the talk. People with an address alone remain if the file
 * has all others.
 */
export function joinNamed({ people }: KnownTalk, peopleOfFile: readonly Person[]) {
  const isSpeakerAssumed = false;
  if (people.every(({ email }) => email === undefined))
    return { people: peopleOfFile, isSpeakerAssumed };
  const nameless = people.filter(({ name }) => name === '');
  const namesakesOf = namesakeFinder(people.filter(({ name }) => name !== ''));
  const kept = new Set<Person>();
  const namesakes = peopleOfFile.map((person) => {
    const namesake = namesakesOf(person).find((candidate) => !kept.has(candidate));
    if (namesake !== undefined) kept.add(namesake);
    return namesake;
  });
  const nameOf = ({ name, email }: Person) => {
    const same = people.find((other) => isSameAddress(other.email, email));
    return name === '' ? (same?.name ?? '') : name;
  };
  const joined = peopleOfFile.map((person, at) => ({
    ...person,
    name: nameOf(person),
    email: person.email ?? namesakes[at]?.email,
  }));
  const isSame = kept.size + nameless.length === people.length && !namesakes.includes(undefined);
  return { people: isSame ? [...joined, ...nameless] : joined, isSpeakerAssumed };
}

function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && foldKey(one) === foldKey(other);
}
