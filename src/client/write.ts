// Sends one write, repeats it if that is safe, and reports its outcome. Does not look up a record after a lost response.
import { type Endpoint, isCreation, isRead } from '../contract/endpoint.ts';
import { NetworkError, type PlenaryError, UsageError } from '../errors.ts';
import type { Failure, Loss, Outcome } from './failure.ts';
import { waitingCanceled } from './pace.ts';
import type { Request } from './request.ts';
import { type RecordData, recordId, reportedFailure, shapeOf, unwrapRecord } from './response.ts';
import { type PendingRequest, type Sender, startRequest } from './sender.ts';

/** What is known of a write: it succeeded, or failed with this effect. */
export type WriteOutcome =
  | WriteSuccess
  | { readonly kind: 'refused' | 'unsent'; readonly error: PlenaryError }
  | { readonly kind: 'lost'; readonly loss: Loss; readonly error: PlenaryError };

export interface WriteSuccess {
  readonly kind: 'done';
  /** As served; empty if the response to a change has none. */
  readonly record: RecordData;
  /** Whether an earlier request with the same idempotency key created the record; undefined if the service reports neither. */
  readonly replayed?: boolean;
  readonly requestId?: string;
}

export interface Write {
  readonly endpoint: Endpoint;
  /** @throws {UsageError} if the id of a record, as the service has given it, cannot be part of a path */
  readonly build: () => Request;
  /** The same for every attempt. */
  readonly idempotencyKey?: string | undefined;
}

/** A write that is stopped before its turn is `unsent`. Rejects only with the signal's reason, if the signal aborts it in flight. */
export async function writeRecord(
  { endpoint, build, idempotencyKey }: Write,
  sender: Sender,
  signal?: AbortSignal,
): Promise<WriteOutcome> {
  let pending: PendingRequest | undefined;
  try {
    pending = startRequest(build(), idempotencyKey);
    const sent = await sender.send(pending);
    const result = readResult(sent, endpoint, sender);
    if (result.kind === 'done') {
      const replayed = sent.kind === 'success' ? sent.response.headers['idempotent-replayed'] : undefined;
      return replayed === undefined ? result : { ...result, replayed: replayed === 'true' };
    }
    const { effect: kind, loss } = result;
    const error = sender.errorFor(result, pending);
    return kind === 'lost' ? { kind, loss, error } : { kind, error };
  } catch (error) {
    const isStopped = error === waitingCanceled || (signal?.aborted === true && error === signal.reason);
    if (error instanceof UsageError) return { kind: 'refused', error };
    if (pending?.inFlight === true || !isStopped) throw error;
    return { kind: 'unsent', error: new NetworkError('it was stopped before it was sent', { cause: error }) };
  }
}

/** What a response shows: a record, or of a change the status alone, unless the body reports a failure. */
export function readResult(outcome: Outcome, endpoint: Endpoint, sender: Sender): WriteSuccess | Failure {
  if (outcome.kind === 'failure') return outcome;
  const { response } = outcome;
  const { status, body, requestId } = response;
  const failure = reportedFailure(body);
  if (failure !== undefined) return sender.toUnusable(response, `reports a failure: ${failure}`, false);
  // They leave the outcome open (RFC 9110 §15.3.3, RFC 4918 §11.1).
  const open = { 202: 'only accepts it for later', 207: 'contains several outcomes' }[status];
  if (open !== undefined) return sender.toUnusable(response, `${open} (${status})`);
  const record = unwrapRecord(body, endpoint.resource);
  if ((isCreation(endpoint) || isRead(endpoint)) && recordId(record, endpoint.resource) === undefined) {
    return sender.toUnusable(response, `contains no record, but ${shapeOf(body)}`);
  }
  return { kind: 'done', record, ...(requestId !== undefined && { requestId }) };
}
