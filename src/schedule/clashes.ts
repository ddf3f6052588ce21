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
  const { submissions, rooms, emails, names } = claimsOf(sessions.toSorted(byTime));
  for (const room of sharedRooms) rooms.delete(foldKey(room));
  const found: Found[] = [];
  const tell = (kind: Clash['kind'], byName: boolean) => (earlier: Claim, later: Claim) =>
    found.push({
      clash: { kind, what: earlier.what, sessions: [earlier.session, later.session], byName },
      earlier,
      later,
    });
  for (const claims of submissions.values()) pairRepeats(claims, tell('duplicate', false));
  for (const claims of rooms.values()) pairOverlaps(claims, turnaroundMs, tell('room', false));
  for (const claims of emails.values()) pairOverlaps(claims, 0, tell('person', false));
  for (const claims of names.values()) pairOverlaps(claims, 0, tell('person', true));
  return found
    .sort((a, b) => a.earlier.place - b.earlier.place || a.later.place - b.later.place)
    .map(({ clash }) => clash);
}

/** What a session takes while it lasts. */
interface Claim {
  readonly session: Session;
  /** Its number among all sessions in their order. */
  readonly place: number;
  readonly what: string;
  /** Whether it is told from others of its kind by something surer than what they share here. */
  readonly isToldApart: boolean;
}

interface Found {
  readonly clash: Clash;
  readonly earlier: Claim;
  readonly later: Claim;
}

type Pairing = (earlier: Claim, later: Claim) => void;

class Groups extends Map<string, Claim[]> {
  add(key: string, claim: Claim): void {
    if (key === '') return;
    const claims = this.get(key);
    if (claims === undefined) this.set(key, [claim]);
    else claims.push(claim);
  }
}

/** By what they claim; what is empty, such as the room of a session that has none yet, claims nothing. */
function claimsOf(sorted: readonly Session[]) {
  const groups = { submissions: new Groups(), rooms: new Groups(), emails: new Groups(), names: new Groups() };
  for (const [place, session] of sorted.entries()) {
    const { submissionId = '', room, people } = session;
    const claim = (what: string, isToldApart = false): Claim => ({ session, place, what, isToldApart });
    groups.submissions.add(submissionId, claim(submissionId));
    groups.rooms.add(foldKey(room), claim(room.trim()));
    // Somebody who is listed twice claims once, and by address where one of the two has it.
    const withAddress = new Map(people.map((person) => [addressOf(person), person.name.trim()]));
    for (const [address, name] of withAddress) groups.emails.add(address, claim(name || address));
    const addressed = new Set(people.filter((person) => addressOf(person) !== '').map(({ name }) => name.trim()));
    for (const name of new Set(people.map((person) => person.name.trim()))) {
      groups.names.add(name, claim(name, addressed.has(name)));
    }
  }
  return groups;
}

/** Empty where there is none that tells: many people share the mask of an address. */
function addressOf({ email = '' }: Person): string {
  return isMasked('email', email) ? '' : foldKey(email);
}

function pairRepeats([first, ...others]: readonly Claim[], pair: Pairing): void {
  for (const other of others) if (first !== undefined) pair(first, other);
}

/** A sweep: who is looked at and still there makes a pair, and who is not is never looked at again. */
function pairOverlaps(claims: readonly Claim[], gapMs: number, pair: Pairing): void {
  let toldApart: Claim[] = [];
  let others: Claim[] = [];
  for (const claim of claims) {
    const isThere = ({ session }: Claim) => session.endMs + gapMs > claim.session.startMs;
    const meet = (other: Claim) => {
      if (!isSameSubmission(other.session, claim.session)) pair(other, claim);
    };
    others = others.filter(isThere);
    others.forEach(meet);
    if (claim.isToldApart) {
      toldApart.push(claim);
      continue;
    }
    toldApart = toldApart.filter(isThere);
    toldApart.forEach(meet);
    others.push(claim);
  }
}

function isSameSubmission(a: Session, b: Session): boolean {
  return a.submissionId !== undefined && a.submissionId === b.submissionId;
}

function byTime(a: Session, b: Session): number {
  if (a.startMs !== b.startMs) return a.startMs - b.startMs;
  return a.title < b.title ? -1 : Number(a.title > b.title);
}
