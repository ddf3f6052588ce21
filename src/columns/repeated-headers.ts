// Refuses columns that have the same name, if one of them is used: which one is meant is unknown.
// Must not know fields.
import { InvalidInputError } from '../errors.ts';
import type { FileHeader } from './file-header.ts';

/**
 * @param used the indexes of columns that are used, or could be
 * @throws {InvalidInputError} if another column has the name of one of them
 */
export function refuseRepeated(
  { file, columns, headerLine: line = 1 }: Pick<FileHeader, 'file' | 'columns' | 'headerLine'>,
  used: readonly number[],
): void {
  const names = new Set(used.flatMap((index) => columns[index] || []));
  const details = [...names].flatMap((column) => {
    const [first = 0, second] = indexesOf(columns, column);
    if (second === undefined) return [];
    const message = `is the name of columns ${first + 1} and ${second + 1}`;
    return { file, line, column, message };
  });
  if (details.length === 0) return;
  throw new InvalidInputError(`${file} has two columns with the same name`, {
    details: details.slice(0, shownAtMost),
    fix: 'rename one of them in the header line',
  });
}

const shownAtMost = 20;

/** The indexes of the columns with a name. */
function indexesOf(columns: readonly string[], name: string): readonly number[] {
  return columns.flatMap((column, index) => (column === name ? [index] : []));
}
