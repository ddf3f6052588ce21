// Decides which rows of a sheet are lines of totals, and not of records. Pure.
import { cellText } from '../columns/cell.ts';
import { isTotalLine } from '../columns/total-line.ts';
import type { Work } from './work.ts';

/** A line of totals names no record by an id or an address, and decides nothing. Whether a record has its title is still unknown. */
export function totalRows({
  mapping: { mapped },
  endpoint: { key = [] },
  matching,
  rules: { statusOf = () => undefined },
}: Pick<Work, 'mapping' | 'endpoint' | 'matching' | 'rules'>): (cells: readonly string[]) => boolean {
  if (matching === 'key') return () => false;
  const certain = mapped.filter(({ target }) => target === 'id' || (target !== 'title' && key.includes(target)));
  const status = mapped.filter(({ target }) => target === 'status');
  return (cells) =>
    certain.every((column) => cellText(column, cells) === '') &&
    status.every((column) => statusOf(cellText(column, cells)) === undefined) &&
    isTotalLine(cells);
}
