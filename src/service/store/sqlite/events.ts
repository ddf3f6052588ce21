// Finds the events of organizations. An event is never changed or removed, so one that was found stays found.

import type { EventScope } from '../store.ts';
import type { Connection } from './connection.ts';
import { statements } from './sql.ts';

/** The key under which an event's records stand in the tables; undefined where the organization has no such event. */
export type EventKeys = (scope: EventScope) => number | undefined;

export function eventKeys(connection: Connection): EventKeys {
  const find = connection.one<{ seq: number }>(statements.findEvent);
  const known = new Map<string, Map<string, number>>();
  return ({ organizationId, eventId }) => {
    const key = known.get(organizationId)?.get(eventId);
    if (key !== undefined) return key;
    const found = find.get([organizationId, eventId])?.seq;
    if (found === undefined) return undefined;
    if (!known.has(organizationId)) known.set(organizationId, new Map());
    known.get(organizationId)?.set(eventId, found);
    return found;
  };
}
