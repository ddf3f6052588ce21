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
import type { Counters } from './creation.ts';
import type { Database, Value } from './database.ts';
import { type EventRow, type Events, identityOf, LostEventError } from './events.ts';
import { countOf, type ListingName, pageOf, rangeOf } from './listing-sql.ts';
import { statements } from './sql.ts';

type Read<T> = (event: EventRow, filter: Filter, ref: EventRef) => Promise<ListPage<T>>;

export function listing({ query }: Database, events: Events): Store['list'] {
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

  /** The total is read before the page, so that a page never has a record that the total does not count. */
  async function read<T>(name: ListingName, event: EventRow, filter: Filter): Promise<ListPage<T>> {
    const { page, pageSize } = filter;
    const offset = (page - 1) * pageSize;
    const counted = await totalOf(name, event, filter);
    // An offset past the end is not sent: it may exceed what the database accepts as an integer.
    if (offset >= counted.total) return { records: [], totalResults: counted.total };
    const records = counted.hasNoGaps
      ? await query<T>(rangeOf(name), [...identityOf(event), offset + 1, Math.min(offset + pageSize, counted.total)])
      : await query<T>(pageOf(name, present(filter)), [...identityOf(event), pageSize, offset, ...valuesOf(filter)]);
    return { records, totalResults: counted.total };
  }

  /** Whether the numbers of the listed records have no gaps: then a page is a range of numbers. */
  async function totalOf(
    name: ListingName,
    event: EventRow,
    filter: Filter,
  ): Promise<{ readonly total: number; readonly hasNoGaps: boolean }> {
    const isWhole = valuesOf(filter).length === 0;
    if (isWhole && (name === 'speakers' || name === 'submissions' || name === 'contacts')) {
      const [counters] = await query<Counters>(statements.counters, identityOf(event));
      if (counters === undefined) throw new LostEventError(event);
      const total = counters[name];
      return { total, hasNoGaps: name !== 'contacts' || total === counters.last_contact };
    }
    const values = [...identityOf(event), ...valuesOf(filter)];
    const [counted] = await query<{ total: number; isOwnEvent: boolean }>(countOf(name, present(filter)), values);
    if (!counted?.isOwnEvent) throw new LostEventError(event);
    return { total: counted.total, hasNoGaps: false };
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

interface ContactRow {
  readonly number: number;
  readonly address: string;
}

interface OfContact {
  /** The number of the contact. */
  readonly contact: number;
}

function present({ status, track }: Filter): { status: boolean; track: boolean } {
  return { status: status !== undefined, track: track !== undefined };
}

function valuesOf({ status, track }: Filter): readonly Value[] {
  return [...(status === undefined ? [] : [status]), ...(track === undefined ? [] : [track])];
}
