// Finds the sessions that need the same room or the same person, whenever they take place. Must not
// know which of them clash. Pure.
import { foldKey, personIndex } from '../../contract/key.ts';
import { type RoomOptions, turnaroundIn } from '../rooms/room-terms.ts';
import { comparedAddress, comparedName, type Person, roomsOf, type Session } from '../session.ts';

export interface ClashOptions extends RoomOptions {
  /** Rooms that hold several sessions at a time, such as a hallway. */
  readonly sharedRooms: readonly string[];
}

/** Sessions that need the same room or person, or that others may exclude; by time. */
export interface ClashGroup {
  readonly code: 'room' | 'person' | 'exclusive';
  /** How long the room stays empty between two talks, in milliseconds. */
  readonly gapMs: number;
  readonly sessions: readonly Session[];
  /** The room or the person, as a session names it; of an exclusive session, its title. */
  readonly nameIn: (session: Session) => string;
  /**
   * The sessions of namesakes with an address, if the person is recognized by name: two of them are
   * compared by address.
   */
  readonly addressed?: ReadonlySet<Session>;
  /** The keys of rooms in which a person may be in several sessions at once. */
  readonly shared?: ReadonlySet<string>;
}

/**
 * The people of several sessions, recognized as for clashes, whenever the sessions take place: each
 * with the name, if that is known. Two sessions that are apart do not have the person in common.
 */
export function sharedPeople(sessions: readonly Session[]) {
  return personGroups(sessions).flatMap(({ sessions, nameIn, addressed }) => {
    const [first] = sessions;
    if (first === undefined || sessions.length < 2) return [];
    const isApart = (session: Session) => addressed?.has(session) === true;
    return [{ name: nameIn(first), sessions, isApart }];
  });
}

/**
 * The sessions of each room that holds one at a time.
 * @param sessions by time
 */
export function roomGroups(
  sessions: readonly Session[],
  options: ClashOptions,
): readonly ClashGroup[] {
  const rooms = new Map<string, Session[]>();
  for (const session of sessions) {
    for (const room of roomsOf(session)) if (foldKey(room) !== '') rooms.set(foldKey(room), []);
  }
  for (const room of options.sharedRooms) rooms.delete(foldKey(room));
  for (const session of sessions) {
    const keys = session.isEverywhere ? rooms.keys() : new Set(roomsOf(session).map(foldKey));
    for (const key of keys) rooms.get(key)?.push(session);
  }
  return Array.from(rooms, ([key, group]): ClashGroup => {
    const roomIn = (session: Session) => roomsOf(session).find((room) => foldKey(room) === key);
    const name = group.map(roomIn).find((room) => room !== undefined) ?? key;
    return {
      code: 'room',
      gapMs: turnaroundIn(key, options),
      sessions: group,
      nameIn: (session) => (roomIn(session) ?? name).trim(),
    };
  });
}

/**
 * All talks, if one of them excludes others.
 * @param sessions by time
 */
export function exclusiveGroups(sessions: readonly Session[]): readonly ClashGroup[] {
  if (sessions.every(({ isExclusive }) => isExclusive !== true)) return [];
  return [
    {
      code: 'exclusive',
      gapMs: 0,
      sessions: sessions.filter(({ isBreak }) => isBreak !== true),
      nameIn: ({ isExclusive, title }) => (isExclusive === true ? title : ''),
    },
  ];
}

/**
 * The sessions of each person.
 * @param sessions by time
 */
export function personGroups(
  sessions: readonly Session[],
  { sharedRooms }: Pick<ClashOptions, 'sharedRooms'> = { sharedRooms: [] },
): readonly ClashGroup[] {
  const shared = sharedRooms.length === 0 ? undefined : new Set(sharedRooms.map(foldKey));
  const people = sessions.flatMap((session) => session.people);
  // Names are slow to read, and only those of people without an address are compared with others.
  const unaddressed = people.filter(({ email }) => comparedAddress(email) === undefined);
  const keyOf = unaddressed.length > 0 ? nameKeys(people) : () => undefined;
  const keys = unaddressed.flatMap((person) => keyOf(person) ?? []);
  const names = new Map(keys.map((name) => [name, new Set<Session>()]));
  const addressed = new Map(keys.map((name) => [name, new Set<Session>()]));
  const emails = new Map<string, Set<Session>>();
  for (const session of sessions) {
    for (const person of session.people) {
      const address = comparedAddress(person.email);
      const name = keyOf(person);
      if (address !== undefined) {
        emails.set(address, (emails.get(address) ?? new Set()).add(session));
      }
      if (name === undefined) continue;
      names.get(name)?.add(session);
      if (address !== undefined) addressed.get(name)?.add(session);
    }
  }
  const groupOf = (
    group: ReadonlySet<Session>,
    isMeant: (person: Person) => boolean,
  ): ClashGroup => ({
    code: 'person',
    gapMs: 0,
    sessions: [...group],
    nameIn: (session) => shownName(session, isMeant),
    ...(shared !== undefined && { shared }),
  });
  return [
    ...Array.from(emails, ([address, group]) =>
      groupOf(group, ({ email }) => comparedAddress(email) === address),
    ),
    ...Array.from(names, ([name, group]) => ({
      ...groupOf(group, (person) => keyOf(person) === name),
      addressed: addressed.get(name) ?? new Set<Session>(),
    })),
  ];
}

/** One key for each person who has a name, by the names of all of them. */
function nameKeys(people: readonly Person[]): (person: Person) => string | undefined {
  const compared = Array.from(
    new Set(people.map(({ name }) => name)),
    (name) => [name, comparedName({ name })] as const,
  );
  const keyOf = personIndex(compared.map(([, name]) => name));
  const keys = new Map(compared.map(([written, name]) => [written, keyOf(name)]));
  return ({ name }) => keys.get(name);
}

/** The person's name in this session; empty if an address was entered as the name. */
function shownName({ people }: Session, isMeant: (person: Person) => boolean): string {
  const name = people.find(isMeant)?.name.trim() ?? '';
  return name.includes('@') ? '' : name;
}
