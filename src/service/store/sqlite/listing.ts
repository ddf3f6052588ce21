// Reads an event's records a page at a time.
import { createHash } from 'node:crypto';
import type { Contact, ContentItem, Speaker, Submission } from '../records.ts';
import type { EventScope, Filter, Page, Store } from '../store.ts';
import type { Connection, Value } from './connection.ts';
import type { EventKeys } from './events.ts';
import { contactCount, contactPage, countOf, type listings, pageOf, statements } from './sql.ts';

type Listing = Pick<Store, 'listSpeakers' | 'listSubmissions' | 'listSessions' | 'listContentItems' | 'listContacts'>;

interface ContentRow extends Omit<ContentItem, 'speakers'> {
  readonly submitter_first_name: string;
  readonly submitter_last_name: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

type ContactSpeaker = Pick<Speaker, 'id' | 'email' | 'first_name' | 'last_name' | 'speaker_status'>;

type ContactSubmission = Pick<
  Submission,
  'id' | 'submitter_email' | 'submitter_first_name' | 'submitter_last_name' | 'status' | 'track_id'
>;

export function listing(connection: Connection, eventKey: EventKeys): Listing {
  const contactSpeaker = connection.one<ContactSpeaker>(statements.contactSpeaker);
  const contactSubmissions = connection.many<ContactSubmission>(statements.contactSubmissions);

  return {
    listSpeakers: async (scope, filter) => recordsOf<Speaker>('speakers', scope, filter),
    listSubmissions: async (scope, filter) => recordsOf<Submission>('submissions', scope, filter),
    listSessions: async (scope, filter) => recordsOf<Submission>('sessions', scope, filter),
    listContentItems: async (scope, filter) => {
      const page = recordsOf<ContentRow>('contentItems', scope, filter);
      return page && { ...page, records: page.records.map(contentItem) };
    },
    listContacts: async (scope, filter) => {
      const event = eventKey(scope);
      if (event === undefined) return undefined;
      const page = read<{ address: string }>(event, filter, contactPage(asked(filter)), contactCount(asked(filter)));
      return { ...page, records: page.records.map(({ address }) => contact(scope, event, address)) };
    },
  };

  function recordsOf<T>(name: keyof typeof listings, scope: EventScope, filter: Filter): Page<T> | undefined {
    const event = eventKey(scope);
    if (event === undefined) return undefined;
    return read<T>(event, filter, pageOf(name, asked(filter)), countOf(name, asked(filter)));
  }

  function read<T>(event: number, filter: Filter, page: string, count: string): Page<T> {
    const filters = filterValues(event, filter);
    const total = connection.one<{ total: number }>(count).get(filters)?.total ?? 0;
    const offset = (filter.page - 1) * filter.pageSize;
    // Past the end there is nothing to read, however far past it is.
    if (offset >= total) return { records: [], totalResults: total };
    const records = connection.many<T>(page).all({ ...filters, limit: filter.pageSize, offset });
    return { records, totalResults: total };
  }

  function contact(scope: EventScope, event: number, address: string): Contact {
    const speaker = contactSpeaker.get([event, address]);
    const submissions = contactSubmissions.all([event, address]);
    const [first] = submissions;
    return {
      id: contactId(scope, address),
      event_id: scope.eventId,
      email: speaker?.email ?? first?.submitter_email ?? address,
      first_name: speaker?.first_name || first?.submitter_first_name || '',
      last_name: speaker?.last_name || first?.submitter_last_name || '',
      roles: [...(speaker ? ['speaker' as const] : []), ...(first ? ['submitter' as const] : [])],
      speaker_id: speaker?.id ?? null,
      speaker_status: speaker?.speaker_status ?? null,
      submission_ids: submissions.map(({ id }) => id),
      submission_statuses: [...new Set(submissions.map(({ status }) => status))],
      track_ids: [...new Set(submissions.flatMap(({ track_id }) => track_id ?? []))],
    };
  }
}

function asked({ status, track }: Filter): { status: boolean; track: boolean } {
  return { status: status !== undefined, track: track !== undefined };
}

function filterValues(event: number, { status, track }: Filter): Record<string, Value> {
  return { event, ...(status === undefined ? {} : { status }), ...(track === undefined ? {} : { track }) };
}

// The speaker's own record knows the name better than the submission form did.
function contentItem(row: ContentRow): ContentItem {
  const { submitter_first_name, submitter_last_name, first_name, last_name, ...item } = row;
  const speaker = {
    first_name: first_name || submitter_first_name,
    last_name: last_name || submitter_last_name,
  };
  return { ...item, speakers: speaker.first_name || speaker.last_name ? [speaker] : [] };
}

// The same person of the same event has the same id for ever, and the id tells nothing of the address.
function contactId({ organizationId, eventId }: EventScope, address: string): string {
  const name = JSON.stringify([organizationId, eventId, address]);
  return `con_${createHash('sha256').update(name).digest('hex').slice(0, 26)}`;
}
