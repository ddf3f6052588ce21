// Owns the SQL statements that count and read lists. Must not run them.
import type { KindName } from './creation.ts';
import { fieldNames, isOwnEvent, record } from './sql.ts';

/** Which of the optional filters a request has. */
export interface Filtered {
  readonly status: boolean;
  readonly track: boolean;
}

interface Listing {
  /** The rows are named `r`. */
  readonly from: string;
  readonly columns: string;
  readonly where?: string;
  /** How the filters read, with the number of their parameter. */
  readonly status: (parameter: string) => string;
  readonly track: (parameter: string) => string;
}

const submissionListing = {
  from: 'submissions r',
  columns: record(fieldNames.submissions),
  status: (parameter: string) => `r.status = ${parameter}`,
  track: (parameter: string) => `r.track_id = ${parameter}`,
};

/** What can be listed, and what the filters mean there. */
export const listings = {
  speakers: {
    from: 'speakers r',
    columns: record(fieldNames.speakers),
    status: (parameter: string) => `r.speaker_status = ${parameter}`,
    // A speaker belongs to the tracks of their submissions.
    track: (parameter: string) => existsFor('submissions', `track_id = ${parameter}`, 'r.contact'),
  },
  submissions: submissionListing,
  sessions: { ...submissionListing, where: 'r.start IS NOT NULL' },
  contentItems: {
    ...submissionListing,
    columns: `r.id, e.id AS event_id, r.title, r.abstract, r.track_id, r.format_id, r.status, r.room, r.start,
      r.submitter_first_name, r.submitter_last_name, p.first_name, p.last_name`,
    where: "(r.status = 'accepted' OR r.start IS NOT NULL)",
  },
  contacts: {
    from: 'contacts r',
    columns: 'r.number, r.address',
    status: (parameter: string) =>
      `(${existsFor('speakers', `speaker_status = ${parameter}`)} OR ${existsFor('submissions', `status = ${parameter}`)})`,
    track: (parameter: string) => existsFor('submissions', `track_id = ${parameter}`),
  },
} as const satisfies Record<string, Listing>;

export type ListingName = keyof typeof listings;

/** Counts a filtered listing. $1 to $3: the event; then the filters that are present. */
export function countOf(name: ListingName, filtered: Filtered): string {
  return `SELECT count(*) AS total, ${isOwnEvent} AS "isOwnEvent" FROM ${listings[name].from}
    WHERE ${conditions(name, filtered, 4)}`;
}

/**
 * A page of a listing without filters, whose numbers have no gaps: the records from the number $4 to the number $5.
 * It takes the same time wherever the page is.
 */
export function rangeOf(name: ListingName): string {
  return `${selection(name)} WHERE r.event = $1 AND ${isOwnEvent} AND r.number BETWEEN $4 AND $5
    ORDER BY r.number`;
}

/** A page of any listing. $4: its size; $5: how many records are before it; then the filters that are present. */
export function pageOf(name: ListingName, filtered: Filtered): string {
  return `${selection(name)} JOIN (SELECT r.number FROM ${listings[name].from} WHERE ${conditions(name, filtered, 6)}
    ORDER BY r.number LIMIT $4 OFFSET $5) AS page ON page.number = r.number WHERE r.event = $1 AND ${isOwnEvent}
    ORDER BY r.number`;
}

function selection(name: ListingName): string {
  const { columns, from } = listings[name];
  const people = name === 'contentItems' ? 'LEFT JOIN speakers p ON p.event = r.event AND p.contact = r.contact' : '';
  return `SELECT ${columns} FROM ${from} JOIN events e ON e.seq = r.event ${people}`;
}

function conditions(name: ListingName, filtered: Filtered, firstParameter: number): string {
  const { where, status, track }: Listing = listings[name];
  const own = ['r.event = $1', ...(where === undefined ? [] : [where])];
  const filters = [...(filtered.status ? [status] : []), ...(filtered.track ? [track] : [])];
  return [...own, ...filters.map((filter, i) => filter(`$${firstParameter + i}`))].join(' AND ');
}

function existsFor(table: KindName, condition: string, contact = 'r.number'): string {
  return `EXISTS (SELECT 1 FROM ${table} o WHERE o.event = r.event AND o.contact = ${contact} AND o.${condition})`;
}
