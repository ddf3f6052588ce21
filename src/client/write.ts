// Sends one write, repeats it if that is safe, and reports its outcome. Does not look up a record after a lost response.
import type { Endpoint } from '../contract/endpoint.ts';
import { NetworkError, type PlenaryError } from '../errors.ts';
import { effectOf, type Loss, lossOf } from './outcome.ts';
import { waitingCanceled } from './pace.ts';
import type { Request } from './request.ts';
import { isRecord, type RecordData, unwrapRecord } from './response.ts';
import { type Failed, type PendingRequest, type Sender, startRequest, stop } from './sender.ts';

/** What is known of a write: it succeeded, or failed with this effect. */
export type WriteOutcome =
  | WriteSuccess
  | { readonly kind: 'refused' | 'unsent'; readonly error: PlenaryError }
  | { readonly kind: 'lost'; readonly loss: Loss; readonly error: PlenaryError };

export interface WriteSuccess {
  readonly kind: 'done';
  /** As served; empty if the response has no body. */
  readonly record: RecordData;
  readonly requestId?: string;
}

export interface Write {
  readonly endpoint: Endpoint;
  readonly request: Request;
  /** The same for every attempt. */
  readonly idempotencyKey?: string | undefined;
}

/** A write that is stopped before its turn is `unsent`. Rejects only with the signal's reason, if the signal aborts it in flight. */
export async function writeRecord(
  { endpoint, request, idempotencyKey }: Write,
  sender: Sender,
  signal?: AbortSignal,
): Promise<WriteOutcome> {
  const pending = startRequest(request, idempotencyKey);
  try {
    const result = await sendWrite(pending, endpoint, sender);
    if (result.kind === 'done') return result;
    const kind = effectOf(result.failure);
    const error = sender.toError(result, pending);
    return kind === 'lost' ? { kind, loss: lossOf(result.failure), error } : { kind, error };
  } catch (error) {
    const isStopped = error === waitingCanceled || (signal?.aborted === true && error === signal.reason);
    if (pending.inFlight || !isStopped) throw error;
    return { kind: 'unsent', error: new NetworkError('it was stopped before it was sent', { cause: error }) };
  }
}

/** Sends a write whose response is a record, or has no body. */
export async function sendWrite(
  pending: PendingRequest,
  { resource }: Endpoint,
  sender: Sender,
): Promise<WriteSuccess | Failed> {
  const result = await sender.send(pending);
  if (result.kind === 'failed') return result;
  const { response } = result;
  const { body, requestId } = response;
  if (body !== undefined && !isRecord(body)) {
    const failure = { kind: 'malformed_response', response, fault: 'is not a JSON object', confirms: true } as const;
    return { kind: 'failed', failure, decision: stop };
  }
  return { kind: 'done', record: unwrapRecord(body, resource), ...(requestId === undefined ? {} : { requestId }) };
}
