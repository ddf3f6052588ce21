// Creates a record once: what was surely not taken is sent again, and what may have been is looked up first.
import { type Endpoint, pathParameters } from '../contract/endpoint.ts';
import { OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import { pursueRecord } from './attempt.ts';
import { type Course, type Ended, type Exchange, startCourse } from './exchange.ts';
import { likeness } from './lookup.ts';
import type { LooseInput, Prepared } from './request.ts';
import { isRecord, type Page, type RecordData } from './response.ts';
import { fateOf, type Shortfall } from './retry.ts';
import { reasonOf } from './shortfall-error.ts';
import type { Trace } from './trace.ts';

export interface Created {
  readonly record: RecordData;
  /** The answer was lost; the record was looked up and is there. */
  readonly foundAfterLoss: boolean;
  readonly requestId?: string;
}

export interface Creation {
  readonly endpoint: Endpoint;
  readonly input: LooseInput;
  readonly request: Prepared;
  /** One for all sendings. */
  readonly idempotencyKey: string;
}

export interface CreationParts {
  readonly exchange: Exchange;
  /** The list that the record would stand in, page by page; undefined where there is none. */
  readonly list: (creation: Creation) => AsyncIterable<Page> | undefined;
  readonly trace?: Trace | undefined;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** @throws {PlenaryError}; {OutcomeUnknownError} where nobody can tell whether the record was made */
export async function create(creation: Creation, parts: CreationParts): Promise<Created> {
  const { exchange } = parts;
  const course = startCourse(creation.request, creation.idempotencyKey);
  let wasLost = false;
  for (;;) {
    const end = await pursueRecord(course, creation.endpoint, exchange);
    if (end.kind === 'done') {
      const { kind: _, ...made } = end;
      return { ...made, foundAfterLoss: false };
    }
    const { shortfall } = end;
    // A conflict after a loss: it may well be the lost one that is in the way.
    wasLost = fateOf(shortfall) === 'lost' || (wasLost && isConflict(shortfall));
    if (!wasLost) throw exchange.toError(end, course);
    const decision = await exchange.waitForNext(shortfall, course);
    const record = await lookUp(creation, end, course, parts);
    if (record !== undefined) return { record, foundAfterLoss: true };
    if (decision.kind === 'stop') throw exchange.toError({ ...end, decision }, course);
  }
}

/** The record, or undefined where it is surely not there. @throws {OutcomeUnknownError} */
async function lookUp(
  creation: Creation,
  end: Ended,
  course: Course,
  { list, trace, now, signal, exchange }: CreationParts,
): Promise<RecordData | undefined> {
  const { method, path } = creation.request;
  trace?.({ kind: 'lookup', method, path, attempt: course.attempts, reason: reasonOf(end.shortfall) });
  const begun = now();
  const unknown = (why: string, cause?: unknown) => outcomeUnknown(creation, exchange.toError(end, course), why, cause);
  const pages = list(creation);
  if (pages === undefined) throw unknown('there is no list to look it up in');
  const found = await search(pages, creation).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw unknown(`looking it up failed: ${cause instanceof Error ? cause.message : cause}`, cause);
  });
  if (found === 'unclear') throw unknown('the list does not show enough to tell');
  // Looking up must not use up the time for sending.
  course.deadline += now() - begun;
  return found;
}

async function search(pages: AsyncIterable<Page>, creation: Creation): Promise<RecordData | 'unclear' | undefined> {
  const { endpoint, input } = creation;
  let unclear = false;
  for await (const { records } of pages) {
    for (const record of records) {
      const verdict = likeness(record, input.body, endpoint.key ?? []);
      if (verdict === 'same') return record;
      unclear ||= verdict === 'unclear';
    }
  }
  return unclear ? 'unclear' : undefined;
}

function outcomeUnknown(
  { endpoint, input }: Creation,
  lost: PlenaryError,
  why: string,
  cause: unknown,
): OutcomeUnknownError {
  const body = isRecord(input.body) ? input.body : {};
  const key = (endpoint.key ?? []).map((name) => `${name} ${JSON.stringify(body[name])}`).join(' and ');
  const event = pathParameters(endpoint.path).includes('event_id') ? ` --event ${input.path.event_id}` : '';
  return new OutcomeUnknownError(`nobody can tell whether it was created: ${lost.message}; ${why}`, {
    ...(lost.status === undefined ? {} : { status: lost.status }),
    ...(lost.requestId === undefined ? {} : { requestId: lost.requestId }),
    fix: `look for ${key} in the list before it is sent again`,
    next: [{ command: `plenary ${endpoint.resource} list --all${event}` }],
    cause: cause ?? lost,
  });
}

function isConflict(shortfall: Shortfall): boolean {
  return shortfall.kind === 'refusal' && shortfall.answer.status === 409;
}
