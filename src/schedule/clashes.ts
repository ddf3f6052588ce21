// Finds the sessions that cannot take place as planned, in the time of a sort and of what is found; it reads nothing.
import { foldKey, isMasked } from '../client/key.ts';
import type { Person, Session } from './session.ts';

export interface Clash {
  readonly kind: 'room' | 'person' | 'duplicate';
  /** The room, the person's name, or the id of the submission that has several sessions. */
  readonly what: string;
  /** The earlier first. */
  readonly sessions: readonly [Session, Session];
  /** The person was told by the name alone, which two people may share. */
  readonly byName: boolean;
}

export interface ClashOptions {
  /** How long a room stays empty between two sessions, in milliseconds. */
  readonly turnaroundMs: number;
  /** Rooms that hold several sessions at a time, such as a hallway. */
  readonly sharedRooms: readonly string[];
}

/**
 * The clashes, by the time and then the title of their sessions. Rooms are compared without case and surrounding white
 * space; people by e-mail address where both have one, else by name as it is written. Each further session of a
 * submission duplicates its first one, and has no other clash with any of them.
 * @param sessions each ends after it starts
 */
export function findClashes(sessions: readonly Session[], { turnaroundMs, sharedRooms }: ClashOptions): Clash[] {
  const { submissions, rooms, emails, names, addressedNames } = groupSlots(sessions.toSorted(byTime));
  for (const room of sharedRooms) rooms.delete(foldKey(room));
  const found: Found[] = [];
  for (const [what, slots] of submissions) {
    for (const pair of repeats(slots)) found.push({ kind: 'duplicate', what, pair, byName: false });
  }
  for (const slots of rooms.values()) {
    for (const pair of overlaps(slots, turnaroundMs)) {
      found.push({ kind: 'room', what: pair[0].session.room.trim(), pair, byName: false });
    }
  }
  for (const [address, slots] of emails) {
    for (const pair of overlaps(slots, 0)) {
      found.push({ kind: 'person', what: nameAt(address, pair[0]), pair, byName: false });
    }
  }
  for (const [what, slots] of names) {
    const addressed = new Set(addressedNames.get(what));
    const all = [...new Set([...slots, ...addressed])].sort(byPlace);
    for (const pair of overlaps(all, 0, addressed)) found.push({ kind: 'person', what, pair, byName: true });
  }
  found.sort((a, b) => byPlace(a.pair[0], b.pair[0]) || byPlace(a.pair[1], b.pair[1]));
  return found.map(({ kind, what, pair, byName }) => {
    return { kind, what, sessions: [pair[0].session, pair[1].session], byName };
  });
}

/** A session's time, and its place among all of them by time. */
interface Slot {
  readonly session: Session;
  readonly place: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** The earlier first. */
type Pair = readonly [Slot, Slot];

interface Found extends Pick<Clash, 'kind' | 'what' | 'byName'> {
  readonly pair: Pair;
}

type Groups = Map<string, Slot[]>;

/** The slots that want the same, in their order; a name is wanted with an address that tells its bearer, or without. */
function groupSlots(sorted: readonly Session[]) {
  const submissions: Groups = new Map();
  const rooms: Groups = new Map();
  const emails: Groups = new Map();
  const addressedNames: Groups = new Map();
  const names: Groups = new Map();
  for (const [place, session] of sorted.entries()) {
    const { submissionId = '', room, startMs, endMs, people } = session;
    const slot = { session, place, startMs, endMs };
    add(submissions, submissionId, slot);
    add(rooms, foldKey(room), slot);
    for (const person of people) {
      const address = addressOf(person);
      add(emails, address, slot);
      add(address === '' ? names : addressedNames, person.name.trim(), slot);
    }
  }
  return { submissions, rooms, emails, addressedNames, names };
}

function add(groups: Groups, key: string, slot: Slot): void {
  if (key === '') return;
  const slots = groups.get(key);
  if (slots === undefined) groups.set(key, [slot]);
  // Somebody may be listed twice in one session.
  else if (slots.at(-1) !== slot) slots.push(slot);
}

/** Empty where there is none that tells: many people share the mask of an address. */
function addressOf({ email = '' }: Person): string {
  return isMasked('email', email) ? '' : foldKey(email);
}

function nameAt(address: string, { session }: Slot): string {
  const name = session.people.find((person) => addressOf(person) === address)?.name.trim();
  return name === undefined || name === '' ? address : name;
}

function repeats([first, ...others]: readonly Slot[]): Pair[] {
  return first === undefined ? [] : others.map((other) => [first, other]);
}

/**
 * A sweep: a slot that is looked at is either still on, and makes a pair, or is over, and is not looked at again.
 * @param toldApart of these, no two make a pair
 */
function overlaps(slots: readonly Slot[], gapMs: number, toldApart?: ReadonlySet<Slot>): Pair[] {
  const pairs: Pair[] = [];
  let apart: Slot[] = [];
  let others: Slot[] = [];
  for (const slot of slots) {
    const isOn = ({ endMs }: Slot) => endMs + gapMs > slot.startMs;
    others = others.filter(isOn);
    let met = others;
    if (toldApart?.has(slot)) {
      apart.push(slot);
    } else {
      apart = apart.filter(isOn);
      met = [...apart, ...others];
      others.push(slot);
    }
    for (const other of met) if (!isSameSubmission(other, slot)) pairs.push([other, slot]);
  }
  return pairs;
}

function isSameSubmission({ session: { submissionId } }: Slot, { session: other }: Slot): boolean {
  return submissionId !== undefined && submissionId === other.submissionId;
}

function byPlace(a: Slot, b: Slot): number {
  return a.place - b.place;
}

function byTime(a: Session, b: Session): number {
  if (a.startMs !== b.startMs) return a.startMs - b.startMs;
  return a.title < b.title ? -1 : Number(a.title > b.title);
}
