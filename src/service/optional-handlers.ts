// Handles the optional operations: events, their lists of rooms, tracks and formats, and taking a
// session out.
import type { InputOf } from '../contract/endpoint.ts';
import type * as operations from '../contract/operations.ts';
import { type Call, eventRef, submissionServedTo } from './handlers.ts';
import { notFound, RequestRefusal } from './refusal.ts';
import { pageIn, pageOf, type Result, updated } from './results.ts';
import { servedEvent, servedFormat, servedRoom, servedTrack } from './served.ts';
import type { PageRequest } from './store/page.ts';
import type { ChoiceKind, EventRef } from './store/record-fields.ts';
import type { ListedChoice } from './store/store.ts';

/** None of them has a body, and only a list has a query. */
type Handler<Name extends keyof typeof operations> = (
  input: {
    readonly path: InputOf<(typeof operations)[Name]>['path'];
    readonly query: PageRequest;
  },
  call: Call,
) => Promise<Result>;

/** By the names of the operations. */
export const optionalHandlers: { readonly [Name in keyof typeof operations]: Handler<Name> } = {
  listEvents: async ({ query }, { store, organizationId }) => {
    const page = pageIn(query);
    // No event has a start here, so that the newest one is the last that was added.
    const events = (await store.listEvents(organizationId)).toReversed();
    return pageOf(page, partOf(events, page), servedEvent);
  },

  getEvent: async (input, call) => {
    const event = await call.store.findEvent(eventRef(input, call));
    if (event === undefined) throw notFound('Event');
    return { body: { data: servedEvent(event) } };
  },

  listRooms: choiceList('room', servedRoom),
  listTracks: choiceList('track', servedTrack),
  listFormats: choiceList('format', servedFormat),

  unplaceSession: async ({ path }, call) => {
    const ref = { organizationId: call.organizationId, id: path.submission_id };
    const outcome = await call.store.submissions.unplace(ref);
    return updated(outcome, submissionServedTo(call), 'Submission');
  },
};

/**
 * An event without lists of its own has none to show: its rooms are those that were used so far.
 */
function choiceList(
  kind: ChoiceKind,
  show: (ref: EventRef, choice: ListedChoice) => object,
): Handler<'getEvent'> {
  return async (input, call) => {
    const page = pageIn(input.query);
    const ref = eventRef(input, call);
    const event = await call.store.findEvent(ref);
    if (event === undefined) throw notFound('Event');
    if (!event.has_lists && !call.isStrict) {
      throw new RequestRefusal(404, { detail: 'The event has no lists of its own' });
    }
    const choices = await call.store.listChoices(ref, kind);
    return pageOf(page, partOf(choices, page), (choice) => show(ref, choice));
  };
}

function partOf<T>(records: readonly T[], { page, pageSize }: PageRequest) {
  const start = (page - 1) * pageSize;
  return { records: records.slice(start, start + pageSize), total: records.length };
}
