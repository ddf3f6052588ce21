// Counts the rows of a run, and lists what is wrong with them: the same for every kind of records. Pure.

import type { RowFault, RowState, RunRow } from './row.ts';
import type { Rows } from './rows.ts';

/** The counts now or, if `hopeful`, as they would be if every row that waits succeeded. Those after `rows` add up to it. */
export function countRows(rows: Rows, { hopeful = false }: { readonly hopeful?: boolean } = {}) {
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

/** The faults of the rows that were not done, or of those in these states, in the file's order. */
export function* faultsIn(rows: Rows, ...states: readonly RowState[]): IterableIterator<RowFault> {
  for (const row of rows.in(...(states.length > 0 ? states : undone))) yield* faultsOf(row);
}

/** At least one fault for a row that was not done. */
export function faultsOf({ row, line, note: { faults = [] } }: RunRow): readonly RowFault[] {
  if (faults.length > 0) return faults;
  return [{ row, line, code: 'outcome_unknown', message: 'it is unknown whether the record was created' }];
}
