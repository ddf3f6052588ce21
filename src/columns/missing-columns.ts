// Owns the errors for fields of a file that no column fills. Must not know how columns are found.
import { joined, listText, namedColumns } from '../contract/amount.ts';
import { InvalidInputError } from '../errors.ts';
import type { Row, Sheet } from '../files/table.ts';
import { readDate } from './dates/calendar-date.ts';
import type { FileHeader } from './file-header.ts';
import { headerFields, isKnown } from './header-fields.ts';
import { meaningOf } from './header-meaning.ts';
import { quoteCell } from './quote.ts';
import { mapFlag } from './user-mapping.ts';
import type { FileKind } from './vocabulary/file-kinds.ts';

export interface UnusedColumn {
  readonly column: string;
  /**
   * Why the column cannot be used, if its header is known: `phone can only be set by an update`.
   */
  readonly reason: string | undefined;
  /** The field that its header means, if only an update can set it. */
  readonly updateOnly: string | undefined;
}

/** A requirement that no column meets. */
export interface MissingField {
  /** The field that a column must be mapped to. */
  readonly field: string;
  /** For messages. */
  readonly name: string;
}

/**
 * Whether a file seems to have a header: its format has one, the user maps columns of it, or one of
 * its names is known.
 */
export function hasHeader({
  columns,
  kind,
  map,
  hasNamedCells = false,
}: Pick<FileHeader, 'columns' | 'kind' | 'map' | 'hasNamedCells'>): boolean {
  return (
    hasNamedCells ||
    map.length > 0 ||
    columns.some((column) => isKnown(column)) ||
    headerFields(columns, kind).size > 0
  );
}

/** The error for a file without columns for required fields. */
export function missingColumns(
  header: FileHeader,
  unused: readonly UnusedColumn[],
  missing: readonly MissingField[],
): InvalidInputError {
  const { file, headerLine: line = 1, mustRename } = header;
  const fields = missing.map(({ field }) => field);
  const names = joined(missing.map(({ name }) => name));
  const message = `${file} has no column for ${names}`;
  const time = header.hasNamedCells
    ? undefined
    : header.columns.find((column) => clockTime.test(column));
  if (time !== undefined || !hasHeader(header)) {
    const headerless =
      time === undefined
        ? `no cell of this line is a known name of a column, and ${names} is required`
        : `has ${JSON.stringify(time)}, which is no name of a column, and ${names} is required`;
    return new InvalidInputError(`${file} seems to have no header line`, {
      details: [{ file, line, message: headerless }],
      fix:
        'write the names of the columns in the first line of the file, such as ' +
        `${JSON.stringify(fields.join())}${
          mustRename ? '' : `; if they are there, pass --map "COLUMN=${fields[0]}"`
        }`,
    });
  }
  const absent = missing.map(({ name }) => ({
    file,
    line,
    field: name,
    message: 'required, and no column matches it',
  }));
  const misfits = unused.flatMap(({ column, reason, updateOnly }) =>
    reason === undefined || updateOnly !== undefined
      ? []
      : [{ file, line, column, message: reason }],
  );
  return new InvalidInputError(message, {
    details: [...absent, ...misfits],
    fix: mustRename ? renameFix(file, fields) : columnFix(header, fields),
  });
}

function renameFix(file: string, fields: readonly string[]): string {
  const names = fields.map((field) => `"${field}"`).join(' and ');
  if (fields.length > 1) return `rename columns of ${file} to ${names}, or add them`;
  return `rename a column of ${file} to ${names}, or add one`;
}

/** In a header, it shows that the line is a row. */
const clockTime = /\d:\d\d/;

/** What to do about fields without a column, in a file whose columns can be mapped. */
export function columnFix(
  { columns, kind, rows = [] }: Pick<FileHeader, 'columns' | 'kind' | 'rows'>,
  fields: readonly string[],
) {
  const needs = (field: string, of: FileKind) => kind === of && fields.includes(field);
  const day = needs('date', 'sessions') ? lineOfDay(rows) : undefined;
  if (day !== undefined) {
    return `${day}: add a column "date", write the date on each row, and remove the lines of days`;
  }
  return [
    `map a column with ${fields.map((field) => mapFlag('COLUMN', field)).join(' ')}`,
    needs('email', 'speakers') ? ', or, if the file has no addresses, add a column "Email"' : '',
    needs('submitter_email', 'submissions')
      ? ', or, if the file has no addresses, add a column "Email", pass a file of speakers who ' +
        'have them with --speakers, or one address for all with --submitter-email'
      : '',
    needs('room', 'sessions') ? ', or pass the one room of all sessions with --room' : '',
    needs('date', 'sessions')
      ? ', or, if all sessions are on one day, pass its date, for example --first-day 2026-06-05'
      : '',
    `; the columns of the file are: ${listText(columns.filter(Boolean), namedColumns)}`,
  ].join('');
}

/**
 * The first line that has a day alone, which is that of the lines below it: `Thursday 20 May,,`.
 */
function lineOfDay(rows: readonly Row[]): string | undefined {
  for (const { line, cells } of rows) {
    const [text = '', ...others] = new Set(cells.map((cell) => cell.trim()).filter(Boolean));
    const reading = text === '' || others.length > 0 ? undefined : readDate(text);
    const isDay = reading !== undefined && (reading.ok || reading.problem !== 'format');
    if (isDay) return `line ${line} has only the day ${quoteCell(text)}`;
  }
  return undefined;
}

/**
 * The error for a file without columns that change a record.
 * @param changeable the fields, the most usual one first
 */
export function nothingToChange(
  header: FileHeader,
  changeable: readonly string[],
): InvalidInputError {
  const { file, kind, headerLine: line = 1 } = header;
  return new InvalidInputError(`${file} has no column that changes ${kind}`, {
    details: [
      {
        file,
        line,
        message: `no column is used for ${joined(changeable, 'or')}`,
      },
    ],
    fix: columnFix(header, changeable.slice(0, 1)),
  });
}

/**
 * @throws {InvalidInputError} if each cell of the first row is a known header, of whatever files:
 *   `Speaker,,Contact` above `First,Last,Email`
 */
export function refuseSecondHeader(
  { file, hasNamedCells, rows: [first] }: Sheet,
  kind: FileKind,
): void {
  const filled = first?.cells.filter((cell) => cell.trim() !== '') ?? [];
  if (hasNamedCells || first === undefined || filled.length < 2) return;
  const meanings = new Set(filled.flatMap((cell) => meaningOf(cell) ?? []));
  if (Math.max(headerFields(filled, kind).size, meanings.size) < filled.length) return;
  throw new InvalidInputError(`${file} has two lines of headers`, {
    details: [
      {
        file,
        line: first.line,
        message: 'the line looks like the header, but the header is above it',
      },
    ],
    fix: 'write both lines as one, or remove one of them',
  });
}
