// Owns the rows of a run: what each wants and its state, in a few bytes per row; the rest is on disk, as the run saves it.
import { changedRow, damagedRow } from '../runs/damaged-rows.ts';
import { readJsonLines } from '../runs/json-lines.ts';
import type { RowFile } from '../runs/row-file.ts';
import { type By, type FieldValues, type Names, type Wanted, ways } from './change.ts';
import { createRowNumbers, createTextIndex } from './row-numbers.ts';

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

/** A row as it is saved. */
export interface LedgerRow extends Wanted {
  /** Its number in the run, from 1, without gaps. */
  readonly number: number;
  /** The user's cells with what rows folded into this one add to them. */
  readonly filled?: readonly string[] | undefined;
}

export interface Ledger {
  /** How many rows it has. */
  readonly size: number;
  /** The number of the last row. */
  readonly last: number;
  /** Adds the next row. If it is to be created, it is found by its names. @returns its number */
  add(row: Wanted, state: RowState): number;
  /** Whether rows are found in this way. */
  has(by: By): boolean;
  /** The first row with this name. */
  find(by: By, text: string): number | undefined;
  /** All rows with this name. */
  findAll(by: By, text: string): Iterable<number>;
  /** @throws {JournalError} if the file was changed meanwhile */
  read(row: number): LedgerRow;
  /** Saves the row again, with other fields. It is found by names that it did not have as well. */
  rewrite(row: LedgerRow): void;
  state(row: number): RowState;
  mark(row: number, to: RowState): void;
  /** How many rows are in one of the states. */
  count(...wanted: readonly RowState[]): number;
  /** The rows in a state, in the file's order; rows that leave the state meanwhile are skipped. */
  rowsIn(...wanted: readonly RowState[]): IterableIterator<number>;
  /** Saves a note about a row, such as the id of its record, with its state. */
  attach(row: number, note: unknown): void;
  attached(row: number): unknown;
}

/** @param before the number of the last row of another part of the run, which shares the file */
export function createLedger(file: RowFile, before = 0): Ledger {
  const offsets = createRowNumbers((size) => new Float64Array(size));
  const states = createRowNumbers((size) => new Uint8Array(size));
  const indexes = new Map<By, ReturnType<typeof createTextIndex>>();
  const counts = rowStates.map(() => 0);
  let last = before;

  const stateCodes = (wanted: readonly RowState[]) => wanted.map((state) => rowStates.indexOf(state));

  /** A row is read several times in a row: to find it, to compare it, and to save a note about it. */
  let latest: { readonly offset: number; readonly value: unknown } | undefined;
  const valueAt = (offset: number): unknown => {
    if (latest?.offset !== offset) latest = { offset, value: file.read(offset) };
    return latest.value;
  };

  return {
    get size() {
      return last - before;
    },
    get last() {
      return last;
    },
    add(row, state) {
      last++;
      offsets.set(last, file.append(pack(last, row, state)));
      states.set(last, rowStates.indexOf(state));
      count(state, 1);
      if (state === 'create') index(row.names, last);
      return last;
    },
    has: (by) => indexes.has(by),
    find: (by, text) => rowsWith(by, text)?.next().value,
    findAll: (by, text) => rowsWith(by, text) ?? [],
    read,
    rewrite(row) {
      const { names } = read(row.number);
      index(
        Object.fromEntries(ways.flatMap((by) => (names[by] === undefined ? [[by, row.names[by]]] : []))),
        row.number,
      );
      offsets.set(row.number, file.append(pack(row.number, row, state(row.number))));
    },
    state,
    mark(row, to) {
      count(state(row), -1);
      count(to, 1);
      states.set(row, rowStates.indexOf(to));
    },
    count: (...wanted) => stateCodes(wanted).reduce((sum, code) => sum + (counts[code] ?? 0), 0),
    *rowsIn(...wanted) {
      const codes = stateCodes(wanted);
      for (let row = before + 1; row <= last; row++) if (codes.includes(states.get(row))) yield row;
    },
    attach: (row, note) =>
      offsets.set(row, file.append({ of: row, at: placeOf(row), state: state(row), note } satisfies SavedNote)),
    attached(row) {
      const found = valueAt(offsets.get(row));
      return isNote(found) ? found.note : undefined;
    },
  };

  function index(names: Names, row: number): void {
    for (const by of ways) {
      const text = names[by];
      if (text === undefined) continue;
      const known = indexes.get(by) ?? createTextIndex();
      indexes.set(by, known);
      known.add(text, row);
    }
  }

  function read(row: number): LedgerRow {
    const found = valueAt(offsets.get(row));
    const saved = isNote(found) ? file.read(found.at) : found;
    // What this process has written is not checked again: that would take longer than reading it.
    if (Array.isArray(saved) && saved[0] === row) return unpack(saved as unknown as PackedRow);
    throw changedRow(row);
  }

  function rowsWith(by: By, text: string): IterableIterator<number, undefined> | undefined {
    return indexes.get(by)?.find(text, (row) => read(row).names[by] === text);
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

/** Makes all rows durable as what the run is to do: what is saved later is not read again. @throws the system's error */
export function sealRows(file: RowFile): void {
  file.append(seal);
  file.sync();
}

/** A line of the file, as it is read again. */
export type SavedLine =
  | { readonly kind: 'row'; readonly row: LedgerRow; readonly state: RowState }
  | { readonly kind: 'note'; readonly of: number; readonly state: RowState; readonly note: unknown };

/** What a run is to do, as it was sealed. @throws {JournalError} for a line that is damaged */
export async function* readLedger(path: string): AsyncGenerator<SavedLine> {
  let rows = 0;
  for await (const { line, value } of readJsonLines(path)) {
    const saved = readPacked(value);
    if (saved !== undefined && isNumberUpTo(rows + 1, saved.row.number)) {
      rows = Math.max(rows, saved.row.number);
      yield { kind: 'row', ...saved };
    } else if (isNote(value) && rowStates.includes(value.state) && isNumberUpTo(rows, value.of)) {
      yield { kind: 'note', of: value.of, state: value.state, note: value.note };
    } else if (typeof value === 'object' && value !== null && 'sealed' in value) return;
    else throw damagedRow(path, line);
  }
}

/** Whether a row can have this number. */
function isNumberUpTo(last: number, number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= last;
}

const seal = { sealed: true };

interface SavedNote {
  readonly of: number;
  /** The offset of the row. */
  readonly at: number;
  readonly state: RowState;
  readonly note: unknown;
}

function isNote(value: unknown): value is SavedNote {
  return typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number';
}

/** An array, because the names of an object's fields would take most of the space. */
type PackedRow = readonly [
  number: number,
  line: number,
  fields: FieldValues,
  names: Names,
  source: readonly string[] | null,
  others?: {
    readonly row?: number;
    readonly state?: RowState;
    readonly base?: LedgerRow['base'];
    readonly filled?: readonly string[] | undefined;
  } & Pick<Wanted, 'created' | 'title' | 'column' | 'sheet'>,
];

function pack(number: number, wanted: Wanted & Pick<LedgerRow, 'filled'>, state: RowState): PackedRow {
  const { row, line, fields, names, source: cells, base, filled, created, title, column, sheet } = wanted;
  const source = cells ?? null;
  const isUsual = row === number && state === 'create' && base === undefined && filled === undefined;
  if (isUsual && title === undefined) return [number, line, fields, names, source];
  return [number, line, fields, names, source, { row, state, base, filled, created, title, column, sheet }];
}

function unpack([number, line, fields, names, source, others = {}]: PackedRow): LedgerRow {
  const { row = number, base, filled, created, title, column, sheet } = others;
  return {
    number,
    row,
    line,
    fields,
    names,
    source: source ?? undefined,
    base,
    filled,
    created,
    title,
    column,
    sheet,
  };
}

/** Undefined if the value is not a row. A schema takes ten times as long. */
function readPacked(value: unknown): { readonly row: LedgerRow; readonly state: RowState } | undefined {
  if (!Array.isArray(value) || value.length < 5 || value.length > 6) return undefined;
  const [number, line, fields, names, source, others = {}]: readonly unknown[] = value;
  if (typeof number !== 'number' || typeof line !== 'number' || !isFields(fields) || !isNames(names)) return undefined;
  if ((source !== null && !isTexts(source)) || !isObject(others)) return undefined;
  const { row = number, state = 'create', base, filled, created, title, column, sheet } = others;
  if (typeof row !== 'number' || !isState(state) || (base !== undefined && !isObject(base))) return undefined;
  if (filled !== undefined && !isTexts(filled)) return undefined;
  if ([title, column, sheet].some((text) => text !== undefined && typeof text !== 'string')) return undefined;
  if (created !== undefined && typeof created !== 'number') return undefined;
  return { row: unpack(value as unknown as PackedRow), state };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isFields(value: unknown): value is FieldValues {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string' || text === null);
}

function isNames(value: unknown): value is Names {
  // A run of an earlier version may have other ways, which are ignored.
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

function isState(value: unknown): value is RowState {
  return rowStates.some((state) => state === value);
}
