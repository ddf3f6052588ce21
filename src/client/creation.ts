// Creates a record, and looks it up in its list if the response is lost: at once, and when it can no longer take effect.

import { type Endpoint, pathParameters } from '../contract/endpoint.ts';
import { flagText } from '../contract/escape.ts';
import { fieldsOf } from '../contract/fields.ts';
import { keyText } from '../contract/key.ts';
import { isSameKey, isSameValue, mayBeKey } from '../contract/likeness.ts';
import { OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { Page } from './paging.ts';
import type { LooseInput } from './request.ts';
import { isRecord, type RecordData, recordId } from './response.ts';
import type { PendingRequest, Sender, Trace } from './sender.ts';
import { sendForRecord, writeOutcome } from './write.ts';

export interface Created {
  readonly record: RecordData;
  /** The response was lost; the record was looked up and exists. */
  readonly foundAfterLoss: boolean;
}

export interface Creation {
  readonly endpoint: Endpoint;
  readonly input: LooseInput;
  readonly pending: PendingRequest;
  /** Reads the list that contains the record. */
  readonly list: () => AsyncIterable<Page>;
  readonly sender: Sender;
  readonly trace?: Trace | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** @throws {PlenaryError}; {OutcomeUnknownError} if it stays unknown whether the record was created */
export async function create(creation: Creation): Promise<Created> {
  const { endpoint, pending, sender, clock, trace, signal } = creation;
  const outcome = writeOutcome(await sendForRecord(pending, endpoint, sender), pending);
  if (outcome.kind === 'done') return { record: outcome.record, foundAfterLoss: false };
  const { error } = outcome;
  if (outcome.kind !== 'lost') throw error;
  let found = await lookUp(creation, error);
  const ms = pending.lateUntil - clock.now();
  if (found.record === undefined && ms > 0) {
    trace?.({ kind: 'late', ms });
    await clock.sleep(ms, signal);
    found = await lookUp(creation, error);
  }
  const { record, similar } = found;
  if (record !== undefined) return { record, foundAfterLoss: true };
  if (similar !== undefined) {
    const id = recordId(similar, endpoint.resource) ?? 'a record';
    throw outcomeUnknown(creation, error, `${id} in the list may be it, but is not shown as it was sent`);
  }
  if (outcome.otherwise === 'failed') {
    error.message += '; the list does not have the record';
    throw error;
  }
  throw outcomeUnknown(creation, error, 'it is not in the list, but it may be created later, or not be shown');
}

/** The record in the list, and one that may be it. @throws {OutcomeUnknownError} if the list cannot be read */
async function lookUp(creation: Creation, lost: PlenaryError) {
  const { endpoint, input, list, signal } = creation;
  let similar: RecordData | undefined;
  const { key = [] } = endpoint;
  const isWhole = (record: RecordData) => key.every((field) => keyText(record[field]) !== undefined);
  let showsKeys = false;
  try {
    for await (const { records } of list()) {
      for (const record of records) {
        const sighting = sightingOf(endpoint, { ...(input.body ?? {}) }, record);
        if (sighting === 'same') return { record };
        // Where other records show their keys, one that leaves its own empty has none.
        showsKeys ||= isWhole(record);
        if (sighting === 'unclear' && !(similar !== undefined && isWhole(similar))) similar = record;
      }
    }
  } catch (cause) {
    signal?.throwIfAborted();
    const why = `the lookup failed: ${cause instanceof Error ? cause.message : cause}`;
    throw outcomeUnknown(creation, lost, why, cause);
  }
  return { similar: similar !== undefined && showsKeys && !isWhole(similar) ? undefined : similar };
}

function outcomeUnknown(
  { endpoint, input }: Creation,
  lost: PlenaryError,
  why: string,
  cause: unknown = lost,
): OutcomeUnknownError {
  const body = isRecord(input.body) ? input.body : {};
  const key = (endpoint.key ?? []).map((name) => `${name} ${JSON.stringify(body[name])}`).join(' and ');
  const event = pathParameters(endpoint.path).includes('event_id') ? String(input.path.event_id) : undefined;
  const { status, requestId } = lost;
  return new OutcomeUnknownError(`it is unknown whether the record was created: ${lost.message}; ${why}`, {
    ...{ status, requestId, cause },
    fix: `look for ${key} in the list before you send it again`,
    next: [{ command: `plenary ${endpoint.resource} list --all${flagText('event', event)}` }],
  });
}

/**
 * What a listed record is to a creation: `same` if it has its key and shows every field as it was sent; `unclear` if it has its
 * key, or may have it, because its own is empty, masked or cut off; `other` if it has another key.
 * @param sent the fields of the creation
 */
export function sightingOf(endpoint: Endpoint, sent: RecordData, record: RecordData): 'same' | 'unclear' | 'other' {
  const { key = [] } = endpoint;
  if (!isSameKey(key, record, sent)) return mayBeKey(key, record, sent) ? 'unclear' : 'other';
  // A field that was not sent has its default.
  const defaults = fieldsOf(endpoint.body).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
  const wanted = Object.entries<unknown>({ ...Object.fromEntries(defaults), ...sent });
  const isSame = wanted.every(([name, value]) => key.includes(name) || isSameValue(name, record[name], value));
  return isSame ? 'same' : 'unclear';
}
