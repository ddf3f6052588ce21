// Finds the rows of events. An event is never changed or deleted, so its row can be cached; but a fail-over to a standby
// that is behind can lose the last events, and later give their numbers to others.
import type { EventRef } from '../records.ts';
import type { EventRow } from '../store.ts';
import type { Database } from './database.ts';
import { statements } from './sql.ts';

export interface PostgresEvents {
  /** Reads an event; undefined if the organization has no such event. */
  find(ref: EventRef): Promise<EventRow | undefined>;
  /**
   * Passes the event to `use`, from the cache if it is there, and once more if `use` throws LostEventError. Undefined if the
   * organization has no such event.
   */
  use<T>(ref: EventRef, use: (event: EventRow) => Promise<T>): Promise<T | undefined>;
}

/** The number of an event does not belong to that event. */
export class LostEventError extends Error {
  constructor({ id, seq }: EventRow) {
    super(`the event ${id} does not have the number ${seq}, or has no counters`);
  }
}

export function eventFinder({ query }: Database): PostgresEvents {
  const known = new Map<string, Promise<EventRow | undefined>>();
  return { find, use };

  async function find({ organizationId, eventId }: EventRef): Promise<EventRow | undefined> {
    return (await query<EventRow>(statements.findEvent, [organizationId, eventId]))[0];
  }

  async function use<T>(ref: EventRef, work: (event: EventRow) => Promise<T>): Promise<T | undefined> {
    for (let isLast = false; ; isLast = true) {
      const found = cached(ref);
      const event = await found;
      if (event === undefined) return undefined;
      try {
        return await work(event);
      } catch (error) {
        if (isLast || !(error instanceof LostEventError)) throw error;
        forget(ref, found);
      }
    }
  }

  function cached(ref: EventRef): Promise<EventRow | undefined> {
    const existing = known.get(nameOf(ref));
    if (existing !== undefined) return existing;
    const found = find(ref);
    known.set(nameOf(ref), found);
    // An event that does not exist may be created, and a failure may be temporary.
    found.then((event) => event ?? forget(ref, found)).catch(() => forget(ref, found));
    return found;
  }

  function forget(ref: EventRef, found: Promise<EventRow | undefined>): void {
    if (known.get(nameOf(ref)) === found) known.delete(nameOf(ref));
  }
}

function nameOf({ organizationId, eventId }: EventRef): string {
  // The id of an organization has no such character.
  return `${organizationId}/${eventId}`;
}

/** The first parameters of a statement that must find the event under its own number. */
export function identityOf({ seq, organization_id, id }: EventRow): readonly [number, string, string] {
  return [seq, organization_id, id];
}
