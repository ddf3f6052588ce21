// Owns the SQL statements that count and read lists. Must not run them.
import { isWhole, type RowSelection, type Window } from '../listings.ts';
import { blankSpeaker, blankSubmission } from '../records.ts';
import type { Listings } from '../store.ts';
import { inEvent, record } from './sql.ts';

interface Listing {
  readonly table: 'speakers' | 'submissions' | 'contacts';
  /** The rows are named `r`. */
  readonly columns: string;
  readonly join?: string;
}

const submissions: Listing = { table: 'submissions', columns: record(Object.keys(blankSubmission)) };

const listings: Readonly<Record<keyof Listings, Listing>> = {
  speakers: { table: 'speakers', columns: record(Object.keys(blankSpeaker)) },
  submissions,
  sessions: submissions,
  contentItems: {
    table: 'submissions',
    columns: `r.id, e.id AS event_id, r.title, r.abstract, r.track_id, r.format_id, r.status, r.room, r.start,
      r.submitter_first_name, r.submitter_last_name, p.first_name, p.last_name`,
    join: 'LEFT JOIN speakers p ON p.contact = r.contact',
  },
  contacts: { table: 'contacts', columns: 'r.seq, r.address' },
};

/** The highest number of a table's records in an event, and how many of these numbers are not used. */
export function lastOf(table: Listing['table']): string {
  // Only contacts can lose all of their records.
  const gaps = table === 'contacts' ? '(SELECT count(*) FROM contacts WHERE event = :event AND address IS NULL)' : '0';
  return `SELECT coalesce(max(seq), :event << 32) - (:event << 32) AS last, ${gaps} AS gaps
    FROM ${table} WHERE ${inEvent('seq', ':event')}`;
}

/** How many rows a selection has, and the last of them. */
export function countOf(selection: RowSelection): string {
  // By themselves, a count reads only the index, and the last row is found at once.
  const rows = rowsOf(selection);
  return `SELECT (SELECT count(*) FROM ${rows}) AS total, (SELECT max(seq) FROM ${rows}) AS last`;
}

/** A page of all records of a table, whose numbers have no gaps. It takes the same time wherever the page is. */
export function rangeOf(name: keyof Listings): string {
  const { table } = listings[name];
  return page(
    name,
    `SELECT seq FROM ${table} WHERE seq > (:event << 32) + :offset AND seq <= (:event << 32) + :offset + :limit`,
  );
}

/** A page of a selection without the rows after `:last`, which were added since they were counted. */
export function pageOf(name: keyof Listings, selection: RowSelection, { fromEnd }: Window): string {
  const order = fromEnd ? 'DESC' : 'ASC';
  return page(
    name,
    `SELECT seq FROM ${rowsOf(selection)} AND seq <= :last ORDER BY seq ${order} LIMIT :limit OFFSET :offset`,
  );
}

function page(name: keyof Listings, numbers: string): string {
  const { table, columns, join = '' } = listings[name];
  return `WITH page AS (${numbers})
    SELECT ${columns} FROM page JOIN ${table} r ON r.seq = page.seq JOIN events e ON e.seq = r.event ${join}
    ORDER BY page.seq`;
}

function rowsOf(selection: RowSelection): string {
  const { table, where, equal, index } = selection;
  if (isWhole(selection)) return `${table} WHERE ${inEvent('seq', ':event')} AND address IS NOT NULL`;
  const conditions = Object.keys(equal).map((column) => `${column} = :${column}`);
  if (table === 'matches') {
    const filter = ['event = :event', ...conditions].join(' AND ');
    return `matches WHERE filter = (SELECT id FROM filters WHERE ${filter})`;
  }
  // Without statistics, SQLite takes a larger index for as good.
  const source = index === undefined ? table : `${table} INDEXED BY ${index}`;
  return [`${source} WHERE event = :event`, ...(where === undefined ? [] : [where]), ...conditions].join(' AND ');
}
