// Owns the SQL statements that count and read lists. Must not run them.
import { isWhole, type RowSelection, type Window } from '../listings.ts';
import type { Listings } from '../store.ts';
import { fieldNames, isOwnEvent, record } from './sql.ts';

interface Listing {
  /** The rows are named `r`. */
  readonly from: 'speakers r' | 'submissions r' | 'contacts r';
  readonly columns: string;
  readonly join?: string;
}

const submissions: Listing = { from: 'submissions r', columns: record(fieldNames.submissions) };

const listings: Readonly<Record<keyof Listings, Listing>> = {
  speakers: { from: 'speakers r', columns: record(fieldNames.speakers) },
  submissions,
  sessions: submissions,
  contentItems: {
    from: 'submissions r',
    columns: `r.id, e.id AS event_id, r.title, r.abstract, r.track_id, r.format_id, r.status, r.room, r.start,
      r.submitter_first_name, r.submitter_last_name, p.first_name, p.last_name`,
    join: 'LEFT JOIN speakers p ON p.event = r.event AND p.contact = r.contact',
  },
  contacts: { from: 'contacts r', columns: 'r.number, r.address' },
};

/** How many rows a selection has, and the last of them. $1 to $3: the event; then the values of the selection. */
export function countOf(selection: RowSelection): string {
  return `SELECT count(*) AS total, max(number) AS last, ${isOwnEvent} AS "isOwnEvent" FROM ${rowsOf(selection, 4)}`;
}

/**
 * A page of all records of a table, whose numbers have no gaps: those from the number $4 to the number $5. It takes the same
 * time wherever the page is.
 */
export function rangeOf(name: keyof Listings): string {
  return `${selectionOf(name)} WHERE r.event = $1 AND ${isOwnEvent} AND r.number BETWEEN $4 AND $5
    ORDER BY r.number`;
}

/**
 * A page of a selection without the rows after $6, which were added since they were counted. $4: its size; $5: how many rows
 * are before it, from the nearer end; then the values of the selection.
 */
export function pageOf(name: keyof Listings, selection: RowSelection, { fromEnd }: Window): string {
  return `${selectionOf(name)} JOIN (SELECT number FROM ${rowsOf(selection, 7)} AND number <= $6
    ORDER BY number ${fromEnd ? 'DESC' : 'ASC'} LIMIT $4 OFFSET $5) AS page ON page.number = r.number
    WHERE r.event = $1 AND ${isOwnEvent} ORDER BY r.number`;
}

function selectionOf(name: keyof Listings): string {
  const { columns, from, join = '' } = listings[name];
  return `SELECT ${columns} FROM ${from} JOIN events e ON e.seq = r.event ${join}`;
}

function rowsOf(selection: RowSelection, firstParameter: number): string {
  const { table, where, equal } = selection;
  if (isWhole(selection)) return `${table} WHERE event = $1`;
  const conditions = Object.keys(equal).map((column, i) => `${column} = $${firstParameter + i}`);
  return [`${table} WHERE event = $1`, ...(where === undefined ? [] : [where]), ...conditions].join(' AND ');
}
