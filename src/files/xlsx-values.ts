// Reads the values of an Excel workbook's cells as the text that is shown: shared texts, number formats, formulas' results.
import { getFormatFromId } from 'numfmt';
import { isoText, numberText } from './number-text.ts';
import { formulaWithoutResult } from './table.ts';
import { damaged, parsePart } from './zip.ts';

/** What the cells of all sheets refer to by index. */
export interface SharedValues {
  readonly texts: readonly string[];
  /** Codes of number formats. */
  readonly formats: readonly string[];
  readonly is1904: boolean;
}

/** Beside the text that it explains. */
export const furigana: ReadonlySet<string> = new Set(['rPh']);

/** The shared texts (ECMA-376 part 1, §18.4.9). */
export function readTexts(bytes: Uint8Array, file: string): readonly string[] {
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
export function readFormats(bytes: Uint8Array, file: string): readonly string[] {
  const codes = new Map<string, string>();
  const formats: string[] = [];
  let isInCellStyles = false;
  parsePart(bytes, file, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (formatCode.length > maxFormatLength)
        throw damaged(file, `a number format has ${formatCode.length} characters, and the most is ${maxFormatLength}`);
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') isInCellStyles = true;
      if (name === 'xf' && isInCellStyles) formats.push(codes.get(numFmtId) ?? getFormatFromId(Number(numFmtId)) ?? '');
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
  readonly value: string | undefined;
  readonly hasFormula: boolean;
}

export function cellText(
  { type, style, value, hasFormula }: Cell,
  { texts, formats, is1904, file }: SharedValues & { readonly file: string },
): string {
  if (value === undefined || (value === '' && type === 'n')) return hasFormula ? formulaWithoutResult : '';
  switch (type) {
    case 's': {
      const text = texts[Number(value)];
      if (text === undefined)
        throw damaged(file, `a cell refers to text ${value}, and there are ${texts.length} texts`);
      return text;
    }
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
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
