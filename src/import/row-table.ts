// Owns the rows of an import, by number and by key: their places on disk and their states, in a few bytes per row.
import { JournalError } from '../errors.ts';
import type { RowFile } from '../runs/row-file.ts';
import type { Row } from '../sheets/table.ts';

/**
 * The state of a row.
 *
 * - `left-out`: blank, or outside the range of rows to import; `rejected`: invalid; `folded`: an earlier row has the same key
 * - `create`, `update`: to be sent; `doubt`: sent, with an unknown outcome
 * - `contested`: refused as a duplicate of a record that is still to be looked up
 * - `unchanged`, `skipped`, `conflict`: the record exists; it needs no change, is left alone, or is an error
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

/** A record of the file as it is saved; one for each person of a record that names several. */
export interface SavedRow {
  /** Its number in the table, from 1. */
  readonly row: number;
  /** The number of the file's record, for messages. */
  readonly fileRow: number;
  readonly line: number;
  /** As in the user's file. */
  readonly cells: readonly string[];
  readonly fault?: string | undefined;
  /** The cells with what rows folded into this one add to it. */
  readonly filled?: readonly string[] | undefined;
}

export interface RowTable {
  /** The number of the last row. */
  readonly size: number;
  /**
   * Adds the next row.
   * @param keys by which it is found, in the order of `keysOf`
   * @returns its number in the table: rows are numbered from 1, without gaps
   */
  add(row: NewRow, state: RowState, keys?: readonly (string | undefined)[]): number;
  /** The first row with this key. @param kind of the key, as an index of `keysOf` */
  find(key: string, kind?: number): number | undefined;
  /** All rows with this key. */
  findAll(key: string, kind?: number): Iterable<number>;
  /** @throws {JournalError} if the file was changed meanwhile */
  read(row: number): SavedRow;
  /** Saves the row again, with what was folded into it. */
  rewrite(row: SavedRow): void;
  state(row: number): RowState;
  mark(row: number, to: RowState): void;
  /** How many rows are in one of the states. */
  count(...wanted: readonly RowState[]): number;
  /** The rows in a state, in the file's order; rows that leave the state meanwhile are skipped. */
  rowsIn(...wanted: readonly RowState[]): IterableIterator<number>;
  /** Saves a note about a row, such as the id of its record. */
  attach(row: number, note: unknown): void;
  attached(row: number): unknown;
  /** Makes all rows durable. @throws the system's error */
  sync(): void;
}

/** A row of the file, before it has a number in the table. */
type NewRow = Pick<Row, 'row' | 'line' | 'cells'> & Partial<Pick<Row, 'fault'>>;

/** @param keysOf for each kind of key, computes that of a saved row: two rows may share a hash */
export function createRowTable(file: RowFile, keysOf: readonly ((row: SavedRow) => string | undefined)[]): RowTable {
  const offsets = createRowNumbers((size) => new Float64Array(size));
  const states = createRowNumbers((size) => new Uint8Array(size));
  const indexes = keysOf.map(() => createKeyIndex());
  const counts = rowStates.map(() => 0);
  let size = 0;

  const stateCodes = (wanted: readonly RowState[]) => wanted.map((state) => rowStates.indexOf(state));

  /** A row is read several times in a row: to find it, to compare it, and to save a note about it. */
  let last: { readonly offset: number; readonly value: unknown } | undefined;
  const valueAt = (offset: number): unknown => {
    if (last?.offset !== offset) last = { offset, value: file.read(offset) };
    return last.value;
  };

  return {
    get size() {
      return size;
    },
    add({ row: fileRow, line, cells, fault }, state, keys = []) {
      size++;
      offsets.set(size, file.append(pack({ row: size, fileRow, line, cells, fault })));
      states.set(size, rowStates.indexOf(state));
      count(state, 1);
      keys.forEach((key, kind) => {
        if (key !== undefined) indexes[kind]?.add(key, size);
      });
      return size;
    },
    find: (key, kind = 0) => rowsWith(key, kind)?.next().value,
    findAll: (key, kind = 0) => rowsWith(key, kind) ?? [],
    read,
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
      const found = valueAt(offsets.get(row));
      return isNote(found) ? found.note : undefined;
    },
  };

  function read(row: number): SavedRow {
    const found = valueAt(offsets.get(row));
    const saved = readPackedRow(row, isNote(found) ? file.read(found.at) : found);
    if (saved === undefined) throw new JournalError(`row ${row} cannot be read back: its file was changed meanwhile`);
    return saved;
  }

  function rowsWith(key: string, kind: number): IterableIterator<number, undefined> | undefined {
    return indexes[kind]?.find(key, (row) => keysOf[kind]?.(read(row)) === key);
  }

  /** The offset of the row itself; a note about it holds that offset. */
  function placeOf(row: number): number {
    const offset = offsets.get(row);
    const found = valueAt(offset);
    return isNote(found) ? found.at : offset;
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
  return typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number';
}

// An array, because the names of an object's fields would take most of the space.
function pack({ row, fileRow, line, cells, fault, filled }: SavedRow): unknown {
  if (fileRow !== row) return [line, cells, fault ?? null, filled ?? null, fileRow];
  return filled === undefined && fault === undefined ? [line, cells] : [line, cells, fault ?? null, filled ?? null];
}

/** Undefined if the value is not a row. */
export function readPackedRow(row: number, value: unknown): SavedRow | undefined {
  if (!Array.isArray(value) || value.length > 5) return undefined;
  const [line, cells, fault = null, filled = null, fileRow = row]: readonly unknown[] = value;
  if (typeof line !== 'number' || typeof fileRow !== 'number' || !isCells(cells)) return undefined;
  if (fault !== null && typeof fault !== 'string') return undefined;
  if (filled !== null && !isCells(filled)) return undefined;
  return { row, fileRow, line, cells, fault: fault ?? undefined, filled: filled ?? undefined };
}

// A schema takes ten times as long, for each row that is sent.
function isCells(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === 'string');
}

const chunkSize = 65_536;

/** A number for each row. Grows in chunks, so that nothing is copied; a number that was never set is 0. */
function createRowNumbers(make: (size: number) => Float64Array | Uint32Array | Uint8Array) {
  const chunks: ReturnType<typeof make>[] = [];
  return {
    get: (at: number) => chunks[Math.floor(at / chunkSize)]?.[at % chunkSize] ?? 0,
    set(at: number, value: number): void {
      const number = Math.floor(at / chunkSize);
      const chunk = chunks[number] ?? make(chunkSize);
      chunks[number] = chunk;
      chunk[at % chunkSize] = value;
    },
  };
}

/** Open addressing with linear probing: each slot holds a row number, or 0 if it is empty. */
function createKeyIndex() {
  const hashes = createRowNumbers((size) => new Uint32Array(size));
  let slots = new Uint32Array(1024);
  let used = 0;

  function place(row: number): void {
    const mask = slots.length - 1;
    let at = hashes.get(row) & mask;
    while (slots[at] !== 0) at = (at + 1) & mask;
    slots[at] = row;
  }

  return {
    add(key: string, row: number): void {
      hashes.set(row, hashOf(key));
      if (++used > slots.length * fullest) {
        const before = slots;
        slots = new Uint32Array(before.length * 2);
        for (const other of before) if (other !== 0) place(other);
      }
      place(row);
    },
    /** The rows with the key's hash for which `hasKey` holds, in the order in which they were added: rows may share a hash. */
    *find(key: string, hasKey: (row: number) => boolean): IterableIterator<number, undefined> {
      const hash = hashOf(key);
      const mask = slots.length - 1;
      for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
        const row = slots[at] ?? 0;
        if (hashes.get(row) === hash && hasKey(row)) yield row;
      }
      return undefined;
    },
  };
}

// Above this share of used slots, a search for an absent key takes long.
const fullest = 0.7;

/** 32-bit FNV-1a over UTF-16 units, mixed once more so that its low bits are as evenly distributed as its high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
