// Ids of an export that stay the same from run to run: UUIDs, and the integers that older readers ask for.
import { createHash } from 'node:crypto';
import type { Session } from '../session.ts';

export interface ExportId {
  readonly uuid: string;
  /** From 1 to 2³¹ − 1, each once among the sessions. */
  readonly number: number;
}

/** By what the service calls a session; one that it does not know yet goes by its title. */
export function exportIds(sessions: readonly Session[]): Map<Session, ExportId> {
  const names = new Map<string, number>();
  const uuids = sessions.map((session) => {
    const name = session.submissionId ?? `title:${session.title}`;
    const before = names.get(name) ?? 0;
    names.set(name, before + 1);
    return uuidOf('session', before === 0 ? name : `${name}#${before + 1}`);
  });
  const numbers = numbersOf(uuids);
  return new Map(sessions.map((session, index) => identityOf(session, uuids[index] ?? '', numbers)));
}

/** RFC 9562 §5.5 (version 5), in a name space of the program's own. */
export function uuidOf(kind: 'session' | 'room' | 'person', name: string): string {
  const hash = createHash('sha1').update(nameSpace).update(`${kind}:${name}`).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const nameSpace = Buffer.from('8f0e6a3c5d1b4c0fa3f27b1d9e64c258', 'hex');

function identityOf(session: Session, uuid: string, numbers: ReadonlyMap<string, number>): [Session, ExportId] {
  return [session, { uuid, number: numbers.get(uuid) ?? 1 }];
}

/** Where two would be the same, the second counts on: in the order of the UUIDs, so that it is the same one each time. */
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
