// Sends one write as far as that is safe, and says what is known of it; finding out about the rest is the caller's.
import type { Endpoint } from '../contract/endpoint.ts';
import { NetworkError, type PlenaryError } from '../errors.ts';
import { type Course, type Ended, type Exchange, startCourse, stop } from './exchange.ts';
import { dismissed } from './pace.ts';
import type { Prepared } from './request.ts';
import { isRecord, type RecordData, unwrapRecord } from './response.ts';
import { type Fate, fateOf } from './retry.ts';

/** What is known of a write: `refused` is no use sending again, `unsent` was surely not taken, `lost` may have been. */
export type Attempted = Done | { readonly kind: 'refused' | 'unsent' | 'lost'; readonly error: PlenaryError };

export interface Done {
  readonly kind: 'done';
  /** As served; empty where the answer was. */
  readonly record: RecordData;
  readonly requestId?: string;
}

export interface Write {
  readonly endpoint: Endpoint;
  readonly request: Prepared;
  /** One for all sendings. */
  readonly idempotencyKey?: string | undefined;
}

/** Stopped while it waits for its turn, it is unsent. Rejects only with a signal's reason, where it was broken off on its way. */
export async function attempt(
  { endpoint, request, idempotencyKey }: Write,
  exchange: Exchange,
  signal?: AbortSignal,
): Promise<Attempted> {
  const course = startCourse(request, idempotencyKey);
  try {
    const end = await pursueRecord(course, endpoint, exchange);
    if (end.kind === 'done') return end;
    return { kind: ends[fateOf(end.shortfall)], error: exchange.toError(end, course) };
  } catch (error) {
    const isStopped = error === dismissed || (signal?.aborted === true && error === signal.reason);
    if (course.isUnderWay || !isStopped) throw error;
    return { kind: 'unsent', error: new NetworkError('it was stopped before it was sent', { cause: error }) };
  }
}

/** Pursues a write whose answer is a record, or nothing at all. */
export async function pursueRecord(course: Course, { resource }: Endpoint, exchange: Exchange): Promise<Done | Ended> {
  const end = await exchange.pursue(course);
  if (end.kind === 'ended') return end;
  const { answer } = end;
  const { body, requestId } = answer;
  if (body !== undefined && !isRecord(body)) {
    const shortfall = { kind: 'malformed', answer, fault: 'is not a JSON object' } as const;
    return { kind: 'ended', shortfall, decision: stop };
  }
  return { kind: 'done', record: unwrapRecord(body, resource), ...(requestId === undefined ? {} : { requestId }) };
}

const ends = { declined: 'refused', unprocessed: 'unsent', lost: 'lost' } as const satisfies Record<Fate, string>;
