// Reads an event's records one page at a time.
import {
  type ContactSpeaker,
  type ContactSubmission,
  type ContentItemSource,
  contactOf,
  contentItemOf,
} from '../derived-records.ts';
import type { EventRef, Speaker, Submission } from '../records.ts';
import type { Filter, Listings, ListPage, Store } from '../store.ts';
import type { Connection, Value } from './connection.ts';
import type { Events } from './events.ts';
import { contactCount, contactPage, countOf, type listings, pageOf, statements } from './sql.ts';

type Read<T> = (event: number, filter: Filter, ref: EventRef) => ListPage<T>;

export function listing(connection: Connection, events: Events): Store['list'] {
  const contactSpeaker = connection.one<ContactSpeaker>(statements.contactSpeaker);
  const contactSubmissions = connection.many<ContactSubmission>(statements.contactSubmissions);
  const pages: { readonly [Name in keyof Listings]: Read<Listings[Name]> } = {
    speakers: records<Speaker>('speakers'),
    submissions: records<Submission>('submissions'),
    sessions: records<Submission>('sessions'),
    contentItems: (event, filter) => {
      const page = records<ContentItemSource>('contentItems')(event, filter);
      return { ...page, records: page.records.map(contentItemOf) };
    },
    contacts: (event, filter, ref) => {
      const page = read<{ address: string }>(
        event,
        filter,
        contactPage(presentFilters(filter)),
        contactCount(presentFilters(filter)),
      );
      const contact = ({ address }: { readonly address: string }) =>
        contactOf(ref, address, contactSpeaker.get([event, address]), contactSubmissions.all([event, address]));
      return { ...page, records: page.records.map(contact) };
    },
  };

  return async (name, ref, filter) => {
    const event = events.find(ref)?.seq;
    return event === undefined ? undefined : pages[name](event, filter, ref);
  };

  function records<T>(name: keyof typeof listings) {
    return (event: number, filter: Filter): ListPage<T> =>
      read<T>(event, filter, pageOf(name, presentFilters(filter)), countOf(name, presentFilters(filter)));
  }

  function read<T>(event: number, filter: Filter, page: string, count: string): ListPage<T> {
    const filters = filterValues(event, filter);
    const total = connection.one<{ total: number }>(count).get(filters)?.total ?? 0;
    const offset = (filter.page - 1) * filter.pageSize;
    // An offset past the end is not sent: it may exceed what SQLite accepts as an integer.
    if (offset >= total) return { records: [], totalResults: total };
    const records = connection.many<T>(page).all({ ...filters, limit: filter.pageSize, offset });
    return { records, totalResults: total };
  }
}

function presentFilters({ status, track }: Filter): { status: boolean; track: boolean } {
  return { status: status !== undefined, track: track !== undefined };
}

function filterValues(event: number, { status, track }: Filter): Record<string, Value> {
  return { event, ...(status === undefined ? {} : { status }), ...(track === undefined ? {} : { track }) };
}
