// Owns the content of a database as tables of rows, in a form that belongs to no store: what is copied from one to another.
import { blankSpeaker, blankSubmission } from './records.ts';

/**
 * What is copied, each table after those to which its rows refer. Rows come in the order that lists show: tokens and
 * events as they were added, contacts and records as the event has them. An event is referred to by its organization and
 * its id, and the person of a record by `address`, the e-mail address as it is compared (null if it is blank).
 *
 * Counts of the current rate-limit windows are not copied.
 */
export const tableColumns = {
  organizations: ['id', 'name', 'created_at'],
  tokens: ['id', 'organization_id', 'name', 'hash', 'created_at', 'revoked_at'],
  events: ['organization_id', 'id', 'name', 'timezone', 'created_at'],
  contacts: ['organization_id', 'event_id', 'address'],
  speakers: recordColumns(blankSpeaker),
  submissions: recordColumns(blankSubmission),
  idempotency_keys: ['organization_id', 'key', 'fingerprint', 'id', 'created_at'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TableName = keyof typeof tableColumns;

export const tableNames = Object.keys(tableColumns) as readonly TableName[];

/** By column. */
export type TableRow = Readonly<Record<string, string | number | null>>;

export interface TableReader {
  count(table: TableName): Promise<number>;
  /** In batches, so that memory does not grow with the table. */
  rows(table: TableName): AsyncIterable<readonly TableRow[]>;
}

/** A database as it is at one instant. */
export interface TableSnapshot extends TableReader {
  /** The time of the database's clock, by which its idempotency keys expire, in milliseconds since 1970. */
  readonly now: number;
}

export interface TableWriter extends TableReader {
  /** The tables are inserted in the order of `tableNames`, and the rows in that of their table. */
  insert(table: TableName, rows: readonly TableRow[]): Promise<void>;
}

/** A database, opened to be copied. */
export interface Tables {
  /** Passes the tables as they are at one instant. Others can write meanwhile, and that is not seen. */
  read<T>(use: (source: TableSnapshot) => Promise<T>): Promise<T>;
  /** Stores everything that `use` inserts, or nothing if `use` throws. May call `use` again if the connection is lost. */
  write<T>(use: (target: TableWriter) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Closes the database, and removes it if it was created when it was opened. */
  discard(): Promise<void>;
}

function recordColumns(fields: object): readonly string[] {
  return ['organization_id', 'event_id', 'id', 'address', ...Object.keys(fields), 'created_at', 'updated_at'];
}
