// Owns the events that a group of writes concerns: their locks, their counters, and what the group
// has read of them. Must not decide anything.
import type { Query } from './driver.ts';
import type { Choice, EventRef } from './record-fields.ts';
import { statements } from './statements.ts';

/** An event that is locked until the transaction ends. */
export interface LockedEvent {
  readonly seq: number;
  /** Whether it has its own lists of rooms, tracks and formats: nothing is added to them then. */
  readonly hasLists: boolean;
  /** Those rooms, tracks and formats that the group names: see `choices.ts`. */
  readonly choices: Map<string, Choice>;
  /** Those addresses of the group that speakers have. */
  readonly addresses: Set<string>;
  /** Of the newest record of each kind. */
  readonly numbers: Record<'speaker' | 'submission' | 'choice', number>;
  hasNewRecords: boolean;
}

/** By {@link eventName}; an event that does not exist is missing. */
export type LockedEvents = ReadonlyMap<string, LockedEvent>;

/** No id of an organization, or of an event that exists, has a space. */
export function eventName({ organizationId, eventId }: EventRef): string {
  return `${organizationId} ${eventId}`;
}

/**
 * Until the transaction ends, nobody else creates records of these events, or places their
 * sessions. The order is the same in every process, so that two never wait for each other.
 */
export async function lockEvents(query: Query, refs: readonly EventRef[]): Promise<LockedEvents> {
  const names = [...new Map(refs.map((ref) => [eventName(ref), ref]))];
  const inOrder = names.toSorted(([name], [other]) => (name < other ? -1 : 1));
  const locked = await Promise.all(
    inOrder.map(async ([name, { organizationId, eventId }]) => {
      const [event] = await query<{
        readonly seq: number;
        readonly has_lists: number;
        readonly last_speaker: number;
        readonly last_submission: number;
        readonly last_choice: number;
      }>(statements.lockEvent, [organizationId, eventId]);
      if (event === undefined) return [];
      const state: LockedEvent = {
        seq: event.seq,
        hasLists: event.has_lists === 1,
        choices: new Map(),
        addresses: new Set(),
        numbers: {
          speaker: event.last_speaker,
          submission: event.last_submission,
          choice: event.last_choice,
        },
        hasNewRecords: false,
      };
      return [[name, state] as const];
    }),
  );
  return new Map(locked.flat());
}

/** Those that another transaction has locked, by name. The others are locked from now on. */
export async function findLockedEvents(
  query: Query,
  refs: readonly EventRef[],
): Promise<readonly string[]> {
  if (refs.length === 0) return [];
  const ids = refs.map(({ eventId }) => eventId);
  const owners = refs.map(({ organizationId }) => organizationId);
  const values = [JSON.stringify(ids), JSON.stringify([...new Set(owners)])];
  const locked = await query<EventRef>(statements.findLockedEvents, values);
  return locked.map(eventName);
}

/** The number of a new record. */
export function takeNumber(event: LockedEvent, kind: keyof LockedEvent['numbers']): number {
  event.hasNewRecords = true;
  event.numbers[kind] += 1;
  return event.numbers[kind];
}

/** Stores the numbers that were taken. */
export async function storeNumbers(query: Query, events: LockedEvents): Promise<void> {
  for (const { seq, numbers, hasNewRecords } of events.values()) {
    if (!hasNewRecords) continue;
    const { speaker, submission, choice } = numbers;
    await query(statements.storeNumbers, [seq, speaker, submission, choice]);
  }
}
