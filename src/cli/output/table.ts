// Lays out records as a table that fits the terminal. Must not print.
import { cellText } from './cell-text.ts';
import { toLine, toLines } from './terminal-text.ts';
import { columnsOf, cutToWidth, sideBySide, widestOf, wrapToWidth } from './width.ts';

/** How a table is drawn: `width` in terminal columns, or undefined to cut nothing (a pipe). */
export interface TableStyle {
  readonly width: number | undefined;
  readonly bold: (text: string) => string;
}

type Row = Readonly<Record<string, unknown>>;

const gap = '  ';
const minWidth = 6;
/** Columns that are cut last: part of an id or a time is of no use. */
const keptWhole = new Set(['id', 'run', 'state', 'start', 'started']);

/** A heading and one row per record; ends in a line break. */
export function recordTable(records: readonly Row[], columns: readonly string[], style: TableStyle): string {
  const cells = records.map((record) => columns.map((name) => toLine(cellText(record[name]))));
  const headings = columns.map((name) => toLine(name).replaceAll('_', ' ').toUpperCase());
  const widths = columnWidths(columns, [headings, ...cells], style.width);
  const lines = [headings, ...cells].flatMap((row, index) =>
    sideBySide(
      gap,
      row.map((text, column) => {
        const width = widths[column] ?? 0;
        const cut = cutToWidth(text, width);
        return { width, lines: [index === 0 ? style.bold(cut) : cut] };
      }),
    ),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** The first of these columns, as many as fit the width. */
export function columnsWithRoom(
  records: readonly Row[],
  columns: readonly string[],
  { width = Number.POSITIVE_INFINITY }: TableStyle,
): readonly string[] {
  let used = -gap.length;
  const omitted = columns.findIndex((name) => {
    const cells = records.map((record) => columnsOf(toLine(cellText(record[name]))));
    const widest = cells.reduce((most, cell) => Math.max(most, cell), columnsOf(name));
    used += gap.length + (keptWhole.has(name) ? widest : Math.min(widest, minWidth));
    return used > width;
  });
  return omitted < 0 ? columns : columns.slice(0, Math.max(omitted, 1));
}

/** One line per field of a record; texts of several lines keep their lines, and long ones are wrapped. */
export function fieldTable(record: Row, columns: readonly string[], style: TableStyle): string {
  const width = widestOf(columns.map(toLine));
  const lines = columns.flatMap((name) => {
    const text = toLines(cellText(record[name]));
    const shown = style.width === undefined ? text : wrapped(text, style.width - width - gap.length);
    return sideBySide(gap, [
      { width, lines: [style.bold(toLine(name))] },
      { width: 0, lines: shown.split('\n') },
    ]);
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Breaks the lines that are too long between words. The terminal breaks those with a longer word, such as an address. */
function wrapped(text: string, room: number): string {
  const width = Math.max(room, minWrap);
  const isBreakable = (line: string) => columnsOf(line) > width && widestOf(line.split(/\s+/)) <= width;
  const lines = text.split('\n');
  return lines.flatMap((line) => (isBreakable(line) ? wrapToWidth(line, width) : line)).join('\n');
}

/** Narrower lines would be hard to read. */
const minWrap = 20;

/** Narrows the widest columns until the rows fit; the columns to keep whole are narrowed last. */
function columnWidths(names: readonly string[], rows: readonly (readonly string[])[], width: number | undefined) {
  const widths = names.map((_, column) => widestOf(rows.map((row) => row[column] ?? '')));
  if (width === undefined) return widths;
  const excess = () => widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1) - width;
  for (const canShrink of [(column: number) => !keptWhole.has(names[column] ?? ''), () => true]) {
    while (excess() > 0) {
      const sizes = widths.map((size, column) => (canShrink(column) && size > minWidth ? size : 0));
      const widest = sizes.indexOf(Math.max(...sizes));
      if (sizes[widest] === 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  }
  return widths;
}
