// Lays out records as a table that fits the terminal. Must not print.
import Table from 'cli-table3';
import type { RecordData } from '../../client/response.ts';
import { cellLine, cellText } from './cell-text.ts';
import { toLine } from './terminal-text.ts';
import { columnsOf, widestOf, wrapToWidth } from './width.ts';

/**
 * How a table is drawn: `width` in terminal columns, or undefined for a pipe, where each record is
 * one line.
 */
export interface TableStyle {
  readonly width: number | undefined;
  readonly bold: (text: string) => string;
}

const gap = '  ';
const minWidth = 6;
/** For rows that fit a narrow terminal then, and not before. */
const leastWidth = 3;
/** A longer cell is cut, because a list of abstracts is not readable anyway. */
const mostLines = 3;
/** In a pipe, one long title must not widen all lines. */
const widestInPipe = 80;
/** What somebody decides by; the cells of others are cut. */
const neverCut: ReadonlySet<string> = new Set(['changes']);
/** What is to be copied. */
const neverBroken = /^(.*_)?id$|^run$/;

/** A heading and a row for each record, whose cells break between words; ends in a line break. */
export function recordTable(
  records: readonly RecordData[],
  columns: readonly string[],
  style: TableStyle,
): string {
  const cells = records.map((record) =>
    columns.map((name) => {
      const text = cellText(record[name]);
      return neverCut.has(name) ? toLine(text) : cellLine(text);
    }),
  );
  const headings = columns.map(headingOf);
  const widths = columnWidths([headings, ...cells], columns, style.width);
  const most = style.width === undefined ? 1 : mostLines;
  const shapes = columns.map((name, column) => ({
    width: widths[column] ?? 0,
    most: neverCut.has(name) ? undefined : most,
  }));
  const lines = [
    ...linesOf(headings, shapes).map((line) => line.map(style.bold)),
    ...cells.flatMap((row) => linesOf(row, shapes)),
  ];
  let text = '';
  for (let at = 0; at < lines.length; at += linesInBlock)
    text += blockText(lines.slice(at, at + linesInBlock), widths);
  return text;
}

/** `first_name` → `FIRST NAME`, `createdAt` → `CREATED AT` */
function headingOf(name: string): string {
  const words = toLine(name).replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.toUpperCase();
}

/**
 * The lines of a row, each with its part of every cell.
 * @param shapes of the columns: their widths, and how many lines a cell has at most
 */
function linesOf(
  row: readonly string[],
  shapes: readonly { readonly width: number; readonly most: number | undefined }[],
): readonly (readonly string[])[] {
  const cells = row.map((text, column) => {
    const { width = 0, most } = shapes[column] ?? {};
    return columnsOf(text) <= width ? [text] : wrapToWidth(text, width, most);
  });
  return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, line) =>
    cells.map((parts) => parts[line] ?? ''),
  );
}

/** cli-table3 takes quadratic time for a table, so that each has this many lines. */
const linesInBlock = 100;

/**
 * Lays out stand-ins of the same width, because cli-table3 measures some scripts and emoji
 * otherwise than terminals do.
 */
function blockText(lines: readonly (readonly string[])[], widths: readonly number[]): string {
  const table = new Table({ ...plainTable, colWidths: [...widths] });
  table.push(...lines.map((cells) => cells.map((cell) => 'x'.repeat(columnsOf(cell)))));
  const texts = lines.flatMap((cells) => cells.filter((cell) => columnsOf(cell) > 0)).values();
  const drawn = table.toString().split('\n');
  return drawn
    .map((line) => `${line.replace(/x+/g, () => texts.next().value ?? '').trimEnd()}\n`)
    .join('');
}

/** No lines, and a gap between the columns. */
const plainTable = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: gap,
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};

/**
 * Narrows the widest columns until the rows fit: first as far as no word breaks. Columns of ids are
 * not narrowed.
 */
function columnWidths(
  rows: readonly (readonly string[])[],
  names: readonly string[],
  width: number | undefined,
): readonly number[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));
  const widths = columns.map(widestOf);
  if (width === undefined) {
    return widths.map((size, column) => {
      const name = names[column] ?? '';
      const isWhole = neverCut.has(name) || neverBroken.test(name);
      return isWhole ? size : Math.min(size, widestInPipe);
    });
  }
  const fits = (sizes: readonly number[]) =>
    sizes.reduce((sum, size) => sum + size, gap.length * (sizes.length - 1)) <= width;
  if (fits(widths)) return widths;
  const words = columns.map((cells) => widestOf(cells.flatMap((cell) => cell.split(' '))));
  const narrowedTo = (least: number) =>
    widths.map((size, column) =>
      neverBroken.test(names[column] ?? '') ? size : Math.min(size, least),
    );
  const usual = narrowedTo(minWidth);
  const narrowest = [usual, narrowedTo(leastWidth)].find(fits) ?? usual;
  for (const least of [words, narrowest]) {
    while (!fits(widths)) {
      const sizes = widths.map((size, column) => (size > (least[column] ?? 0) ? size : 0));
      const widest = sizes.indexOf(Math.max(...sizes));
      if (sizes[widest] === 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  }
  return widths;
}
