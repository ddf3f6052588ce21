// Sends one write, repeats it if that is safe, and reports its outcome. Does not look up a record
// after a lost response.
import { isCreation, isRead, type Operation } from '../contract/endpoint.ts';
import { NetworkError, type PlenaryError, UsageError } from '../errors.ts';
import type { Failure } from './failure.ts';
import { waitingCanceled } from './pace.ts';
import { readRecord } from './records.ts';
import {
  faultIn,
  type RecordData,
  type Response,
  recordId,
  shapeOf,
  unwrapRecord,
} from './response.ts';
import type { PendingRequest, Sender } from './sender.ts';

/** What is known of a write. */
export type WriteOutcome =
  | WriteSuccess
  | {
      readonly kind: 'refused' | 'unsent';
      readonly error: PlenaryError;
      /** The service does not respond to any request. */
      readonly isSilent?: true | undefined;
    }
  /**
   * It was sent, and may have taken effect: its last attempt has no response, or one that leaves it
   * open. `otherwise`: what is true if the service does not show it after its time.
   */
  | {
      readonly kind: 'lost';
      readonly otherwise: 'refused' | 'failed' | 'unknown';
      readonly error: PlenaryError;
      /** The service has reported success, without a record. */
      readonly isReported?: boolean;
      /** After this moment of the clock it has taken effect, or never will. */
      readonly lateUntil: number;
      /** The service does not respond to any request. */
      readonly isSilent?: true | undefined;
    };

export interface WriteSuccess {
  readonly kind: 'done';
  /** Read as `records.ts` says; empty if the response to a change has none. */
  readonly record: RecordData;
  /**
   * Whether an earlier request with the same idempotency key created the record; undefined if the
   * service reports neither.
   */
  readonly replayed?: boolean;
  /**
   * Until this moment of the clock an earlier attempt may still take effect; undefined if none may.
   */
  readonly lateUntil?: number;
}

/**
 * A write that is stopped before its turn is `unsent`. Rejects only with the signal's reason, if
 * the signal aborts it in flight.
 * @param start throws a UsageError if the id of a record, as the service has given it, cannot be
 *   part of a path
 */
export async function writeRecord(
  sender: Sender,
  endpoint: Operation,
  start: () => PendingRequest,
  signal: AbortSignal | undefined,
): Promise<WriteOutcome> {
  let pending: PendingRequest | undefined;
  try {
    pending = start();
    return writeOutcome(await sendForRecord(pending, endpoint, sender), pending);
  } catch (cause) {
    const isStopped =
      cause === waitingCanceled || (signal?.aborted === true && cause === signal.reason);
    if (cause instanceof UsageError) return { kind: 'refused', error: cause };
    if (pending === undefined || pending.inFlight || !isStopped) throw cause;
    const error = new NetworkError('it was stopped before it was sent', { cause });
    return writeOutcome({ kind: 'failure', effect: 'unsent', error }, pending);
  }
}

/** @param pending whose last attempt has this result */
function writeOutcome(
  result: WriteSuccess | Failure,
  { lost, lateUntil, isReported }: PendingRequest,
): WriteOutcome {
  if (result.kind === 'done') return lost === undefined ? result : { ...result, lateUntil };
  const { effect, error, isSilent } = result;
  const isRefused = effect === 'refused';
  if (lost === undefined) return { kind: isRefused ? 'refused' : 'unsent', error, isSilent };
  const otherwise = isRefused ? 'refused' : lost;
  return { kind: 'lost', otherwise, error, lateUntil, isReported, isSilent };
}

/** Sends until a response shows a record, or, to a change, a success. */
export async function sendForRecord(
  pending: PendingRequest,
  endpoint: Operation,
  sender: Sender,
): Promise<WriteSuccess | Failure> {
  const outcome = await sender.send(pending);
  if (outcome.kind === 'failure') return outcome;
  const { response } = outcome;
  const record = unwrapRecord(response.body);
  const fault = faultIn(response, pending.request.body) ?? absence(response, record, endpoint);
  if (fault !== undefined) return sender.unusable(pending, response, fault);
  const replayed = response.headers['idempotent-replayed'];
  const read = readRecord(endpoint.resource, record);
  return {
    kind: 'done',
    record: read,
    ...(replayed !== undefined && { replayed: replayed === 'true' }),
  };
}

/**
 * Why a creation or a reading of one record has none, as the end of a sentence about the response.
 */
function absence({ body }: Response, record: RecordData, endpoint: Operation): string | undefined {
  if (!isCreation(endpoint) && !isRead(endpoint)) return undefined;
  const hasRecord = recordId(record, endpoint.resource) !== undefined;
  return hasRecord ? undefined : `contains no record, but ${shapeOf(body)}`;
}
