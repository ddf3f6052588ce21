// Reads what the speakers of an event have sent and still owe: a photo and a biography each. Must
// not know HTTP.
import type { Query } from './driver.ts';
import { type ListPage, offsetOf, type PageRequest } from './page.ts';
import type { EventRef, Speaker } from './record-fields.ts';

/** In the order of their titles: Biography, Photo. */
export const contentTypes = ['bio', 'headshot'] as const;

export type ContentType = (typeof contentTypes)[number];

/** Nobody asks for changes here. */
export const contentStatuses = ['received', 'missing', 'needs_changes'] as const;

export type ContentStatus = (typeof contentStatuses)[number];

export interface ContentFilter extends PageRequest {
  readonly status?: ContentStatus | undefined;
  readonly type?: string | undefined;
}

export interface ContentItem {
  readonly type: ContentType;
  readonly status: ContentStatus;
  readonly speaker: ContentSpeaker;
}

type ContentSpeaker = Pick<
  Speaker,
  'id' | 'first_name' | 'last_name' | 'email' | 'photo_url' | 'updated_at'
>;

/** The records of a page: what is missing comes first; then by the names of the speakers. */
export interface ContentItems extends ListPage<ContentItem> {
  readonly event: { readonly id: string; readonly name: string };
  /** Of the items that the filters let through. */
  readonly counts: Readonly<Record<ContentStatus, number>>;
  /** The first speakers, by name, from whom something is missing, whatever the filters. */
  readonly outstanding: readonly {
    readonly speaker: ContentSpeaker;
    readonly missing: readonly ContentType[];
  }[];
}

/** @returns undefined if the event does not exist */
export async function readContentItems(
  read: Query,
  ref: EventRef,
  filter: ContentFilter,
): Promise<ContentItems | undefined> {
  const [event] = await read<EventRow>(countItems, [ref.organizationId, ref.eventId]);
  if (event === undefined) return undefined;
  const [records, owed] = await Promise.all([
    readItems(read, event.seq, filter),
    readItems(read, event.seq, { status: 'missing', page: 1, pageSize: mostNamed }),
  ]);
  const counts = countsOf(event, filter);
  return {
    event: { id: ref.eventId, name: event.name },
    records,
    total: counts.received + counts.missing,
    counts,
    outstanding: bySpeaker(owed),
  };
}

/**
 * How many missing items are read to name their speakers: with more, a page would have the whole
 * event.
 */
const mostNamed = 100;

/**
 * The column of each type that says whether a speaker has sent it, and its index is in the order of
 * names.
 */
const sent: Readonly<Record<ContentType, 'has_bio' | 'has_photo'>> = {
  bio: 'has_bio',
  headshot: 'has_photo',
};

interface EventRow extends Readonly<Record<'seq' | 'speakers' | ContentType, number>> {
  readonly name: string;
}

const countItems = `SELECT e.seq, e.name,
    (SELECT count(*) FROM speakers WHERE event = e.seq) AS speakers,
    ${contentTypes
      .map((type) => `(SELECT count(*) FROM speakers WHERE event = e.seq AND ${sent[type]} = 1)`)
      .map((count, i) => `${count} AS ${contentTypes[i]}`)
      .join(', ')}
  FROM events e WHERE e.organization_id = ?1 AND e.id = ?2`;

function countsOf(event: EventRow, filter: ContentFilter): ContentItems['counts'] {
  const { status } = filter;
  const types = typesIn(filter);
  const received = types.reduce((sum, type) => sum + event[type], 0);
  const missing = types.length * event.speakers - received;
  const isWanted = (counted: ContentStatus) => status === undefined || status === counted;
  return {
    received: isWanted('received') ? received : 0,
    missing: isWanted('missing') ? missing : 0,
    needs_changes: 0,
  };
}

function typesIn({ type: wanted }: ContentFilter): readonly ContentType[] {
  return contentTypes.filter((type) => wanted === undefined || wanted === type);
}

/** @param event its seq */
async function readItems(
  read: Query,
  event: number,
  filter: ContentFilter,
): Promise<readonly ContentItem[]> {
  const { status, pageSize } = filter;
  const types = typesIn(filter);
  if (types.length === 0 || status === 'needs_changes') return [];
  const offset = offsetOf(filter);
  const condition = status === undefined ? '' : `AND SENT = ${Number(status === 'received')}`;
  // Each type is read in the order of its index, and only as far as the page can need it.
  const lists = types.map((type) =>
    `SELECT * FROM (
      SELECT number, '${type}' AS type, SENT AS received, name_key FROM speakers
      WHERE event = ?1 ${condition} ORDER BY SENT, name_key, number LIMIT ?4
    ) ${type}`.replaceAll('SENT', sent[type]),
  );
  const sql = `SELECT item.type, item.received, r.id, r.first_name, r.last_name, r.email,
      r.photo_url, r.updated_at
    FROM (
      SELECT * FROM (${lists.join(' UNION ALL ')}) items
      ORDER BY received, name_key, type, number LIMIT ?2 OFFSET ?3
    ) item JOIN speakers r ON r.event = ?1 AND r.number = item.number
    ORDER BY item.received, item.name_key, item.type, item.number`;
  const values = [event, pageSize, offset, offset + pageSize];
  const rows = await read<
    ContentSpeaker & { readonly type: ContentType; readonly received: number }
  >(sql, values);
  return rows.map(({ type, received, ...speaker }) => ({
    type,
    status: received === 1 ? 'received' : 'missing',
    speaker,
  }));
}

function bySpeaker(items: readonly ContentItem[]): ContentItems['outstanding'] {
  const types = new Map<string, ContentType[]>();
  const people = new Map<string, ContentSpeaker>();
  for (const { speaker, type } of items) {
    types.set(speaker.id, [...(types.get(speaker.id) ?? []), type]);
    people.set(speaker.id, speaker);
  }
  return [...people].map(([id, speaker]) => ({ speaker, missing: types.get(id) ?? [] }));
}
