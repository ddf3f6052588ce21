// Creates a record once: an attempt that certainly had no effect is repeated; after one that may have, the record is looked up first.
import { type Endpoint, pathParameters } from '../contract/endpoint.ts';
import { foldKey, isMasked } from '../contract/key.ts';
import { OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import { reasonOf } from './failure-error.ts';
import { effectOf, type Failure } from './outcome.ts';
import type { LooseInput, Request } from './request.ts';
import { isRecord, type Page, type RecordData } from './response.ts';
import { type Failed, type PendingRequest, type Sender, startRequest } from './sender.ts';
import type { Trace } from './trace.ts';
import { sendWrite } from './write.ts';

export interface Created {
  readonly record: RecordData;
  /** The response was lost; the record was looked up and exists. */
  readonly foundAfterLoss: boolean;
  readonly requestId?: string;
}

export interface Creation {
  readonly endpoint: Endpoint;
  readonly input: LooseInput;
  readonly request: Request;
  /** The same for every attempt. */
  readonly idempotencyKey: string;
}

export interface CreationContext {
  readonly sender: Sender;
  /** The list that would contain the record, page by page; undefined if the API has none. */
  readonly list: (creation: Creation) => AsyncIterable<Page> | undefined;
  readonly trace?: Trace | undefined;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** @throws {PlenaryError}; {OutcomeUnknownError} if it stays unknown whether the record was created */
export async function create(creation: Creation, context: CreationContext): Promise<Created> {
  const { sender } = context;
  const pending = startRequest(creation.request, creation.idempotencyKey);
  let wasLost = false;
  for (;;) {
    const result = await sendWrite(pending, creation.endpoint, sender);
    if (result.kind === 'done') {
      const { kind: _, ...created } = result;
      return { ...created, foundAfterLoss: false };
    }
    const { failure } = result;
    // A conflict after a loss may be a conflict with the record of the lost attempt.
    wasLost = effectOf(failure) === 'lost' || (wasLost && isConflict(failure));
    if (!wasLost) throw sender.toError(result, pending);
    const decision = await sender.waitForRetry(failure, pending);
    const record = await lookUp(creation, result, pending, context);
    if (record !== undefined) return { record, foundAfterLoss: true };
    if (decision.kind === 'stop') throw sender.toError({ ...result, decision }, pending);
  }
}

/** The record, or undefined if it certainly does not exist. @throws {OutcomeUnknownError} */
async function lookUp(
  creation: Creation,
  failed: Failed,
  pending: PendingRequest,
  { list, trace, now, signal, sender }: CreationContext,
): Promise<RecordData | undefined> {
  const { method, path } = creation.request;
  trace?.({ kind: 'lookup', method, path, attempt: pending.attempts, reason: reasonOf(failed.failure) });
  const begunAt = now();
  const unknown = (why: string, cause?: unknown) =>
    outcomeUnknown(creation, sender.toError(failed, pending), why, cause);
  const pages = list(creation);
  if (pages === undefined) throw unknown('the API has no list to look it up in');
  const found = await search(pages, creation).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw unknown(`the lookup failed: ${cause instanceof Error ? cause.message : cause}`, cause);
  });
  if (found === 'unclear') throw unknown('the records in the list lack the fields to compare');
  // The lookup must not use up the time for further attempts.
  pending.deadline += now() - begunAt;
  return found;
}

async function search(pages: AsyncIterable<Page>, creation: Creation): Promise<RecordData | 'unclear' | undefined> {
  const { endpoint, input } = creation;
  let unclear = false;
  for await (const { records } of pages) {
    for (const record of records) {
      const match = compareKey(record, input.body, endpoint.key ?? []);
      if (match === 'same') return record;
      unclear ||= match === 'unclear';
    }
  }
  return unclear ? 'unclear' : undefined;
}

/** Whether a record is the wanted one; `unclear`: it shows too little of itself to decide. */
export type KeyMatch = 'same' | 'other' | 'unclear';

/** Compares the fields that identify a record. A single field that differs decides, even if others are hidden. */
export function compareKey(record: RecordData, wanted: unknown, key: readonly string[]): KeyMatch {
  const matches = key.map((name) => compareField(name, record[name], isRecord(wanted) ? wanted[name] : undefined));
  if (matches.length === 0) return 'unclear';
  if (matches.includes('other')) return 'other';
  return matches.includes('unclear') ? 'unclear' : 'same';
}

function compareField(name: string, shown: unknown, wanted: unknown): KeyMatch {
  if (typeof shown !== 'string' || typeof wanted !== 'string') return 'unclear';
  if (isMasked(name, shown)) return 'unclear';
  return foldKey(shown) === foldKey(wanted) ? 'same' : 'other';
}

function outcomeUnknown(
  { endpoint, input }: Creation,
  lost: PlenaryError,
  why: string,
  cause: unknown,
): OutcomeUnknownError {
  const body = isRecord(input.body) ? input.body : {};
  const key = (endpoint.key ?? []).map((name) => `${name} ${JSON.stringify(body[name])}`).join(' and ');
  const event = pathParameters(endpoint.path).includes('event_id') ? { event: String(input.path.event_id) } : {};
  return new OutcomeUnknownError(`it is unknown whether the record was created: ${lost.message}; ${why}`, {
    ...(lost.status === undefined ? {} : { status: lost.status }),
    ...(lost.requestId === undefined ? {} : { requestId: lost.requestId }),
    fix: `look for ${key} in the list before you send it again`,
    advice: { kind: 'list_records', resource: endpoint.resource, ...event },
    cause: cause ?? lost,
  });
}

function isConflict(failure: Failure): boolean {
  return failure.kind === 'error_response' && failure.response.status === 409;
}
