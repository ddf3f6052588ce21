// Handles each endpoint: passes the checked input to the store, and turns its outcome into the response.
import type { ParsedInputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import { readStart } from '../contract/start.ts';
import { errorAt, faults } from '../contract/validation-error.ts';
import { invalid, notFound, Refusal } from './refusal.ts';
import { fingerprintOf } from './store/idempotency.ts';
import { blankSpeaker, blankSubmission, type EventRef } from './store/record-fields.ts';
import { withChanges } from './store/stamps.ts';
import type { CreateOutcome, Filter, IdempotencyKey, Listings, Store, UpdateOutcome } from './store/store.ts';

/** What a handler needs besides the request's input. */
export interface Call {
  readonly store: Store;
  /** Whose request it is. */
  readonly organizationId: string;
  readonly idempotencyKey: string | undefined;
}

/** The status follows from the endpoint. */
export interface Result {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler<Name extends EndpointName> = (input: ParsedInputOf<Endpoints[Name]>, call: Call) => Promise<Result>;

/** The header that carries the key of an idempotent creation. */
export const idempotencyHeader = 'idempotency-key';

export const handlers = {
  createSpeaker: async (input, call) => {
    const fields = withChanges(blankSpeaker, input.body);
    const idempotency = idempotencyOf('createSpeaker', input, call);
    return created(await call.store.speakers.create(eventOf(input, call), fields, idempotency), call);
  },

  createSubmission: async (input, call) => {
    const fields = withChanges(blankSubmission, input.body);
    const idempotency = idempotencyOf('createSubmission', input, call);
    return created(await call.store.submissions.create(eventOf(input, call), fields, idempotency), call);
  },

  updateSpeaker: async ({ path, body }, { store, organizationId }) =>
    updated(await store.speakers.update({ organizationId, id: path.speaker_id }, body), 'Speaker'),

  updateSubmission: async ({ path, body }, { store, organizationId }) =>
    updated(await store.submissions.update({ organizationId, id: path.submission_id }, body), 'Submission'),

  placeSession: async ({ path, body }, { store, organizationId }) => {
    const ref = { organizationId, id: path.submission_id };
    const submission = await store.submissions.find(ref);
    const event = submission && (await store.findEvent({ organizationId, eventId: submission.event_id }));
    if (event === undefined) throw notFound('Submission');
    const start = readStart(body.start, event.timezone);
    if (!start.ok) throw invalid([errorAt(['body', 'start'], faults.datetime(start.message), body.start)]);
    return updated(await store.submissions.update(ref, { room: body.room, start: start.value }), 'Submission');
  },

  searchSubmissions: (input, call) => page('submissions', input, input.body, call),
  searchContacts: (input, call) => page('contacts', input, input.body, call),
  listSubmissions: (input, call) => page('submissions', input, input.query, call),
  listContentItems: (input, call) => page('contentItems', input, input.query, call),
  listSessions: (input, call) => page('sessions', input, input.query, call),
  listSpeakers: (input, call) => page('speakers', input, input.query, call),
} satisfies { readonly [Name in EndpointName]: Handler<Name> };

interface EventInput {
  readonly path: { readonly event_id: string };
}

function eventOf({ path }: EventInput, { organizationId }: Call): EventRef {
  return { organizationId, eventId: path.event_id };
}

/**
 * Undefined if no key was sent.
 * @throws Refusal 422 for a key that is empty, too long, or has other characters than printable ASCII
 */
function idempotencyOf(
  endpoint: EndpointName,
  input: { readonly path: object; readonly body: object },
  { idempotencyKey: key }: Call,
): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const fault = { type: 'value_error', msg: 'A key has 1 to 255 printable ASCII characters' };
    throw invalid([errorAt(['header', idempotencyHeader], fault, key)]);
  }
  return { key, fingerprint: fingerprintOf(endpoint, input) };
}

function created(creation: CreateOutcome<object>, { idempotencyKey }: Call): Result {
  switch (creation.outcome) {
    case 'created':
    case 'replayed': {
      const headers = { 'idempotent-replayed': String(creation.outcome === 'replayed') };
      return { body: creation.record, ...(idempotencyKey !== undefined && { headers }) };
    }
    case 'taken':
      throw taken(creation.id);
    case 'not_found':
      throw notFound('Event');
    case 'key_reused': {
      const fault = { type: 'idempotency_key_reused', msg: 'The key was used for another request within 24 hours' };
      throw invalid([errorAt(['header', idempotencyHeader], fault, idempotencyKey)]);
    }
  }
}

function updated(update: UpdateOutcome<object>, what: 'Speaker' | 'Submission'): Result {
  if (update.outcome === 'not_found') throw notFound(what);
  if (update.outcome === 'taken') throw taken(update.id);
  return { body: update.record };
}

function taken(id: string): Refusal {
  return new Refusal(409, { detail: 'The event already has a speaker with this e-mail address', id });
}

async function page(name: keyof Listings, input: EventInput, filter: Filter, call: Call): Promise<Result> {
  const found = await call.store.list(name, eventOf(input, call), filter);
  if (found === undefined) throw notFound('Event');
  const { records, totalResults } = found;
  const { page: currentPage, pageSize } = filter;
  const totalPages = Math.ceil(totalResults / pageSize);
  return { body: { data: records, pagination: { currentPage, pageSize, totalPages, totalResults } } };
}
