// Reads an event's records one page at a time, each page with the total in one statement.

import {
  type ContactSpeaker,
  type ContactSubmission,
  type ContentItemSource,
  contactOf,
  contentItemOf,
} from './derived-records.ts';
import type { Query, SqlValue } from './driver.ts';
import type { EventRef } from './record-fields.ts';
import { recordColumns } from './statements.ts';
import type { Filter, Listings, ListPage, Store } from './store.ts';

const event = '(SELECT seq FROM events WHERE organization_id = ?1 AND id = ?2)';

interface List {
  /** Its rows are named `r`, and their event `e`. */
  readonly table: 'speakers' | 'submissions';
  readonly columns: string;
  readonly join?: string;
  readonly where?: string;
  /** The conditions of the filters. */
  readonly status: string;
  readonly track: string;
}

const submissions: List = {
  table: 'submissions',
  columns: recordColumns('submissions'),
  status: 'r.status = $status',
  track: 'r.track_id = $track',
};

const lists: Readonly<Record<Exclude<keyof Listings, 'contacts'>, List>> = {
  speakers: {
    table: 'speakers',
    columns: recordColumns('speakers'),
    status: 'r.speaker_status = $status',
    track: `r.address IN (SELECT address FROM submissions WHERE event = ${event} AND track_id = $track)`,
  },
  submissions,
  sessions: { ...submissions, where: 'r.start IS NOT NULL' },
  contentItems: {
    ...submissions,
    columns: `r.id, e.id AS event_id, r.title, r.abstract, r.track_id, r.format_id, r.status, r.room, r.start,
      r.submitter_first_name, r.submitter_last_name, p.first_name, p.last_name`,
    join: 'LEFT JOIN speakers p ON p.event = r.event AND p.address = r.address',
    where: "(r.status = 'accepted' OR r.start IS NOT NULL)",
  },
};

type Listed<T> = { readonly total: number; readonly number: number | null } & T;

export function listing(read: Query): Store['list'] {
  const pages: { readonly [Name in keyof Listings]: Read<Listings[Name]> } = {
    speakers: (ref, filter) => readPage('speakers', ref, filter),
    submissions: (ref, filter) => readPage('submissions', ref, filter),
    sessions: (ref, filter) => readPage('sessions', ref, filter),
    contentItems: async (ref, filter) => {
      const page = await readPage<ContentItemSource>('contentItems', ref, filter);
      return page && { ...page, records: page.records.map(contentItemOf) };
    },
    contacts: (ref, filter) => readContacts(read, ref, filter),
  };
  return (name, ref, filter) => pages[name](ref, filter);

  async function readPage<T>(name: keyof typeof lists, ref: EventRef, filter: Filter) {
    const { text, values } = statementOf(lists[name], ref, filter);
    const rows = await read<Listed<T>>(text, values);
    return pageOf(rows, (found) => found.map(({ total: _, number: __, ...record }) => record as T));
  }
}

type Read<T> = (ref: EventRef, filter: Filter) => Promise<ListPage<T> | undefined>;

/** There is one row without a record for a page past the end, and none for an event that does not exist. */
function pageOf<Row extends { readonly total: number; readonly number: number | null }, T>(
  rows: readonly Row[],
  recordsOf: (rows: readonly Row[]) => readonly T[],
): ListPage<T> | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  return { totalResults: first.total, records: recordsOf(rows.filter(({ number }) => number !== null)) };
}

/** ?1 and ?2: the event; ?3: the size of the page; ?4: how many rows are before it; then the filters. */
function bind(ref: EventRef, { page, pageSize, status, track }: Filter) {
  const values: SqlValue[] = [ref.organizationId, ref.eventId, pageSize, Math.min((page - 1) * pageSize, 2 ** 53 - 1)];
  const statusAt = status !== undefined && values.push(status);
  const trackAt = track !== undefined && values.push(track);
  const fill = (sql: string) => sql.replaceAll('$status', `?${statusAt}`).replaceAll('$track', `?${trackAt}`);
  return { values, fill };
}

function statementOf({ table, columns, join = '', where, status, track }: List, ref: EventRef, filter: Filter) {
  const { values, fill } = bind(ref, filter);
  const conditions = [`r.event = ${event}`];
  if (where !== undefined) conditions.push(where);
  if (filter.status !== undefined) conditions.push(status);
  if (filter.track !== undefined) conditions.push(track);
  const matching = `WHERE ${conditions.join(' AND ')}`;
  const text = `SELECT (SELECT count(*) FROM ${table} r ${matching}) AS total, page.*
    FROM (SELECT ${event} AS seq) own LEFT JOIN (
      SELECT ${columns}, r.number FROM ${table} r JOIN events e ON e.seq = r.event ${join} ${matching}
      ORDER BY r.number LIMIT ?3 OFFSET ?4
    ) page ON true WHERE own.seq IS NOT NULL ORDER BY page.number`;
  return { text: fill(text), values };
}

interface ContactRow extends ContactSpeaker {
  readonly total: number;
  /** Of the first record with this address; null past the end. */
  readonly number: number | null;
  readonly address: string;
  readonly speaker_id: string | null;
  readonly submission_id: string | null;
}

/** The people of an event are found by the addresses of its records, in the order of their first ones. */
async function readContacts(
  read: Query,
  ref: EventRef,
  filter: Filter,
): Promise<ListPage<Listings['contacts']> | undefined> {
  const { values, fill } = bind(ref, filter);
  const isAny = (condition: string) => `count(CASE WHEN ${condition} THEN 1 END) > 0`;
  const conditions = [
    ...(filter.status === undefined ? [] : [isAny('status = $status')]),
    ...(filter.track === undefined ? [] : [isAny('track = $track')]),
  ];
  const text = `WITH people AS MATERIALIZED (
      SELECT address, min(number) AS number FROM (
        SELECT address, number, speaker_status AS status, NULL AS track FROM speakers
          WHERE event = ${event} AND address IS NOT NULL
        UNION ALL SELECT address, number, status, track_id FROM submissions WHERE event = ${event} AND address IS NOT NULL
      ) AS records GROUP BY address ${conditions.length === 0 ? '' : `HAVING ${conditions.join(' AND ')}`}
    ), page AS (SELECT * FROM people ORDER BY number LIMIT ?3 OFFSET ?4)
    SELECT (SELECT count(*) FROM people) AS total, page.number, page.address,
      s.id AS speaker_id, s.email, s.first_name, s.last_name, s.speaker_status,
      b.id AS submission_id, b.submitter_email, b.submitter_first_name, b.submitter_last_name, b.status, b.track_id
    FROM (SELECT ${event} AS seq) own LEFT JOIN page ON true
      LEFT JOIN speakers s ON s.event = own.seq AND s.address = page.address
      LEFT JOIN submissions b ON b.event = own.seq AND b.address = page.address
    WHERE own.seq IS NOT NULL ORDER BY page.number, b.number`;
  const rows = await read<ContactRow & ContactSubmission>(fill(text), values);
  return pageOf(rows, (found) => contactsOf(ref, found));
}

function contactsOf(ref: EventRef, rows: readonly (ContactRow & ContactSubmission)[]): Listings['contacts'][] {
  const byAddress = new Map<string, (ContactRow & ContactSubmission)[]>();
  for (const row of rows) {
    const same = byAddress.get(row.address);
    if (same === undefined) byAddress.set(row.address, [row]);
    else same.push(row);
  }
  return [...byAddress].map(([address, [first, ...others]]) => {
    const speaker = first === undefined || first.speaker_id === null ? undefined : { ...first, id: first.speaker_id };
    const own = [first, ...others].flatMap((row) => (row?.submission_id ? [{ ...row, id: row.submission_id }] : []));
    return contactOf(ref, address, speaker, own);
  });
}
