// Reads Excel workbooks (XLSX, ECMA-376 part 1): their sheets, row by row. Must not know what the cells mean.
import type { Budget } from './budget.ts';
import { addArea } from './merged-areas.ts';
import { collectRows } from './sheet-rows.ts';
import { type MergedArea, maxColumns, type RawRecord, type TableEntry } from './table.ts';
import { cellText, readFormats, readTexts, type SharedValues } from './xlsx-values.ts';
import { parseWholeXml, parseXml } from './xml.ts';
import { damaged, type Zip } from './zip.ts';

// A sheet is read row by row, so that only its time is limited. The shared texts are in memory as a whole, and what is
// read of other parts may take several times their size.
const maxPartBytes = 8 * 1024 * 1024;
const maxTextBytes = 64 * 1024 * 1024;
const maxSheetBytes = 512 * 1024 * 1024;

/** The sheets of a workbook, in the order of their tabs. */
export async function readXlsx(zip: Zip, budget: Budget): Promise<readonly TableEntry[]> {
  const { file } = budget;
  const [workbook = 'xl/workbook.xml'] = (await relatedParts(zip, file, '', '/officeDocument')).values();
  const { sheets, is1904 } = await readWorkbook(zip, budget, workbook);
  const paths = await relatedParts(zip, file, workbook, '/worksheet');
  let values: Promise<SharedValues> | undefined;
  return sheets.flatMap(({ name, isHidden, relation }) => {
    const path = paths.get(relation);
    // A sheet that is only a chart has no cells.
    if (path === undefined) return [];
    return {
      name,
      isHidden,
      async open() {
        values ??= readValues(zip, budget, workbook, is1904);
        const found = { ...(await values), budget };
        const { merged, hiddenRows } = await scanSheet(zip, file, path);
        return {
          ...{ name, merged, delimiter: ',', isTrimmed: true },
          hiddenRows: () => hiddenRows,
          batches: readRows(partOf(zip, file, path, maxSheetBytes), merged, found),
        };
      },
    };
  });
}

/** The bytes of a part that must exist. */
function partOf(zip: Zip, file: string, path: string, limit = maxPartBytes): AsyncIterable<Uint8Array> {
  const bytes = zip.unpack(path, limit);
  if (bytes === undefined) throw damaged(file, `"${path}" is missing inside it`);
  return bytes;
}

/** The paths of the parts of one type that a part refers to, by the id of the relation (ECMA-376 part 2, §9.3). */
async function relatedParts(zip: Zip, file: string, from: string, type: string): Promise<ReadonlyMap<string, string>> {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const found = new Map<string, string>();
  const bytes = zip.unpack(`${folder}_rels/${from.slice(folder.length)}.rels`, maxPartBytes);
  if (bytes === undefined) return found;
  await parseWholeXml(
    bytes,
    {
      open(name, { Id = '', Type = '', Target = '' }) {
        if (name !== 'Relationship' || !Type.endsWith(type)) return;
        const { pathname } = new URL(Target, `file:///${folder}`);
        found.set(Id, decodeURIComponent(pathname.slice(1)));
      },
    },
    file,
  );
  return found;
}

async function readWorkbook(zip: Zip, budget: Budget, path: string) {
  const sheets: { readonly name: string; readonly isHidden: boolean; readonly relation: string }[] = [];
  let is1904 = false;
  await parseWholeXml(
    partOf(zip, budget.file, path),
    {
      open(name, attributes) {
        if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
        if (name !== 'sheet') return;
        budget.spend('sheets', 1);
        const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
        const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
        sheets.push({ name: attributes.name ?? '', isHidden, relation });
      },
    },
    budget.file,
  );
  return { sheets, is1904 };
}

async function readValues(zip: Zip, budget: Budget, workbook: string, is1904: boolean): Promise<SharedValues> {
  const { file } = budget;
  const [texts] = (await relatedParts(zip, file, workbook, '/sharedStrings')).values();
  const [styles] = (await relatedParts(zip, file, workbook, '/styles')).values();
  return {
    texts: texts === undefined ? [] : await readTexts(partOf(zip, file, texts, maxTextBytes), file),
    formats: styles === undefined ? [] : await readFormats(partOf(zip, file, styles), { budget, is1904 }),
  };
}

/**
 * Finds what follows the rows of a sheet and has to be known before them: the areas of merged cells; and counts hidden rows.
 * A search in the text, because parsing would take ten times as long.
 */
async function scanSheet(zip: Zip, file: string, path: string) {
  const merged: MergedArea[] = [];
  let hiddenRows = 0;
  let rest = '';
  for await (const chunk of partOf(zip, file, path, maxSheetBytes)) {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    // Tags that are not cut off at the end of the chunk; of a longer one, nothing is needed.
    const end = Math.max(text.lastIndexOf('>') + 1, text.length - longestTag);
    for (const [tag, name] of text.slice(0, end).matchAll(scannedTags)) {
      if (name === 'row') hiddenRows += /\shidden="(?:1|true)"/.test(tag) ? 1 : 0;
      else {
        const area = areaOf(/\sref="([A-Z\d:]+)"/.exec(tag)?.[1] ?? '');
        if (area !== undefined) addArea(merged, area, file);
      }
    }
    rest = text.slice(end);
  }
  return { merged: merged.sort((a, b) => a.lines[0] - b.lines[0]), hiddenRows };
}

const longestTag = 4096;
const scannedTags = /<(?:\w+:)?(mergeCell|row)\s[^<>]*>/g;

function areaOf(ref: string): MergedArea | undefined {
  const [first, last] = ref.split(':').map(placeOf);
  if (first?.line === undefined || last?.line === undefined) return undefined;
  return { lines: [first.line, last.line], cells: [first.cell, last.cell] };
}

/** `C7` is line 7, cell 2. */
function placeOf(ref: string): { readonly line: number | undefined; readonly cell: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d*)$/.exec(ref) ?? [];
  let cell = 0;
  for (const letter of letters) cell = cell * 26 + letter.charCodeAt(0) - 64;
  return { line: digits === '' ? undefined : Number(digits), cell: cell - 1 };
}

async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  merged: readonly MergedArea[],
  { budget, ...found }: SharedValues & { readonly budget: Budget },
): AsyncGenerator<readonly RawRecord[]> {
  const { file } = budget;
  const values = { ...found, file };
  const rows = collectRows(budget, merged);
  let line = 0;
  let cells: string[] = [];
  let at = -1;
  let cell: { type: string; style: number; value: string | undefined; hasFormula: boolean } | undefined;
  let isText = false;
  // Furigana, beside the text that it explains.
  let isPhonetic = false;
  const events = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'row') {
        line = attributes.r === undefined ? line + 1 : lineOf(attributes.r);
        cells = [];
        at = -1;
      } else if (name === 'c') {
        at = attributes.r === undefined ? at + 1 : placeOf(attributes.r).cell;
        // Without its place, its value would be lost.
        if (at < 0)
          throw damaged(file, `a cell of row ${line} is at ${JSON.stringify(attributes.r)}, which is no place`);
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: undefined, hasFormula: false };
      } else if (cell === undefined) return;
      else if (name === 'f') cell.hasFormula = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v' || name === 't') {
        isText = !isPhonetic;
        cell.value ??= '';
      }
    },
    text(text: string) {
      if (isText && cell !== undefined) cell.value = (cell.value ?? '') + text;
    },
    close(name: string) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c' && cell !== undefined) {
        // One cell too many is enough for the row to be refused.
        cells[Math.min(at, maxColumns)] = cellText(cell, values);
        cell = undefined;
      } else if (name === 'row') rows.add(line, cells);
    },
  };
  for await (const _ of parseXml(bytes, events, file)) yield rows.take();

  function lineOf(number: string): number {
    if (/^\d{1,7}$/.test(number)) return Number(number);
    throw damaged(file, `a row after row ${line} has the number ${JSON.stringify(number)}`);
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
