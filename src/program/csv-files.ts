// Reads and writes the CSV files of a program, also as a spreadsheet has saved them, and knows
// which of their columns are fields. Must not know the service.

import { existsSync, readFileSync } from 'node:fs';
import { listFaults } from '../columns/fault-list.ts';
import type { FileResource } from '../contract/endpoint.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import { readCsv } from '../files/csv.ts';
import { csvText, guard, unguard } from '../files/csv-write.ts';
import { type LineEnds, lineEndsOf, newFile } from '../files/line-ends.ts';
import type { Sheet } from '../files/table.ts';
import { numberRows } from '../files/table-rows.ts';
import { programFile, programFiles } from './files.ts';
import type { Values } from './merge.ts';
import { refuseMore } from './records.ts';

/** A row of a file. */
export interface FileRow {
  readonly line: number;
  /** Empty in a row that no record belongs to yet. */
  readonly id: string;
  /** The fields that have a column. */
  readonly values: Values;
  /** As in the file. */
  readonly cells: readonly string[];
}

export interface ProgramTable {
  /** For messages. */
  readonly file: string;
  /** As in the file; columns of the user's own included. */
  readonly columns: readonly string[];
  /** The position of the id, and of each field that has a column. */
  readonly positions: ReadonlyMap<string, number>;
  readonly delimiter: Sheet['delimiter'];
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean;
  readonly lineEnds: LineEnds;
  readonly rows: readonly FileRow[];
}

/**
 * A file of a program; undefined if it does not exist.
 * @throws {InvalidInputError} if it is not a table with such columns, or has a row that cannot be
 * read, or an id twice: only a talk may be in several rows of a schedule
 */
export function readProgramTable(folder: string, resource: FileResource): ProgramTable | undefined {
  const { id, fields } = programFiles[resource];
  const file = programFile(folder, resource);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const { delimiter, records } = readCsv(bytes, { file, fix: 'save the file as "CSV UTF-8"' });
  const [first, ...others] = records;
  if (first === undefined)
    throw new InvalidInputError(`${file} is empty`, { fix: 'remove it, and pull it again' });
  refuseMore(others.length, file);
  const columns = first.cells.map((cell) => cell.trim());
  const positions = positionsIn(file, columns, [id, ...fields]);
  const hasMark = bytes.toString('hex', 0, 3) === 'efbbbf';
  const lineEnds = lineEndsOf(bytes.toString('utf8'));
  const filled = others.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const rows = filled.map(({ line, cells }) => ({ line, cells, ...valuesIn(cells) }));
  // A row with nothing but its id is none of them: it brings a removed row back.
  const whole = rows.filter((row) => row.id === '' || row.cells.length > 1);
  const malformed = numberRows(whole, columns).flatMap(({ line, fault }): readonly LineFault[] =>
    fault === undefined ? [] : [{ line, message: fault }],
  );
  const repeated = resource === 'sessions' ? [] : repeatedIds(rows, id);
  refuseFaults(file, [...malformed, ...repeated]);
  return { file, columns, positions, delimiter, hasMark, lineEnds, rows };

  function valuesIn(cells: readonly string[]): Pick<FileRow, 'id' | 'values'> {
    const entries = [...positions].map(([field, at]) => [field, unguard(cells[at] ?? '')] as const);
    const { [id]: given = '', ...values } = Object.fromEntries(entries);
    return { id: given.trim(), values };
  }
}

type LineFault = Pick<InputFault, 'line' | 'column' | 'message'>;

function repeatedIds(rows: readonly FileRow[], column: string): readonly LineFault[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, id }) => {
    const first = lines.get(id);
    if (id !== '') lines.set(id, first ?? line);
    const message = `${JSON.stringify(id)} is also the id of line ${first}`;
    return first === undefined ? [] : { line, column, message };
  });
}

/** A row that is cut off would clear what it lacks. */
function refuseFaults(file: string, faults: readonly LineFault[]): void {
  if (faults.length === 0) return;
  throw new InvalidInputError(`${file} cannot be read`, {
    details: listFaults(faults.map((fault) => ({ file, ...fault }))).listed,
    fix: 'correct the rows, or restore the file',
  });
}

/** The cell of a row in a column that is no field; empty without the column. */
export function otherCell({ columns }: ProgramTable, { cells }: FileRow, name: string): string {
  return unguard(cells[positionOf(columns, name)] ?? '').trim();
}

/**
 * The text of a file, in the form of the old one. Columns of the user's own are as they were.
 * @param old undefined if the file does not exist yet
 * @param rows with their cells in the old file
 */
export function tableText(
  old: ProgramTable | undefined,
  written: {
    readonly id: string;
    /** Those without a column get one at the end; the id gets one at the start. */
    readonly fields: readonly string[];
    /** Fields that the file no longer has. */
    readonly dropped: readonly string[];
    /** Columns that are no fields, and get values in rows whose cells are empty. */
    readonly others?: readonly string[];
  },
  rows: readonly Pick<FileRow, 'cells' | 'values'>[],
): string {
  const { id, fields, dropped, others = [] } = written;
  const {
    columns = [],
    positions = new Map<string, number>(),
    delimiter = ',',
    hasMark = false,
    lineEnds = newFile,
  } = old ?? {};
  const names = new Map([...positions].map(([field, at]) => [at, field]));
  const otherAt = others.map((name) => [name, positionOf(columns, name)] as const);
  for (const [name, at] of otherAt) if (at >= 0) names.set(at, name);
  const isThere = new Set(names.values());
  const kept = columns
    .map((name, source) => ({ name, source, field: names.get(source) }))
    .filter(({ field }) => field === undefined || !dropped.includes(field));
  const added = (wanted: readonly string[]) =>
    wanted
      .filter((field) => !isThere.has(field))
      .map((field) => ({ name: field, source: -1, field }));
  const all = [...added([id]), ...kept, ...added(fields), ...added(others)];
  const cells = rows.map(({ cells, values }) =>
    all.map(({ source, field = '' }) => {
      const value = values[field];
      const cell = cells[source] ?? '';
      const isKept = value === undefined || (others.includes(field) && cell.trim() !== '');
      return isKept ? cell : guard(value);
    }),
  );
  const { end, isLastEnded } = lineEnds;
  const text = csvText([all.map(({ name }) => name), ...cells], { delimiter, lineEnd: end });
  const ended = isLastEnded ? text : text.slice(0, -end.length);
  return hasMark ? `\uFEFF${ended}` : ended;
}

function positionOf(columns: readonly string[], name: string): number {
  return columns.findIndex((column) => columnName(column) === name);
}

function columnName(column: string): string {
  return column.toLowerCase().replace(/[\s-]+/g, '_');
}

function positionsIn(
  file: string,
  columns: readonly string[],
  names: readonly string[],
): ReadonlyMap<string, number> {
  const found = columns.map(columnName);
  const positions = new Map<string, number>();
  for (const name of names) {
    const at = found.indexOf(name);
    if (at < 0) continue;
    if (found.indexOf(name, at + 1) >= 0) {
      throw new InvalidInputError(`${file} has two columns with the same name`, {
        details: [
          { file, line: 1, column: columns[at] ?? name, message: 'occurs twice in the header' },
        ],
        fix: 'rename one of them in the header line',
      });
    }
    positions.set(name, at);
  }
  if (positions.size > 0) return positions;
  throw new InvalidInputError(`${file} has none of the columns of a program`, {
    details: [{ file, line: 1, message: `expected some of ${names.join(', ')}` }],
    fix: 'rename its columns, or move the file away',
  });
}
