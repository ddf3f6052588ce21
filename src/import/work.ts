// What the phases of an import share: the rows and their states, how columns are read, and what is said about a row.

import { emptyFields, readFields } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { OnConflict, Wanted } from './compare.ts';
import type { RowTable, SavedRow } from './row-table.ts';
import { type Body, keyOf, type RowFault } from './rows.ts';

export interface Work {
  /** Creates a record. */
  readonly endpoint: Endpoint;
  /** Changes one. */
  readonly update: Endpoint;
  readonly event: string;
  readonly mapping: Mapping;
  readonly onConflict: OnConflict;
  /** What an empty cell does to a record that is there. */
  readonly empty: 'keep' | 'clear';
  readonly table: RowTable;
  readonly contradictions: RowFault[];
  /** How many rows have an address that looks like none; the API takes any text. */
  oddAddresses: number;
  /** Fields that differ from what is there and that no update can change. */
  readonly fixed: Set<string>;
}

/** What is kept beside a row. */
export interface RowNote {
  readonly id?: string | undefined;
  readonly faults?: readonly RowFault[];
  /** The fields to be changed, with their new values. */
  readonly changes?: Wanted;
  /** What they were. */
  readonly before?: Readonly<Record<string, unknown>>;
}

/** What a record's cells come to, with what was folded into it. */
export function bodyOf({ mapping }: Pick<Work, 'mapping'>, row: SavedRow): Body {
  return readFields(row.filled ?? row.cells, mapping);
}

export function keyOfRow({ endpoint, mapping }: Pick<Work, 'endpoint' | 'mapping'>, row: SavedRow): string | undefined {
  return keyOf(endpoint, bodyOf({ mapping }, row));
}

/** What a row wants its record to be; an empty cell wants nothing unless it is to clear the field. */
export function wantedBy(work: Work, row: SavedRow): Wanted {
  const body = bodyOf(work, row);
  if (work.empty === 'keep') return body;
  const cleared = emptyFields(row.filled ?? row.cells, work.mapping);
  return { ...Object.fromEntries(cleared.map((field) => [field, null])), ...body };
}

export function noteOf({ table }: Pick<Work, 'table'>, row: number): RowNote {
  return (table.attached(row) as RowNote | undefined) ?? {};
}
