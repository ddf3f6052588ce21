// Owns the clashes of a schedule: sessions that cannot take place as planned, listed and counted. Must not know files or the service.
import { foldKey, isMasked, personIndex } from '../contract/key.ts';
import {
  assumedPairs,
  byTime,
  countOverlaps,
  type OverlapRules,
  overlappingSlots,
  overlaps,
  type Slot,
  type SlotPair,
} from './overlaps.ts';
import { comparedName, type Person, roomsOf, type Session } from './session.ts';

export interface Clash {
  readonly kind: 'room' | 'person';
  /** The room; or the person's name, if known. */
  readonly what: string;
  /** The earlier first. */
  readonly sessions: readonly [Session, Session];
  /** The person was recognized by name alone, which two people may share. */
  readonly byName: boolean;
  /** How the later session spells the name, if the two are equal only as names of people are compared. */
  readonly similarName?: string | undefined;
}

export interface ClashOptions {
  /** How long a room stays empty between two sessions, in milliseconds. */
  readonly turnaroundMs: number;
  /** Rooms that hold several sessions at a time, such as a hallway. */
  readonly sharedRooms: readonly string[];
}

/** Pairs of two sessions for which it is true are left out. */
type Apart = (session: Session) => boolean;

export interface Clashes {
  /** By the time and then the title of their sessions; see {@link listedPairs}. */
  readonly listed: readonly Clash[];
  /** How many there are, listed or not. */
  readonly count: number;
  /** How many of them involve a session without a submission. */
  readonly withoutSubmission: number;
}

/** At most this many pairs are listed for each room or person, and at most as many more of sessions without a submission. */
export const listedPairs = 1000;

/**
 * Finds the clashes; an overlap of people that rests on an assumed end is none ({@link assumedOverlaps}). Rooms are compared
 * without case and surrounding white space; people by e-mail address if both have one, else by name, as `contract/key.ts`
 * does. Sessions of one submission do not clash with each other.
 * @param sessions each ends after it starts
 */
export function findClashes(sessions: readonly Session[], options: ClashOptions, ...aparts: readonly Apart[]): Clashes {
  const found: Found[] = [];
  let count = 0;
  let withoutSubmission = 0;
  for (const { slots: group, ...subject } of overlapGroups(sessions, options)) {
    const rules = rulesFor(subject, aparts);
    const matched = group.filter(isMatched);
    const ofMatched = countOverlaps(matched, rules);
    const ofOthers = group.length === matched.length ? 0 : countOverlaps(group, rules) - ofMatched;
    count += ofMatched + ofOthers;
    withoutSubmission += ofOthers;
    found.push(...listOf(subject, overlaps(matched, rules), ofMatched));
    found.push(...listOf(subject, overlaps(group, { ...rules, apart: [...rules.apart, isMatched] }), ofOthers));
  }
  return { listed: inOrder(found), count, withoutSubmission };
}

/**
 * The overlaps that rest on an assumed end: the earlier session may be shorter.
 * @param rooms for those of rooms, of sessions whose ends are not trimmed to each other's starts; without it, those of people
 */
export function assumedOverlaps(
  sessions: readonly Session[],
  aparts: readonly Apart[] = [],
  rooms?: ClashOptions,
): readonly Clash[] {
  const slots = sessions.map(slotOf);
  const groups = [...(rooms === undefined ? personGroups(groupByPerson(slots)) : roomGroups(slots, rooms))];
  return inOrder(
    groups.flatMap(({ slots, ...subject }) => listOf(subject, assumedPairs(slots, rulesFor(subject, aparts)))),
  );
}

/** The sessions that clash in a room or by a person. */
export function clashingSessions(sessions: readonly Session[], options: ClashOptions): ReadonlySet<Session> {
  const found = new Set<Session>();
  for (const { slots, ...rules } of overlapGroups(sessions, options)) {
    for (const { session } of overlappingSlots(slots, rules)) found.add(session);
  }
  return found;
}

/** Sessions of one person. */
export interface SharedPerson {
  /** The name, if it is known. */
  readonly name: string;
  readonly sessions: readonly Session[];
  /** Two sessions for which this is true do not have the person in common. */
  readonly isApart: (session: Session) => boolean;
}

/** The people of several sessions, recognized as for clashes, whenever the sessions take place. */
export function* sharedPeople(sessions: readonly Session[]): Generator<SharedPerson> {
  for (const { slots, apart, nameIn } of personGroups(groupByPerson(sessions.map(slotOf)))) {
    const [first] = slots;
    if (first === undefined || slots.length < 2) continue;
    const aparts = new Set(slots.filter((slot) => apart.some((isIn) => isIn(slot))).map(({ session }) => session));
    yield { name: nameIn(first), sessions: slots.map(({ session }) => session), isApart: (one) => aparts.has(one) };
  }
}

interface Found extends Pick<Clash, 'kind' | 'what' | 'byName'> {
  readonly similarName: string | undefined;
  readonly pair: SlotPair;
}

type Subject = Omit<OverlapGroup, 'slots'>;

function listOf(subject: Subject, pairs: Iterable<SlotPair>, count = listedPairs): readonly Found[] {
  const { kind, byName, nameIn } = subject;
  const found: Found[] = [];
  // To look for one more could take long.
  const most = Math.min(listedPairs, count);
  if (most === 0) return found;
  for (const pair of pairs) {
    const listed = found.push({ kind, byName, what: nameIn(pair[0]), similarName: similarName(subject, pair), pair });
    if (listed === most) break;
  }
  return found;
}

function inOrder(found: readonly Found[]): readonly Clash[] {
  return found
    .toSorted((a, b) => byTime(a.pair[0], b.pair[0]) || byTime(a.pair[1], b.pair[1]))
    .map(({ pair: [a, b], similarName: other, ...clash }) => ({
      ...clash,
      sessions: [a.session, b.session],
      ...(other !== undefined && { similarName: other }),
    }));
}

/** Slots that need the same room or person. */
interface OverlapGroup extends OverlapRules {
  readonly kind: 'room' | 'person';
  readonly byName: boolean;
  /** The room or the person, as a slot names it. */
  readonly nameIn: (slot: Slot) => string;
  readonly slots: readonly Slot[];
}

type Groups = Map<string, Slot[]>;

function slotOf(session: Session, index: number): Slot {
  const { startMs, endMs, title } = session;
  return { session, startMs, endMs, title, index };
}

/** Only the start is certain if the end is assumed. */
function certainPart(slot: Slot): Slot {
  return slot.session.isDurationAssumed ? { ...slot, endMs: slot.startMs + 1 } : slot;
}

function isMatched({ session }: Slot): boolean {
  return session.submissionId !== undefined || session.isBreak === true || session.isNew === true;
}

function isTalk({ session }: Slot): boolean {
  return session.isBreak !== true;
}

function isEverywhere({ session }: Slot): boolean {
  return session.isEverywhere === true;
}

function rulesFor({ gapMs, apart }: OverlapRules, aparts: readonly Apart[]): OverlapRules {
  return {
    gapMs,
    apart: [
      ...apart,
      ...aparts.map(
        (isApart) =>
          ({ session }: Slot) =>
            isApart(session),
      ),
    ],
  };
}

function* overlapGroups(sessions: readonly Session[], options: ClashOptions): Generator<OverlapGroup> {
  const slots = sessions.map(slotOf);
  yield* roomGroups(slots, options);
  yield* personGroups(groupByPerson(slots.map(certainPart)));
}

function* roomGroups(slots: readonly Slot[], { turnaroundMs, sharedRooms }: ClashOptions): Generator<OverlapGroup> {
  const rooms = groupByRoom(slots);
  for (const room of sharedRooms) rooms.delete(foldKey(room));
  const everywhere = slots.filter(isEverywhere);
  for (const [key, group] of rooms) {
    const roomIn = (slot: Slot) => roomsOf(slot.session).find((room) => foldKey(room) === key);
    const nameIn = (slot: Slot) => (roomIn(slot) ?? group.map(roomIn)[0] ?? '').trim();
    const talks = group.filter(isTalk);
    yield { kind: 'room', byName: false, nameIn, slots: talks, gapMs: turnaroundMs, apart: [] };
    if (talks.length === group.length && everywhere.length === 0) continue;
    // A break needs no time before or after it.
    const all = [...group, ...everywhere];
    yield { kind: 'room', byName: false, nameIn, slots: all, gapMs: 0, apart: [isTalk, isEverywhere] };
  }
}

function* personGroups({ emails, names, namesakes, keyOf }: ReturnType<typeof groupByPerson>): Generator<OverlapGroup> {
  for (const [address, group] of emails) {
    const nameIn = (slot: Slot) => shownName(slot, (person) => addressOf(person) === address);
    yield { kind: 'person', byName: false, nameIn, slots: group, gapMs: 0, apart: [] };
  }
  for (const [name, group] of names) {
    const nameIn = (slot: Slot) => shownName(slot, (person) => keyOf(person) === name);
    // Two people with addresses are compared by these, not by name.
    const addressed = new Set(namesakes.get(name));
    const all = [...new Set([...group, ...addressed])];
    yield { kind: 'person', byName: true, nameIn, slots: all, gapMs: 0, apart: [(slot) => addressed.has(slot)] };
  }
}

function groupByRoom(slots: readonly Slot[]): Groups {
  const rooms: Groups = new Map();
  for (const slot of slots) for (const room of roomsOf(slot.session)) add(rooms, foldKey(room), slot);
  return rooms;
}

/** `names` holds the sessions of people without an address, `namesakes` those of people with the same name and an address. */
function groupByPerson(slots: readonly Slot[]) {
  // Names are slow to read, and only those of people without an address are compared with others.
  const isUnaddressed = slots.some(({ session }) => session.people.some((person) => addressOf(person) === ''));
  const keyOf = isUnaddressed ? nameKeys(slots) : () => '';
  const emails: Groups = new Map();
  const names: Groups = new Map();
  for (const slot of slots) {
    for (const person of slot.session.people) {
      const address = addressOf(person);
      if (address === '') add(names, keyOf(person), slot);
      else add(emails, address, slot);
    }
  }
  const namesakes: Groups = new Map();
  for (const slot of slots) {
    for (const person of slot.session.people) {
      const name = keyOf(person);
      if (names.has(name) && addressOf(person) !== '') add(namesakes, name, slot);
    }
  }
  return { emails, names, namesakes, keyOf };
}

/** One key for each person, by the names of all of them. */
function nameKeys(slots: readonly Slot[]): (person: Person) => string {
  const keys = new Map<string, string>();
  for (const { session } of slots) for (const { name } of session.people) keys.set(name, '');
  const compared = Array.from(keys.keys(), (name) => [name, comparedName({ name })] as const);
  const keyOf = personIndex(compared.map(([, name]) => name));
  for (const [written, name] of compared) keys.set(written, keyOf(name));
  return ({ name }) => keys.get(name) ?? '';
}

function add(groups: Groups, key: string, slot: Slot): void {
  if (key === '') return;
  const slots = groups.get(key);
  if (slots === undefined) groups.set(key, [slot]);
  // A person may be listed twice in one session.
  else if (slots.at(-1) !== slot) slots.push(slot);
}

/** The name of the later slot, if it is not that of the earlier one. */
function similarName({ byName, nameIn }: Subject, [earlier, later]: Found['pair']): string | undefined {
  const name = nameIn(later);
  return byName && foldKey(nameIn(earlier)) !== foldKey(name) ? name : undefined;
}

/** Empty for a masked address, because many people share a mask. */
function addressOf({ email = '' }: Person): string {
  return isMasked('email', email) ? '' : foldKey(email);
}

/** The person's name in this session; empty if an address was entered as the name. */
function shownName({ session }: Slot, isMeant: (person: Person) => boolean): string {
  const name = session.people.find(isMeant)?.name.trim() ?? '';
  return name.includes('@') ? '' : name;
}
