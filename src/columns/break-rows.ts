// Finds the cells of a table that show which of its rows are breaks, where no schedule reads them. Pure.
import { isBreakMark, isBreakRow, isMarked, isNoSession } from './breaks.ts';
import { trimmed } from './cell.ts';
import type { MappedColumn } from './mapping.ts';
import { readHeaders } from './vocabulary.ts';

/** @param mapped undefined if the headers alone decide; otherwise, a column that is not mapped shows only who is on stage */
export function breakRows(
  columns: readonly string[],
  mapped?: readonly Pick<MappedColumn, 'target' | 'index'>[],
): (cells: readonly string[]) => boolean {
  const known = readHeaders(columns, 'sessions').flatMap((header, index) =>
    header === undefined || header === 'unclear' ? [] : [{ target: header.target, index }],
  );
  const reader = (fields: RegExp, all = mapped ?? known) => {
    const found = all.filter(({ target }) => fields.test(target));
    return (cells: readonly string[]) => found.map(({ index }) => trimmed(cells[index] ?? '')).filter(Boolean);
  };
  const titles = reader(/^title$/);
  const formats = reader(/^format/);
  const abstracts = reader(/^abstract$/);
  const people = reader(/^(name|speakers?|submitter)($|_)/, [...(mapped ?? []), ...known]);
  const marks = columns.flatMap((column, index) => (isBreakMark(column) ? [index] : []));
  return (cells) =>
    isBreakRow({
      title: titles(cells).join(' '),
      format: formats(cells).join(' '),
      abstract: abstracts(cells).join(' '),
      people: people(cells).filter((text) => /\p{L}/u.test(text) && !isNoSession(text)),
      isBreak: marks.some((index) => isMarked(cells[index] ?? '')),
    });
}
