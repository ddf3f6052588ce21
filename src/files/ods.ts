// Reads ODF spreadsheets (ODS, ODF 1.3 part 3): their sheets, with cells as they are shown. Must
// not know what they mean.
import type { Limits } from './limits.ts';
import { clockText, isoText } from './number-text.ts';
import { collectRows } from './sheet-rows.ts';
import { formulaWithoutResult, maxColumns, type Table } from './table.ts';
import { damaged, parsePart, type Zip } from './zip.ts';

/** The sheets of a document, in order. All of them are in one part. */
export function readOds(zip: Zip, limits: Limits): readonly Table[] {
  const content = zip.unpack('content.xml');
  if (content === undefined) throw damaged(limits.file, '"content.xml" is missing inside it');
  const reading: Reading = {
    limits,
    sheets: [],
    hiddenStyles: new Set(),
    style: undefined,
    rows: collectRows(limits),
    line: 1,
    row: { repeated: 1, isHidden: false, cells: [], at: 0 },
    cell: undefined,
  };
  parsePart(content, limits.file, {
    skipped: besides,
    open: (name, attributes) => open(reading, name, attributes),
    text: (text) => append(reading, text),
    close: (name) => close(reading, name),
  });
  return reading.sheets;
}

/** A document while its elements are read: what is complete, and what is open. */
interface Reading {
  readonly limits: Limits;
  readonly sheets: Table[];
  readonly hiddenStyles: Set<string>;
  /** The name of the style that was opened last. */
  style: string | undefined;
  /** Of the open sheet. */
  rows: ReturnType<typeof collectRows>;
  /** The number of the open row in its sheet, from 1. */
  line: number;
  /** How many equal rows the open row is, and the column of its next cell, from 0. */
  row: {
    readonly repeated: number;
    readonly isHidden: boolean;
    readonly cells: (string | undefined)[];
    at: number;
  };
  cell: { readonly attributes: Attributes; readonly paragraphs: string[] } | undefined;
}

type Attributes = Readonly<Record<string, string>>;

function open(reading: Reading, name: string, attributes: Attributes): void {
  const { limits, sheets, hiddenStyles } = reading;
  if (name === 'style') reading.style = attributes['style:name'];
  else if (name === 'table-properties' && attributes['table:display'] === 'false') {
    if (reading.style !== undefined) hiddenStyles.add(reading.style);
  } else if (name === 'table') {
    reading.rows = collectRows(limits);
    reading.line = 1;
    const style = attributes['table:style-name'];
    const isHidden = style !== undefined && hiddenStyles.has(style);
    sheets.push({ name: attributes['table:name'] ?? '', isHidden, read: reading.rows.table });
  } else if (name === 'table-row') {
    const repeated = repeats(attributes['table:number-rows-repeated']);
    const visibility = attributes['table:visibility'];
    const isHidden = visibility === 'collapse' || visibility === 'filter';
    reading.row = { repeated, isHidden, cells: [], at: 0 };
  } else if (isCell(name)) reading.cell = { attributes, paragraphs: [] };
  else if (name === 'p' || name === 'h') reading.cell?.paragraphs.push('');
  else if (name === 's') {
    const count = Math.min(repeats(attributes['text:c']), maxSpaces);
    limits.unpacked(count);
    append(reading, ' '.repeat(count));
  } else if (name === 'tab') append(reading, '\t');
  else if (name === 'line-break') append(reading, '\n');
}

function append({ cell }: Reading, text: string): void {
  if (cell !== undefined && cell.paragraphs.length > 0)
    cell.paragraphs.push(`${cell.paragraphs.pop()}${text}`);
}

function close(reading: Reading, name: string): void {
  const { cell, row, rows, line } = reading;
  if (isCell(name) && cell !== undefined) {
    addCell(reading, cell.attributes, cellText(cell.attributes, cell.paragraphs.join('\n')));
    reading.cell = undefined;
  } else if (name === 'table-row') {
    // Blank rows at the end of a sheet are repeated up to its last line.
    const { cells, repeated, isHidden } = row;
    if (cells.some((text) => text !== undefined && text !== ''))
      rows.add({ line, cells, repeated, isHidden });
    reading.line += repeated;
  }
}

function addCell({ rows, line, row }: Reading, attributes: Attributes, text: string): void {
  const { cells, at } = row;
  const columns = repeats(attributes['table:number-columns-spanned']);
  const lines = repeats(attributes['table:number-rows-spanned']);
  if (columns > 1 || lines > 1)
    rows.merge({ lines: [line, line + lines - 1], cells: [at, at + columns - 1] });
  const repeated = repeats(attributes['table:number-columns-repeated']);
  // One cell too many is enough for the row to be refused.
  const end = Math.min(at + repeated, maxColumns + 1);
  if (text !== '') for (let index = at; index < end; index++) cells[index] = text;
  row.at += repeated;
}

const isCell = (name: string) => name === 'table-cell' || name === 'covered-table-cell';

/**
 * Elements of a cell whose text is not the cell's: comments, drawings, and furigana beside the text
 * that it explains.
 */
const besides = new Set([
  'annotation',
  'frame',
  'shapes',
  'custom-shape',
  'control',
  'g',
  'ruby-text',
  'table-source',
]);

const maxSpaces = 1000;

function repeats(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/** @param shown as the spreadsheet program has written it */
function cellText(attributes: Attributes, shown: string): string {
  const value = (name: string) => attributes[`office:${name}`];
  // LibreOffice writes the type of an error in a namespace of its own.
  if (attributes['calcext:value-type'] === 'error') return shown;
  switch (value('value-type')) {
    case undefined:
      return shown === '' && attributes['table:formula'] !== undefined
        ? formulaWithoutResult
        : shown;
    case 'date':
      return isoText(value('date-value') ?? shown);
    case 'time':
      return timeOfDay(value('time-value')) ?? shown;
    case 'boolean':
      return value('boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    case 'string':
      return shown === '' ? (value('string-value') ?? '') : shown;
    default:
      return shown === '' ? (value('value') ?? '') : shown;
  }
}

/** `PT09H30M00S` as `09:30`; undefined if it is not a clock time. */
function timeOfDay(duration: string | undefined): string | undefined {
  const [, hours, minutes = '0', seconds = '0'] =
    /^PT(\d{1,2})H(?:(\d{1,2})M)?(?:(\d{1,2})(?:[.,]\d+)?S)?$/.exec(duration ?? '') ?? [];
  if (hours === undefined || Number(hours) > 23) return undefined;
  return clockText((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
}
