// Reports what an import did or would do: its counts and its faults.
import { noteOf, type RowFault } from '../changes/change-set.ts';
import type { Ledger, RowState } from '../changes/ledger.ts';
import { listFaults } from '../columns/fault-list.ts';
import { describeMapping } from '../columns/mapping-report.ts';
import type { DocumentOf } from '../contract/document.ts';
import type { Resource } from '../contract/endpoint.ts';
import type { importCounts, importReport } from './report-schema.ts';
import { placeOf, type Work, warningsOf } from './work.ts';

export type ImportCounts = DocumentOf<typeof importCounts>;

/** As JSON has it, which adds the commands to run next and the rows of a dry run. */
export interface ImportReport extends Omit<DocumentOf<typeof importReport>, 'resource' | 'next' | 'rows'> {
  readonly resource: Resource;
}

/** What an import did, and why it ended early, if it did. */
export interface ImportResult {
  readonly report: ImportReport;
  /** A {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
  /** Whether the run can be resumed. */
  readonly canResume: boolean;
}

/** The counts now or, if `hopeful`, as they would be if every row that waits succeeded. */
export function countRows(ledger: Ledger, { hopeful }: { readonly hopeful: boolean }): ImportCounts {
  const hoped = (state: RowState) => (hopeful ? ledger.count(state) : 0);
  return {
    rows: ledger.size - ledger.count('left-out'),
    created: ledger.count('created') + hoped('create'),
    updated: ledger.count('updated') + hoped('update'),
    unchanged: ledger.count('unchanged'),
    skipped: ledger.count('skipped', 'folded'),
    rejected: ledger.count('rejected'),
    failed: ledger.count('failed', 'conflict'),
    unknown: ledger.count('doubt'),
    pending: hopeful ? 0 : ledger.count('create', 'update', 'contested'),
  };
}

const undone = ['rejected', 'failed', 'conflict', 'doubt'] as const;

/** The faults of the rows that were not done, or of those in one of the states, in the file's order. */
export function* faultsIn(work: Work, ...states: readonly RowState[]): IterableIterator<RowFault> {
  for (const row of work.ledger.rowsIn(...(states.length > 0 ? states : undone))) yield* faultsOf(work, row);
}

/** At least one fault for a row that was not imported. */
export function faultsOf(work: Work, row: number): readonly RowFault[] {
  const { faults = [] } = noteOf(work, row);
  if (faults.length > 0) return faults;
  const place = placeOf(work, row);
  return [{ ...place, code: 'outcome_unknown', message: 'it is unknown whether the record was created' }];
}

export function createReport(
  work: Work,
  { run, dryRun, hopeful }: { readonly run?: string | undefined; readonly dryRun: boolean; readonly hopeful: boolean },
): ImportReport {
  return {
    schemaVersion: '1.0',
    run,
    resource: work.endpoint.resource,
    ...(work.undoes !== undefined && { undoes: work.undoes }),
    dryRun,
    ...(work.matching === 'record' && { matching: 'record' as const }),
    counts: {
      ...countRows(work.ledger, { hopeful }),
      differing: work.differing,
      repeated: work.ledger.count('folded'),
    },
    rejects: listFaults(faultsIn(work)).listed,
    warnings: warningsOf(work),
    ...describeMapping(work.mapping),
  };
}
