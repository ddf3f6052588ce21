// Finds the rows of events. Events are never changed or deleted, so that a row that was found can be cached.
import type { EventRef } from '../records.ts';
import type { EventRecord } from '../store.ts';
import type { Database } from './database.ts';
import { statements } from './sql.ts';

export interface EventRow extends EventRecord {
  /** Refers to the event in other tables. */
  readonly seq: number;
}

/** Finds an event; undefined if the organization has no such event. */
export type FindEvent = (ref: EventRef) => Promise<EventRow | undefined>;

export function eventFinder({ query }: Database): FindEvent {
  const known = new Map<string, Promise<EventRow | undefined>>();
  return ({ organizationId, eventId }) => {
    // The id of an organization has no such character.
    const name = `${organizationId}/${eventId}`;
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const found = find(organizationId, eventId);
    known.set(name, found);
    // An event that does not exist may be created, and a failure may be temporary.
    found.then((event) => event ?? known.delete(name)).catch(() => known.delete(name));
    return found;
  };

  async function find(organizationId: string, eventId: string): Promise<EventRow | undefined> {
    return (await query<EventRow>(statements.findEvent, [organizationId, eventId]))[0];
  }
}
