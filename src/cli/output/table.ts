// Lays out records as a table that fits the terminal. Must not print.
import Table from 'cli-table3';
import { cellText } from './cell-text.ts';
import { toLine } from './terminal-text.ts';
import { columnsOf, cutToWidth, hasUsualWidth, padToWidth, widestOf } from './width.ts';

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
  const lines = [headings, ...cells].map((row, index): Line => {
    const cut = row.map((text, column) => cutToWidth(text, widths[column] ?? 0));
    return { isUsual: cut.every(hasUsualWidth), cells: index === 0 ? cut.map(style.bold) : cut };
  });
  return blocksOf(lines)
    .map((block) => blockText(block, widths))
    .join('');
}

interface Line {
  readonly cells: readonly string[];
  /** Whether cli-table3 measures the cells as terminals do. */
  readonly isUsual: boolean;
}

/** cli-table3 takes quadratic time for a table, so that each has this many lines. */
const linesInBlock = 100;

/** The lines that are laid out together; an unusual line is laid out alone. */
function blocksOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const blocks: Line[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    const isOpen = block !== undefined && block.length < linesInBlock && block[0]?.isUsual === true;
    if (isOpen && line.isUsual) block.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function blockText(lines: readonly Line[], widths: readonly number[]): string {
  const isUsual = lines[0]?.isUsual === true;
  // Without widths, a column is as wide as its cell, whose width only we know.
  const table = new Table({ ...plainTable, colWidths: isUsual ? [...widths] : [] });
  for (const { cells } of lines) {
    table.push(isUsual ? [...cells] : cells.map((cell, column) => padToWidth(cell, widths[column] ?? 0)));
  }
  const text = table.toString().split('\n');
  return text.map((line) => `${line.trimEnd()}\n`).join('');
}

/** No lines, and a gap between the columns. */
const plainTable = {
  chars: {
    ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '' },
    ...{ 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
    middle: gap,
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};

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
