// Reads an event's records one page at a time.
import {
  type ContactSpeaker,
  type ContactSubmission,
  type ContentItemSource,
  contactOf,
  contentItemOf,
} from '../derived-records.ts';
import { isWhole, type RowSelection, selectionOf, type Window, windowOf } from '../listings.ts';
import type { EventRef, Speaker, Submission } from '../records.ts';
import type { Filter, Listings, ListPage, Store } from '../store.ts';
import type { Connection, SqliteValue } from './connection.ts';
import type { SqliteEvents } from './events.ts';
import { countOf, lastOf, pageOf, rangeOf } from './listing-sql.ts';
import { statements } from './sql.ts';

type Read<T> = (event: number, filter: Filter, ref: EventRef) => ListPage<T>;

export function listing(connection: Connection, events: SqliteEvents): Store['list'] {
  const contactSpeaker = connection.one<ContactSpeaker>(statements.contactSpeaker);
  const contactSubmissions = connection.many<ContactSubmission>(statements.contactSubmissions);
  const pages: { readonly [Name in keyof Listings]: Read<Listings[Name]> } = {
    speakers: (event, filter) => read<Speaker>('speakers', event, filter),
    submissions: (event, filter) => read<Submission>('submissions', event, filter),
    sessions: (event, filter) => read<Submission>('sessions', event, filter),
    contentItems: (event, filter) => {
      const page = read<ContentItemSource>('contentItems', event, filter);
      return { ...page, records: page.records.map(contentItemOf) };
    },
    contacts: (event, filter, ref) => {
      const page = read<{ seq: number; address: string }>('contacts', event, filter);
      const contact = ({ seq, address }: { readonly seq: number; readonly address: string }) =>
        contactOf(ref, address, contactSpeaker.get([seq]), contactSubmissions.all([seq]));
      return { ...page, records: page.records.map(contact) };
    },
  };

  return async (name, ref, filter) => {
    const event = events.find(ref)?.seq;
    return event === undefined ? undefined : pages[name](event, filter, ref);
  };

  function read<T>(name: keyof Listings, event: number, filter: Filter): ListPage<T> {
    const selection = selectionOf(name, filter);
    if (selection.table !== 'matches' && isWhole(selection)) {
      const { last = 0, gaps = 0 } = connection.one<Last>(lastOf(selection.table)).get({ event }) ?? {};
      const window = windowOf(filter, last);
      if (gaps === 0) return { records: window ? range<T>(name, event, filter, window) : [], totalResults: last };
    }
    return selected<T>(name, event, selection, filter);
  }

  function range<T>(name: keyof Listings, event: number, { page, pageSize }: Filter, { limit }: Window): T[] {
    return connection.many<T>(rangeOf(name)).all({ event, limit, offset: (page - 1) * pageSize });
  }

  function selected<T>(name: keyof Listings, event: number, selection: RowSelection, filter: Filter): ListPage<T> {
    const values: Record<string, SqliteValue> = { event, ...selection.equal };
    const { total = 0, last = null } = connection.one<Counted>(countOf(selection)).get(values) ?? {};
    const window = windowOf(filter, total);
    if (window === undefined) return { records: [], totalResults: total };
    const { offset, limit } = window;
    const records = connection.many<T>(pageOf(name, selection, window)).all({ ...values, last, offset, limit });
    return { records, totalResults: total };
  }
}

interface Last {
  readonly last: number;
  readonly gaps: number;
}

interface Counted {
  readonly total: number;
  readonly last: number | null;
}
