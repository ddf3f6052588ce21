// Handles each endpoint: passes the checked input to the store, and turns its outcome into the
// response.
import type { ParsedInputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import { errorAt } from '../contract/validation-error.ts';
import { badRequest, invalid, notFound, RequestRefusal } from './refusal.ts';
import { created, idempotencyHeader, pageIn, pageOf, type Result, updated } from './results.ts';
import {
  publicSubmission,
  servedContact,
  servedContentItem,
  servedMeta,
  servedSpeaker,
  servedSubmission,
} from './served.ts';
import { fingerprintOf } from './store/idempotency.ts';
import type { EventRef, Submission } from './store/record-fields.ts';
import type { IdempotencyKey } from './store/record-write.ts';
import type { Store } from './store/store.ts';
import * as values from './values.ts';

/** What a handler needs besides the request's input. */
export interface Call {
  readonly store: Store;
  /** Whose request it is. */
  readonly organizationId: string;
  /** As it was sent. */
  readonly idempotencyKey: string | undefined;
  /** Whether the service leaves away what the public server does not have. */
  readonly isStrict: boolean;
}

/**
 * The input of a handler: with the nulls and filters that this service takes beyond the
 * specification.
 */
interface Input<Name extends EndpointName> {
  readonly path: ParsedInputOf<Endpoints[Name]>['path'];
  readonly body: values.RequestBody<Name>;
  readonly query: ParsedInputOf<Endpoints[Name]>['query'] & {
    readonly filter?: string;
    readonly type?: string;
  };
}

/** By the names of the endpoints. */
export const handlers = {
  createSpeaker: async (input, call) => {
    const ref = eventRef(input, call);
    const key = keyOf('createSpeaker', input, call);
    const read = () => values.newSpeaker(input.body);
    const fields = await valid(read, 'Event', () => call.store.findEvent(ref));
    const outcome = await call.store.speakers.create(ref, fields, key);
    return created(outcome, servedSpeaker, key && call.idempotencyKey);
  },

  createSubmission: async (input, call) => {
    const ref = eventRef(input, call);
    const key = keyOf('createSubmission', input, call);
    const read = () => values.newSubmission(input.body);
    const fields = await valid(read, 'Event', () => call.store.findEvent(ref));
    const options = { key, isStrict: call.isStrict };
    const outcome = await call.store.submissions.create(ref, fields, options);
    return created(outcome, submissionServedTo(call), key && call.idempotencyKey);
  },

  updateSpeaker: async ({ path, body }, call) => {
    const { speakers } = call.store;
    const ref = { organizationId: call.organizationId, id: path.speaker_id };
    const read = () => values.speakerChanges(body);
    const changes = await valid(read, 'Speaker', () => speakers.find(ref));
    return updated(await speakers.update(ref, changes), servedSpeaker, 'Speaker');
  },

  updateSubmission: async ({ path, body }, call) => {
    const { submissions } = call.store;
    const ref = { organizationId: call.organizationId, id: path.submission_id };
    const read = () => values.submissionChanges(body);
    const changes = await valid(read, 'Submission', () => submissions.find(ref));
    const outcome = await submissions.update(ref, changes);
    return updated(outcome, submissionServedTo(call), 'Submission');
  },

  placeSession: async ({ path, body }, call) => {
    const { submissions } = call.store;
    const ref = { organizationId: call.organizationId, id: path.submission_id };
    const read = () => values.placement(body);
    const placement = await valid(read, 'Submission', () => submissions.find(ref));
    const outcome = await submissions.place(ref, placement, { isStrict: call.isStrict });
    return updated(outcome, submissionServedTo(call), 'Submission');
  },

  searchSubmissions: (input, call) => submissionPage(input, input.body, call),
  listSubmissions: (input, call) => submissionPage(input, input.query, call),
  listSessions: (input, call) => submissionPage(input, input.query, call),

  searchContacts: async (input, call) => {
    const page = pageIn(input.body);
    const speakers = await call.store.listSpeakers(eventRef(input, call), page);
    return pageOf(page, speakers, servedContact);
  },

  listSpeakers: async (input, call) => {
    const page = pageIn(input.query);
    const { status, filter } = input.query;
    const conditions = {
      ...page,
      status: values.speakerStatusIn(status) ?? undefined,
      text: values.trimmed(filter ?? '').toLowerCase(),
    };
    const speakers = await call.store.listSpeakers(eventRef(input, call), conditions);
    return pageOf(page, speakers, servedSpeaker);
  },

  listContentItems: async (input, call) => {
    const page = pageIn(input.query);
    const { status, type } = input.query;
    const conditions = {
      ...page,
      status: values.contentStatusIn(status),
      type: type === 'all' ? undefined : type || undefined,
    };
    const items = await call.store.listContentItems(eventRef(input, call), conditions);
    const { body } = pageOf(page, items, servedContentItem);
    return { body: { ...body, meta: items && servedMeta(items) } };
  },
} satisfies {
  readonly [Name in EndpointName]: (input: Input<Name>, call: Call) => Promise<Result>;
};

interface EventInput {
  readonly path: { readonly event_id: string };
}

/** The event of a request, which may not exist. */
export function eventRef({ path }: EventInput, { organizationId }: Call): EventRef {
  return { organizationId, eventId: path.event_id };
}

/**
 * What `read` makes of the fields of a request. Whether the request goes to something that exists
 * comes first.
 * @throws RequestRefusal that of `read`, or 404 if `find` finds nothing
 */
async function valid<T>(
  read: () => T,
  name: Parameters<typeof notFound>[0],
  find: () => Promise<unknown>,
): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestRefusal && (await find()) === undefined) throw notFound(name);
    throw error;
  }
}

/** How a submission is served. */
export function submissionServedTo({ isStrict }: Call): (record: Submission) => object {
  return isStrict ? publicSubmission : servedSubmission;
}

async function submissionPage(
  input: EventInput,
  filters: values.RequestBody<'searchSubmissions'>,
  call: Call,
): Promise<Result> {
  const page = pageIn(filters);
  const { status, track } = filters;
  const conditions = {
    ...page,
    status: status === undefined || status === null ? undefined : values.submissionStatusIn(status),
    track: track ?? undefined,
  };
  const submissions = await call.store.listSubmissions(eventRef(input, call), conditions);
  if (submissions === 'no such track')
    throw badRequest(`The event has no track ${JSON.stringify(track)}`);
  return pageOf(page, submissions, submissionServedTo(call));
}

/**
 * Undefined if no key was sent, or if this service ignores it.
 * @throws RequestRefusal 422 for a key that is empty, too long, or has other characters than
 *   printable ASCII
 */
function keyOf(
  endpoint: EndpointName,
  input: { readonly path: object; readonly body: object },
  { idempotencyKey: key, isStrict }: Call,
): IdempotencyKey | undefined {
  if (key === undefined || isStrict) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const fault = { type: 'value_error', msg: 'A key has 1 to 255 printable ASCII characters' };
    throw invalid([errorAt(['header', idempotencyHeader], fault, key)]);
  }
  return { key, fingerprint: fingerprintOf(endpoint, input) };
}
