// Finds the header of a table, and numbers the rows below it. Must not know what the columns mean.
import { holdsAddress } from '../contract/address.ts';
import { InvalidInputError } from '../errors.ts';
import { areasByLine } from './merged-areas.ts';
import { peek } from './peek.ts';
import { numberRows, type RowOptions, withoutMergedCells } from './rows.ts';
import { type MergedArea, maxColumns, type RawRecord, type RawTable, type Sheet } from './table.ts';
import { tooLarge } from './too-large.ts';

/**
 * Reads the header now, and the rows when they are requested. Lines above the header are skipped with a notice.
 * @throws {InvalidInputError} for a table that is empty, has no header or has two columns of one name
 */
export async function readHeader(raw: RawTable, { file, onNotice }: RowOptions): Promise<Sheet> {
  const { records, table } = await peek(raw, examined);
  const at = raw.hasNamedCells ? 0 : findHeader(records, table);
  const header = records[at];
  if (header === undefined) {
    throw new InvalidInputError(`${file} is empty`, {
      details: [{ file, line: 1, message: 'the header line with the names of the columns is missing' }],
    });
  }
  refuseLarge(header, file);
  if (at > 0) await onNotice({ kind: 'lines_skipped', file, ...headingOf(records, header) });
  const cells = withoutMergedCells(header.cells, areasByLine(table.merged ?? [])(header.line)).map((cell) =>
    cell.trim(),
  );
  if (!raw.hasNamedCells) refuseData(cells, records.slice(at + 1), { file, line: header.line });
  const columns = columnsOf(header.line, cells, file);
  const rows = { ...table, batches: skipRecords(table.batches, at + 1) };
  return {
    file,
    delimiter: table.delimiter,
    columns,
    headerLine: header.line,
    ...(raw.hasNamedCells && { hasNamedCells: true }),
    batches: numberRows(rows, columns, { file, onNotice }),
  };
}

/** @throws {InvalidInputError} for more or longer names of columns than people write: each is compared with all known names */
function refuseLarge({ line, cells }: RawRecord, file: string): void {
  const refuse = (message: string) => {
    throw tooLarge(file, 'a table', { line, message });
  };
  const names = cells.filter((cell) => cell.trim() !== '');
  if (cells.length > maxColumns || names.length > maxNames) {
    const limits = `at most ${maxNames} names and ${maxColumns} columns are read`;
    refuse(`the header has ${names.length} names of columns in ${cells.length} columns, and ${limits}`);
  }
  const length = names.reduce((sum, name) => sum + name.length, 0);
  if (length <= maxHeaderLength) return;
  refuse(`the names of the columns have ${length} characters together, and at most ${maxHeaderLength} are read`);
}

const maxNames = 1_000;
const maxHeaderLength = 100_000;

/** How many records are examined for the header and what is above it. */
const examined = 50;

/** How many records may be above the header. */
const maxHeading = 10;

/** The index of the header: the first record, unless that is a heading above it. */
function findHeader(records: readonly RawRecord[], { merged = [] }: RawTable): number {
  const widths = records.map(({ cells }) => filledIn(cells).size);
  const half = Math.max(...widths) / 2;
  const at = widths.findIndex((width) => width > half);
  if (at <= 0 || at > maxHeading || records.slice(0, at).some(({ cells }) => cells.some(isLong))) return 0;
  const header = records[at];
  if (header === undefined || !hasNames(header.cells)) return 0;
  const rows = widths.slice(at + 1);
  if (rows.filter((width) => width > 1).length <= rows.length / 2) return 0;
  // Several cells above a blank line may be a heading as well; without one, they are a header with fewer cells than its rows.
  const isSeparate = header.line - (records[at - 1]?.line ?? 0) > 1;
  const isGroups = ({ line, cells }: RawRecord) =>
    repeatsNext(cells) || merged.some((area) => area.lines[0] === line && isAcross(area));
  const above = records.slice(0, at);
  // Below groups, two columns may have the same name.
  if (!areDistinct(header.cells) && !above.some(isGroups)) return 0;
  return isSeparate || above.every((record, index) => (widths[index] ?? 0) <= 1 || isGroups(record)) ? at : 0;
}

/** Above a header, one cell for several columns: `Speaker` above `First name` and `Last name`. */
function isAcross({ cells: [first, last] }: MergedArea): boolean {
  return first < last;
}

/** The same without merged cells: `Speaker,Speaker,Talk,Talk`, which could not be a header. */
function repeatsNext(cells: readonly string[]): boolean {
  return cells.some((cell, at) => cell.trim() !== '' && cell === cells[at + 1]);
}

/** A text, or a record with another delimiter than that of the others. */
function isLong(cell: string): boolean {
  return cell.length > 200;
}

/** The different texts of a record: merged cells have one. */
function filledIn(cells: readonly string[]): ReadonlySet<string> {
  return new Set(cells.map((cell) => cell.trim()).filter(Boolean));
}

/** Whether the cells may be names of columns: none is an address or a number. */
function hasNames(cells: readonly string[]): boolean {
  return !cells.map((cell) => cell.trim()).some((cell) => holdsAddress(cell) || number.test(cell));
}

function areDistinct(cells: readonly string[]): boolean {
  return filledIn(cells).size === cells.filter((cell) => cell.trim() !== '').length;
}

const number = /^[\d\s.,:/%+-]+$/;
const date = /^(\d{4}[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./]\d{4})([ T]\d\d?[:.]\d\d.*)?$/;

function headingOf(records: readonly RawRecord[], header: RawRecord) {
  const first = records[0] ?? header;
  return { first: first.line, last: header.line - 1, text: [...filledIn(first.cells)].join(' ') };
}

/** @throws {InvalidInputError} if the header is a row: one of its cells is an address, or a date as in the rows below */
function refuseData(
  cells: readonly string[],
  records: readonly RawRecord[],
  place: { readonly file: string; readonly line: number },
): void {
  const below = (at: number) => records.map((record) => record.cells[at]?.trim() ?? '').filter(Boolean);
  const isDate = (cell: string, at: number) => {
    const others = below(at);
    return date.test(cell) && others.length > 0 && others.every((other) => date.test(other));
  };
  const evidence = cells.some((cell) => holdsAddress(cell)) ? 'an address' : cells.some(isDate) ? 'a date' : undefined;
  if (evidence === undefined) return;
  throw new InvalidInputError(`${place.file} has no header line`, {
    details: [{ ...place, message: `contains ${evidence} where the names of the columns are expected` }],
    fix: 'add a first line with a name for each column, for example: first_name,last_name,email',
  });
}

function columnsOf(line: number, columns: readonly string[], file: string): readonly string[] {
  if (columns.some((column) => column.includes('\0'))) {
    throw new InvalidInputError(`${file} is not text`, {
      details: [{ file, line, message: 'the header contains a NUL character' }],
      fix: 'export it again, or open it in a spreadsheet program and save it as "CSV UTF-8"',
    });
  }
  const positions = new Map<string, number[]>();
  for (const [index, column] of columns.entries()) {
    const places = positions.get(column);
    if (places === undefined) positions.set(column, [index + 1]);
    else places.push(index + 1);
  }
  positions.delete('');
  const repeated = [...positions].filter(([, places]) => places.length > 1);
  if (repeated.length === 0) return columns;
  throw new InvalidInputError(`${file} has two columns with the same name`, {
    details: repeated.slice(0, maxFaults).map(([column, places]) => ({
      file,
      line,
      column,
      message: `is the name of columns ${firstOf(places.map(String), ' and ')}`,
    })),
    fix: 'rename one of them in the header line',
  });
}

const maxFaults = 20;

/** Some of the texts, and how many others there are. */
function firstOf(texts: readonly string[], separator: string): string {
  const others = texts.length - maxFaults;
  return others <= 0 ? texts.join(separator) : `${texts.slice(0, maxFaults).join(separator)}${separator}${others} more`;
}

async function* skipRecords(
  batches: AsyncIterable<readonly RawRecord[]>,
  count: number,
): AsyncGenerator<readonly RawRecord[]> {
  let skipped = 0;
  for await (const records of batches) {
    const rest = skipped < count ? records.slice(count - skipped) : records;
    skipped += records.length - rest.length;
    yield rest;
  }
}
