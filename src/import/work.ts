// Owns the data that the phases of an import share: the rows and their states, the mapping of columns, and notes on rows.
import type { Loss } from '../client/client.ts';
import { emptyFields, readFields } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { PeopleRules } from '../columns/row-people.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { OnConflict, Wanted } from './compare.ts';
import type { RowTable, SavedRow } from './row-table.ts';
import { type Body, type Contradiction, keyOf, type RowFault } from './rows.ts';

export interface Work {
  /** The endpoint that creates a record. */
  readonly endpoint: Endpoint;
  /** The endpoint that updates a record. */
  readonly update: Endpoint;
  readonly event: string;
  readonly mapping: Mapping;
  readonly onConflict: OnConflict;
  /** What an empty cell does to an existing record. */
  readonly empty: 'keep' | 'clear';
  readonly table: RowTable;
  readonly contradictions: Contradiction[];
  /** How people and addresses are checked. */
  readonly rules: PeopleRules;
  /** How many rows have an address that is none. */
  oddAddresses: number;
  /** What is doubtful in the names of rows that are imported. */
  readonly warnings: RowFault[];
  /** How many rows have titles, degrees and other text, which are not imported, beside their names; and the first of them. */
  readonly additions: { rows: number; line: number; example: string };
  /** How many rows of the file name several people, and how many rows they become. */
  readonly divided: { rows: number; people: number };
  /** The people whom rows of submissions name beside the submitter; the API stores none of them. */
  readonly coSpeakers: CountedNotes<CoSpeakers>;
  /** Rows of submissions that are left out because they are breaks. */
  readonly breaks: CountedNotes<BreakRow>;
  /** How many speakers have no name. */
  nameless: number;
  /** Fields that differ from the existing record and cannot be updated. */
  readonly fixed: Set<string>;
}

/** Notes on rows: how many, and the first of them. */
export interface CountedNotes<T> {
  rows: number;
  readonly listed: T[];
}

interface CoSpeakers {
  readonly row: number;
  readonly line: number;
  readonly names: readonly string[];
}

interface BreakRow {
  readonly row: number;
  readonly line: number;
  readonly title: string;
}

/** The notes of an import that has read nothing yet. */
export function noNotes(): Pick<
  Work,
  | 'contradictions'
  | 'oddAddresses'
  | 'warnings'
  | 'additions'
  | 'divided'
  | 'coSpeakers'
  | 'breaks'
  | 'nameless'
  | 'fixed'
> {
  return {
    contradictions: [],
    oddAddresses: 0,
    warnings: [],
    additions: { rows: 0, line: 0, example: '' },
    divided: { rows: 0, people: 0 },
    coSpeakers: { rows: 0, listed: [] },
    breaks: { rows: 0, listed: [] },
    nameless: 0,
    fixed: new Set(),
  };
}

/** What is saved with a row. */
export interface RowNote {
  readonly id?: string | undefined;
  readonly faults?: readonly RowFault[];
  /** What the lost request of a row leads to expect. */
  readonly loss?: Loss;
  /** An earlier request for the row was lost, and may still create a second record. */
  readonly mayFollow?: boolean;
  /** The fields to be changed, with their new values. */
  readonly changes?: Wanted;
  /** Their current values. */
  readonly before?: Readonly<Record<string, unknown>>;
}

/** The fields of a row, including those of the rows folded into it. */
export function bodyOf({ mapping }: Pick<Work, 'mapping'>, row: SavedRow): Body {
  return readFields(row.filled ?? row.cells, mapping);
}

export function keyOfRow({ endpoint, mapping }: Pick<Work, 'endpoint' | 'mapping'>, row: SavedRow): string | undefined {
  return keyOf(endpoint, bodyOf({ mapping }, row));
}

/** The fields that a row gives its record; an empty cell gives none, unless it clears the field. */
export function wantedBy(work: Work, row: SavedRow): Wanted {
  const body = bodyOf(work, row);
  if (work.empty === 'keep') return body;
  const cleared = emptyFields(row.filled ?? row.cells, work.mapping);
  return { ...Object.fromEntries(cleared.map((field) => [field, null])), ...body };
}

export function noteOf({ table }: Pick<Work, 'table'>, row: number): RowNote {
  return (table.attached(row) as RowNote | undefined) ?? {};
}
