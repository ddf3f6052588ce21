// Owns the changes of records, and when two sessions would be in one room. Must not know any
// database.
import { addChoice, findChoice, readChoices } from './choices.ts';
import type { Query, SqlRow } from './driver.ts';
import { laterBy } from './instant.ts';
import { eventName } from './locked-events.ts';
import {
  addressKey,
  minutesOf,
  type Speaker,
  type Submission,
  speakerKeys,
} from './record-fields.ts';
import type { Update, WriteGroup, WriteOf } from './record-write.ts';
import { timestamp } from './stamps.ts';
import { type KindName, records, statements, written } from './statements.ts';
import type { UpdateOutcome } from './store.ts';
import { type SubmissionRow, submissionColumns, submissionOf } from './submission-row.ts';

/**
 * In the order of the ids, so that two processes never wait for each other. One after the other:
 * two may want one address.
 */
export async function updateAll(
  group: WriteGroup,
  updates: readonly Update[],
): Promise<ReadonlyMap<Update, UpdateOutcome<Speaker | Submission>>> {
  const outcomes = new Map<Update, UpdateOutcome<Speaker | Submission>>();
  const inOrder = updates.toSorted((a, b) => compare(a.ref.id, b.ref.id));
  for (const update of inOrder) {
    const outcome =
      update.kind === 'update speaker'
        ? await updateSpeaker(group.query, update)
        : await updateSubmission(group, update);
    outcomes.set(update, outcome);
  }
  return outcomes;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function updateSpeaker(
  query: Query,
  { ref, changes, at }: WriteOf<'update speaker'>,
): Promise<UpdateOutcome<Speaker>> {
  const values = [ref.id, ref.organizationId];
  const sql = records.speakers.findForUpdate;
  const [row] = await query<Speaker & { readonly event: number }>(sql, values);
  if (row === undefined) return { outcome: 'not_found' };
  const { event, ...current } = row;
  const record = withChanges(current, { ...changes, updated_at: timestamp(at) });
  const address = addressKey(record.email);
  if (address !== null && address !== addressKey(current.email)) {
    const holders = await query(statements.findOtherHolder, [event, address, ref.id]);
    if (holders.length > 0) return { outcome: 'taken' };
  }
  await storeRow(query, 'speakers', { ...record, ...speakerKeys(record) });
  return { outcome: 'updated', record };
}

async function updateSubmission(
  group: WriteGroup,
  update: WriteOf<'update submission' | 'place' | 'unplace'>,
): Promise<UpdateOutcome<Submission>> {
  const { query } = group;
  const values = [update.ref.id, update.ref.organizationId];
  const sql = records.submissions.findForUpdate;
  const [row] = await query<SubmissionRow & { readonly event: number }>(sql, values);
  if (row === undefined) return { outcome: 'not_found' };
  const stored = { record: submissionOf(row), event: row.event };
  switch (update.kind) {
    case 'update submission':
      return change(query, stored, update);
    case 'place':
      return place(group, stored, update);
    case 'unplace':
      return storeSubmission(query, {
        ...stored.record,
        place: undefined,
        updated_at: timestamp(update.at),
      });
  }
}

interface StoredSubmission {
  readonly record: Submission;
  /** The seq of its event. */
  readonly event: number;
}

async function change(
  query: Query,
  { record: current, event }: StoredSubmission,
  { changes, at }: WriteOf<'update submission'>,
): Promise<UpdateOutcome<Submission>> {
  const record = withChanges(current, { ...changes, updated_at: timestamp(at) });
  const by = takesRoom(current) ? undefined : await findOccupant(query, { record, event });
  if (by !== undefined) return { outcome: 'occupied', by };
  return storeSubmission(query, record);
}

async function place(
  { query, newId, events }: WriteGroup,
  { record: current, event: seq }: StoredSubmission,
  { ref, at, placement, isStrict }: WriteOf<'place'>,
): Promise<UpdateOutcome<Submission>> {
  const { organizationId } = ref;
  const event = events.get(eventName({ organizationId, eventId: current.event_id }));
  if (event === undefined) return { outcome: 'not_found' };
  const { room: text, start } = placement;
  await readChoices(query, event, [text]);
  const room = findChoice({ kind: 'room', text, isStrict }, event, newId);
  if (room === undefined) return { outcome: 'unknown', kind: 'room' };
  const end = laterBy(minutesOf(current), start);
  if (end === undefined) return { outcome: 'too_late' };
  const record: Submission = {
    ...current,
    place: { room, start, end },
    updated_at: timestamp(at),
  };
  const by = await findOccupant(query, { record, event: seq });
  if (by !== undefined) return { outcome: 'occupied', by };
  const sent: Promise<unknown>[] = [];
  addChoice(room, event, (sql, values) => sent.push(query(sql, values)));
  await Promise.all(sent);
  return storeSubmission(query, record);
}

/** A field that is undefined or left out keeps its value. */
function withChanges<Fields extends object>(
  fields: Fields,
  changes: { readonly [Name in keyof Fields]?: NoInfer<Fields>[Name] | undefined },
): Fields {
  // Building an object from entries would take six times as long.
  const changed = { ...fields };
  for (const name in fields) {
    const value = changes[name];
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}

/** Whether no other session may be in its room then. */
function takesRoom({ status, place }: Submission): boolean {
  return place !== undefined && (status === 'accepted' || status === 'accept_queue');
}

/** The number of a session that takes the room of this one at the same time. */
async function findOccupant(
  query: Query,
  { record, event }: StoredSubmission,
): Promise<number | undefined> {
  const { id, place } = record;
  if (place === undefined || !takesRoom(record)) return undefined;
  const values = [event, place.room.id, place.start, place.end, id];
  const [occupant] = await query<{ number: number }>(statements.findOccupant, values);
  return occupant?.number;
}

async function storeSubmission(
  query: Query,
  record: Submission,
): Promise<UpdateOutcome<Submission>> {
  await storeRow(query, 'submissions', submissionColumns(record));
  return { outcome: 'updated', record };
}

async function storeRow(query: Query, kind: KindName, row: SqlRow): Promise<void> {
  const values = written[kind].map((column) => row[column] ?? null);
  await query(records[kind].update, [row.id ?? null, ...values]);
}
