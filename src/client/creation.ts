// Creates a record once: an attempt that certainly had no effect is repeated; after one that may have, the record is looked
// up at once and, if it is not in the list, again when the attempt can no longer take effect.
import { type Endpoint, pathParameters } from '../contract/endpoint.ts';
import { OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { Failure } from './failure.ts';
import type { Page } from './paging.ts';
import { createRecognition, type Recognition, type Sighting } from './recognition.ts';
import type { LooseInput, Request } from './request.ts';
import { isRecord, type RecordData, recordId } from './response.ts';
import { type PendingRequest, type Sender, startRequest } from './sender.ts';
import type { Trace } from './trace.ts';
import { readResult } from './write.ts';

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
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** @throws {PlenaryError}; {OutcomeUnknownError} if it stays unknown whether the record was created */
export async function create(creation: Creation, context: CreationContext): Promise<Created> {
  const { sender } = context;
  const pending = startRequest(creation.request, creation.idempotencyKey);
  const recognition = createRecognition(creation.endpoint, creation.input.body);
  let wasLost = false;
  // Whether the service reported each failure itself.
  let hasFailed = true;
  for (;;) {
    const result = readResult(await sender.send(pending), creation.endpoint, sender);
    if (result.kind === 'done') {
      const { kind: _, ...created } = result;
      return { ...created, foundAfterLoss: false };
    }
    // A conflict after a loss may be a conflict with the record of the lost attempt.
    wasLost = result.effect === 'lost' || (wasLost && isConflict(result));
    if (!wasLost) throw sender.errorFor(result, pending);
    const waitMs = result.loss === 'confirmed' ? undefined : sender.waitAfter(result, pending);
    const lost: Lost = { creation, pending, recognition, failure: result, waitMs };
    const sighting = await lookUp(lost, context);
    if (sighting.kind === 'found') {
      const { record } = sighting;
      if (hasFailed || isConflict(result)) return { record, foundAfterLoss: true };
      const id = recordId(record, creation.endpoint.resource) ?? 'a record';
      throw outcomeUnknown(lost, context, `${id} is in the list, but one of the attempts may still create another`);
    }
    if (sighting.kind === 'unclear') throw outcomeUnknown(lost, context, sighting.why);
    hasFailed &&= result.loss === 'failed';
    if (waitMs !== undefined) {
      recognition.resend();
      continue;
    }
    const isDecided = isConflict(result) ? sighting.hasOther : hasFailed;
    if (isDecided) throw sender.errorFor(result, pending);
    throw outcomeUnknown(lost, context, 'it is not in the list, but it may be created later, or not be shown');
  }
}

/** A creation after an attempt that may have been carried out. */
interface Lost {
  readonly creation: Creation;
  readonly pending: PendingRequest;
  readonly recognition: Recognition;
  readonly failure: Failure;
  /** Before the next attempt, in milliseconds; undefined if there is none. */
  readonly waitMs: number | undefined;
}

/** Looks the record up at once, and again when the attempt can no longer take effect. @throws {OutcomeUnknownError} */
async function lookUp(lost: Lost, context: CreationContext): Promise<Sighting> {
  const { clock, trace, signal } = context;
  const { failure, waitMs = 0, pending } = lost;
  const retryAt = clock.now() + waitMs;
  const isLate = !isConflict(failure) && clock.now() < pending.lateUntil;
  const first = await readList(lost, context);
  if (first.kind === 'found') return first;
  const ms = Math.max(isLate ? pending.lateUntil : 0, retryAt) - clock.now();
  if (ms > 0) {
    if (isLate) trace?.({ kind: 'late', ms });
    await clock.sleep(ms, signal);
  }
  return isLate ? readList(lost, context) : first;
}

async function readList(lost: Lost, context: CreationContext): Promise<Sighting> {
  const { creation, pending, recognition, failure } = lost;
  const { list, trace, signal } = context;
  const { method, path } = creation.request;
  trace?.({ kind: 'lookup', method, path, attempt: pending.attempts, reason: failure.reason });
  const pages = list(creation);
  if (pages === undefined) throw outcomeUnknown(lost, context, 'the API has no list to look it up in');
  return recognition.look(pages).catch((cause: unknown) => {
    signal?.throwIfAborted();
    const why = `the lookup failed: ${cause instanceof Error ? cause.message : cause}`;
    throw outcomeUnknown(lost, context, why, cause);
  });
}

function outcomeUnknown(
  { creation: { endpoint, input }, pending, failure }: Lost,
  { sender }: CreationContext,
  why: string,
  cause?: unknown,
): OutcomeUnknownError {
  const lost: PlenaryError = sender.errorFor(failure, pending);
  const body = isRecord(input.body) ? input.body : {};
  const key = (endpoint.key ?? []).map((name) => `${name} ${JSON.stringify(body[name])}`).join(' and ');
  const event = pathParameters(endpoint.path).includes('event_id') ? { event: String(input.path.event_id) } : {};
  return new OutcomeUnknownError(`it is unknown whether the record was created: ${lost.message}; ${why}`, {
    status: lost.status,
    requestId: lost.requestId,
    fix: `look for ${key} in the list before you send it again`,
    advice: { kind: 'list_records', resource: endpoint.resource, ...event },
    cause: cause ?? lost,
  });
}

function isConflict(failure: Failure): boolean {
  return failure.response?.status === 409;
}
