// Owns the public timetables of chosen events: each is read and written again at most every few seconds, however many
// visitors come. Must not know what a timetable looks like.
import { createHash } from 'node:crypto';
import { pageHeadersOf } from './pages.ts';
import type { ContentItem } from './store/derived-records.ts';
import { type EventRecord, type Store } from './store/store.ts';
import { StoreUnavailable } from './store/driver.ts';

/** What is served to everybody, without a token. */
export interface PublicTimetables {
  /** Of each id at most one. */
  readonly events: readonly EventRecord[];
  /** @param at when the items were read, in milliseconds since 1970 */
  readonly pageOf: (event: EventRecord, items: readonly ContentItem[], at: number) => WrittenPage;
  /** Differs if `pageOf` writes the same items in another way. */
  readonly variant: string;
  /** How long a page is served without a look at the database, in milliseconds; default 3,000. */
  readonly freshMs?: number;
}

export interface WrittenPage {
  readonly html: string;
  /** The Content-Security-Policy. */
  readonly policy: string;
}

export interface ServedPage {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
}

/** The page of an event by its id; undefined if its timetable is not public. */
export type TimetableOf = (eventId: string) => Promise<ServedPage> | undefined;

export function timetablePath({ id }: Pick<EventRecord, 'id'>): string {
  return `/timetable/${encodeURIComponent(id)}`;
}

export function publicTimetables(store: Store, timetables: PublicTimetables): TimetableOf {
  const pages = new Map(timetables.events.map((event) => [event.id, cachedPage(store, event, timetables)]));
  return (eventId) => pages.get(eventId)?.();
}

/** Whether a visitor has the page already (RFC 9110 §13.1.2). */
export function isSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.includes(etag) || tags.includes('*');
}

function cachedPage(
  store: Store,
  event: EventRecord,
  { pageOf, variant, freshMs = 3_000 }: PublicTimetables,
): () => Promise<ServedPage> {
  let page: ServedPage | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<ServedPage> | undefined;
  return () => {
    if (page !== undefined && performance.now() - readAt < freshMs) return Promise.resolve(page);
    reading ??= read().finally(() => {
      readAt = performance.now();
      reading = undefined;
    });
    return reading;
  };

  async function read(): Promise<ServedPage> {
    try {
      const at = Date.now();
      const items = await itemsOf(store, event);
      const etag = tagOf([variant, event.name, event.timezone, items]);
      if (page?.headers.etag !== etag) {
        const { html, policy } = pageOf(event, items, at);
        page = { body: Buffer.from(html), headers: { ...pageHeadersOf(policy), etag } };
      }
      return page;
    } catch (error) {
      // The last timetable is better than none.
      if (page !== undefined && error instanceof StoreUnavailable) return page;
      throw error;
    }
  }
}

/** All content items of an event. One that moves to another page meanwhile is in the next reading. */
async function itemsOf(store: Store, { organization_id, id }: EventRecord): Promise<readonly ContentItem[]> {
  const ref = { organizationId: organization_id, eventId: id };
  const items = new Map<string, ContentItem>();
  for (let page = 1; ; page += 1) {
    const found = await store.list('contentItems', ref, { page, pageSize });
    for (const item of found?.records ?? []) items.set(item.id, item);
    if (page * pageSize >= (found?.totalResults ?? 0)) return [...items.values()];
  }
}

/** Programs are seldom larger. */
const pageSize = 500;

/** Weak, because another process writes the time of its own reading on the page. */
function tagOf(content: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`;
}
