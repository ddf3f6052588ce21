// Every row of a run by its number and by its key: where it stands on disk and what is to become of it. A few bytes a row.

import type { RowFile } from '../runs/row-file.ts';
import { createColumn } from './column.ts';
import { createKeyIndex } from './key-index.ts';

/**
 * What is known of a row.
 *
 * - `left-out`: blank, or outside `--rows`; `rejected`: invalid; `folded`: an earlier row has the same key
 * - `create`, `update`: to be sent; `doubt`: sent, and nobody knows yet whether it took place
 * - `contested`: the service says that it clashes with what is there, which is to be looked for
 * - `unchanged`, `skipped`, `conflict`: the service has it, and it is left alone or in the way
 * - `created`, `updated`, `failed`: done, or refused by the service
 */
export const rowStates = [
  'left-out',
  'rejected',
  'folded',
  'create',
  'update',
  'doubt',
  'contested',
  'unchanged',
  'skipped',
  'conflict',
  'created',
  'updated',
  'failed',
] as const;

export type RowState = (typeof rowStates)[number];

/** A record of the file as it is kept. */
export interface KeptRow {
  readonly row: number;
  readonly line: number;
  /** As they stand in the user's file. */
  readonly cells: readonly string[];
  readonly fault?: string | undefined;
  /** The cells with what rows folded into this one add to it. */
  readonly filled?: readonly string[] | undefined;
}

export interface RowTable {
  /** The number of the last row. */
  readonly size: number;
  /** Takes in the next row; rows are numbered from 1, without gaps. */
  add(row: KeptRow, state: RowState): void;
  /** Makes a row findable by its key. */
  addKey(row: number, key: string): void;
  find(key: string): number | undefined;
  read(row: number): KeptRow;
  /** Keeps the row anew, with what was folded into it. */
  rewrite(row: KeptRow): void;
  state(row: number): RowState;
  mark(row: number, state: RowState): void;
  count(...states: readonly RowState[]): number;
  /** The rows in a state, in the file's order; those that change state meanwhile are left out. */
  rowsIn(...states: readonly RowState[]): IterableIterator<number>;
  /** Keeps something about a row beside it, such as the id it was found under. */
  attach(row: number, note: unknown): void;
  attached(row: number): unknown;
  /** Makes all rows durable. @throws the system's error */
  sync(): void;
}

/** @param keyOf computes a kept row's key, by which a hash that two rows share is told apart */
export function createRowTable(file: RowFile, keyOf: (row: KeptRow) => string | undefined): RowTable {
  const offsets = createColumn((size) => new Float64Array(size));
  const states = createColumn((size) => new Uint8Array(size));
  const index = createKeyIndex();
  const counts = rowStates.map(() => 0);
  let size = 0;

  const stateCodes = (wanted: readonly RowState[]) => wanted.map((state) => rowStates.indexOf(state));

  const table: RowTable = {
    get size() {
      return size;
    },
    add(row, state) {
      size++;
      offsets.set(size, file.append(pack(row)));
      states.set(size, rowStates.indexOf(state));
      count(state, 1);
    },
    addKey: (row, key) => index.add(key, row),
    find: (key) => index.find(key, (row) => keyOf(table.read(row)) === key),
    read: (row) => unpack(row, file.read(placeOf(row))),
    rewrite: (row) => offsets.set(row.row, file.append(pack(row))),
    state,
    mark(row, to) {
      count(state(row), -1);
      count(to, 1);
      states.set(row, rowStates.indexOf(to));
    },
    count: (...wanted) => stateCodes(wanted).reduce((sum, code) => sum + (counts[code] ?? 0), 0),
    *rowsIn(...wanted) {
      const codes = stateCodes(wanted);
      for (let row = 1; row <= size; row++) if (codes.includes(states.get(row))) yield row;
    },
    attach: (row, note) => offsets.set(row, file.append({ at: placeOf(row), note })),
    sync: file.sync,
    attached(row) {
      const last = file.read(offsets.get(row));
      return isNote(last) ? last.note : undefined;
    },
  };
  return table;

  /** Where the row itself stands: a note that came after it points back. */
  function placeOf(row: number): number {
    const offset = offsets.get(row);
    const last = file.read(offset);
    return isNote(last) ? last.at : offset;
  }

  function state(row: number): RowState {
    return rowStates[states.get(row)] ?? 'left-out';
  }

  function count(state: RowState, by: number): void {
    const code = rowStates.indexOf(state);
    counts[code] = (counts[code] ?? 0) + by;
  }
}

interface Note {
  readonly at: number;
  readonly note: unknown;
}

function isNote(value: unknown): value is Note {
  return !Array.isArray(value);
}

// Without names, since they would be most of it.
function pack({ line, cells, fault, filled }: KeptRow): unknown {
  return filled === undefined && fault === undefined ? [line, cells] : [line, cells, fault ?? null, filled ?? null];
}

function unpack(row: number, packed: unknown): KeptRow {
  const [line, cells, fault, filled] = packed as [number, string[], (string | null)?, (string[] | null)?];
  return { row, line, cells, fault: fault ?? undefined, filled: filled ?? undefined };
}
