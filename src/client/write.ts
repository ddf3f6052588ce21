// Sends one write, repeats it if that is safe, and reports its outcome. Does not look up a record after a lost response.
import type { Endpoint } from '../contract/endpoint.ts';
import { NetworkError, type PlenaryError } from '../errors.ts';
import { effectOf, type Loss, lossOf, type Success } from './outcome.ts';
import { waitingCanceled } from './pace.ts';
import type { Request } from './request.ts';
import type { RecordData } from './response.ts';
import { type Failed, type Sender, startRequest } from './sender.ts';
import { readWritten } from './written.ts';

/** What is known of a write: it succeeded, or failed with this effect. */
export type WriteOutcome =
  | WriteSuccess
  | { readonly kind: 'refused' | 'unsent'; readonly error: PlenaryError }
  | { readonly kind: 'lost'; readonly loss: Loss; readonly error: PlenaryError };

export interface WriteSuccess {
  readonly kind: 'done';
  /** As served; empty if the response has no body. */
  readonly record: RecordData;
  readonly isLocated?: boolean;
  /** Whether an earlier request with the same idempotency key created the record; undefined if the service reports neither. */
  readonly replayed?: boolean;
  readonly requestId?: string;
}

export interface Write {
  readonly endpoint: Endpoint;
  readonly request: Request;
  /** The fields of the request. */
  readonly body: unknown;
  /** The same for every attempt. */
  readonly idempotencyKey?: string | undefined;
}

/** A write that is stopped before its turn is `unsent`. Rejects only with the signal's reason, if the signal aborts it in flight. */
export async function writeRecord(
  { endpoint, request, body, idempotencyKey }: Write,
  sender: Sender,
  signal?: AbortSignal,
): Promise<WriteOutcome> {
  const pending = startRequest(request, idempotencyKey);
  try {
    const sent = await sender.send(pending);
    const result = readResult(sent, { endpoint, body }, sender);
    if (result.kind === 'done') {
      const replayed = sent.kind === 'success' ? sent.response.headers['idempotent-replayed'] : undefined;
      return replayed === undefined ? result : { ...result, replayed: replayed === 'true' };
    }
    const kind = effectOf(result.failure);
    const error = sender.toError(result, pending);
    return kind === 'lost' ? { kind, loss: lossOf(result.failure), error } : { kind, error };
  } catch (error) {
    const isStopped = error === waitingCanceled || (signal?.aborted === true && error === signal.reason);
    if (pending.inFlight || !isStopped) throw error;
    return { kind: 'unsent', error: new NetworkError('it was stopped before it was sent', { cause: error }) };
  }
}

/** Reads what the response to a write shows, if there is one. */
export function readResult(
  result: Success | Failed,
  { endpoint, body }: Pick<Write, 'endpoint' | 'body'>,
  sender: Sender,
): WriteSuccess | Failed {
  if (result.kind === 'failed') return result;
  const { response } = result;
  const written = readWritten(response, endpoint, body);
  if (written.kind === 'unusable') return sender.toFailed({ ...written, response });
  const { requestId } = response;
  return requestId === undefined ? written : { ...written, requestId };
}
