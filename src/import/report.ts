// What an import did or would do: the counts, the faults, and the error that stands for them.
import type { Resource } from '../contract/endpoint.ts';
import type { Mapping } from '../csv/headers.ts';
import { type NextStep, OutcomeUnknownError, PartlyDoneError, type PlenaryError } from '../errors.ts';
import type { Action } from './plan.ts';
import type { RowFault } from './rows.ts';

/** All but the first add up to `rows`. */
export interface ImportCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** There already, or folded into an earlier row. */
  readonly skipped: number;
  /** Found invalid before anything was sent. */
  readonly rejected: number;
  /** Refused by the service, or not sent to the end. */
  readonly failed: number;
  /** Sent, and nobody can tell whether it took place. */
  readonly unknown: number;
}

/** As `--json` prints it; later versions only add to it. */
export interface ImportReport {
  readonly schemaVersion: '1.0';
  readonly resource: Resource;
  readonly dryRun: boolean;
  readonly counts: ImportCounts;
  /** Each fault of each row that was not done; the first thousand. */
  readonly rejects: readonly RowFault[];
  readonly mapped: readonly { readonly column: string; readonly field: string }[];
  /** The columns that were not used. */
  readonly unmapped: readonly string[];
  /** The field that an unused column may have been meant for. */
  readonly suggestions: readonly { readonly column: string; readonly field: string }[];
  readonly next: readonly NextStep[];
}

/** How many faults are kept; a file may have a million. The reject file has them all. */
const keptFaults = 1000;

export interface FaultLog {
  add(faults: readonly RowFault[]): void;
  readonly kept: readonly RowFault[];
  /** Of all faults. */
  readonly count: number;
}

export function createFaultLog(): FaultLog {
  const kept: RowFault[] = [];
  let count = 0;
  return {
    add(faults) {
      count += faults.length;
      kept.push(...faults.slice(0, keptFaults - kept.length));
    },
    kept,
    get count() {
      return count;
    },
  };
}

/** The counts if every creation succeeds. */
export function plannedCounts(actions: readonly Action[]): ImportCounts {
  const count = (...wanted: Action[]) => actions.filter((action) => wanted.includes(action)).length;
  return {
    rows: count('create', 'existing', 'folded', 'reject'),
    created: count('create'),
    updated: 0,
    unchanged: 0,
    skipped: count('existing', 'folded'),
    rejected: count('reject'),
    failed: 0,
    unknown: 0,
  };
}

/** What became of one row that was to be created. */
export type Outcome = 'created' | 'skipped' | 'failed' | 'unknown';

/** The planned counts, with what became of the rows instead of what was hoped. */
export function actualCounts(planned: ImportCounts, outcomes: Readonly<Record<Outcome, number>>): ImportCounts {
  return { ...planned, ...outcomes, skipped: planned.skipped + outcomes.skipped };
}

/** How columns were understood, as the report tells it. */
export function describeMapping({
  bindings,
  unmapped,
}: Mapping): Pick<ImportReport, 'mapped' | 'unmapped' | 'suggestions'> {
  return {
    mapped: bindings.map(({ column, target }) => ({ column, field: target })),
    unmapped: unmapped.map(({ column }) => column),
    suggestions: unmapped.flatMap(({ column, suggestion }) =>
      suggestion === undefined ? [] : [{ column, field: suggestion }],
    ),
  };
}

/** The error that a report amounts to, where rows were not done; a dry run amounts to none. */
export function importError({ dryRun, counts, rejects }: ImportReport, file: string): PlenaryError | undefined {
  const { rows, rejected, failed, unknown } = counts;
  const details = rejects.map((fault) => ({ file, ...fault }));
  if (dryRun) return undefined;
  if (unknown > 0) {
    return new OutcomeUnknownError(`${unknown} of ${rows} rows were sent, and their outcome is unknown`, {
      details,
      fix: 'run the same import again: it looks first which rows are there',
    });
  }
  const undone = rejected + failed;
  if (undone === 0) return undefined;
  return new PartlyDoneError(`${undone} of ${rows} rows were not imported`, {
    details,
    fix: 'mend these rows and import them again; those that are there are skipped',
  });
}
