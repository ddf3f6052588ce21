// Reads Excel workbooks (XLSX, ECMA-376 part 1): their sheets and the cells of these. Must not know
// what the cells mean.
import { getFormatFromId } from 'numfmt';
import type { Limits } from './limits.ts';
import { isoText, numberText } from './number-text.ts';
import { collectRows } from './sheet-rows.ts';
import {
  formulaWithoutResult,
  type MergedArea,
  maxColumns,
  type RawTable,
  type Table,
} from './table.ts';
import { type Archive, partOf, relatedParts } from './xlsx-parts.ts';
import type { XmlEvents } from './xml.ts';
import { damaged, parsePart, type Zip } from './zip.ts';

/** The sheets of a workbook, in the order of their tabs. */
export function readXlsx(zip: Zip, limits: Limits): readonly Table[] {
  const archive: Archive = { zip, file: limits.file };
  const [path = 'xl/workbook.xml'] = relatedParts(archive, undefined, '/officeDocument').values();
  const workbook = readWorkbook(archive, path);
  const paths = relatedParts(archive, path, '/worksheet');
  let values: SharedValues | undefined;
  return workbook.sheets.flatMap(({ name, isHidden, relation }) => {
    const path = relation === undefined ? undefined : paths.get(relation);
    // A sheet that is only a chart has no cells.
    if (path === undefined) return [];
    return {
      name,
      isHidden,
      read() {
        values ??= readValues(archive, workbook);
        return readSheet(partOf(archive, path), values, limits);
      },
    };
  });
}

interface Workbook {
  readonly path: string;
  readonly sheets: readonly {
    readonly name: string;
    readonly isHidden: boolean;
    /** The id of the relation to its part. */
    readonly relation: string | undefined;
  }[];
  readonly is1904: boolean;
}

function readWorkbook(archive: Archive, path: string): Workbook {
  const sheets: Workbook['sheets'][number][] = [];
  let is1904 = false;
  parsePart(partOf(archive, path), archive.file, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
      sheets.push({ name: attributes.name ?? '', isHidden, relation });
    },
  });
  return { path, sheets, is1904 };
}

function readValues(archive: Archive, { path, is1904 }: Workbook): SharedValues {
  const { file } = archive;
  const [texts] = relatedParts(archive, path, '/sharedStrings').values();
  const [styles] = relatedParts(archive, path, '/styles').values();
  return {
    texts: texts === undefined ? [] : readTexts(partOf(archive, texts), file),
    formats: styles === undefined ? [] : readFormats(partOf(archive, styles), file),
    is1904,
  };
}

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

function readSheet(bytes: Uint8Array, values: SharedValues, limits: Limits): RawTable {
  const { file } = limits;
  const rows = collectRows(limits);
  let line = 0;
  let cells: string[] = [];
  let at = -1;
  let isHidden = false;
  let cell: Cell | undefined;
  let isText = false;
  const events: XmlEvents = {
    skipped: furigana,
    open(name, attributes) {
      if (name === 'row') {
        line = attributes.r === undefined ? line + 1 : Number(attributes.r);
        cells = [];
        at = -1;
        isHidden = isTrue(attributes.hidden);
      } else if (name === 'mergeCell') {
        const { ref } = attributes;
        const area = ref === undefined ? undefined : areaOf(ref);
        if (area !== undefined) rows.merge(area);
      } else if (name === 'c') {
        at = attributes.r === undefined ? at + 1 : placeOf(attributes.r).cell;
        // Without its place, its value would be lost.
        if (at < 0)
          throw damaged(
            file,
            `a cell of row ${line} is at ${JSON.stringify(attributes.r)}, which is no place`,
          );
        cell = {
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          value: undefined,
          hasFormula: false,
        };
      } else if (cell === undefined) return;
      else if (name === 'f') cell.hasFormula = true;
      else if (name === 'v' || name === 't') {
        isText = true;
        cell.value ??= '';
      }
    },
    text(text) {
      if (isText && cell !== undefined) cell.value = (cell.value ?? '') + text;
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'c' && cell !== undefined) {
        // One cell too many is enough for the row to be refused.
        cells[Math.min(at, maxColumns)] = cellText(cell, values, file);
        cell = undefined;
      } else if (name === 'row') rows.add({ line, cells, isHidden });
    },
  };
  parsePart(bytes, file, events);
  return rows.table();
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** What the cells of all sheets refer to by index. */
interface SharedValues {
  readonly texts: readonly string[];
  /** Codes of number formats. */
  readonly formats: readonly string[];
  readonly is1904: boolean;
}

/** Beside the text that it explains. */
const furigana: ReadonlySet<string> = new Set(['rPh']);

/** The shared texts (ECMA-376 part 1, §18.4.9). */
function readTexts(bytes: Uint8Array, file: string): readonly string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  parsePart(bytes, file, {
    skipped: furigana,
    open(name) {
      if (name === 'si') text = '';
      isText = name === 't';
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'si') texts.push(withControls(text));
    },
  });
  return texts;
}

/** The codes of the number formats of the cell styles (§18.8.10). */
function readFormats(bytes: Uint8Array, file: string): readonly string[] {
  const codes = new Map<string, string>();
  const formats: string[] = [];
  let isInCellStyles = false;
  parsePart(bytes, file, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (formatCode.length > maxFormatLength)
        throw damaged(
          file,
          `a number format has ${formatCode.length} characters, and the most is ${maxFormatLength}`,
        );
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') isInCellStyles = true;
      if (name === 'xf' && isInCellStyles)
        formats.push(codes.get(numFmtId) ?? getFormatFromId(Number(numFmtId)) ?? '');
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  });
  return formats;
}

/** Of Excel. What a format shows takes time that grows with the square of its length. */
const maxFormatLength = 255;

interface Cell {
  /** §18.18.11 */
  readonly type: string;
  readonly style: number;
  value: string | undefined;
  hasFormula: boolean;
}

function cellText(
  { type, style, value, hasFormula }: Cell,
  values: SharedValues,
  file: string,
): string {
  const { texts, formats, is1904 } = values;
  if (value === undefined || (value === '' && type === 'n'))
    return hasFormula ? formulaWithoutResult : '';
  switch (type) {
    case 's': {
      const text = texts[Number(value)];
      if (text === undefined)
        throw damaged(file, `a cell refers to text ${value}, and there are ${texts.length} texts`);
      return text;
    }
    case 'b':
      return isTrue(value) ? 'TRUE' : 'FALSE';
    case 'n': {
      const number = Number(value);
      return Number.isNaN(number) ? value : numberText(number, formats[style] ?? '', is1904);
    }
    case 'd':
      return isoText(value);
    case 'e':
      return value;
    default:
      return withControls(value);
  }
}

/** Characters that XML cannot hold are written `_x000D_` (§22.9.2.19). */
function withControls(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
