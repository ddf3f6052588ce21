// Reads an event's records one page at a time.
import {
  type ContactSpeaker,
  type ContactSubmission,
  type ContentItemSource,
  contactOf,
  contentItemOf,
} from '../derived-records.ts';
import { isWhole, type RowSelection, selectionOf, windowOf } from '../listings.ts';
import type { EventRef, Speaker, Submission } from '../records.ts';
import type { EventRow, Filter, Listings, ListPage, Store } from '../store.ts';
import type { Counters } from './creation.ts';
import type { Database } from './database.ts';
import { identityOf, LostEventError, type PostgresEvents } from './events.ts';
import { countOf, pageOf, rangeOf } from './listing-sql.ts';
import { statements } from './sql.ts';

type Read<T> = (event: EventRow, filter: Filter, ref: EventRef) => Promise<ListPage<T>>;

export function listing({ query }: Database, events: PostgresEvents): Store['list'] {
  const pages: { readonly [Name in keyof Listings]: Read<Listings[Name]> } = {
    speakers: (event, filter) => read<Speaker>('speakers', event, filter),
    submissions: (event, filter) => read<Submission>('submissions', event, filter),
    sessions: (event, filter) => read<Submission>('sessions', event, filter),
    contentItems: async (event, filter) => {
      const page = await read<ContentItemSource>('contentItems', event, filter);
      return { ...page, records: page.records.map(contentItemOf) };
    },
    contacts: async (event, filter, ref) => {
      const page = await read<ContactRow>('contacts', event, filter);
      const people = await peopleOf(event, page.records);
      return { ...page, records: page.records.map((contact) => people(ref, contact)) };
    },
  };

  return (name, ref, filter) => events.use(ref, (event) => pages[name](event, filter, ref));

  async function read<T>(name: keyof Listings, event: EventRow, filter: Filter): Promise<ListPage<T>> {
    const selection = selectionOf(name, filter);
    if (selection.table === 'matches' || !isWhole(selection)) return selected<T>(name, event, selection, filter);
    const counters = await countersOf(event);
    const total = counters[selection.table];
    // Contacts that were merged leave gaps.
    if (selection.table === 'contacts' && total < counters.last_contact)
      return selected<T>(name, event, selection, filter);
    const window = windowOf(filter, total);
    if (window === undefined) return { records: [], totalResults: total };
    const before = (filter.page - 1) * filter.pageSize;
    const records = await query<T>(rangeOf(name), [...identityOf(event), before + 1, before + window.limit]);
    return { records, totalResults: total };
  }

  async function countersOf(event: EventRow): Promise<Counters> {
    const [counters] = await query<Counters>(statements.counters, identityOf(event));
    if (counters === undefined) throw new LostEventError(event);
    return counters;
  }

  /** The total is read before the page, so that a page never has a record that the total does not count. */
  async function selected<T>(
    name: keyof Listings,
    event: EventRow,
    selection: RowSelection,
    filter: Filter,
  ): Promise<ListPage<T>> {
    const values = Object.values(selection.equal);
    const [counted] = await query<Counted>(countOf(selection), [...identityOf(event), ...values]);
    if (!counted?.isOwnEvent) throw new LostEventError(event);
    const { total, last } = counted;
    const window = windowOf(filter, total);
    if (window === undefined) return { records: [], totalResults: total };
    const page = [...identityOf(event), window.limit, window.offset, last, ...values];
    return { records: await query<T>(pageOf(name, selection, window), page), totalResults: total };
  }

  async function peopleOf(event: EventRow, contacts: readonly ContactRow[]) {
    const numbers = contacts.map(({ number }) => number);
    const [speakers, submissions] = await Promise.all([
      query<ContactSpeaker & OfContact>(statements.contactSpeakers, [...identityOf(event), numbers]),
      query<ContactSubmission & OfContact>(statements.contactSubmissions, [...identityOf(event), numbers]),
    ]);
    const speakerOf = new Map(speakers.map((speaker) => [speaker.contact, speaker]));
    const submissionsOf = new Map<number, ContactSubmission[]>(numbers.map((number) => [number, []]));
    for (const submission of submissions) submissionsOf.get(submission.contact)?.push(submission);
    return (ref: EventRef, { number, address }: ContactRow) =>
      contactOf(ref, address, speakerOf.get(number), submissionsOf.get(number) ?? []);
  }
}

interface Counted {
  readonly total: number;
  /** The highest number; null if there is none. */
  readonly last: number | null;
  readonly isOwnEvent: boolean;
}

interface ContactRow {
  readonly number: number;
  readonly address: string;
}

interface OfContact {
  /** The number of the contact. */
  readonly contact: number;
}
