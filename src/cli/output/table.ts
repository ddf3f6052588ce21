// Lays out records as a table that fits the terminal. The only file that imports cli-table3. Must not print.
import Table from 'cli-table3';
import { cellText } from './cell-text.ts';
import { toLine, toLines } from './terminal-text.ts';
import { columnsOf, cutToWidth, widestOf, wrapToWidth } from './width.ts';

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

const borderless = {
  chars: Object.fromEntries(
    [
      'top',
      'top-mid',
      'top-left',
      'top-right',
      'bottom',
      'bottom-mid',
      'bottom-left',
      'bottom-right',
      'left',
      'left-mid',
      'mid',
      'mid-mid',
      'right',
      'right-mid',
    ].map((part) => [part, '']),
  ),
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

/** A heading and one row per record; ends in a line break. */
export function recordTable(records: readonly Row[], columns: readonly string[], style: TableStyle): string {
  const cells = records.map((record) => columns.map((name) => toLine(cellText(record[name]))));
  const headings = columns.map((name) => toLine(name).replaceAll('_', ' ').toUpperCase());
  const widths = columnWidths(columns, [headings, ...cells], style.width);
  const table = new Table({ ...borderless, chars: { ...borderless.chars, middle: gap } });
  for (const [index, row] of [headings, ...cells].entries()) {
    const cut = row.map((text, column) => cutToWidth(text, widths[column] ?? 0));
    table.push(index === 0 ? cut.map(style.bold) : cut);
  }
  return withoutTrailingSpace(table.toString());
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
  const table = new Table({ ...borderless, chars: { ...borderless.chars, middle: gap } });
  const used = widestOf(columns.map(toLine)) + gap.length;
  for (const name of columns) {
    const text = toLines(cellText(record[name]));
    table.push([style.bold(toLine(name)), style.width === undefined ? text : wrapped(text, style.width - used)]);
  }
  return withoutTrailingSpace(table.toString());
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

function withoutTrailingSpace(table: string): string {
  return `${table.replace(/[ \t]+$/gm, '')}\n`;
}
