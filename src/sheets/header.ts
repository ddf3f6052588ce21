// Reads the header of a table, and numbers the rows below it. Must not know what the columns mean.
import { InvalidInputError } from '../errors.ts';
import type { RawRecord, RawTable, Row, Sheet } from './table.ts';

/**
 * Reads the header now, and the rows when they are requested.
 * @throws {InvalidInputError} for a table that is empty, or that has two columns of one name
 */
export async function readHeader({ batches, delimiter }: RawTable, file: string): Promise<Sheet> {
  const reading = batches[Symbol.asyncIterator]();
  const [header, ...rest] = await readFirst(reading, file);
  const columns = columnsOf(header, file);
  return { file, delimiter, columns, batches: numberRows(prepend(rest, reading), columns) };
}

/** The first records of the table, at least one. */
async function readFirst(
  reading: AsyncIterator<readonly RawRecord[]>,
  file: string,
): Promise<readonly [RawRecord, ...RawRecord[]]> {
  for (;;) {
    const { value, done } = await reading.next();
    if (done) {
      throw new InvalidInputError(`${file} is empty`, {
        details: [{ file, line: 1, message: 'the header line with the names of the columns is missing' }],
      });
    }
    const [header, ...rest] = value;
    if (header !== undefined) return [header, ...rest];
  }
}

async function* prepend<T>(first: T, reading: AsyncIterator<T>): AsyncGenerator<T> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => reading };
}

async function* numberRows(
  pieces: AsyncIterable<readonly RawRecord[]>,
  columns: readonly string[],
): AsyncGenerator<readonly Row[]> {
  // Unnamed columns at the end come from formatted but empty cells; a row may leave them out.
  const needed = columns.findLastIndex((column) => column !== '') + 1;
  let row = 0;
  for await (const records of pieces) {
    if (records.length === 0) continue;
    yield records.map(({ line, cells }) => ({
      row: ++row,
      line,
      cells,
      fault: faultOf(cells, needed, columns.length),
    }));
  }
}

function faultOf(cells: readonly string[], needed: number, width: number): string | undefined {
  if (cells.length < needed) return `${cells.length} of ${needed} cells; a delimiter is missing`;
  // Even if the extra cells are empty: after an unquoted delimiter, all cells are shifted to the right by one column.
  if (cells.length > width)
    return `${cells.length} cells for ${width} columns; a cell that contains a delimiter probably lacks quotes`;
  if (cells.some((cell) => cell.includes('\0'))) return 'contains a NUL character';
  return undefined;
}

function columnsOf({ line, cells }: RawRecord, file: string): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  if (columns.some((column) => column.includes('\0'))) {
    throw new InvalidInputError(`${file} is not text`, {
      details: [{ file, line, message: 'the header contains a NUL character' }],
      fix: 'export it again, or open it in a spreadsheet program and save it as "CSV UTF-8"',
    });
  }
  const repeated = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (repeated.length === 0) return columns;
  throw new InvalidInputError(`${file} has two columns with the same name`, {
    details: [...new Set(repeated)].map((column) => ({
      file,
      line,
      column,
      message: `is the name of columns ${positions(columns, column).join(' and ')}`,
    })),
    fix: 'rename one of them in the header line',
  });
}

function positions(columns: readonly string[], wanted: string): readonly number[] {
  return columns.flatMap((column, index) => (column === wanted ? [index + 1] : []));
}
