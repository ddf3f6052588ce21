// Finds the header of a table, and refuses what is none. Must not know what the columns mean.
import { holdsAddress } from '../contract/address.ts';
import { InvalidInputError } from '../errors.ts';
import { tooLarge } from './limits.ts';
import { mergedCells } from './merged-areas.ts';
import { numberRows, type RowOptions } from './rows.ts';
import { type MergedArea, maxColumns, type RawRecord, type RawTable, type Sheet } from './table.ts';

/**
 * Reads the header and the rows. Lines above the header are skipped with a notice.
 * @throws {InvalidInputError} for a table that is empty, has no header, merged cells in it or two columns of one name
 */
export async function readHeader(table: RawTable, { file, onNotice }: RowOptions): Promise<Sheet> {
  const { records, delimiter, hasNamedCells = false, merged = [] } = table;
  const at = hasNamedCells ? 0 : findHeader(records);
  const header = records[at];
  if (header === undefined) {
    throw new InvalidInputError(`${file} is empty`, {
      details: [{ file, line: 1, message: 'the header line with the names of the columns is missing' }],
    });
  }
  const { line } = header;
  refuseLarge(header, file);
  const isIn = ({ lines: [first, last] }: MergedArea) => first <= line && line <= last;
  if (merged.some(isIn)) throw mergedCells(file, merged.filter(isIn));
  const columns = header.cells.map((cell) => cell.trim());
  if (!hasNamedCells) refuseData(columns, { file, line });
  refuseColumns(line, columns, file);
  if (at > 0) {
    const [first = header] = records;
    const lines = first.line === line - 1 ? `line ${first.line}` : `lines ${first.line}–${line - 1}`;
    await onNotice(`Skipped ${lines} of ${file}, above the header: ${JSON.stringify(filledIn(first).join(' '))}.`);
  }
  const rows = await numberRows({ ...table, records: records.slice(at + 1) }, columns, { file, onNotice });
  const areas = merged.filter(({ lines }) => lines[0] > line);
  return {
    ...{ file, delimiter, columns, headerLine: line, rows },
    ...(hasNamedCells && { hasNamedCells }),
    ...(areas.length > 0 && { merged: areas }),
  };
}

/** @throws {InvalidInputError} for more or longer names of columns than people write: each is compared with all known names */
function refuseLarge({ line, cells }: RawRecord, file: string): void {
  const names = cells.filter((cell) => cell.trim() !== '');
  const length = names.reduce((sum, name) => sum + name.length, 0);
  if (cells.length <= maxColumns && names.length <= maxNames && length <= maxHeaderLength) return;
  const found = `the header has ${names.length} names of ${length} characters in ${cells.length} columns`;
  const most = `at most ${maxNames} names of ${maxHeaderLength} characters in ${maxColumns} columns are read`;
  throw tooLarge(file, `${found}; ${most}`, line);
}

const maxNames = 1_000;
const maxHeaderLength = 100_000;

/** How many records below the header are examined. */
const examined = 50;

/** How many records may be above the header. */
const maxHeading = 10;

/** The index of the first record with several cells, unless most records below it have only one. */
function findHeader(records: readonly RawRecord[]): number {
  const isWide = (record: RawRecord) => filledIn(record).length > 1;
  const at = records.slice(0, maxHeading + 1).findIndex(isWide);
  const below = records.slice(at + 1, at + 1 + examined);
  return at < 0 || below.filter(isWide).length * 2 <= below.length ? 0 : at;
}

function filledIn({ cells }: RawRecord): readonly string[] {
  return cells.map((cell) => cell.trim()).filter(Boolean);
}

/** @throws {InvalidInputError} if the header is a row, with an address */
function refuseData(cells: readonly string[], place: { readonly file: string; readonly line: number }): void {
  if (!cells.some((cell) => holdsAddress(cell))) return;
  throw new InvalidInputError(`${place.file} has no header line`, {
    details: [{ ...place, message: 'contains an address where the names of the columns are expected' }],
    fix: 'add a first line with a name for each column, for example: first_name,last_name,email',
  });
}

function refuseColumns(line: number, columns: readonly string[], file: string): void {
  if (columns.some((column) => column.includes('\0'))) {
    throw new InvalidInputError(`${file} is not text`, {
      details: [{ file, line, message: 'the header contains a NUL character' }],
      fix: 'export it again, or open it in a spreadsheet program and save it as "CSV UTF-8"',
    });
  }
  const positions = new Map<string, number[]>();
  for (const [index, column] of columns.entries()) {
    if (column !== '') positions.set(column, [...(positions.get(column) ?? []), index + 1]);
  }
  const repeated = [...positions].filter(([, places]) => places.length > 1);
  if (repeated.length === 0) return;
  throw new InvalidInputError(`${file} has two columns with the same name`, {
    details: repeated.slice(0, maxFaults).map(([column, [first, second]]) => ({
      ...{ file, line, column },
      message: `is the name of columns ${first} and ${second}`,
    })),
    fix: 'rename one of them in the header line',
  });
}

const maxFaults = 20;
