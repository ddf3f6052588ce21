// Owns the creations of records: what a group of them does in one transaction. Must not know any
// database.
import { addChoice, type Found, findChoice } from './choices.ts';
import type { SqlValue } from './driver.ts';
import { type EventState, eventName, takeNumber } from './events.ts';
import { isExpired, type RememberedKey, replayed } from './idempotency.ts';
import { addressName, type Known, readKnown, readStored } from './known.ts';
import {
  addressKey,
  blankSpeaker,
  idPrefixes,
  type Speaker,
  type SpeakerFields,
  type Submission,
  speakerKeys,
} from './record-fields.ts';
import type { Creation, SpeakerCreation, SubmissionCreation, WriteGroup } from './record-write.ts';
import { timestamp } from './stamps.ts';
import { columns, type KindName, records } from './statements.ts';
import type { CreateOutcome } from './store.ts';
import { submissionColumns } from './submission-row.ts';

/** Statements go out without waiting for each other. */
export async function createAll(
  { query, newId, events, mayBeStored }: WriteGroup,
  creations: readonly Creation[],
): Promise<readonly CreateOutcome<Speaker | Submission>[]> {
  const known = await readKnown(query, creations, events);
  if (mayBeStored) await readStored(query, creations, known);
  const sent: Promise<unknown>[] = [];
  const send: Send = (sql, values) => sent.push(query(sql, values));
  const outcomes = creations.map((creation) => {
    const event = events.get(eventName(creation.ref));
    if (event === undefined) return { outcome: 'not_found' } as const;
    const record = known.stored.get(creation.id);
    if (record !== undefined) return { outcome: 'created', record } as const;
    const context = { event, known, newId, send };
    return creation.kind === 'create speaker'
      ? createSpeaker(creation, context)
      : createSubmission(creation, context);
  });
  await Promise.all(sent);
  return outcomes;
}

type Send = (sql: string, values: readonly SqlValue[]) => void;

/** What a creation is decided by. */
interface Context {
  readonly event: EventState;
  readonly known: Known;
  readonly newId: WriteGroup['newId'];
  readonly send: Send;
}

function createSpeaker(creation: SpeakerCreation, context: Context): CreateOutcome<Speaker> {
  const { id, fields, key, at } = creation;
  const time = timestamp(at);
  const record = { ...fields, id, created_at: time, updated_at: time };
  const earlier = earlierUse(creation, context);
  if (key !== undefined && earlier !== undefined) return replayed(earlier, key, record);
  if (isTaken(fields, context)) return { outcome: 'taken' };
  const number = takeNumber(context.event, 'speaker');
  insertSpeaker({ ...record, number }, keyColumns(creation, { id, number }, context), context);
  return { outcome: 'created', record };
}

function createSubmission(
  creation: SubmissionCreation,
  context: Context,
): CreateOutcome<Submission> {
  const { key } = creation;
  const { event, known, send } = context;
  const chosen = choicesOf(creation, context);
  const earlier = earlierUse(creation, context);
  if (key !== undefined && earlier !== undefined) {
    return replayed(earlier, key, newSubmission(creation, chosen));
  }
  if (chosen.unknown !== undefined) return { outcome: 'unknown', kind: chosen.unknown };
  for (const choice of [chosen.track, chosen.format]) {
    if (choice !== undefined) addChoice(choice, { event, known: known.choices }, send);
  }
  addSubmitter(creation, context);
  const number = takeNumber(event, 'submission');
  const record = { ...newSubmission(creation, chosen), number };
  const row = {
    ...submissionColumns(record),
    ...keyColumns(creation, record, context),
    event: event.seq,
  };
  insert('submissions', row, send);
  return { outcome: 'created', record };
}

interface Chosen {
  readonly track: Found | undefined;
  readonly format: Found | undefined;
  /** What the event does not have. */
  readonly unknown: 'track' | 'format' | undefined;
}

/** Null and an empty text are none. */
function choicesOf({ fields, isStrict }: SubmissionCreation, context: Context): Chosen {
  const choices = { event: context.event, known: context.known.choices };
  const find = (kind: 'track' | 'format', text: string | null) => {
    return text ? findChoice({ kind, text, isStrict }, choices, context.newId) : undefined;
  };
  const track = find('track', fields.track_id);
  const format = find('format', fields.format_id);
  if (fields.track_id && track === undefined) return { track, format, unknown: 'track' };
  if (fields.format_id && format === undefined) return { track, format, unknown: 'format' };
  return { track, format, unknown: undefined };
}

/** The record, still without a number. */
function newSubmission(
  { id, fields, at, ref }: SubmissionCreation,
  { track, format }: Chosen,
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
    track: track?.choice,
    format: format?.choice,
    place: undefined,
    created_at: time,
    updated_at: time,
  };
}

/** Creates the speaker of a submission, unless the event has one with this address. */
function addSubmitter({ fields, at }: SubmissionCreation, context: Context): void {
  if (isTaken(fields.submitter, context)) return;
  const time = timestamp(at);
  const speaker = {
    ...blankSpeaker,
    ...fields.submitter,
    id: context.newId(idPrefixes.speakers),
    number: takeNumber(context.event, 'speaker'),
    created_at: time,
    updated_at: time,
  };
  insertSpeaker(speaker, noKey, context);
}

/** Whether a speaker has the address. If not, it is taken from now on. */
function isTaken({ email }: Pick<SpeakerFields, 'email'>, { event, known }: Context): boolean {
  const address = addressKey(email);
  if (address === null) return false;
  const name = addressName(event, address);
  if (known.addresses.has(name)) return true;
  known.addresses.add(name);
  return false;
}

/** What was created under the key of a request, unless that is too long ago. */
function earlierUse({ key, at }: Creation, { known }: Context): RememberedKey | undefined {
  const earlier = key && known.keys.get(key.key);
  return earlier === undefined || isExpired(earlier, at) ? undefined : earlier;
}

interface KeyColumns {
  readonly idempotency_key: string | null;
  readonly fingerprint: string | null;
}

const noKey: KeyColumns = { idempotency_key: null, fingerprint: null };

/** Takes the key from a record that has had it for too long. */
function keyColumns(
  { kind, key, at }: Creation,
  { id, number }: { readonly id: string; readonly number: number },
  { known, send }: Context,
): KeyColumns {
  if (key === undefined) return noKey;
  const expired = known.keys.get(key.key);
  if (expired !== undefined) send(records[expired.kind].forgetKey, [key.key]);
  known.keys.set(key.key, {
    kind: kind === 'create speaker' ? 'speakers' : 'submissions',
    fingerprint: key.fingerprint,
    id,
    number,
    created_at: timestamp(at),
  });
  return { idempotency_key: key.key, fingerprint: key.fingerprint };
}

function insertSpeaker(
  speaker: Speaker & { readonly number: number },
  key: KeyColumns,
  { event, send }: Context,
): void {
  insert('speakers', { ...speaker, ...speakerKeys(speaker), ...key, event: event.seq }, send);
}

function insert(kind: KindName, row: Readonly<Record<string, SqlValue>>, send: Send): void {
  const values = columns[kind].map((column) => row[column] ?? null);
  send(records[kind].insert, values);
}
