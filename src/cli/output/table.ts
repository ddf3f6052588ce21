// Records as a table for people, fitted to the terminal; cli-table3 lives here only.
import Table from 'cli-table3';
import { toLine, toLines } from './terminal-text.ts';
import { columnsOf, cutToWidth } from './width.ts';

/** How a table is drawn: `width` in terminal columns, or none where nothing is to be cut (a pipe). */
export interface TableStyle {
  readonly width: number | undefined;
  readonly bold: (text: string) => string;
}

type Row = Readonly<Record<string, unknown>>;

const gap = '  ';
const narrowest = 6;

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

/** One row per record, under a heading; ends in a line break. */
export function recordTable(records: readonly Row[], columns: readonly string[], style: TableStyle): string {
  const cells = records.map((record) => columns.map((name) => toLine(cellText(record[name]))));
  const headings = columns.map((name) => toLine(name).replaceAll('_', ' ').toUpperCase());
  const widths = columnWidths([headings, ...cells], style.width);
  const table = new Table({ ...borderless, chars: { ...borderless.chars, middle: gap } });
  for (const [index, row] of [headings, ...cells].entries()) {
    const cut = row.map((text, column) => cutToWidth(text, widths[column] ?? 0));
    table.push(index === 0 ? cut.map(style.bold) : cut);
  }
  return withoutTrailingSpace(table.toString());
}

/** One line per field of a record; long texts keep their lines. */
export function fieldTable(record: Row, columns: readonly string[], style: TableStyle): string {
  const table = new Table({ ...borderless, chars: { ...borderless.chars, middle: gap } });
  for (const name of columns) table.push([style.bold(toLine(name)), toLines(cellText(record[name]))]);
  return withoutTrailingSpace(table.toString());
}

/** A value as a cell: text as it is, lists joined, anything else as JSON; null and undefined are empty. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(itemText).join(', ');
  return typeof value === 'object' ? itemText(value) : String(value);
}

// A person in a list is best read as a name; other objects show as JSON.
function itemText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('first_name' in value || 'last_name' in value) {
    const { first_name = '', last_name = '' } = value as { first_name?: unknown; last_name?: unknown };
    return `${first_name} ${last_name}`.trim();
  }
  return JSON.stringify(value);
}

/** Takes width from the widest columns until the rows fit. */
function columnWidths(rows: readonly (readonly string[])[], width: number | undefined): readonly number[] {
  const natural = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))));
  if (width === undefined) return natural;
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1) - width;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const size = widths[widest] ?? 0;
    if (size <= narrowest) break;
    widths[widest] = size - 1;
    excess--;
  }
  return widths;
}

function withoutTrailingSpace(table: string): string {
  return `${table.replace(/[ \t]+$/gm, '')}\n`;
}
