// Writes the files that report on each row: the rejects as in the user's file, with the reasons,
// and the results.
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isReportColumn, rejectColumns, resultColumns } from '../columns/own-output.ts';
import { malformed } from '../columns/read-table.ts';
import { OutputError } from '../errors.ts';
import { csvText, guard } from '../files/csv-write.ts';
import type { Sheet } from '../files/table.ts';
import { firstsIn } from '../runs/folded.ts';
import { type RowFault, type RowState, type RunRow, rowStates } from '../runs/row.ts';
import { faultsOf } from '../runs/rows.ts';
import type { Batch } from './batch.ts';

/**
 * The header of a file, or the fields of changes, and what is between the cells of a reject file.
 */
export type Form = Pick<Sheet, 'columns' | 'delimiter'>;

/** What the files report on. */
export interface ReportedRows extends Pick<Batch, 'rows' | 'matching'> {
  readonly form: Form;
}

/** What receives the whole text of a file, in pieces; of each file that is wanted. */
export type RowSinks = Readonly<
  Partial<Record<'rejects' | 'results', ((text: Iterable<string>) => Promise<void>) | undefined>>
>;

/**
 * @param run the run that has the rows and can be resumed; undefined if nothing was sent
 * @throws {OutputError} if a file cannot be written
 */
export async function writeRowFiles(
  reported: ReportedRows,
  { rejects, results }: RowSinks,
  run: string | undefined,
): Promise<void> {
  try {
    await rejects?.(rejectsText(reported, reported.form));
    await results?.(resultsText(reported, reported.form));
  } catch (cause) {
    if (run === undefined || !(cause instanceof OutputError)) throw cause;
    const flags = [rejects && ' --rejects rejects.csv', results && ' --results results.csv'];
    const files = flags.filter(Boolean).join('');
    throw new OutputError(cause.message, {
      cause,
      fix:
        `write to another file: run ${run} has saved the rows and their outcomes, and sends ` +
        'only rows that are not done',
      next: [
        { command: `plenary runs resume ${run}${files}` },
        { command: `plenary runs show ${run}` },
      ],
    });
  }
}

/** The reject file in pieces; none if every row was imported. */
export function* rejectsText(
  batch: Pick<Batch, 'rows'>,
  { columns, delimiter }: Form,
): IterableIterator<string> {
  // If the user's file is itself a reject file, its own reject columns are replaced.
  const own = ownColumns(columns);
  let isBegun = false;
  /** A record of the file; each of its people may be rejected. */
  let record: { readonly row: RunRow; readonly faults: RowFault[] } | undefined;
  for (const row of batch.rows.in('rejected', 'failed', 'conflict', 'unknown')) {
    if (!isBegun) yield line([...cellsAt(own, columns), ...rejectColumns]);
    isBegun = true;
    if (record !== undefined && isOneRecord(record.row, row)) {
      record.faults.push(...faultsOf(row));
      continue;
    }
    if (record !== undefined) yield recordLine(record.row, record.faults);
    record = { row, faults: [...faultsOf(row)] };
  }
  if (record !== undefined) yield recordLine(record.row, record.faults);

  function recordLine(row: RunRow, faults: readonly RowFault[]): string {
    const cells = fitCells(cellsOf(row, columns), columns.length, delimiter);
    const userCells = cellsAt(own, cells);
    return line([...userCells, ...reasons(row.row, faults, userCells)]);
  }

  function line(cells: readonly string[]): string {
    return csvText([cells], { delimiter });
  }
}

/** Rows of several files may have the same number; those of one record have its cells. */
function isOneRecord(row: RunRow, next: RunRow): boolean {
  return row.row === next.row && isDeepStrictEqual(row.source, next.source);
}

/** In the order of `rejectColumns`. */
function reasons(
  row: number,
  faults: readonly RowFault[],
  userCells: readonly string[],
): readonly string[] {
  const join = (values: readonly (string | undefined)[]) =>
    values.filter((value) => value !== undefined).join('; ');
  // A malformed row is written with the right number of cells, so without this mark it would be
  // accepted unchanged.
  const marks = faults.some(({ code }) => code === malformed) ? [fingerprintOf(userCells)] : [];
  return [
    String(row),
    join(faults.map(({ code }) => code)),
    join(faults.map(({ column }) => column)),
    guard(join([...faults.map(({ message }) => message), ...marks])),
  ];
}

/** The user's cells of a row; of a row that was not read from cells, its values. */
function cellsOf({ source, names, fields }: RunRow, columns: readonly string[]): readonly string[] {
  return source ?? columns.map((column) => (column === 'id' ? names.id : fields[column]) ?? '');
}

/** The indexes of the columns that no report has added. */
function ownColumns(columns: readonly string[]): readonly number[] {
  return columns.flatMap((column, index) => (isReportColumn(column) ? [] : [index]));
}

function cellsAt(indexes: readonly number[], cells: readonly string[]): readonly string[] {
  return indexes.map((index) => cells[index] ?? '');
}

/** Joins surplus cells into the last one, with the delimiter between them as in the file. */
function fitCells(cells: readonly string[], width: number, delimiter: string): readonly string[] {
  if (cells.length <= width) return cells;
  return [...cells.slice(0, width - 1), cells.slice(width - 1).join(delimiter)];
}

/**
 * @param columns of a file that may be a reject file
 * @returns a function that decides whether a row was rejected as malformed and has not been changed
 *   since
 */
export function unchangedRejects(
  columns: readonly string[],
): (cells: readonly string[]) => boolean {
  const message = columns.indexOf('_message');
  const own = ownColumns(columns);
  if (message < 0) return () => false;
  return (cells) => cells[message]?.endsWith(fingerprintOf(cellsAt(own, cells))) === true;
}

/** The end of the message of a malformed row. @param cells the user's own */
function fingerprintOf(cells: readonly string[]): string {
  return `(unchanged: ${hash('sha256', JSON.stringify(cells)).slice(0, 8)})`;
}

/**
 * The results file as CSV, in pieces: row, line, key, action and id of each row; if rows are
 * matched by `record`, the user's own columns, and then the number, the action and the id.
 */
export function resultsText(
  batch: Pick<Batch, 'rows' | 'matching'>,
  form: Form,
): IterableIterator<string> {
  if (batch.matching === 'key') return csvPieces(importResults(batch));
  return csvPieces(applyResults(batch, form), form.delimiter);
}

function* importResults({ rows }: Pick<Batch, 'rows'>): IterableIterator<readonly string[]> {
  const idOf = recordIds(rows);
  yield ['row', 'line', 'key', 'action', 'id'];
  for (const result of rows.in(...reportedStates)) {
    const { row, line, names, state } = result;
    const key = guard((names.key ?? '').replaceAll('\0', ' / '));
    yield [String(row), String(line), key, actions[state] ?? state, guard(idOf(result))];
  }
}

function* applyResults(
  { rows }: Pick<Batch, 'rows'>,
  { columns, delimiter }: Form,
): IterableIterator<readonly string[]> {
  const own = ownColumns(columns);
  const idOf = recordIds(rows);
  yield [...cellsAt(own, columns), ...resultColumns];
  for (const row of rows.in(...reportedStates)) {
    const cells = fitCells(cellsOf(row, columns), columns.length, delimiter);
    const { state } = row;
    const result = [String(row.row), actions[state] ?? state, guard(idOf(row))];
    yield [...cellsAt(own, cells), ...result];
  }
}

/** The id of the record of a row, which a folded row has in common with another; empty without. */
function recordIds(rows: Batch['rows']): (row: RunRow) => string {
  const firstOf = firstsIn(rows);
  return (row) => row.note.id ?? firstOf(row).note.id ?? '';
}

function* csvPieces(
  rows: Iterable<readonly string[]>,
  delimiter: string = ',',
): IterableIterator<string> {
  let piece: (readonly string[])[] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < writtenAtOnce) continue;
    yield csvText(piece, { delimiter });
    piece = [];
  }
  yield csvText(piece, { delimiter });
}

const reportedStates = rowStates.filter((state) => state !== 'left-out');

/** The documented names of states that have others. */
const actions: Readonly<Partial<Record<RowState, string>>> = {
  create: 'pending',
  update: 'pending',
  untouched: 'unchanged',
  rejected: 'reject',
  folded: 'skip',
  skipped: 'skip',
};

// Writing each row on its own would take longer than computing it.
const writtenAtOnce = 1000;
