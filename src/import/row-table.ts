// Every row of a run by its number and by its key: where it stands on disk and what is to become of it. A few bytes a row.
import type { RowFile } from './row-file.ts';

/**
 * What is known of a row.
 *
 * - `left-out`: blank, or outside `--rows`; `rejected`: invalid; `folded`: an earlier row has the same key
 * - `create`, `update`: to be sent; `doubt`: sent, and nobody knows yet whether it took place
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

const chunkSize = 65_536;

/** @param keyOf computes a kept row's key, by which a hash that two rows share is told apart */
export function createRowTable(file: RowFile, keyOf: (row: KeptRow) => string | undefined): RowTable {
  const offsets = createColumn((size) => new Float64Array(size));
  const states = createColumn((size) => new Uint8Array(size));
  const notes = createColumn((size) => new Float64Array(size));
  const index = createHashIndex();
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
    addKey: (row, key) => index.add(hashOf(key), row),
    find: (key) => index.find(hashOf(key), (row) => keyOf(table.read(row)) === key),
    read: (row) => unpack(row, file.read(offsets.get(row))),
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
    // Offset 0 is a row's own, so that it can stand for nothing.
    attach: (row, note) => notes.set(row, file.append(note)),
    sync: file.sync,
    attached: (row) => (notes.get(row) === 0 ? undefined : file.read(notes.get(row))),
  };
  return table;

  function state(row: number): RowState {
    return rowStates[states.get(row)] ?? 'left-out';
  }

  function count(state: RowState, by: number): void {
    const code = rowStates.indexOf(state);
    counts[code] = (counts[code] ?? 0) + by;
  }
}

// Without names, since they would be most of it.
function pack({ line, cells, fault, filled }: KeptRow): unknown {
  return filled === undefined && fault === undefined ? [line, cells] : [line, cells, fault ?? null, filled ?? null];
}

function unpack(row: number, packed: unknown): KeptRow {
  const [line, cells, fault, filled] = packed as [number, string[], (string | null)?, (string[] | null)?];
  return { row, line, cells, fault: fault ?? undefined, filled: filled ?? undefined };
}

interface Column {
  get(at: number): number;
  set(at: number, value: number): void;
}

/** Grows by pieces, so that nothing is copied; a place that was never set holds 0. */
function createColumn(make: (size: number) => Float64Array | Uint8Array): Column {
  const chunks: (Float64Array | Uint8Array)[] = [];
  return {
    get: (at) => chunks[Math.floor(at / chunkSize)]?.[at % chunkSize] ?? 0,
    set(at, value) {
      const number = Math.floor(at / chunkSize);
      const chunk = chunks[number] ?? make(chunkSize);
      chunks[number] = chunk;
      chunk[at % chunkSize] = value;
    },
  };
}

interface HashIndex {
  add(hash: number, row: number): void;
  /** The first row of this hash that `isIt` takes. */
  find(hash: number, isIt: (row: number) => boolean): number | undefined;
}

/** Open addressing with linear probing: a hash and a row number a slot; row 0 is an empty slot. */
function createHashIndex(): HashIndex {
  let slots = new Uint32Array(2 * 1024);
  let used = 0;

  function place(into: Uint32Array, hash: number, row: number): void {
    const mask = into.length / 2 - 1;
    let at = hash & mask;
    while (into[2 * at + 1] !== 0) at = (at + 1) & mask;
    into[2 * at] = hash;
    into[2 * at + 1] = row;
  }

  function grow(): void {
    const larger = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 2) {
      const row = slots[at + 1] ?? 0;
      if (row !== 0) place(larger, slots[at] ?? 0, row);
    }
    slots = larger;
  }

  return {
    add(hash, row) {
      if (++used > slots.length / 2 / 1.4) grow();
      place(slots, hash, row);
    },
    find(hash, isIt) {
      const mask = slots.length / 2 - 1;
      for (let at = hash & mask; slots[2 * at + 1] !== 0; at = (at + 1) & mask) {
        const row = slots[2 * at + 1] ?? 0;
        if (slots[2 * at] === hash && isIt(row)) return row;
      }
      return undefined;
    },
  };
}

/** 32-bit FNV-1a over UTF-16 units, mixed once more so that its low bits are as good as its high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
