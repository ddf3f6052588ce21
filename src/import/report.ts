// Reports what an import did or would do: its counts, its faults, and each row.

import { listFaults } from '../columns/fault-list.ts';
import { describeMapping } from '../columns/mapping-report.ts';
import type { DocumentOf } from '../contract/document.ts';
import type { Resource } from '../contract/endpoint.ts';
import { bodyOf, type RowFault, type RowState, type RunRow, rowStates } from '../runs/row.ts';
import type { Rows } from '../runs/rows.ts';
import type { importCounts, importReport, plannedRow } from './report-schema.ts';
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
export function countRows(rows: Rows, { hopeful }: { readonly hopeful: boolean }): ImportCounts {
  const hoped = (state: RowState) => (hopeful ? rows.count(state) : 0);
  return {
    rows: rows.length - rows.count('left-out'),
    created: rows.count('created') + hoped('create'),
    updated: rows.count('updated') + hoped('update'),
    unchanged: rows.count('unchanged'),
    skipped: rows.count('skipped', 'folded'),
    rejected: rows.count('rejected'),
    failed: rows.count('failed', 'conflict'),
    unknown: rows.count('unknown'),
    pending: hopeful ? 0 : rows.count('create', 'update'),
  };
}

const undone = ['rejected', 'failed', 'conflict', 'unknown'] as const;

/** The faults of the rows that were not done, or of those in one of the states, in the file's order. */
export function* faultsIn(work: Work, ...states: readonly RowState[]): IterableIterator<RowFault> {
  for (const row of work.rows.in(...(states.length > 0 ? states : undone))) yield* faultsOf(row);
}

/** At least one fault for a row that was not imported. */
export function faultsOf(row: RunRow): readonly RowFault[] {
  const { faults = [] } = row.note;
  if (faults.length > 0) return faults;
  return [{ ...placeOf(row), code: 'outcome_unknown', message: 'it is unknown whether the record was created' }];
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
      ...countRows(work.rows, { hopeful }),
      differing: work.differing,
      repeated: work.rows.count('folded'),
    },
    rejects: listFaults(faultsIn(work)).listed,
    warnings: warningsOf(work),
    ...describeMapping(work.mapping),
  };
}

/** A row of a dry run. */
export type PlannedRow = DocumentOf<typeof plannedRow>;

type RowResult = Pick<PlannedRow, 'row' | 'line' | 'key' | 'action' | 'id'>;

/** The documented name of each state. */
const actions: Readonly<Record<RowState, string>> = {
  'left-out': '',
  rejected: 'reject',
  folded: 'skip',
  create: 'create',
  update: 'update',
  unknown: 'unknown',
  unchanged: 'unchanged',
  skipped: 'skip',
  conflict: 'conflict',
  created: 'created',
  updated: 'updated',
  failed: 'failed',
};

/** In the file's order, those in these states or all; blank rows are left out. */
export function* plannedRows(work: Work, ...only: readonly RowState[]): IterableIterator<PlannedRow> {
  for (const { at, ...result } of resultsIn(work, only)) {
    const { changes, before = {}, name } = at.note;
    const isNew = ['create', 'unknown'].includes(result.action);
    const hasFaults = ['reject', 'conflict'].includes(result.action);
    yield {
      ...result,
      ...(name !== undefined && { name }),
      ...(isNew && { fields: bodyOf(at) }),
      ...(changes !== undefined && {
        changes: Object.fromEntries(
          Object.entries(changes).map(([field, to]) => [field, { from: before[field] ?? null, to }]),
        ),
      }),
      ...(hasFaults && { faults: faultsOf(at).map(({ row: _, line: __, ...fault }) => fault) }),
    };
  }
}

export function* resultsIn(
  { rows, matching }: Work,
  only: readonly RowState[] = [],
): IterableIterator<RowResult & { readonly at: RunRow }> {
  const states = only.length > 0 ? only : rowStates.filter((state) => state !== 'left-out');
  for (const at of rows.in(...states)) {
    const { row, line, names, state, note } = at;
    // Rows that are matched by `record` may have found it by something else.
    const { key = '' } = matching === 'key' ? names : {};
    yield { at, row, line, key: key.replaceAll('\0', ' / '), action: actions[state], id: note.id };
  }
}
