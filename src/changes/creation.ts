// Creates one record, and looks it up in its list if the response is lost. A creation is sent twice
// only if the service has failed completely, and its list shows that nothing was created.
import type { Client, RecordData, WriteOutcome } from '../client/client.ts';
import { type Clock, systemClock, waitUntil } from '../client/clock.ts';
import { isFinalFailure } from '../client/failure.ts';
import { listLimit } from '../client/pages.ts';
import { recordId } from '../client/response.ts';
import { type Endpoint, type InputOf, isEventScoped } from '../contract/endpoint.ts';
import { flagText } from '../contract/escape.ts';
import { fieldsOf } from '../contract/fields.ts';
import { listOf } from '../contract/index.ts';
import { isSameKey } from '../contract/likeness.ts';
import { isPrivateField } from '../contract/private-fields.ts';
import { NetworkError, OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import { isAsSent, isSameCreation, type LostCreation, likelyCause } from './lost-creations.ts';
import { isKeyHidden, shownKeyFields } from './matching.ts';

export interface Created {
  readonly record: RecordData;
  /** The response was lost; the record was looked up and exists. */
  readonly foundAfterLoss: boolean;
}

export interface CreationOptions {
  readonly client: Pick<Client, 'write' | 'pages'>;
  readonly endpoint: Endpoint;
  readonly input: InputOf<Endpoint>;
  /** The ids of the records that runs of this computer have created, asked for after a loss. */
  readonly owned: () => Promise<ReadonlySet<string>>;
  readonly clock?: Clock;
  /** Called with the length of a wait, in milliseconds. */
  readonly onWait?: (ms: number) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

type LostWrite = Extract<WriteOutcome, { kind: 'lost' }>;

/**
 * @throws {PlenaryError}; {OutcomeUnknownError} if it stays unknown whether the record was created
 */
export async function createRecord(creation: CreationOptions): Promise<Created> {
  const idempotencyKey = crypto.randomUUID();
  const first = await attempt(creation, idempotencyKey);
  if ('record' in first) return first;
  const last = isFinalFailure(first.error) ? await attempt(creation, idempotencyKey) : first;
  if ('record' in last) return last;
  throw notCreated(creation, last.error);
}

/**
 * The record, or the lost request, if it did not take effect.
 * @throws {PlenaryError}; {OutcomeUnknownError} if it stays unknown whether the record was created
 */
async function attempt(
  creation: CreationOptions,
  idempotencyKey: string,
): Promise<Created | LostWrite> {
  const { client, endpoint, input, clock = systemClock } = creation;
  const sentAt = clock.now();
  const outcome = await client.write(endpoint, input, { idempotencyKey });
  if (outcome.kind === 'done') return { record: outcome.record, foundAfterLoss: false };
  if (outcome.kind !== 'lost') throw outcome.error;
  const { error, otherwise, isReported } = outcome;
  const fate = await lookUp(creation, outcome, sentAt);
  if (fate.kind === 'created') return { record: fate.record, foundAfterLoss: true };
  if (fate.kind === 'unclear') throw outcomeUnknown(creation, error, fate.why);
  if (isReported === true) throw outcomeUnknown(creation, error, 'it is not in the list');
  if (otherwise === 'refused') throw error;
  return outcome;
}

/** Looks at once, and when the request can no longer take effect. */
async function lookUp(
  creation: CreationOptions,
  lost: LostWrite,
  sentAt: number,
): Promise<LostCreation> {
  const { error, lateUntil } = lost;
  const { endpoint, input, clock = systemClock, onWait, signal } = creation;
  const first = await readList(creation, error);
  const owned = await creation.owned();
  const terms = {
    endpoint,
    sent: { ...Object(input.body) },
    owned,
    sentAt: sendingTime(first, sentAt),
  };
  const fate = findCreated(first.records, terms);
  const isOver = lateUntil <= clock.now() || isFinalFailure(error);
  if (fate.kind === 'created' || isOver) return fate;
  await waitUntil(lateUntil, { clock, onWait, signal });
  const second = await readList(creation, error);
  return findCreated(second.records, terms);
}

/**
 * The list, with when its first page was read; `servedAt`: by the clock of the service, in whole
 * seconds, undefined if it does not show one.
 * @throws {OutcomeUnknownError} if it cannot be read
 */
async function readList(creation: CreationOptions, lost: PlenaryError) {
  const { client, endpoint, input, clock = systemClock, signal } = creation;
  const list = listOf(endpoint);
  const records: RecordData[] = [];
  const requestedAt = clock.now();
  let receivedAt: number | undefined;
  let servedAt: number | undefined;
  try {
    if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
    for await (const page of client.pages(list, { path: input.path })) {
      if (receivedAt === undefined) servedAt = page.servedAt;
      receivedAt ??= clock.now();
      for (const record of page.records) records.push(record);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    const why = `the lookup failed: ${cause instanceof Error ? cause.message : cause}`;
    throw outcomeUnknown(creation, lost, why, cause);
  }
  return { records, servedAt, requestedAt, receivedAt: receivedAt ?? clock.now() };
}

/**
 * Translates the time of a request into the clock of the service, whose `Date` is the second in
 * which it answered: somewhere between request and response.
 */
function sendingTime(
  { servedAt, requestedAt, receivedAt }: Awaited<ReturnType<typeof readList>>,
  sentAt: number,
): LookupTerms['sentAt'] {
  if (servedAt === undefined) return undefined;
  return {
    earliest: servedAt - (receivedAt - sentAt),
    latest: servedAt + 1000 - (requestedAt - sentAt),
  };
}

export interface LookupTerms {
  readonly endpoint: Endpoint;
  /** The fields of the creation. */
  readonly sent: RecordData;
  /** The ids of records that something else has created. */
  readonly owned: ReadonlySet<string>;
  /**
   * When the request was sent, by the clock of the service, in milliseconds since 1970; undefined
   * if the service does not show its clock.
   */
  readonly sentAt: { readonly earliest: number; readonly latest: number } | undefined;
}

/** Decides which listed record a creation has created. */
export function findCreated(records: readonly RecordData[], terms: LookupTerms): LostCreation {
  const { endpoint, sent } = terms;
  const { key = [], resource } = endpoint;
  const shown = new Set(records.flatMap((record) => shownKeyFields(endpoint, record)));
  const isHidden = (record: RecordData) => isKeyHidden(record, { endpoint, shown });
  const unowned = records.filter((record) => mayBeNew(record, terms));
  const named = unowned.filter((record) => isSameKey(key, record, sent));
  const hidden = unowned.filter((record) => isHidden(record) && mayBeNamed(endpoint, record, sent));
  const wanted = { ...defaultsOf(endpoint), ...sent };
  const created = named.find((record) => isAsSent(record, wanted, key));
  if (created !== undefined) return { kind: 'created', record: created };
  const alike = hidden.filter((record) => key.includes('title') && isSameCreation(record, sent));
  const [same] = alike;
  if (same !== undefined && alike.length === 1 && isNew(same, terms)) {
    return { kind: 'created', record: same };
  }
  const [similar] = [...named, ...hidden];
  if (similar !== undefined) {
    const id = recordId(similar, resource) ?? 'a record';
    const doubt = similar === same ? 'or that of somebody else' : 'but is not shown as it was sent';
    return { kind: 'unclear', why: `${id} in the list may be it, ${doubt}` };
  }
  const mayBeCut = records.length === listLimit && records.some(isHidden);
  if (!mayBeCut) return { kind: 'absent' };
  return { kind: 'unclear', why: `the list ends at ${listLimit} records, and may be cut off` };
}

/** Whether a record is not known to be something else's, or older than the request. */
function mayBeNew(record: RecordData, { endpoint, owned, sentAt }: LookupTerms): boolean {
  const id = recordId(record, endpoint.resource);
  if (id !== undefined && owned.has(id)) return false;
  const createdAt = creationTime(record);
  return createdAt === undefined || sentAt === undefined || createdAt >= sentAt.earliest;
}

/** Whether a record was certainly created after the request was sent. */
function isNew(record: RecordData, { sentAt }: LookupTerms): boolean {
  const createdAt = creationTime(record);
  return createdAt !== undefined && sentAt !== undefined && createdAt >= sentAt.latest;
}

/** In milliseconds since 1970; undefined if the service does not show it. */
function creationTime({ submitted_at, created_at }: RecordData): number | undefined {
  const shown = submitted_at ?? created_at;
  const time = typeof shown === 'string' ? Date.parse(shown) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Whether each field of the key that a record shows is as it was sent. */
function mayBeNamed({ key = [] }: Endpoint, record: RecordData, sent: RecordData): boolean {
  const shown = shownKeyFields({ key }, record);
  return shown.every((field) => isSameKey([field], record, sent));
}

/** What a new record has in the fields that are not sent. */
function defaultsOf({ body }: Endpoint): RecordData {
  const defaults = fieldsOf(body).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(defaults);
}

/** The request did not take effect. */
function notCreated({ endpoint, input }: CreationOptions, error: PlenaryError): PlenaryError {
  const cause = likelyCause({ ...Object(input.body) }, error);
  const list = `the list of ${endpoint.resource} does not have it`;
  const message = [`the record was not created: ${error.message}`, list, cause];
  return new NetworkError(message.filter(Boolean).join('; '), {
    status: error.status,
    requestId: error.requestId,
    retryable: true,
    cause: error,
    fix: cause === '' ? 'run the command again' : 'pass ids of tracks and formats, or none',
  });
}

function outcomeUnknown(
  { endpoint, input }: CreationOptions,
  lost: PlenaryError,
  why: string,
  cause: unknown = lost,
): OutcomeUnknownError {
  const body: RecordData = { ...Object(input.body) };
  const key = (endpoint.key ?? [])
    .map((name) => {
      return isPrivateField(name) ? `this ${name}` : `${name} ${JSON.stringify(body[name])}`;
    })
    .join(' and ');
  const event = isEventScoped(endpoint) ? String(input.path.event_id) : undefined;
  const { status, requestId } = lost;
  return new OutcomeUnknownError(
    `it is unknown whether the record was created: ${lost.message}; ${why}`,
    {
      status,
      requestId,
      cause,
      fix: `look for ${key} in the list before you send it again`,
      next: [{ command: `plenary ${endpoint.resource} list --all${flagText('event', event)}` }],
    },
  );
}
