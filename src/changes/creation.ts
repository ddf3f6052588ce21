// Creates one record, and looks it up in its list if the response is lost. It never sends a creation twice.
import type { Client, RecordData, WriteOutcome } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { recordId } from '../client/response.ts';
import { type Endpoint, type InputOf, pathParameters } from '../contract/endpoint.ts';
import { flagText } from '../contract/escape.ts';
import { fieldsOf } from '../contract/fields.ts';
import { listOf } from '../contract/index.ts';
import { isSameKey, isSameValue } from '../contract/likeness.ts';
import { NetworkError, OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import { isSameCreation } from './lost-creations.ts';
import { isKeyHidden, shownKeyFields } from './matching.ts';

export interface Created {
  readonly record: RecordData;
  /** The response was lost; the record was looked up and exists. */
  readonly foundAfterLoss: boolean;
}

export interface Creation {
  readonly client: Pick<Client, 'write' | 'pages'>;
  readonly endpoint: Endpoint;
  readonly input: InputOf<Endpoint>;
  readonly clock?: Clock;
  /** Called with the length of a wait, in milliseconds. */
  readonly onWait?: (ms: number) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

type LostWrite = Extract<WriteOutcome, { kind: 'lost' }>;

/** @throws {PlenaryError}; {OutcomeUnknownError} if it stays unknown whether the record was created */
export async function createRecord(creation: Creation): Promise<Created> {
  const { client, endpoint, input } = creation;
  const outcome = await client.write(endpoint, input, crypto.randomUUID());
  if (outcome.kind === 'done') return { record: outcome.record, foundAfterLoss: false };
  if (outcome.kind !== 'lost') throw outcome.error;
  const found = await lookUp(creation, outcome);
  if (typeof found === 'object') return { record: found, foundAfterLoss: true };
  throw found === 'absent' ? notCreated(creation, outcome) : outcomeUnknown(creation, outcome.error, found);
}

/** The record, `absent`, or why that is unknown; looked up at once, and when the request can no longer take effect. */
async function lookUp(creation: Creation, { error, lateUntil }: LostWrite): Promise<RecordData | string> {
  const { clock = systemClock, onWait, signal } = creation;
  const found = await search(creation, error);
  const ms = lateUntil - clock.now();
  // A service that reports its own failure (500) has ended its work.
  if (typeof found === 'object' || ms <= 0 || error.status === 500) return found;
  await onWait?.(ms);
  await clock.sleep(ms, signal);
  return search(creation, error);
}

/** Reads the list. @throws {OutcomeUnknownError} if it cannot be read */
async function search(creation: Creation, lost: PlenaryError): Promise<RecordData | string> {
  const { client, endpoint, input, signal } = creation;
  const list = listOf(endpoint);
  const records: RecordData[] = [];
  try {
    if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
    for await (const page of client.pages(list, { path: input.path })) records.push(...page.records);
  } catch (cause) {
    signal?.throwIfAborted();
    const why = `the lookup failed: ${cause instanceof Error ? cause.message : cause}`;
    throw outcomeUnknown(creation, lost, why, cause);
  }
  return findCreated(endpoint, { ...Object(input.body) }, records);
}

/** Hosts of the public server cut a list here, and report this number as its total. */
const listLimit = 1000;

/**
 * The record that a creation has created; `absent` if no listed one can be it; otherwise why that is unknown.
 * @param sent the fields of the creation
 */
export function findCreated(endpoint: Endpoint, sent: RecordData, records: readonly RecordData[]): RecordData | string {
  const { key = [], resource } = endpoint;
  const shown = new Set(records.flatMap((record) => shownKeyFields(endpoint, record)));
  const isHidden = (record: RecordData) => isKeyHidden(record, { endpoint, shown });
  const named = records.filter((record) => isSameKey(key, record, sent));
  const hidden = records.filter((record) => isHidden(record) && mayBeNamed(endpoint, record, sent));
  const whole = named.find((record) => showsAll(endpoint, record, sent));
  if (whole !== undefined) return whole;
  const [same, ...others] = hidden.filter((record) => key.includes('title') && isSameCreation(record, sent));
  if (same !== undefined && others.length === 0) return same;
  const [similar] = [...named, ...hidden];
  if (similar !== undefined) {
    const id = recordId(similar, resource) ?? 'a record';
    return `${id} in the list may be it, but is not shown as it was sent`;
  }
  if (records.length === listLimit && records.some(isHidden))
    return `the list ends at ${listLimit} records, and may be cut off`;
  return 'absent';
}

/** Whether each field of the key that a record shows is as it was sent. */
function mayBeNamed({ key = [] }: Endpoint, record: RecordData, sent: RecordData): boolean {
  const shown = shownKeyFields({ key }, record);
  return shown.every((field) => isSameKey([field], record, sent));
}

/** Whether a record shows every field as it was sent; one that was not sent has its default. */
function showsAll({ key = [], body }: Endpoint, record: RecordData, sent: RecordData): boolean {
  const defaults = fieldsOf(body).flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  const wanted = Object.entries<unknown>({ ...Object.fromEntries(defaults), ...sent });
  return wanted.every(([name, value]) => key.includes(name) || isSameValue(name, record[name], value));
}

/** The request did not take effect, unless a response has reported success. */
function notCreated(creation: Creation, { error, otherwise, isReported }: LostWrite): PlenaryError {
  const { endpoint } = creation;
  if (isReported === true) return outcomeUnknown(creation, error, 'it is not in the list');
  if (otherwise === 'refused') return error;
  return new NetworkError(
    `the record was not created: ${error.message}; the list of ${endpoint.resource} does not have it`,
    {
      status: error.status,
      requestId: error.requestId,
      retryable: true,
      cause: error,
      fix: 'run the command again',
    },
  );
}

function outcomeUnknown(
  { endpoint, input }: Creation,
  lost: PlenaryError,
  why: string,
  cause: unknown = lost,
): OutcomeUnknownError {
  const body: RecordData = { ...Object(input.body) };
  const key = (endpoint.key ?? []).map((name) => `${name} ${JSON.stringify(body[name])}`).join(' and ');
  const event = pathParameters(endpoint.path).includes('event_id') ? String(input.path.event_id) : undefined;
  const { status, requestId } = lost;
  return new OutcomeUnknownError(`it is unknown whether the record was created: ${lost.message}; ${why}`, {
    status,
    requestId,
    cause,
    fix: `look for ${key} in the list before you send it again`,
    next: [{ command: `plenary ${endpoint.resource} list --all${flagText('event', event)}` }],
  });
}
