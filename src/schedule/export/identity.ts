// Owns the ids of exported sessions, which are the same in every run: UUIDs, and integers for older
// readers.
import { createHash } from 'node:crypto';
import { foldKey } from '../../contract/key.ts';
import type { Session } from '../session.ts';

export interface ExportId {
  readonly uuid: string;
  /** From 1 to 2³¹ − 1, unique among the sessions. */
  readonly number: number;
}

/**
 * Derived from the submission id; from the title, and for breaks from their time, for a session
 * without one; and from the number of a further slot, whichever of the slots are exported. With one
 * in each other room of a session, for formats that need an event there.
 */
export function exportIds(
  sessions: readonly Session[],
): Map<Session, ExportId & { readonly elsewhere: readonly ExportId[] }> {
  const names = new Map<string, number>();
  const ids = sessions.map((session) => {
    const { submissionId, slotNumber } = session;
    const talk = submissionId ?? nameOf(session);
    const name = slotNumber === undefined ? talk : `${talk}#${slotNumber}`;
    const before = names.get(name) ?? 0;
    names.set(name, before + 1);
    const unique = before === 0 ? name : `${name}#${before + 1}`;
    const others = (session.otherRooms ?? []).map((room) => `${unique}@${foldKey(room)}`);
    return {
      session,
      uuid: uuidOf('session', unique),
      elsewhere: others.map((idName) => uuidOf('session', idName)),
    };
  });
  const numbers = numbersOf(ids.flatMap(({ uuid, elsewhere }) => [uuid, ...elsewhere]));
  const idOf = (uuid: string): ExportId => ({ uuid, number: numbers.get(uuid) ?? 1 });
  return new Map(
    ids.map(({ session, uuid, elsewhere }) => {
      return [session, { ...idOf(uuid), elsewhere: elsewhere.map(idOf) }];
    }),
  );
}

/** Breaks repeat their titles, so that a further one must not change the ids of the others. */
function nameOf({ title, isBreak, room, startMs }: Session): string {
  return isBreak === true ? `break:${title}:${room}:${startMs}` : `title:${title}`;
}

/** RFC 9562 §5.5 (version 5), in the program's own namespace. */
export function uuidOf(kind: 'session' | 'room' | 'person', name: string): string {
  const hash = createHash('sha1')
    .update(nameSpace)
    .update(`${kind}:${name}`)
    .digest()
    .subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const nameSpace = Buffer.from('8f0e6a3c5d1b4c0fa3f27b1d9e64c258', 'hex');

/**
 * If two numbers are equal, the second is incremented; in the order of the UUIDs, so that the
 * result is always the same.
 */
function numbersOf(uuids: readonly string[]): Map<string, number> {
  const taken = new Set<number>();
  const numbers = new Map<string, number>();
  for (const uuid of [...uuids].sort()) {
    let number = Number.parseInt(uuid.slice(0, 8), 16) & 0x7fffffff || 1;
    while (taken.has(number)) number = number === 0x7fffffff ? 1 : number + 1;
    taken.add(number);
    numbers.set(uuid, number);
  }
  return numbers;
}
