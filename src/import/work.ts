// Owns the data that the phases of an import share: the rows and their states, and notes on rows.

import type { FieldValues, Wanted } from '../changes/change.ts';
import type { Body, ChangeSet, RowFault } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import type { RecordData } from '../client/client.ts';
import { faultKind } from '../columns/fault-list.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { MappingReport } from '../columns/mapping-report.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Field } from '../contract/fields.ts';
import type { OnConflict } from './compare.ts';
import type { Contradiction, RowRules } from './row-rules.ts';

/** How the rows of a file find their records: by the key of a creation, or by id, key or title. */
export type Matching = 'key' | 'record';

/** The feedback for one submission, the placeholders that have no value, or the status if the template has no part for it. */
export type FilledFeedback =
  | { readonly text: string }
  | { readonly empty: readonly string[] }
  | { readonly noPart: string };

/**
 * The feedback of a row from the template. A row may have its own instead.
 * @param matchedBy the fields by which the row has found its record: it does not change them
 */
export type FeedbackFor = (
  row: LedgerRow,
  wanted: FieldValues,
  record: RecordData,
  matchedBy: readonly string[],
) => FilledFeedback | { readonly own: string };

/** A row that is most likely a line of totals or a break. */
export interface Aside {
  readonly row: number;
  readonly kind: 'total' | 'break';
}

export interface Work extends ChangeSet {
  /** Creates a record. */
  readonly endpoint: Endpoint;
  /** Of the file's columns; empty if the rows were not read from columns. */
  readonly mapping: Mapping;
  /** With the columns of submitters whose names no update changes: they only decide between talks of one title. */
  readonly wholeMapping: Mapping;
  /** The header of the file, or the fields of the changes. */
  readonly columns: readonly string[];
  /** The feedback of a row from the template; absent without a template. */
  readonly feedbackFor?: FeedbackFor | undefined;
  /** The user's own word for a value of a row; absent if the rows were not read from cells. */
  readonly wordOf?: (row: LedgerRow, field: string) => string | undefined;
  /** What the columns are used for, as reports have it. */
  readonly mappingReport: MappingReport;
  /** The column of statuses. */
  readonly statusColumn?: string | undefined;
  /** `key`: a row without a record is created. `record`: rows name their records in any way. */
  readonly matching: Matching;
  /** Whether rows without a record are created. */
  readonly creates: boolean;
  /** Whether a new title that may be a misspelled one is a warning, as in a file that a person has written. */
  readonly warnsOfSimilar: boolean;
  /** The fields that an update can change. */
  readonly updatable: readonly Field[];
  /** Whether the rows have the values that were seen before, so that another value now is a conflict. */
  readonly hasBase: boolean;
  /** The run that this one undoes. */
  readonly undoes?: string | undefined;
  readonly onConflict: OnConflict;
  /** What an empty cell does to an existing record. */
  readonly empty: 'keep' | 'clear';
  readonly contradictions: Contradiction[];
  /** How rows are read and checked. */
  readonly rules: RowRules;
  /** What is doubtful in the rows, or left out of them, by the kind of the warning; see `warn`. */
  readonly warnings: Map<string, { rows: number; readonly listed: RowFault[] }>;
  /** Rows that are left out unless a record has their title. */
  readonly aside: Aside[];
  /** How many submissions have which status in the file; an import creates all with the same. */
  readonly statuses: Map<string, number>;
  /** How many speakers have no name. */
  nameless: number;
  /** How many rows are skipped although an update would change their records. */
  differing: number;
  /** Fields that differ from the existing record and cannot be updated, with the number of rows. */
  readonly fixed: Map<string, number>;
}

/** The notes of an import that has read nothing yet. */
export function noNotes() {
  return {
    contradictions: [],
    warnings: new Map(),
    aside: [],
    statuses: new Map(),
    nameless: 0,
    differing: 0,
    fixed: new Map(),
  } satisfies Partial<Work>;
}

/** What is known of a record before it is created. */
export function newRecord(body: Body): RecordData {
  return { status: 'pending', ...body };
}

/** Where a row is in the file. */
export function placeOf({ ledger }: Pick<Work, 'ledger'>, number: number): Pick<RowFault, 'row' | 'line'> {
  const { row, line } = ledger.read(number);
  return { row, line };
}

/** The column of a field. Rows that were not read from columns have one for each field. */
export function locate(
  { mapping: { mapped } }: Pick<Work, 'mapping'>,
  field: string,
): { readonly field: string; readonly column?: string } {
  const found = mapped.find(({ fields }) => fields.includes(field));
  if (mapped.length === 0) return { column: field, field };
  return found === undefined ? { field } : { column: found.column, field };
}

/** Whether the record of a new speaker would have no name. */
export function isNameless({ first_name, last_name }: FieldValues, { endpoint, matching }: Work): boolean {
  return matching === 'key' && endpoint.resource === 'speakers' && first_name == null && last_name == null;
}

/** Adds a row with its faults. */
export function reject(row: Wanted, faults: readonly RowFault[], { ledger }: Work): void {
  ledger.attach(ledger.add(row, 'rejected'), { faults });
}

/** How many contradictions, and warnings of a kind, are saved; a file may have a million. */
export const savedNotes = 1000;

/** Notes what a user must see before the row is sent. */
export function warn({ warnings }: Pick<Work, 'warnings'>, warning: RowFault): void {
  const kind = faultKind(warning);
  const found = warnings.get(kind) ?? { rows: 0, listed: [] };
  warnings.set(kind, found);
  found.rows++;
  if (found.listed.length < savedNotes) found.listed.push(warning);
}

/** Kind by kind; the first of a kind has the number of all if not all are saved. */
export function warningsOf({ warnings }: Pick<Work, 'warnings'>): readonly RowFault[] {
  return [...warnings.values()].flatMap(({ rows, listed }) =>
    listed.map((warning, at) => (at === 0 && rows > listed.length ? { ...warning, count: rows } : warning)),
  );
}
