// Changes an event: its name, its time zone, and its lists of rooms, tracks and formats. Must not
// know HTTP or the command line.
import type { IdSource } from '../ids.ts';
import { choiceColumns } from './choices.ts';
import type { Query } from './driver.ts';
import { lockEvents, storeNumbers } from './locked-events.ts';
import { type ChoiceKind, choiceKinds, type EventRef, idPrefixes } from './record-fields.ts';
import { statements } from './statements.ts';
import type {
  ChangeEventOutcome,
  EventChanges,
  ListedChoice,
  NewFormat,
  OwnLists,
  Rezoned,
} from './store.ts';

/** What `changeEvent` does. */
export interface EventToChange {
  readonly ref: EventRef;
  readonly changes: EventChanges;
  /**
   * Its time zone before the first attempt: if the result of a commit was lost, the next attempt
   * finds the new one.
   */
  readonly zoneBefore?: string | undefined;
}

/**
 * A name in a list that exists keeps its id. With a room, the event has lists of its own from now
 * on.
 */
export async function changeEvent(
  query: Query,
  { ref, changes: wanted, zoneBefore }: EventToChange,
  newId: IdSource,
): Promise<ChangeEventOutcome> {
  const events = await lockEvents(query, [ref]);
  const [event] = events.values();
  if (event === undefined) return { outcome: 'not_found' };
  const changes: ListChange[] = [];
  for (const kind of choiceKinds) {
    const list = listOf(wanted, kind);
    if (list === undefined) continue;
    const values = [ref.organizationId, ref.eventId, kind];
    const current = await query<ListedChoice>(statements.listChoices, values);
    changes.push({
      event: event.seq,
      kind,
      current,
      wanted: list,
    });
  }
  for (const choice of changes.flatMap(removedBy)) {
    const [counted] = await query<{ total: number }>(statements.countUses, [event.seq, choice.id]);
    const uses = counted?.total ?? 0;
    if (uses > 0) return { outcome: 'in_use', choice, uses };
  }
  for (const change of changes) {
    await apply(query, change, newId);
    event.numbers.choice = Math.max(event.numbers.choice, change.wanted.length);
    event.hasNewRecords = true;
  }
  if (wanted.rooms !== undefined) await query(statements.ownLists, [event.seq]);
  await storeNumbers(query, events);
  const { name = null, timezone = null } = wanted;
  await query(statements.changeEvent, [event.seq, name, timezone]);
  const isRezoned = zoneBefore !== undefined && timezone !== null && timezone !== zoneBefore;
  const rezoned = isRezoned ? await rezonedFrom(zoneBefore, event.seq, query) : undefined;
  return { outcome: 'changed', rezoned };
}

/** Sessions are stored as instants, so another time zone moves none of them. */
async function rezonedFrom(zone: string, seq: number, query: Query): Promise<Rezoned> {
  const [counted] = await query<{ total: number }>(statements.countSessions, [seq]);
  return { from: zone, sessions: counted?.total ?? 0 };
}

interface ListChange {
  /** The seq of the event. */
  readonly event: number;
  readonly kind: ChoiceKind;
  readonly current: readonly ListedChoice[];
  readonly wanted: readonly NewFormat[];
}

function listOf(
  { rooms, tracks, formats }: OwnLists,
  kind: ChoiceKind,
): readonly NewFormat[] | undefined {
  if (kind === 'format') return formats;
  const names = kind === 'room' ? rooms : tracks;
  return names?.map((name) => ({ name, minutes: 0 }));
}

function removedBy({ current, wanted }: ListChange): readonly ListedChoice[] {
  return current.filter(({ name }) => !wanted.some((choice) => isSame(choice.name, name)));
}

async function apply(query: Query, change: ListChange, newId: IdSource): Promise<void> {
  const { event, kind, current, wanted } = change;
  for (const { id } of removedBy(change)) await query(statements.deleteChoice, [id]);
  for (const [i, { name, minutes }] of wanted.entries()) {
    const same = current.find((choice) => isSame(choice.name, name));
    const choice = { id: same?.id ?? newId(idPrefixes[kind]), kind, name, minutes };
    const row = choiceColumns(event, choice, i + 1);
    await query(same === undefined ? statements.insertChoice : statements.updateChoice, row);
  }
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}
