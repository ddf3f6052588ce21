// Lays out one record as a table of its fields. Must not print.
import { cellText } from './cell-text.ts';
import type { TableStyle } from './table.ts';
import { toLine, toLines } from './terminal-text.ts';
import { sideBySide, widestOf, wrapLines } from './width.ts';

const gap = '  ';

/** One line per field of a record; texts of several lines keep their lines, and long ones are wrapped. */
export function fieldTable(
  record: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  style: TableStyle,
): string {
  const width = widestOf(columns.map(toLine));
  const lines = columns.flatMap((name) => {
    const text = toLines(cellText(record[name]));
    const shown =
      style.width === undefined ? text : wrapLines(text, Math.max(style.width - width - gap.length, minWrap));
    return sideBySide(gap, [
      { width, lines: [style.bold(toLine(name))] },
      { width: 0, lines: shown.split('\n') },
    ]);
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Narrower lines would be hard to read. */
const minWrap = 20;
