// Owns the rows of a part of a run: an array in memory, found by their names, and counted. Pure.
import type { Change } from '../changes/change.ts';
import { type By, ways } from '../changes/names.ts';
import { isCounted, type RowFault, type RowState, type RunRow, rowStates } from './row.ts';

export interface Rows extends Iterable<RunRow> {
  readonly length: number;
  /** The number of the last row. */
  readonly last: number;
  /**
   * Adds the next row. Unless it is left out, rejected, folded or untouched, it is found by its
   * names.
   */
  add(change: Change, state: RowState): RunRow;
  /** Whether rows are found in this way. */
  has(by: By): boolean;
  /** All rows with this name, in their order. */
  find(by: By, text: string): readonly RunRow[];
  /** How many rows are in one of the states. */
  count(...wanted: readonly RowState[]): number;
  /** The rows in a state, in the file's order; rows that leave the state meanwhile are skipped. */
  in(...wanted: readonly RowState[]): IterableIterator<RunRow>;
  /** Replaces all rows by those of a run that is resumed. */
  replace(saved: readonly RunRow[]): void;
}

/** @param before the number of the last row of earlier parts of the run */
export function createRows(before = 0): Rows {
  let all: RunRow[] = [];
  let last = before;
  const named = new Map<By, Map<string, RunRow[]>>();

  function index(row: RunRow): void {
    for (const by of ways) {
      const text = row.names[by];
      if (text === undefined) continue;
      const rowsByText = named.get(by) ?? new Map<string, RunRow[]>();
      named.set(by, rowsByText);
      const others = rowsByText.get(text);
      if (others === undefined) rowsByText.set(text, [row]);
      else others.push(row);
    }
  }

  return {
    get length() {
      return all.length;
    },
    get last() {
      return last;
    },
    [Symbol.iterator]: () => all.values(),
    add(change, state) {
      const row = { ...change, number: ++last, state, note: {} };
      all.push(row);
      if (!unnamed.includes(state)) index(row);
      return row;
    },
    has: (by) => named.has(by),
    find: (by, text) => named.get(by)?.get(text) ?? [],
    count: (...wanted) =>
      all.reduce((sum, { state }) => (wanted.includes(state) ? sum + 1 : sum), 0),
    *in(...wanted) {
      for (const row of all) if (wanted.includes(row.state)) yield row;
    },
    replace(saved) {
      all = [...saved];
      last = saved.at(-1)?.number ?? before;
      named.clear();
      for (const row of all) if (!unnamed.includes(row.state)) index(row);
    },
  };
}

const unnamed: readonly RowState[] = ['left-out', 'rejected', 'folded', 'untouched'];

/** How many rows a report counts. */
export function countedRows(rows: Rows): number {
  return rows.count(...rowStates.filter(isCounted));
}

/** The rows whose records were created, whatever became of the fields that are sent afterward. */
export function createdRows(rows: Rows): readonly RunRow[] {
  return [...rows].filter(({ state, note }) => state === 'created' || note.isNew === true);
}

/** The counts of a report: those after `rows` add up to it. */
export function countRows(rows: Rows) {
  // Their records are created; fields of them are still to be sent.
  const incomplete = [...rows.in('update')].filter(({ note }) => note.isNew === true).length;
  return {
    rows: countedRows(rows),
    created: rows.count('created') + incomplete,
    updated: rows.count('updated'),
    unchanged: rows.count('unchanged', 'untouched'),
    skipped: rows.count('skipped', 'folded'),
    rejected: rows.count('rejected'),
    failed: rows.count('failed', 'conflict'),
    unknown: rows.count('unknown'),
    pending: rows.count('create', 'update') - incomplete,
  };
}

const statesWithFaults: readonly RowState[] = ['rejected', 'failed', 'conflict', 'unknown'];

/**
 * The faults of the rows that were not done, and of those that the service failed to create; or of
 * those in these states.
 */
export function* faultsIn(rows: Rows, ...states: readonly RowState[]): IterableIterator<RowFault> {
  const isMeant = ({ state, note }: RunRow) =>
    states.length > 0
      ? states.includes(state)
      : statesWithFaults.includes(state) || note.failure !== undefined;
  for (const row of rows) if (isMeant(row)) yield* faultsOf(row);
}

/** At least one fault for a row that was not done. */
export function faultsOf({ row, line, note }: RunRow): readonly RowFault[] {
  const { faults = [] } = note.doubt ?? note;
  if (faults.length > 0) return faults;
  return [
    { row, line, code: 'outcome_unknown', message: 'it is unknown whether the record was created' },
  ];
}
