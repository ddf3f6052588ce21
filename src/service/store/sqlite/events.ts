// Finds the rows of events. Events are never changed or deleted, so that a row that was found can be cached.
import type { EventRef } from '../records.ts';
import type { EventRow } from '../store.ts';
import type { Connection } from './connection.ts';
import { statements } from './sql.ts';

export interface SqliteEvents {
  /** Undefined if the organization has no such event. */
  find(ref: EventRef): EventRow | undefined;
  /** Empties the cache. Needed after each rollback: an event that was found in a transaction may be undone with it. */
  forget(): void;
}

export function events(connection: Connection): SqliteEvents {
  const findEvent = connection.one<EventRow>(statements.findEvent);
  const known = new Map<string, Map<string, EventRow>>();
  return { find, forget: () => known.clear() };

  function find({ organizationId, eventId }: EventRef): EventRow | undefined {
    const cached = known.get(organizationId)?.get(eventId);
    if (cached !== undefined) return cached;
    const found = findEvent.get([organizationId, eventId]);
    if (found === undefined) return undefined;
    if (!known.has(organizationId)) known.set(organizationId, new Map());
    known.get(organizationId)?.set(eventId, found);
    return found;
  }
}
