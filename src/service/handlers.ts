// How each endpoint is answered: from checked input to the store, and from its outcome to an answer.
import type { ParsedInputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import { readStart } from '../contract/start.ts';
import { errorAt, faults } from '../contract/validation-error.ts';
import { onceOf } from './idempotency.ts';
import { invalid, notFound, Refusal } from './refusal.ts';
import type { Creation, Filter, Page, Store, Update } from './store/store.ts';

/** Who asks, and what the request carries beside its input. */
export interface Call {
  readonly store: Store;
  readonly organizationId: string;
  readonly idempotencyKey: string | undefined;
}

export interface Answer {
  /** Absent where the endpoint returns nothing. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler<Name extends EndpointName> = (input: ParsedInputOf<Endpoints[Name]>, call: Call) => Promise<Answer>;

export const handlers = {
  createSpeaker: async (input, { store, ...call }) => {
    const { body } = input;
    const fields = {
      email: body.email,
      first_name: body.first_name,
      last_name: body.last_name,
      company_name: body.company_name ?? null,
      title: body.title ?? null,
      about: body.about ?? null,
      photo_url: '',
      pronouns: '',
      linkedin_url: '',
      twitter_url: '',
      phone: '',
      speaker_status: body.speaker_status ?? null,
      logistics_notes: body.logistics_notes ?? null,
    };
    return created(await store.createSpeaker(eventOf(input, call), fields, onceOf('createSpeaker', input, call)), call);
  },

  createSubmission: async (input, { store, ...call }) => {
    const fields = {
      ...input.body,
      track_id: input.body.track_id ?? null,
      format_id: input.body.format_id ?? null,
      status: 'pending',
      feedback: '',
      room: null,
      start: null,
    };
    const once = onceOf('createSubmission', input, call);
    return created(await store.createSubmission(eventOf(input, call), fields, once), call);
  },

  updateSpeaker: async ({ path, body }, { store, organizationId }) =>
    updated(await store.updateSpeaker({ organizationId, id: path.speaker_id }, body), 'Speaker'),

  updateSubmission: async ({ path, body }, { store, organizationId }) =>
    updated(await store.updateSubmission({ organizationId, id: path.submission_id }, body), 'Submission'),

  placeSession: async ({ path, body }, { store, organizationId }) => {
    const scope = { organizationId, id: path.submission_id };
    const timeZone = await store.timeZoneOf(scope);
    if (timeZone === undefined) throw notFound('Submission');
    const start = readStart(body.start, timeZone);
    if (!start.ok) throw invalid([errorAt(['body', 'start'], faults.datetime(start.message), body.start)]);
    return updated(await store.updateSubmission(scope, { room: body.room, start: start.value }), 'Submission');
  },

  searchSubmissions: async (input, { store, ...call }) =>
    paged(await store.listSubmissions(eventOf(input, call), input.body), input.body),

  searchContacts: async (input, { store, ...call }) =>
    paged(await store.listContacts(eventOf(input, call), input.body), input.body),

  listSubmissions: async (input, { store, ...call }) =>
    paged(await store.listSubmissions(eventOf(input, call), input.query), input.query),

  listContentItems: async (input, { store, ...call }) =>
    paged(await store.listContentItems(eventOf(input, call), input.query), input.query),

  listSessions: async (input, { store, ...call }) =>
    paged(await store.listSessions(eventOf(input, call), input.query), input.query),

  listSpeakers: async (input, { store, ...call }) =>
    paged(await store.listSpeakers(eventOf(input, call), input.query), input.query),
} satisfies { readonly [Name in EndpointName]: Handler<Name> };

type Caller = Omit<Call, 'store'>;

function eventOf({ path }: { readonly path: { readonly event_id: string } }, { organizationId }: Caller) {
  return { organizationId, eventId: path.event_id };
}

function created(creation: Creation<object>, { idempotencyKey }: Caller): Answer {
  switch (creation.outcome) {
    case 'created':
      return { body: creation.record };
    case 'replayed':
      return { body: creation.record, headers: { 'idempotent-replayed': 'true' } };
    case 'taken':
      throw taken(creation.id);
    case 'not_found':
      throw notFound('Event');
    case 'key_reused': {
      const fault = { type: 'idempotency_key_reused', msg: 'The key was used for another request within 24 hours' };
      throw invalid([errorAt(['header', 'idempotency-key'], fault, idempotencyKey)]);
    }
  }
}

function updated(update: Update<object>, what: 'Speaker' | 'Submission'): Answer {
  if (update.outcome === 'not_found') throw notFound(what);
  if (update.outcome === 'taken') throw taken(update.id);
  return { body: update.record };
}

function taken(id: string): Refusal {
  return new Refusal(409, { detail: 'The event has a speaker with this e-mail address already', id });
}

function paged(page: Page<object> | undefined, { page: currentPage, pageSize }: Filter): Answer {
  if (page === undefined) throw notFound('Event');
  const { records, totalResults } = page;
  const totalPages = Math.ceil(totalResults / pageSize);
  return { body: { data: records, pagination: { currentPage, pageSize, totalPages, totalResults } } };
}
