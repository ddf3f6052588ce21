// Owns what is planned for each row, or has become of it.
import { bodyOf, noteOf } from '../changes/change-set.ts';
import { type RowState, rowStates } from '../changes/ledger.ts';
import type { DocumentOf } from '../contract/document.ts';
import { faultsOf } from './report.ts';
import type { plannedRow } from './report-schema.ts';
import type { Work } from './work.ts';

/** A row of a dry run. */
export type PlannedRow = DocumentOf<typeof plannedRow>;

export type RowResult = Pick<PlannedRow, 'row' | 'line' | 'key' | 'action' | 'id'>;

/** The documented name of each state. */
const actions: Readonly<Record<RowState, string>> = {
  'left-out': '',
  rejected: 'reject',
  folded: 'skip',
  create: 'create',
  update: 'update',
  doubt: 'unknown',
  contested: 'pending',
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
    const { changes, before = {}, name } = noteOf(work, at);
    const isNew = ['create', 'unknown'].includes(result.action);
    const hasFaults = ['reject', 'conflict'].includes(result.action);
    yield {
      ...result,
      ...(name !== undefined && { name }),
      ...(isNew && { fields: bodyOf(work.ledger.read(at)) }),
      ...(changes !== undefined && {
        changes: Object.fromEntries(
          Object.entries(changes).map(([field, to]) => [field, { from: before[field] ?? null, to }]),
        ),
      }),
      ...(hasFaults && { faults: faultsOf(work, at).map(({ row: _, line: __, ...fault }) => fault) }),
    };
  }
}

/** With the number of each row in the ledger. */
export function* resultsIn(
  work: Work,
  only: readonly RowState[] = [],
): IterableIterator<RowResult & { readonly at: number }> {
  const { ledger } = work;
  const states = only.length > 0 ? only : rowStates.filter((state) => state !== 'left-out');
  for (const at of ledger.rowsIn(...states)) {
    const state = ledger.state(at);
    const saved = ledger.read(at);
    const { row, line, names } = saved;
    // Rows that are matched by `record` may have found it by something else.
    const { key = '' } = work.matching === 'key' ? names : {};
    yield {
      at,
      row,
      line,
      key: key.replaceAll('\0', ' / '),
      action: actions[state],
      id: noteOf(work, at).id,
    };
  }
}
