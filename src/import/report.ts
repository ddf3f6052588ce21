// What an import did or would do: the counts, the faults, and the error that stands for them.

import type { Mapping } from '../columns/mapping.ts';
import type { Resource } from '../contract/endpoint.ts';
import {
  ConflictError,
  InvalidInputError,
  NetworkError,
  type NextStep,
  OutcomeUnknownError,
  PartlyDoneError,
  PlenaryError,
} from '../errors.ts';
import type { RowState, RowTable } from './row-table.ts';
import type { RowFault } from './rows.ts';
import { noteOf, type Work } from './work.ts';

/** All but the first add up to `rows`. */
export interface ImportCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  /** There already, and alike. */
  readonly unchanged: number;
  /** There already, or folded into an earlier row. */
  readonly skipped: number;
  /** Found invalid before anything was sent. */
  readonly rejected: number;
  /** Refused by the service, or in the way of what is there where that is a fault. */
  readonly failed: number;
  /** Sent, and nobody can tell whether it took place. */
  readonly unknown: number;
  /** Not sent yet; the run can be resumed. */
  readonly pending: number;
}

/** As `--json` prints it; later versions only add to it. */
export interface ImportReport {
  readonly schemaVersion: '1.0';
  /** Undefined where nothing was begun. */
  readonly run?: string | undefined;
  readonly resource: Resource;
  readonly dryRun: boolean;
  readonly counts: ImportCounts;
  /** Each fault of each row that was not done; the first thousand. */
  readonly rejects: readonly RowFault[];
  /** Where rows of one person or talk differ; the first thousand. */
  readonly contradictions: readonly RowFault[];
  /** How many rows have an address without an @; they are taken all the same, as the API does. */
  readonly oddAddresses: number;
  readonly mapped: readonly { readonly column: string; readonly field: string }[];
  /** The columns that were not used. */
  readonly unmapped: readonly string[];
  /** Why an unused column cannot be used, where it was understood. */
  readonly reasons: readonly { readonly column: string; readonly reason: string }[];
  /** The field that an unused column may have been meant for. */
  readonly suggestions: readonly { readonly column: string; readonly field: string }[];
  /** Fields that differ from what is there, and that the API cannot change. */
  readonly notUpdatable: readonly string[];
  readonly next: readonly NextStep[];
}

/** What an import came to, and why it ended before its end, if it did. */
export interface ImportResult {
  readonly report: ImportReport;
  /** A {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
}

/** How many faults are in a report; the reject file has them all. */
const keptFaults = 1000;

/** The counts as they stand, or as they would be if every row that waits succeeded. */
export function countRows(table: RowTable, { hopeful }: { readonly hopeful: boolean }): ImportCounts {
  const hoped = (state: RowState) => (hopeful ? table.count(state) : 0);
  return {
    rows: table.size - table.count('left-out'),
    created: table.count('created') + hoped('create'),
    updated: table.count('updated') + hoped('update'),
    unchanged: table.count('unchanged'),
    skipped: table.count('skipped', 'folded'),
    rejected: table.count('rejected'),
    failed: table.count('failed', 'conflict'),
    unknown: table.count('doubt'),
    pending: hopeful ? 0 : table.count('create', 'update', 'contested'),
  };
}

/** The faults of rows that were not done, in the file's order. */
function* faultsIn(work: Work): IterableIterator<RowFault> {
  for (const row of work.table.rowsIn('rejected', 'failed', 'conflict', 'doubt')) yield* faultsOf(work, row);
}

/** At least one, whatever is known of the row. */
export function faultsOf(work: Work, row: number): readonly RowFault[] {
  const { faults = [], id } = noteOf(work, row);
  if (faults.length > 0) return faults;
  const { line } = work.table.read(row);
  const state = work.table.state(row);
  if (state !== 'conflict')
    return [{ row, line, code: 'outcome_unknown', message: 'nobody can tell whether it was made' }];
  return [{ row, line, code: 'conflict', message: `it is there already${id === undefined ? '' : `, as ${id}`}` }];
}

export function createReport(
  work: Work,
  state: {
    readonly run?: string | undefined;
    readonly dryRun: boolean;
    readonly hopeful: boolean;
    readonly next?: readonly NextStep[];
  },
): ImportReport {
  const { run, dryRun, hopeful, next = [] } = state;
  return {
    schemaVersion: '1.0',
    run,
    resource: work.endpoint.resource,
    dryRun,
    counts: countRows(work.table, { hopeful }),
    rejects: firstOf(faultsIn(work), keptFaults),
    contradictions: work.contradictions,
    oddAddresses: work.oddAddresses,
    ...describeMapping(work.mapping),
    notUpdatable: [...work.fixed],
    next,
  };
}

function describeMapping({
  mapped,
  unmapped,
}: Mapping): Pick<ImportReport, 'mapped' | 'unmapped' | 'reasons' | 'suggestions'> {
  return {
    mapped: mapped.map(({ column, target }) => ({ column, field: target })),
    unmapped: unmapped.map(({ column }) => column),
    reasons: unmapped.flatMap(({ column, reason }) => (reason === undefined ? [] : [{ column, reason }])),
    suggestions: unmapped.flatMap(({ column, suggestion }) =>
      suggestion === undefined ? [] : [{ column, field: suggestion }],
    ),
  };
}

function firstOf<T>(values: Iterable<T>, count: number): readonly T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.length === count) break;
    first.push(value);
  }
  return first;
}

/** For a file with invalid rows that are not to be skipped. */
export function invalidRowsError(work: Work, file: string, { canSkip }: { readonly canSkip: boolean }): PlenaryError {
  const { table } = work;
  let faults = 0;
  for (const _ of faultsIn(work)) faults++;
  const { rows } = countRows(table, { hopeful: true });
  return new InvalidInputError(`${table.count('rejected')} of ${rows} rows are invalid; nothing was sent`, {
    details: firstOf(faultsIn(work), keptFaults).map((fault) => ({ file, ...fault })),
    fix: `${faults > keptFaults ? `${faults} faults in all, the first are shown; ` : ''}mend the rows, or ${canSkip ? 'allow more of them with --max-errors' : 'send the others alone with --skip-invalid'}`,
  });
}

/** For a file that cannot be read to its end: what is wrong there, and with the rows before. */
export function unreadableError(work: Work, file: string, error: InvalidInputError): PlenaryError {
  const before = firstOf(faultsIn(work), keptFaults).map((fault) => ({ file, ...fault }));
  if (before.length === 0) return error;
  const { message, details, fix, cause } = error;
  return new InvalidInputError(message, { details: [...before, ...details], ...(fix !== undefined && { fix }), cause });
}

/** For records that are there, where that is a fault. */
export function conflictError(work: Work, file: string): PlenaryError {
  const { table, endpoint } = work;
  const conflicts = [...table.rowsIn('conflict')];
  return new ConflictError(`${conflicts.length} ${endpoint.resource} are there already; nothing was sent`, {
    details: conflicts.slice(0, keptFaults).flatMap((row) => faultsOf(work, row).map((fault) => ({ file, ...fault }))),
    fix: 'leave them alone with --on-conflict skip, or bring them up to date with --on-conflict update',
  });
}

/** What an import is to end with, where rows were not done or it was stopped: an error, or a signal's reason. */
export function importError({ report, stoppedBy }: ImportResult, file: string): unknown {
  const { counts, rejects, next, dryRun } = report;
  const { rows, rejected, failed, unknown, pending } = counts;
  if (dryRun || (stoppedBy !== undefined && !(stoppedBy instanceof PlenaryError && unknown > 0))) return stoppedBy;
  const details = rejects.map((fault) => ({ file, ...fault }));
  if (unknown > 0) {
    const why = stoppedBy === undefined ? '' : `: ${stoppedBy.message}`;
    return new OutcomeUnknownError(`${unknown} of ${rows} rows were sent, and their outcome is unknown${why}`, {
      cause: stoppedBy,
      details,
      fix: 'run the same import again: it looks first which rows are there',
      next,
    });
  }
  if (pending > 0) {
    return new NetworkError(`${pending} of ${rows} rows could not be sent; the service does not take them now`, {
      details,
      retryable: true,
      fix: 'run the same import again later: it goes on where it ended',
      next,
    });
  }
  const undone = rejected + failed;
  if (undone === 0) return undefined;
  return new PartlyDoneError(`${undone} of ${rows} rows were not imported`, {
    details,
    fix: 'mend these rows and import them again; those that are there are skipped',
    next,
  });
}
