// Decides which rows of a file of submissions are breaks, which need no submission. Pure.

import { isBreakMark, isBreakTitle, isMarked } from '../columns/breaks.ts';
import { cellText } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';

/**
 * A row is a break if its title or format is one, or its system marks it as one. A row that names a person or has an
 * address is a talk, whatever its title.
 */
export function breakRows(
  columns: readonly string[],
  { mapped }: Pick<Mapping, 'mapped'>,
): (cells: readonly string[]) => boolean {
  const titles = mapped.filter(({ target }) => target === 'title' || target === 'format_id');
  const people = mapped.filter(({ target }) => target === 'name' || target.startsWith('submitter_'));
  const marks = columns.flatMap((column, index) => (isBreakMark(column) ? [index] : []));
  return (cells) =>
    people.every((column) => cellText(column, cells) === '') &&
    (marks.some((index) => isMarked(cells[index] ?? '')) ||
      titles.some((column) => isBreakTitle(cellText(column, cells))));
}
