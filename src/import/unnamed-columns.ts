// Warns of columns that have values below an empty header, as half of a merged cell has that was
// saved as CSV. Must not know records.
import type { Mapping } from '../columns/mapping.ts';
import { amount, plural } from '../contract/amount.ts';
import type { InputFault } from '../errors.ts';
import type { Sheet } from '../files/table.ts';

/**
 * A warning for each column, with its first line that has a value. It is not of a row: what becomes
 * of that one does not matter. It has no value: what such a column has may be private, and a
 * terminal shows a sample. Columns whose people each row warns of are left out.
 */
export function unnamedColumns(
  { columns, rows }: Pick<Sheet, 'columns' | 'rows'>,
  { unmapped, unread }: Mapping,
): readonly InputFault[] {
  const people = new Set(unread?.people.flat().map(({ index }) => index));
  const unnamed = unmapped.filter(({ index }) => columns[index] === '' && !people.has(index));
  return unnamed.flatMap(({ column, index }): readonly InputFault[] => {
    const filled = rows.filter(({ cells }) => (cells[index] ?? '').trim() !== '');
    const [first] = filled;
    if (first === undefined) return [];
    const values = `${plural(filled.length, 'the value', 'the values')} of`;
    const are = plural(filled.length, 'is', 'are');
    const message =
      `its header is empty, and ${values} ${amount(filled.length, 'row')} ${are} not imported; ` +
      'write its name in the header';
    return [{ line: first.line, column, code: 'unnamed_column', message }];
  });
}
