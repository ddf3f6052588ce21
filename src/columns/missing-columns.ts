// Owns the errors for fields of a file that no column fills. Must not know how columns are found.
import { InvalidInputError } from '../errors.ts';

interface Header {
  readonly file: string;
  readonly columns: readonly string[];
}

interface UnusedColumn {
  readonly column: string;
  /** A field that the column resembles. */
  readonly suggestion: string | undefined;
  readonly reason: string | undefined;
  readonly refusedFor: string | undefined;
}

/** The error for a file without columns for required fields. */
export function missingColumns(
  { file, columns }: Header,
  unused: readonly UnusedColumn[],
  missing: readonly { readonly field: string; readonly name: string }[],
): InvalidInputError {
  const entries = missing.map(({ field }) => {
    const column = unused.find(({ suggestion }) => suggestion === field)?.column;
    return column === undefined ? { field } : { field, column };
  });
  const misfits = unused.flatMap(({ column, reason, refusedFor }) =>
    reason !== undefined && missing.some(({ field }) => field === refusedFor)
      ? [{ file, line: 1, column, message: reason }]
      : [],
  );
  const required = missing.map(({ name: field }) => ({
    file,
    line: 1,
    field,
    message: 'required, and no column matches it',
  }));
  return new InvalidInputError(`${file} has no column for ${listed(missing.map(({ name }) => name))}`, {
    details: [...required, ...misfits],
    advice: { kind: 'map_columns', entries, columns },
  });
}

/** The error for a file without columns that change a record. @param changeable the fields, the most usual one first */
export function nothingToChange(
  { file, columns, resource }: Header & { readonly resource: string },
  { unmapped }: { readonly unmapped: readonly Pick<UnusedColumn, 'column' | 'suggestion'>[] },
  changeable: readonly string[],
): InvalidInputError {
  const [field = ''] = changeable;
  const column = unmapped.find(({ suggestion }) => suggestion === field)?.column;
  return new InvalidInputError(`${file} has no column that changes ${resource}`, {
    details: [
      { file, line: 1, message: `no column is used for ${listed(changeable).replace(/ and ([^ ]*)$/, ' or $1')}` },
    ],
    advice: { kind: 'map_columns', entries: [{ field, ...(column !== undefined && { column }) }], columns },
  });
}

function listed(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}
