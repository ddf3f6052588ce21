// Owns the creations of records: what a group of them does in one transaction. Must not know any
// database.
import type { IdSource } from '../ids.ts';
import { addChoice, findChoice } from './choices.ts';
import { readKeys, readNamed, readStored } from './creation-reads.ts';
import type { SqlRow, SqlValue } from './driver.ts';
import { isExpired, type RememberedKey, replayed } from './idempotency.ts';
import { eventName, type LockedEvent, takeNumber } from './locked-events.ts';
import {
  addressKey,
  blankSpeaker,
  idPrefixes,
  type Speaker,
  type SpeakerFields,
  type Stored,
  type Submission,
  speakerKeys,
} from './record-fields.ts';
import type { Creation, WriteGroup, WriteOf } from './record-write.ts';
import { timestamp } from './stamps.ts';
import { columns, type KindName, records } from './statements.ts';
import type { CreateOutcome } from './store.ts';
import { submissionColumns } from './submission-row.ts';

/** Statements go out without waiting for each other. */
export async function createAll(
  group: WriteGroup,
  creations: readonly Creation[],
): Promise<ReadonlyMap<Creation, CreateOutcome<Speaker | Submission>>> {
  const { query, newId, events } = group;
  const [keys] = await Promise.all([readKeys(group, creations), readNamed(group, creations)]);
  const stored = await readStored(group, creations);
  const sent: Promise<unknown>[] = [];
  const send: Context['send'] = (sql, values) => sent.push(query(sql, values));
  const outcomeOf = (creation: Creation): CreateOutcome<Speaker | Submission> => {
    const event = events.get(eventName(creation.ref));
    if (event === undefined) return { outcome: 'not_found' };
    const record = stored.get(creation.id);
    if (record !== undefined) return { outcome: 'created', record };
    const context = { event, keys, newId, send };
    return creation.kind === 'create speaker'
      ? createSpeaker(creation, context)
      : createSubmission(creation, context);
  };
  const outcomes = new Map(creations.map((creation) => [creation, outcomeOf(creation)]));
  await Promise.all(sent);
  return outcomes;
}

/** What a creation is decided by, and adds what it creates to. */
interface Context {
  readonly event: LockedEvent;
  /** By the key. */
  readonly keys: Map<string, RememberedKey>;
  readonly newId: IdSource;
  readonly send: (sql: string, values: readonly SqlValue[]) => void;
}

function createSpeaker(
  creation: WriteOf<'create speaker'>,
  context: Context,
): CreateOutcome<Speaker> {
  const { id, fields, at } = creation;
  const time = timestamp(at);
  const record = { ...fields, id, created_at: time, updated_at: time };
  const earlier = earlierOutcome(creation, record, context);
  if (earlier !== undefined) return earlier;
  if (!takeAddress(fields, context)) return { outcome: 'taken' };
  const number = takeNumber(context.event, 'speaker');
  insertSpeaker(record, { number, ...takeKey(creation, number, context) }, context);
  return { outcome: 'created', record };
}

function createSubmission(
  creation: WriteOf<'create submission'>,
  context: Context,
): CreateOutcome<Submission> {
  const { event, send } = context;
  const chosen = choicesOf(creation, context);
  const unnumbered = newSubmission(creation, chosen);
  const earlier = earlierOutcome(creation, unnumbered, context);
  if (earlier !== undefined) return earlier;
  if (chosen.unknown !== undefined) return { outcome: 'unknown', kind: chosen.unknown };
  for (const choice of [chosen.track, chosen.format]) {
    if (choice !== undefined) addChoice(choice, event, send);
  }
  addSubmitter(creation, context);
  const number = takeNumber(event, 'submission');
  const record = { ...unnumbered, number };
  const row = {
    ...submissionColumns(record),
    ...takeKey(creation, number, context),
    event: event.seq,
  };
  insert('submissions', row, send);
  return { outcome: 'created', record };
}

/**
 * Null and an empty text are none.
 * @returns as `unknown` what the event does not have
 */
function choicesOf({ fields, isStrict }: WriteOf<'create submission'>, { event, newId }: Context) {
  const find = (kind: 'track' | 'format', text: string | null) => {
    return text ? findChoice({ kind, text, isStrict }, event, newId) : undefined;
  };
  const track = find('track', fields.track_id);
  const format = find('format', fields.format_id);
  if (fields.track_id && track === undefined) return { track, format, unknown: 'track' } as const;
  if (fields.format_id && format === undefined) {
    return { track, format, unknown: 'format' } as const;
  }
  return { track, format, unknown: undefined };
}

/** The record, still without a number. */
function newSubmission(
  { id, fields, at, ref }: WriteOf<'create submission'>,
  { track, format }: ReturnType<typeof choicesOf>,
): Submission {
  const time = timestamp(at);
  return {
    id,
    event_id: ref.eventId,
    number: 0,
    title: fields.title,
    abstract: fields.abstract,
    status: 'pending',
    feedback: '',
    submitter_email: fields.submitter_email,
    submitter_first_name: fields.submitter_first_name,
    submitter_last_name: fields.submitter_last_name,
    track,
    format,
    place: undefined,
    created_at: time,
    updated_at: time,
  };
}

/** Creates the speaker of a submission, unless the event has one with this address. */
function addSubmitter({ fields, at }: WriteOf<'create submission'>, context: Context): void {
  if (!takeAddress(fields.submitter, context)) return;
  const time = timestamp(at);
  const speaker = {
    ...blankSpeaker,
    ...fields.submitter,
    id: context.newId(idPrefixes.speakers),
    created_at: time,
    updated_at: time,
  };
  insertSpeaker(speaker, { number: takeNumber(context.event, 'speaker') }, context);
}

/** @returns false if a speaker of the event has the address */
function takeAddress({ email }: Pick<SpeakerFields, 'email'>, { event }: Context): boolean {
  const address = addressKey(email);
  if (address === null) return true;
  if (event.addresses.has(address)) return false;
  event.addresses.add(address);
  return true;
}

/** That of what was created under the key of the request, unless that is too long ago. */
function earlierOutcome<T extends Stored>(
  { key, at }: Creation,
  record: T,
  { keys }: Context,
): CreateOutcome<T> | undefined {
  if (key === undefined) return undefined;
  const earlier = keys.get(key.key);
  if (earlier === undefined || isExpired(earlier, at)) return undefined;
  return replayed(earlier, key, record);
}

/**
 * Takes the key of the request, also from a record that has had it for too long.
 * @returns the columns of the new record
 */
function takeKey({ kind, key, at, id }: Creation, number: number, { keys, send }: Context): SqlRow {
  if (key === undefined) return {};
  const expired = keys.get(key.key);
  if (expired !== undefined) send(records[expired.kind].forgetKey, [key.key]);
  keys.set(key.key, {
    kind: kind === 'create speaker' ? 'speakers' : 'submissions',
    fingerprint: key.fingerprint,
    id,
    number,
    created_at: timestamp(at),
  });
  return { idempotency_key: key.key, fingerprint: key.fingerprint };
}

/** @param own its number, and the columns of its key */
function insertSpeaker(speaker: Speaker, own: SqlRow, { event, send }: Context): void {
  insert('speakers', { ...speaker, ...speakerKeys(speaker), ...own, event: event.seq }, send);
}

/** A column without a value is null. */
function insert(kind: KindName, row: SqlRow, send: Context['send']): void {
  const values = columns[kind].map((column) => row[column] ?? null);
  send(records[kind].insert, values);
}
