// Reads the CSV files of a program, also as a spreadsheet has saved them, and knows which of their columns are fields. Must not know the service.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordKind } from '../combined/kinds.ts';
import { InvalidInputError } from '../errors.ts';
import { readCsv } from '../files/csv.ts';
import { guard, unguard } from '../files/csv-write.ts';
import type { RowFile } from '../runs/row-file.ts';
import { programFiles } from './files.ts';
import type { Values } from './merge.ts';

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

export interface TableForm {
  readonly delimiter: string;
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean;
}

/** The header of a file: where its fields are. */
export interface Header {
  /** As in the file; columns of the user's own included. */
  readonly columns: readonly string[];
  /** The position of the id, and of each field that has a column. */
  readonly positions: ReadonlyMap<string, number>;
}

export interface ProgramTable {
  /** For messages. */
  readonly file: string;
  readonly header: Header;
  /** How the file is written, so that a spreadsheet reads it as before. */
  readonly form: TableForm;
  /** RFC 3339. */
  readonly changedAt: string;
  /** Can be called again. @throws {InvalidInputError} for a row that cannot be read, or whose id another row has */
  rows(): AsyncGenerator<FileRow>;
}

/** The rows of a private file, by the id of their record. */
export interface PrivateRows extends Pick<ProgramTable, 'header' | 'form'> {
  get(id: string): FileRow | undefined;
}

/** @param file where the rows are saved, so that memory does not grow with them @throws {InvalidInputError} for a row without an id */
export async function readPrivateRows(table: ProgramTable, file: RowFile): Promise<PrivateRows> {
  const offsets = new Map<string, number>();
  for await (const row of table.rows()) {
    if (row.id === '') throw malformed(table.file, row.line, 'has no id, so it is unknown whose row it is');
    offsets.set(row.id, file.append(row));
  }
  return {
    header: table.header,
    form: table.form,
    get(id) {
      const offset = offsets.get(id);
      return offset === undefined ? undefined : (file.read(offset) as FileRow);
    },
  };
}

/** A file of a program; undefined if it does not exist. @throws {InvalidInputError} if it is not a table with such columns */
export async function openTable(folder: string, name: string, resource: RecordKind): Promise<ProgramTable | undefined> {
  const file = join(folder, name);
  if (!existsSync(file)) return undefined;
  const { id, fields } = programFiles[resource];
  const bytes = readFileSync(file);
  const { delimiter, records } = readCsv(bytes, { file, fix: 'save the file as "CSV UTF-8"' });
  const [first, ...others] = records;
  if (first === undefined) {
    throw new InvalidInputError(`${file} is empty`, {
      fix: 'remove it, and pull it again',
    });
  }
  const header = headerOf(file, first.cells, [id, ...fields]);
  return {
    file,
    header,
    form: { delimiter, hasMark: bytes.toString('hex', 0, 3) === 'efbbbf' },
    changedAt: statSync(file).mtime.toISOString(),
    async *rows() {
      const lines = new Map<string, number>();
      for (const { line, cells } of others) if (cells.some((cell) => cell.trim() !== '')) yield readRow(line, cells);

      function readRow(line: number, cells: readonly string[]): FileRow {
        if (cells.length > header.columns.length) {
          throw malformed(file, line, `has ${cells.length} cells, and the header has ${header.columns.length}`);
        }
        if (cells.some((cell) => cell.includes('\0'))) throw malformed(file, line, 'contains a NUL character');
        const entries = [...header.positions].map(([field, at]) => [field, unguard(cells[at] ?? '')] as const);
        const { [id]: given = '', ...values } = Object.fromEntries(entries);
        const key = given.trim();
        const other = key === '' ? undefined : lines.get(key);
        if (other !== undefined)
          throw malformed(file, line, `${JSON.stringify(key)} is also the id of line ${other}`, id);
        lines.set(key, line);
        return { line, id: key, values, cells };
      }
    },
  };
}

/** The header of a file as it is written. */
export interface WrittenHeader extends Header {
  /** For each column, its position in the old file; undefined if it is new. */
  readonly sources: readonly (number | undefined)[];
}

/**
 * A header with a column for each field: new ones are added at the end, and the id at the start.
 * @param old undefined if the file does not exist yet @param dropped fields that the file no longer has
 */
export function writtenHeader(
  old: Header | undefined,
  id: string,
  fields: readonly string[],
  dropped: readonly string[],
): WrittenHeader {
  const removed = new Set(dropped.map((field) => old?.positions.get(field)));
  const names = new Map([...(old?.positions ?? [])].map(([field, at]) => [at, field]));
  const kept = (old?.columns ?? []).flatMap((column, at) =>
    removed.has(at) ? [] : [{ column, source: at, field: names.get(at) }],
  );
  const added = (wanted: readonly string[]) =>
    wanted
      .filter((field) => old?.positions.has(field) !== true)
      .map((field) => ({ column: field, source: undefined, field }));
  const all = [...added([id]), ...kept, ...added(fields)];
  return {
    columns: all.map(({ column }) => column),
    sources: all.map(({ source }) => source),
    positions: new Map(all.flatMap(({ field }, at) => (field === undefined ? [] : [[field, at] as const]))),
  };
}

/** The cells of a row: those of its fields, and the user's own as they were. */
export function writtenCells(
  { sources, positions }: WrittenHeader,
  before: readonly string[] | undefined,
  values: Values,
): readonly string[] {
  const cells = sources.map((source) => (source === undefined ? '' : (before?.[source] ?? '')));
  for (const [field, at] of positions) {
    const value = values[field];
    if (value !== undefined) cells[at] = guard(value);
  }
  return cells;
}

function headerOf(file: string, cells: readonly string[], names: readonly string[]): Header {
  const columns = cells.map((cell) => cell.trim());
  const found = columns.map((column) => column.toLowerCase().replace(/[\s-]+/g, '_'));
  const positions = new Map<string, number>();
  for (const name of names) {
    const at = found.indexOf(name);
    if (at < 0) continue;
    if (found.indexOf(name, at + 1) >= 0) {
      throw new InvalidInputError(`${file} has two columns with the same name`, {
        details: [{ file, line: 1, column: columns[at] ?? name, message: 'occurs twice in the header' }],
        fix: 'rename one of them in the header line',
      });
    }
    positions.set(name, at);
  }
  if (positions.size > 0) return { columns, positions };
  throw new InvalidInputError(`${file} has none of the columns of a program`, {
    details: [{ file, line: 1, message: `expected some of ${names.join(', ')}` }],
    fix: 'rename its columns, or move the file away',
  });
}

function malformed(file: string, line: number, message: string, column?: string): InvalidInputError {
  return new InvalidInputError(`${file} cannot be read`, {
    details: [{ file, line, ...(column !== undefined && { column }), message }],
    fix: 'correct the row',
  });
}
