// Hostile workbooks: small when packed.
import type { HostileFile } from './hostile-files.ts';
import { odsLine, odsOf, odsTable, odsText, textRow, xlsxEntries, xlsxOf, zipOf } from './workbooks.ts';

const tooManyRows = 'rows, with those that are repeated';
const tooManyCells = 'cells, with those that are repeated or merged';
const tooMuchText = 'characters, with those of texts that are used again';

const packed = { deflate: true };
const email = textRow(1, 'email');

export const hostileWorkbooks: readonly HostileFile[] = [
  xlsx('nested', 'nested deeper than 100 elements', () => withPart('sharedStrings', '<a>'.repeat(400_000))),
  xlsx('many-attributes', 'an element with more than 1000 attributes', () =>
    inSheet(`<row><c${numbered(20_000, (at) => ` a${at}=""`)}/></row>`),
  ),
  xlsx('unclosed-tag', 'an element with more than 1000 attributes', () =>
    inSheet('', { after: `<mergeCell${' ref="A"'.repeat(8_000)}` }),
  ),
  xlsx('shared-text', tooMuchText, () => {
    const texts = `<si><t>${'x'.repeat(10_000_000)}</t></si>`;
    return inSheet(email + '<row><c t="s"><v>0</v></c></row>'.repeat(300), { texts });
  }),
  xlsx('large-texts', 'bytes in the parts that are read', () =>
    inSheet(email, { texts: `<si><t>${'x'.repeat(11_000_000)}</t></si>`.repeat(4) }),
  ),
  xlsx('text-in-pieces', 'at most 100000 are read', () =>
    inSheet(`<row><c t="inlineStr"><is>${'<t>x</t>'.repeat(101_000)}</is></c></row>`),
  ),
  xlsx('many-rows', tooManyRows, () => inSheet(email + '<row><c><v>1</v></c></row>'.repeat(40_000))),
  xlsx('many-cells-in-a-row', 'beyond the last row or column of a sheet', () =>
    inSheet(`${email}<row>${'<c><v>1</v></c>'.repeat(20_000)}</row>`),
  ),
  xlsx('blank-rows', 'beyond the last row or column of a sheet', () => inSheet(email + '<row/>'.repeat(1_100_000))),
  xlsx('long-formats', 'and the most is 255', () => {
    const styles = `<numFmts><numFmt numFmtId="200" formatCode="${'0'.repeat(60_000)}"/></numFmts>
      <cellXfs><xf numFmtId="200"/></cellXfs>`;
    return inSheet(email + '<row><c s="0"><v>1</v></c></row>'.repeat(2_000), { styles });
  }),
  xlsx('many-formats', 'more than 30,000 characters of number formats', () => {
    const codes = numbered(6_000, (at) => `<numFmt numFmtId="${at + 200}" formatCode="0.0&quot;${at}&quot;"/>`);
    const styles = numbered(6_000, (at) => `<xf numFmtId="${at + 200}"/>`);
    const rows = numbered(6_000, (at) => `<row><c s="${at}"><v>1</v></c></row>`);
    return inSheet(email + rows, { styles: `<numFmts>${codes}</numFmts><cellXfs>${styles}</cellXfs>` });
  }),
  xlsx('many-sheets', 'more than 1,000 sheets', () => {
    const sheets = numbered(2_000, (at) => `<sheet name="S${at}" r:id="s0"/>`);
    return withPart('workbook', `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`);
  }),
  xlsx('merged-columns', tooManyCells, () => {
    const lines = Array.from({ length: 1_600 }, (_, at) => at + 2);
    const areas = lines.map((line) => `<mergeCell ref="${columnName(line)}${line}:${columnName(line)}1048576"/>`);
    const rows = lines.map((line) => `<row r="${line}"><c><v>1</v></c></row>`);
    return inSheet(email + rows.join(''), { after: `<mergeCells>${areas.join('')}</mergeCells>` });
  }),

  ods('repeated-rows', tooManyRows, () => {
    const repeated = odsLine(odsText('x')).replace('<table:table-row', '$& table:number-rows-repeated="1048575"');
    return odsTable('S', odsLine(odsText('email')), repeated);
  }),
  ods('repeated-cells', tooManyCells, () => {
    const wide = odsText('x').replace(' ', ' table:number-columns-repeated="16384" ');
    const repeated = odsLine(wide).replace('<table:table-row', '$& table:number-rows-repeated="9999"');
    return odsTable('S', odsLine(odsText('email')), repeated);
  }),
  ods('repeated-across', 'beyond the last row or column of a sheet', () => {
    const wide = odsText('x').replace(' ', ' table:number-columns-repeated="16384" ');
    return odsTable('S', odsLine(odsText('email')), odsLine(wide.repeat(6_000)));
  }),
  ods('nested', 'nested deeper than 100 elements', () => '<a>'.repeat(400_000)),
  ods('many-sheets', 'more than 1,000 sheets', () => numbered(2_000, (at) => odsTable(`S${at}`))),
  ods('spaces', tooMuchText, () => withText('<text:s text:c="1000"/>'.repeat(80_000))),
  ods('paragraphs', undefined, () => withText('a</text:p><text:p>'.repeat(60_000))),
];

/** Pieces of text. @param piece gets the number of each, from 0 */
export function numbered(count: number, piece: (at: number) => string, between = ''): string {
  return Array.from({ length: count }, (_, at) => piece(at)).join(between);
}

function withText(text: string): string {
  return odsTable('S', odsLine(odsText('email')), odsLine(odsText(text)));
}

function withPart(part: string, text: string): Buffer {
  return zipOf({ ...xlsxEntries({ sheets: [{ name: 'S', rows: email }] }), [`xl/${part}.xml`]: text }, packed);
}

/** A workbook with one sheet. @param other the parts beside its rows */
function inSheet(
  rows: string,
  { after = '', ...other }: { readonly after?: string; readonly texts?: string; readonly styles?: string } = {},
): Buffer {
  return xlsxOf({ ...other, sheets: [{ name: 'S', rows, after }] }, packed);
}

function columnName(number: number): string {
  const letters = number > 26 ? columnName(Math.floor((number - 1) / 26)) : '';
  return letters + String.fromCharCode(65 + ((number - 1) % 26));
}

function xlsx(name: string, limit: HostileFile['limit'], bytes: () => Buffer): HostileFile {
  return { name: `${name}.xlsx`, contents: 'speakers', limit, bytes };
}

/** @param tables the content of `office:spreadsheet` */
function ods(name: string, limit: HostileFile['limit'], tables: () => string): HostileFile {
  return { name: `${name}.ods`, contents: 'speakers', limit, bytes: () => odsOf(tables(), '', packed) };
}
