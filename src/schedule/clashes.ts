// Finds the sessions that cannot take place as planned, in the time of a sort and of what is found; it reads nothing.
import { foldKey, isMasked } from '../contract/key.ts';
import type { Person, Session } from './session.ts';

export interface Clash {
  readonly kind: 'room' | 'person' | 'duplicate';
  /** The room, the person's name, if there is one, or the id of the submission that has several sessions. */
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
 * space; people by e-mail address where both have one, else by name, of which the case counts. Each further session of a
 * submission duplicates its first one, and has no other clash with any of them.
 * @param sessions each ends after it starts
 */
export function findClashes(sessions: readonly Session[], { turnaroundMs, sharedRooms }: ClashOptions): Clash[] {
  const slots = sessions.map(slotOf);
  const { rooms, emails, names, namesakes } = groupSlots(slots);
  for (const room of sharedRooms) rooms.delete(foldKey(room));
  const found = duplicates(slots);
  for (const rivals of rooms.values()) {
    for (const pair of overlaps(rivals, turnaroundMs)) {
      found.push({ kind: 'room', what: pair[0].session.room.trim(), pair, byName: false });
    }
  }
  for (const [address, rivals] of emails) {
    for (const pair of overlaps(rivals, 0)) {
      const what = shownName(pair[0], (person) => addressOf(person) === address);
      found.push({ kind: 'person', what, pair, byName: false });
    }
  }
  for (const [name, rivals] of names) {
    const addressed = new Set(namesakes.get(name));
    const all = new Set([...rivals, ...addressed]);
    for (const pair of overlaps([...all], 0, addressed)) {
      const what = shownName(pair[0], (person) => nameKey(person) === name);
      found.push({ kind: 'person', what, pair, byName: true });
    }
  }
  found.sort((a, b) => byTime(a.pair[0], b.pair[0]) || byTime(a.pair[1], b.pair[1]));
  return found.map(({ kind, what, pair, byName }) => {
    return { kind, what, sessions: [pair[0].session, pair[1].session], byName };
  });
}

/** What is asked of a session again and again, side by side in memory. */
interface Slot {
  readonly session: Session;
  readonly startMs: number;
  readonly endMs: number;
  readonly title: string;
  /** Tells apart what looks the same. */
  readonly index: number;
}

/** The earlier first. */
type Pair = readonly [Slot, Slot];

interface Found extends Pick<Clash, 'kind' | 'what' | 'byName'> {
  readonly pair: Pair;
}

type Groups = Map<string, Slot[]>;

function slotOf(session: Session, index: number): Slot {
  const { startMs, endMs, title } = session;
  return { session, startMs, endMs, title, index };
}

function byTime(a: Slot, b: Slot): number {
  if (a.startMs !== b.startMs) return a.startMs - b.startMs;
  if (a.title !== b.title) return a.title < b.title ? -1 : 1;
  return a.index - b.index;
}

function duplicates(slots: readonly Slot[]): Found[] {
  const firsts = new Map<string, Slot>();
  const further: Slot[] = [];
  for (const slot of slots) {
    const id = slot.session.submissionId;
    if (id === undefined) continue;
    const first = firsts.get(id);
    if (first === undefined || byTime(slot, first) < 0) firsts.set(id, slot);
    if (first !== undefined) further.push(byTime(slot, first) < 0 ? first : slot);
  }
  return further.map((slot) => {
    const what = slot.session.submissionId ?? '';
    return { kind: 'duplicate', what, pair: [firsts.get(what) ?? slot, slot], byName: false };
  });
}

/** Who wants the same: `names` are of people without an address, `namesakes` those of the same name with one. */
function groupSlots(slots: readonly Slot[]) {
  const rooms: Groups = new Map();
  const emails: Groups = new Map();
  const names: Groups = new Map();
  for (const slot of slots) {
    const { room, people } = slot.session;
    add(rooms, foldKey(room), slot);
    for (const person of people) {
      const address = addressOf(person);
      if (address === '') add(names, nameKey(person), slot);
      else add(emails, address, slot);
    }
  }
  const namesakes: Groups = new Map();
  for (const slot of slots) {
    for (const person of slot.session.people) {
      const name = nameKey(person);
      if (names.has(name) && addressOf(person) !== '') add(namesakes, name, slot);
    }
  }
  return { rooms, emails, names, namesakes };
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

function nameKey({ name }: Person): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** As the earlier session has it; an address that was typed for a name is nothing to show. */
function shownName({ session }: Slot, isMeant: (person: Person) => boolean): string {
  const name = session.people.find(isMeant)?.name.trim() ?? '';
  return name.includes('@') ? '' : name;
}

/**
 * A sweep: a slot that is looked at is either still on, and makes a pair, or is over, and is not looked at again.
 * @param toldApart of these, no two make a pair
 */
function overlaps(slots: readonly Slot[], gapMs: number, toldApart?: ReadonlySet<Slot>): Pair[] {
  const pairs: Pair[] = [];
  if (slots.length < 2) return pairs;
  const meet = (others: Slot[], slot: Slot) => {
    let on = 0;
    for (const other of others) {
      if (other.endMs + gapMs <= slot.startMs) continue;
      others[on++] = other;
      if (!isSameSubmission(other, slot)) pairs.push([other, slot]);
    }
    others.length = on;
  };
  const apart: Slot[] = [];
  const others: Slot[] = [];
  for (const slot of slots.toSorted(byTime)) {
    meet(others, slot);
    if (toldApart?.has(slot)) {
      apart.push(slot);
    } else {
      meet(apart, slot);
      others.push(slot);
    }
  }
  return pairs;
}

function isSameSubmission({ session: { submissionId } }: Slot, { session: other }: Slot): boolean {
  return submissionId !== undefined && submissionId === other.submissionId;
}
