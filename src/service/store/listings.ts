// Owns what the lists of an event contain and what their filters mean, as rows of tables that every database has, in the order
// of their numbers. Must not run SQL.
import { filterKey } from './people.ts';
import type { Filter, Listings } from './store.ts';

/**
 * The rows with these values in these columns. An index begins with these columns and ends with the number, so that each
 * list is a range of an index, whatever its filters.
 */
export interface RowSelection {
  readonly table: 'speakers' | 'submissions' | 'contacts' | 'matches';
  /** A condition of SQL that every row meets: that of a partial index. */
  readonly where?: string;
  readonly equal: Readonly<Record<string, string>>;
  /** The name of that index, if the table has several. */
  readonly index?: string;
}

/** Which submissions a list has. */
const subsets = {
  submissions: undefined,
  sessions: 'start IS NOT NULL',
  contentItems: "(status = 'accepted' OR start IS NOT NULL)",
} as const;

const indexNames = { submissions: 'submissions', sessions: 'sessions', contentItems: 'content_items' } as const;

export function selectionOf(name: keyof Listings, { status, track }: Pick<Filter, 'status' | 'track'>): RowSelection {
  if (name === 'speakers' || name === 'contacts') {
    if (status === undefined && track === undefined) return { table: name, equal: {} };
    return { table: 'matches', equal: { list: name, status: filterKey(status), track: filterKey(track) } };
  }
  const where = subsets[name];
  const equal = { ...(status !== undefined && { status }), ...(track !== undefined && { track_id: track }) };
  const filters = [...(status === undefined ? [] : ['status']), ...(track === undefined ? [] : ['track'])];
  const index = [indexNames[name], ...(filters.length === 0 ? [] : [`by_${filters.join('_and_')}`])].join('_');
  return { table: 'submissions', equal, index, ...(where !== undefined && { where }) };
}

/** Whether a list has all records of its table. */
export function isWhole({ where, equal }: RowSelection): boolean {
  return where === undefined && Object.keys(equal).length === 0;
}

/** Where a page is: how many rows are before it, from the nearer end. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly fromEnd: boolean;
}

/** Undefined for a page after the last one. */
export function windowOf({ page, pageSize }: Filter, total: number): Window | undefined {
  const before = (page - 1) * pageSize;
  // A number that large may exceed what a database accepts.
  if (before >= total) return undefined;
  const limit = Math.min(pageSize, total - before);
  const after = total - before - limit;
  return before <= after ? { offset: before, limit, fromEnd: false } : { offset: after, limit, fromEnd: true };
}
