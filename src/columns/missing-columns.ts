// Owns the errors for fields of a file that no column fills. Must not know how columns are found.
import { InvalidInputError } from '../errors.ts';
import type { Sheet } from '../files/table.ts';
import type { FileKind } from './vocabulary/fields.ts';
import { headerFields } from './vocabulary.ts';

interface Header {
  readonly file: string;
  readonly columns: readonly string[];
  /** The line of the header, and those of the first rows. */
  readonly lines?: readonly number[] | undefined;
  /** Whether no flag maps the columns. */
  readonly mustRename?: boolean | undefined;
}

export interface UnusedColumn {
  readonly column: string;
  /** A field that the header or the cells resemble and that has no column. */
  readonly suggestion: string | undefined;
  /** Why the column cannot be used, if its header is known: `phone can only be set by an update`. */
  readonly reason: string | undefined;
  /** The target that its header means, if its cells do not fit it. */
  readonly refusedFor: string | undefined;
}

/** A requirement that no column meets, or a field whose column is unclear. */
export interface MissingField {
  /** The field that a column must be mapped to. */
  readonly field: string;
  /** For messages. */
  readonly name: string;
  /** The columns that are not used and may fill it, the most likely first. */
  readonly candidates: readonly string[];
  /** The column that is suggested for it, those that are as likely by their cells, and one with a weak word for it. */
  readonly suggested: readonly string[];
  /** Whether the file may have no column for it. */
  readonly isOptional: boolean;
}

/** The error for a file without columns for required fields. */
export function missingColumns(
  {
    file,
    columns,
    kind,
    map,
    lines: [line = 1] = [],
    mustRename = false,
  }: Header & { readonly kind: FileKind; readonly map: readonly string[] },
  unused: readonly UnusedColumn[],
  missing: readonly MissingField[],
): InvalidInputError {
  const isHeader = map.length > 0 || headerFields(columns, kind).size > 0;
  const entries = missing.flatMap(({ field, suggested, isOptional }) =>
    suggested.length === 0 || !isHeader
      ? [{ field }]
      : suggested.map((column) => ({ field, column, ...(isOptional && { isOptional }) })),
  );
  const misfits = unused.flatMap(({ column, reason, refusedFor }) =>
    reason !== undefined && missing.some(({ field }) => field === refusedFor)
      ? [{ file, line, column, message: reason }]
      : [],
  );
  const columnText = ({ suggested, isOptional }: MissingField) => {
    const quoted = listed(suggested.map((column) => JSON.stringify(column)));
    if (!isHeader) return 'no column matches it';
    if (suggested.length > 1) return `${suggested.length} columns look like it: ${quoted}`;
    return isOptional ? `it may be ${quoted}` : 'no column matches it';
  };
  const absent = missing.map((one) => ({
    ...{ file, line, field: one.name },
    message: `${one.isOptional ? '' : 'required, and '}${columnText(one)}`,
  }));
  const isUnclear = missing.every(({ isOptional }) => isOptional);
  const what = isUnclear ? 'may have a column for' : 'has no column for';
  return new InvalidInputError(`${file} ${what} ${listed(missing.map(({ name }) => name))}`, {
    details: [...(isHeader ? [] : [{ file, line, message: headerless }]), ...absent, ...misfits],
    advice: mustRename
      ? { kind: 'rename_columns', file, fields: missing.map(({ field }) => field) }
      : { kind: 'map_columns', entries, columns },
  });
}

const headerless = 'the file seems to have no header: no cell of this line is a known name of a column';

/** The error for a file without columns that change a record. @param changeable the fields, the most usual one first */
export function nothingToChange(
  { file, columns, kind, lines: [line = 1] = [] }: Header & { readonly kind: FileKind },
  { unmapped }: { readonly unmapped: readonly Pick<UnusedColumn, 'column' | 'suggestion'>[] },
  changeable: readonly string[],
): InvalidInputError {
  const [field = ''] = changeable;
  const column = unmapped.find(({ suggestion }) => suggestion === field)?.column;
  return new InvalidInputError(`${file} has no column that changes ${kind}`, {
    details: [
      { file, line, message: `no column is used for ${listed(changeable).replace(/ and ([^ ]*)$/, ' or $1')}` },
    ],
    advice: { kind: 'map_columns', entries: [{ field, ...(column !== undefined && { column }) }], columns },
  });
}

/** @throws {InvalidInputError} if each cell of the first row is a known header, too: `Speaker,,Contact` above `First,Last,Email` */
export function refuseSecondHeader({ file, hasNamedCells, rows: [first] }: Sheet, kind: FileKind): void {
  const filled = first?.cells.filter((cell) => cell.trim() !== '') ?? [];
  if (hasNamedCells || first === undefined || filled.length < 2) return;
  if (headerFields(filled, kind).size < filled.length) return;
  throw new InvalidInputError(`${file} has two lines of headers`, {
    details: [{ file, line: first.line, message: 'the line looks like the header, but the header is above it' }],
    fix: 'write both lines as one, or remove one of them',
  });
}

function listed(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}
