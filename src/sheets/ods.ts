// Reads ODF spreadsheets (ODS, ODF 1.3 part 3): their sheets, row by row, with cells as they are shown. Must not know what they mean.
import type { Budget } from './budget.ts';
import { addArea } from './merged-areas.ts';
import { clockText, isoText } from './number-text.ts';
import { collectRows, type SheetRows } from './sheet-rows.ts';
import { formulaWithoutResult, type MergedArea, maxColumns, type RawRecord, type TableEntry } from './table.ts';
import { parseWholeXml, parseXml, type XmlEvents } from './xml.ts';
import { damaged, type Zip } from './zip.ts';

const content = 'content.xml';

// Rows are read one by one, so this limits time, not memory.
const maxContentBytes = 512 * 1024 * 1024;

/** The sheets of a document, in order. */
export async function readOds(zip: Zip, budget: Budget): Promise<readonly TableEntry[]> {
  const sheets = await listSheets(zip, budget);
  return sheets.map((sheet, index) => ({
    ...sheet,
    open: async () => openSheet(zip, budget, { name: sheet.name, index }),
  }));
}

function contentOf(zip: Zip, file: string): AsyncIterable<Uint8Array> {
  const bytes = zip.unpack(content, maxContentBytes);
  if (bytes === undefined) throw damaged(file, `"${content}" is missing inside it`);
  return bytes;
}

interface ListedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  isEmpty: boolean;
}

/** All sheets are in one file, so that opening each to look for cells would read it as often. */
async function listSheets(zip: Zip, budget: Budget): Promise<readonly ListedSheet[]> {
  const sheets: ListedSheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let depth = 0;
  let reader: Required<XmlEvents> | undefined;
  const listener: SheetListener = {
    merge: () => undefined,
    hide: () => undefined,
    space: (count) => budget.spend('characters', count),
  };
  await parseWholeXml(
    contentOf(zip, budget.file),
    {
      open(name, attributes) {
        if (name === 'style') style = attributes['style:name'] ?? '';
        if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
        if (name !== 'table') return reader?.open(name, attributes);
        // A table inside a cell is not a sheet.
        if (depth++ > 0) return;
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        budget.spend('sheets', 1);
        const sheet = { name: attributes['table:name'] ?? '', isHidden, isEmpty: true };
        sheets.push(sheet);
        reader = createReader(() => {
          sheet.isEmpty = false;
          reader = undefined;
        }, listener);
      },
      text: (text) => reader?.text(text),
      close(name) {
        if (name !== 'table') reader?.close(name);
        else if (--depth === 0) reader = undefined;
      },
    },
    budget.file,
  );
  return sheets;
}

function openSheet(zip: Zip, budget: Budget, { name, index }: { readonly name: string; readonly index: number }) {
  const { file } = budget;
  const merged: MergedArea[] = [];
  let hiddenRows = 0;
  return {
    name,
    merged,
    hiddenRows: () => hiddenRows,
    delimiter: ',' as const,
    isTrimmed: true,
    batches: readRows(),
  };

  async function* readRows(): AsyncGenerator<readonly RawRecord[]> {
    const rows = collectRows(budget, merged);
    const reader = createReader(rows.add, {
      merge: (area) => addArea(merged, area, file),
      space: (count) => budget.spend('characters', count),
      hide(count) {
        hiddenRows += count;
      },
    });
    const events = onlyInSheet(index, reader);
    for await (const _ of parseXml(contentOf(zip, file), events, file)) {
      yield rows.take();
      if (events.isDone()) return;
    }
  }
}

/** Passes on the events of one sheet. */
function onlyInSheet(index: number, reader: Required<XmlEvents>): Required<XmlEvents> & { isDone(): boolean } {
  let sheet = -1;
  let depth = 0;
  return {
    isDone: () => sheet > index || (sheet === index && depth === 0),
    open(name, attributes) {
      if (name === 'table' && depth++ === 0) sheet++;
      else if (depth > 0 && sheet === index) reader.open(name, attributes);
    },
    close(name) {
      if (name === 'table') depth--;
      else if (depth > 0 && sheet === index) reader.close(name);
    },
    text(text) {
      if (depth > 0 && sheet === index) reader.text(text);
    },
  };
}

/** Elements of a cell whose text is not the cell's: comments, drawings, and furigana beside the text that it explains. */
const besides = new Set(['annotation', 'frame', 'shapes', 'custom-shape', 'control', 'g', 'ruby-text', 'table-source']);

/** Learns what a sheet has besides its rows. */
interface SheetListener {
  merge(area: MergedArea): void;
  /** Spaces, which are counted before they are written. */
  space(count: number): void;
  /** Hidden rows. */
  hide(count: number): void;
}

/** @param addRow called for each row with a value */
function createReader(addRow: SheetRows['add'], listener: SheetListener): Required<XmlEvents> {
  let line = 1;
  let repeatedRows = 1;
  let cells: (string | undefined)[] = [];
  let at = 0;
  let cell: { readonly attributes: Readonly<Record<string, string>>; paragraphs: string[] } | undefined;
  let beside = 0;
  const append = (text: string) => {
    if (cell !== undefined && beside === 0 && cell.paragraphs.length > 0) {
      cell.paragraphs.push(`${cell.paragraphs.pop()}${text}`);
    }
  };
  const appendSpaces = (count: number) => {
    listener.space(count);
    append(' '.repeat(count));
  };
  return {
    open(name, attributes) {
      if (besides.has(name)) beside++;
      else if (beside > 0) return;
      else if (name === 'table-row') {
        repeatedRows = repeats(attributes['table:number-rows-repeated']);
        cells = [];
        at = 0;
        if (['collapse', 'filter'].includes(attributes['table:visibility'] ?? '')) listener.hide(repeatedRows);
      } else if (name === 'table-cell' || name === 'covered-table-cell') cell = { attributes, paragraphs: [] };
      else if (name === 'p' || name === 'h') cell?.paragraphs.push('');
      else if (name === 's') appendSpaces(Math.min(repeats(attributes['text:c']), maxSpaces));
      else if (name === 'tab') append('\t');
      else if (name === 'line-break') append('\n');
    },
    text: append,
    close(name) {
      if (besides.has(name)) beside--;
      else if (beside > 0) return;
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cell !== undefined) {
        addCell(cell.attributes, cell.paragraphs.join('\n'));
        cell = undefined;
      } else if (name === 'table-row') {
        // Blank rows at the end of a sheet are repeated up to its last line.
        if (cells.some((text) => text !== undefined && text !== '')) addRow(line, cells, repeatedRows);
        line += repeatedRows;
      }
    },
  };

  function addCell(attributes: Readonly<Record<string, string>>, shown: string): void {
    const text = cellText(attributes, shown);
    const columns = repeats(attributes['table:number-columns-spanned']);
    const lines = repeats(attributes['table:number-rows-spanned']);
    if (columns > 1 || lines > 1) {
      listener.merge({ lines: [line, line + lines - 1], cells: [at, at + columns - 1] });
    }
    const repeated = repeats(attributes['table:number-columns-repeated']);
    // One cell too many is enough for the row to be refused.
    const end = Math.min(at + repeated, maxColumns + 1);
    if (text !== '') for (let each = at; each < end; each++) cells[each] = text;
    at += repeated;
  }
}

const maxSpaces = 1000;

function repeats(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/** @param shown as the spreadsheet program has written it */
function cellText(attributes: Readonly<Record<string, string>>, shown: string): string {
  const value = (name: string) => attributes[`office:${name}`];
  // LibreOffice writes the type of an error in a namespace of its own.
  if (attributes['calcext:value-type'] === 'error') return shown;
  switch (value('value-type')) {
    case undefined:
      return shown === '' && attributes['table:formula'] !== undefined ? formulaWithoutResult : shown;
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
