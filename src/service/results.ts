// Owns how outcomes of the store become responses: envelopes, pages, and refusals. Must not know
// any single endpoint.
import { errorAt } from '../contract/validation-error.ts';
import { pageBounds } from './description.ts';
import { badRequest, invalid, notFound, RequestRefusal } from './refusal.ts';
import type { ListPage, PageRequest } from './store/page.ts';
import type { ChoiceKind } from './store/record-fields.ts';
import type { CreateOutcome, UpdateOutcome } from './store/store.ts';

/** The status follows from the endpoint. */
export interface Result {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The header that carries the key of an idempotent creation. */
export const idempotencyHeader = 'idempotency-key';

/** @param key that was sent, if it is honored */
export function created<T>(
  creation: CreateOutcome<T>,
  show: (record: T) => object,
  key: string | undefined,
): Result {
  switch (creation.outcome) {
    case 'created':
    case 'replayed': {
      const body = { data: show(creation.record) };
      const headers = { 'idempotent-replayed': String(creation.outcome === 'replayed') };
      return key === undefined ? { body } : { body, headers };
    }
    case 'taken':
      throw taken();
    case 'unknown':
      throw unknownChoice(creation.kind);
    case 'not_found':
      throw notFound('Event');
    case 'key_reused': {
      const msg = 'The key was used for another request within 24 hours';
      const fault = { type: 'idempotency_key_reused', msg };
      throw invalid([errorAt(['header', idempotencyHeader], fault, key)]);
    }
  }
}

/** @param what was to be changed */
export function updated<T>(
  update: UpdateOutcome<T>,
  show: (record: T) => object,
  what: 'Speaker' | 'Submission',
): Result {
  switch (update.outcome) {
    case 'updated':
      return { body: { data: show(update.record) } };
    case 'taken':
      throw taken();
    case 'unknown':
      throw unknownChoice(update.kind);
    case 'too_late':
      throw badRequest('The session would end after the year 9999');
    case 'occupied':
      throw new RequestRefusal(409, { detail: `SESS-${update.by} is in this room at this time` });
    case 'not_found':
      throw notFound(what);
  }
}

/** @throws RequestRefusal 400 out of bounds */
export function pageIn({
  page,
  pageSize,
}: { readonly [Name in keyof PageRequest]: number | null }): PageRequest {
  return { page: bounded('page', page), pageSize: bounded('pageSize', pageSize) };
}

/** One page of a list; `found` is undefined if there is no such event. */
export function pageOf<T>(
  { page, pageSize }: PageRequest,
  found: ListPage<T> | undefined,
  show: (record: T) => object,
): Result {
  if (found === undefined) throw notFound('Event');
  const data = found.records.map(show);
  return { body: { data, page, pageSize, total: found.total } };
}

function bounded(name: keyof PageRequest, value: number | null): number {
  const { minimum, maximum } = pageBounds[name];
  if (value !== null && value >= minimum && value <= maximum) return value;
  throw badRequest(`${name} must be between ${minimum} and ${maximum}`);
}

function taken(): RequestRefusal {
  return new RequestRefusal(409, {
    detail: 'The event already has a speaker with this e-mail address',
  });
}

function unknownChoice(kind: ChoiceKind): RequestRefusal {
  return badRequest(`The event has no such ${kind}`);
}
