// Owns a batch: the rows of one kind of records that a command changes, how they are read and
// matched, and what is noted of them.

import type { Body, Change } from '../changes/change.ts';
import type { RecordData } from '../client/client.ts';
import { faultKind } from '../columns/fault-list.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { ObjectSchema } from '../contract/fields.ts';
import type { InputFault } from '../errors.ts';
import type { RecordMemory } from '../runs/entry.ts';
import type { Part } from '../runs/part.ts';
import { type RowFault, type RunRow, rowPlace, turn } from '../runs/row.ts';
import type { EventRecords } from './event-records.ts';
import type { FeedbackFor } from './feedback-template.ts';
import type { Fault } from './record-faults.ts';
import type { StatusWords } from './record-table.ts';
import type { Submitters } from './submitters.ts';

/**
 * How rows find their records: an import looks only for those with the key of a row; an apply goes
 * by id, key or title.
 */
export type Matching = 'key' | 'record';

/** The rows of one kind of records, with what all steps from the file to the run need of them. */
export interface Batch
  extends Pick<
    Part,
    | 'resource'
    | 'event'
    | 'rows'
    | 'update'
    | 'did'
    | 'updateOnly'
    | 'honorsKeys'
    | 'unconfirmed'
    | 'hasBase'
  > {
  /** Creates a record. */
  readonly endpoint: Endpoint;
  readonly matching: Matching;
  /** Of what a row may set. */
  readonly schema: ObjectSchema | undefined;
  /** Whether rows without a record are created. */
  readonly creates: boolean;
  /** The fields that an update can change. */
  readonly updatable: ReadonlySet<string>;
  /** The run that this one undoes. */
  readonly undoes?: string | undefined;
  /** What an empty cell does to an existing record. */
  readonly empty: 'keep' | 'clear';
  /**
   * Whether a status must be a recommended one, or that of a record; unless new ones are allowed.
   */
  readonly checksStatuses: boolean;
  readonly allowsNewValues: boolean;
  /** How words were read as statuses. Without it, any text is a status. */
  readonly statusWords?: StatusWords | undefined;
  /**
   * The header of the file, or the fields of the changes, and what the columns are used for;
   * nothing for changes.
   */
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  /** The feedback of a row from the template; absent without a template. */
  feedbackFor?: FeedbackFor | undefined;
  /** Gives addresses to rows of a file without one. */
  readonly submitters?: Submitters | undefined;
  /** How many rows have got one. */
  submittersGiven: number;
  /** Whether the folder saves who speaks in a talk, so that nobody needs to be warned of. */
  readonly savesSpeakers?: boolean | undefined;
  /** What is doubtful in the rows, or left out of them, by the kind of the warning; see `warn`. */
  readonly warnings: Map<string, KindOfWarning>;
  /**
   * Which rows of an import exist in the event, by their numbers, with the ids of their records;
   * undefined if it is not clear which of several records is meant.
   */
  readonly findExisting?:
    | ((records: readonly RecordData[]) => ReadonlyMap<number, string | undefined>)
    | undefined;
  /** How many rows of an import are skipped although their records differ. */
  differing: number;
  /**
   * Whether the rows are those of a run that was planned: they find their records by ids and keys
   * alone.
   */
  isPlanned?: boolean;
  /** Whether the list of a service that hides submitters is whole, however long it is. */
  readonly ignoresListLimit: boolean;
  /**
   * What this computer has written to records, by id; read only if the list does not show a field
   * of a row.
   */
  memory?: ReadonlyMap<string, RecordMemory> | undefined;
  /** What the event had when the rows were planned. */
  listed?: EventRecords;
  /** The ids of records that rows could mean then. */
  readonly seen: Set<string>;
}

interface KindOfWarning {
  /** The row of each warning, listed or not; undefined for that of a column. */
  readonly rows: (number | undefined)[];
  readonly listed: InputFault[];
}

/** Whether rows name people only to find the right record: no update changes a submitter. */
export function comparesPeople({
  matching,
  resource,
}: Pick<Batch, 'matching' | 'resource'>): boolean {
  return matching === 'record' && resource === 'submissions';
}

/** What is known of a record before it is created. */
export function newRecord(body: Body): RecordData {
  return { status: 'pending', ...body };
}

/**
 * The column of a field. Rows that were not read from columns have one for each field.
 * @param person whose column it is, of several numbered people
 */
export function locate(
  { mapping: { mapped } }: Pick<Batch, 'mapping'>,
  field: string,
  person = 1,
): { readonly field: string; readonly column?: string } {
  if (mapped.length === 0) return { column: field, field };
  const columns = mapped.filter(({ fields }) => fields.includes(field));
  const ofPerson = columns.filter((column) => (column.person ?? 1) === person);
  const own = ofPerson.find(({ target }) => target === field) ?? ofPerson[0] ?? columns[0];
  return own === undefined ? { field } : { column: own.column, field };
}

/** A fault with its place: the row, and the column of its field. */
export function rowFault(
  batch: Pick<Batch, 'mapping'>,
  row: Pick<RunRow, 'row' | 'line'>,
  { field, person, ...fault }: Fault,
): RowFault {
  const column = field === undefined ? undefined : locate(batch, field, person);
  return { ...rowPlace(row), ...column, ...fault, code: fault.code ?? 'invalid' };
}

/** Adds a row with its faults. */
export function addRejected(
  batch: Pick<Batch, 'rows' | 'mapping'>,
  change: Change,
  faults: readonly Fault[],
): RunRow {
  const row = batch.rows.add(change, 'rejected');
  reject(batch, row, faults);
  return row;
}

/** Rejects a row that was added before. */
export function reject(batch: Pick<Batch, 'mapping'>, row: RunRow, faults: readonly Fault[]): void {
  turn(row, 'rejected', { faults: faults.map((fault) => rowFault(batch, row, fault)) });
}

/** How many warnings of a kind are saved. */
const savedNotes = 1000;

/** Notes what a user must see before the row is sent. A warning of a column is not of a row. */
export function warn({ warnings }: Pick<Batch, 'warnings'>, warning: InputFault): void {
  const kind = faultKind(warning);
  const found = warnings.get(kind) ?? { rows: [], listed: [] };
  warnings.set(kind, found);
  found.rows.push(warning.row);
  if (found.listed.length < savedNotes) found.listed.push(warning);
}

/** Removes what was noted of rows that turn out not to be used, unless another person of one is. */
export function withdrawWarnings(
  { warnings, rows: all }: Pick<Batch, 'warnings' | 'rows'>,
  unused: ReadonlySet<RunRow>,
): void {
  const withdrawn = new Set<number | undefined>();
  for (const { row } of unused) withdrawn.add(row);
  for (const record of all) {
    if (record.state !== 'rejected' && !unused.has(record)) withdrawn.delete(record.row);
  }
  for (const [kind, { rows, listed }] of warnings) {
    const rowsLeft = rows.filter((row) => !withdrawn.has(row));
    const listedLeft = listed.filter(({ row }) => !withdrawn.has(row));
    if (rowsLeft.length === 0) warnings.delete(kind);
    else warnings.set(kind, { rows: rowsLeft, listed: listedLeft });
  }
}

/** Kind by kind; the first of a kind has the number of all if not all are saved. */
export function warningsOf({ warnings }: Pick<Batch, 'warnings'>): readonly InputFault[] {
  return [...warnings.values()].flatMap(({ rows, listed }) =>
    listed.map((warning, at) =>
      at === 0 && rows.length > listed.length ? { ...warning, count: rows.length } : warning,
    ),
  );
}
