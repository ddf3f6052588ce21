// Owns what is planned for each row, or has become of it.
import { bodyOf, noteOf, type RowNote } from '../changes/change-set.ts';
import { type RowState, rowStates } from '../changes/ledger.ts';
import { faultsOf } from './report.ts';
import type { Work } from './work.ts';

export interface RowResult {
  readonly row: number;
  readonly line: number;
  /** The address of a speaker, or the title and the submitter's address of a submission; in the form in which they are compared. */
  readonly key: string;
  readonly action: string;
  /** Undefined for a row that has no record, or that does not name it for certain. */
  readonly id: string | undefined;
}

/** A row of a dry run. */
export interface PlannedRow extends RowResult {
  /** Of its record, if rows are matched by `record`; that of a new record is in its fields. */
  readonly name?: string;
  /** The fields of a new record. */
  readonly fields?: Readonly<Record<string, string>>;
  /** By field, for an update. */
  readonly changes?: Readonly<Record<string, { readonly from: unknown; readonly to: string | null }>>;
  readonly faults?: readonly { readonly column?: string; readonly code: string; readonly message: string }[];
}

/** A row with the values of its record. */
export interface PreviewedRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The first rows that are created or updated, with all values of their records. */
export function previewRows(work: Work, count = 3): readonly PreviewedRow[] {
  const rows: PreviewedRow[] = [];
  for (const at of work.ledger.rowsIn('create', 'update')) {
    if (rows.length === count) break;
    const row = work.ledger.read(at);
    rows.push({ line: row.line, values: bodyOf(row) });
  }
  return rows;
}

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
    const isNew = work.matching === 'record' && ['create', 'unknown'].includes(result.action);
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
      id: idOf(state, noteOf(work, at)),
    };
  }
}

/** A file of results is applied again: what a rejected row most likely means, it does not name. */
function idOf(state: RowState, { id, by }: RowNote): string | undefined {
  return state === 'rejected' && by === 'title_fallback' ? undefined : id;
}
