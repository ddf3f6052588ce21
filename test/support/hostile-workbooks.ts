// Hostile workbooks: small when packed.
import type { HostileFile } from './hostile-files.ts';
import { numbered, repeat } from './hostile-pieces.ts';
import { odsLine, odsOf, odsTable, odsText, textRow, xlsxEntries, xlsxOf, zipOf } from './workbooks.ts';

type Book = (scale: number) => Buffer;
type Limit = Pick<HostileFile, 'limit'> & Partial<Pick<HostileFile, 'short'>>;

const nested = { limit: 'nested deeper than 100 elements' };
const tooManyCells = 'cells, with those that are repeated or merged';
const tooManyRows = 'rows, with those that are repeated';
const tooMuchText = 'characters, with those of texts that are used again';
const tooManySheets = 'more than 1,000 sheets';

const plainBook = { sheets: [{ name: 'S', rows: textRow(1, 'email') }] };
const packed = { deflate: true };

export const hostileWorkbooks: readonly HostileFile[] = [
  xlsx('nested-in-sheet', nested, (scale) => withPart('worksheets/sheet1', repeat(20_000_000 * scale, '<a>'))),
  xlsx('nested-in-texts', nested, (scale) => withPart('sharedStrings', repeat(20_000_000 * scale, '<a>'))),
  xlsx('nested-in-styles', nested, (scale) => withPart('styles', repeat(2_500_000 * scale, '<a>'))),
  xlsx('nested-in-list-of-sheets', nested, (scale) => withPart('workbook', repeat(2_500_000 * scale, '<a>'))),
  xlsx('many-attributes', { limit: 'an element with more than 1000 attributes' }, (scale) =>
    inSheet(`<row><c${numbered(1_000_000 * scale, (at) => ` a${at}=""`)}/></row>`),
  ),
  xlsx('shared-text', { limit: tooMuchText, short: 1 }, (scale) => {
    const texts = `<si><t>${repeat(10_000_000 * scale, 'x')}</t></si>`;
    return inSheet(textRow(1, 'email') + repeat(300_000 * scale, '<row><c t="s"><v>0</v></c></row>'), { texts });
  }),
  xlsx('shared-text-in-one-row', { limit: tooMuchText, short: 1 }, (scale) => {
    const texts = `<si><t>${repeat(1_000_000 * scale, ' x')}</t></si>`;
    const header = textRow(1, ...Array.from({ length: 990 }, (_, at) => `c${at}`));
    return inSheet(header + repeat(400, `<row>${repeat(990, '<c t="s"><v>0</v></c>')}</row>`), { texts });
  }),
  xlsx('large-texts', { limit: 'bytes in the parts that are read', short: 1 }, (scale) => {
    const texts = repeat(4, `<si><t>${repeat(11_000_000 * scale, 'x')}</t></si>`);
    return inSheet(textRow(1, 'email'), { texts });
  }),
  xlsx('text-in-pieces', { limit: 'at most 100000 are read', short: 0.1 }, (scale) =>
    inSheet(`<row><c t="inlineStr"><is>${repeat(2_000_000 * scale, '<t>x</t>')}</is></c></row>`),
  ),
  xlsx('many-rows', { limit: tooManyRows, short: 0.04 }, (scale) =>
    inSheet(textRow(1, 'email') + repeat(1_000_000 * scale, '<row><c><v>1</v></c></row>')),
  ),
  xlsx('many-cells-in-a-row', { limit: 'beyond the last row or column of a sheet', short: 0.02 }, (scale) =>
    inSheet(`${textRow(1, 'email')}<row>${repeat(2_000_000 * scale, '<c><v>1</v></c>')}</row>`),
  ),
  xlsx('blank-rows', { limit: 'beyond the last row or column of a sheet', short: 0.14 }, (scale) =>
    inSheet(textRow(1, 'email') + repeat(8_000_000 * scale, '<row/>')),
  ),
  xlsx('long-formats', { limit: 'and the most is 255' }, (scale) => formatted(repeat(3_000_000 * scale, '0'))),
  xlsx('many-sections', { limit: 'and the most is 255' }, (scale) => formatted(repeat(200_000 * scale, '[>1]0;'))),
  xlsx('many-formats', { limit: 'more than 30,000 characters of number formats', short: 0.1 }, (scale) => {
    const codes = numbered(
      60_000 * scale,
      (at) => `<numFmt numFmtId="${at + 200}" formatCode="0.0&quot;${at}&quot;"/>`,
    );
    const styles = numbered(60_000 * scale, (at) => `<xf numFmtId="${at + 200}"/>`);
    const rows = numbered(60_000 * scale, (at) => `<row><c s="${at}"><v>1</v></c></row>`);
    return inSheet(textRow(1, 'email') + rows, { styles: `<numFmts>${codes}</numFmts><cellXfs>${styles}</cellXfs>` });
  }),
  xlsx('many-sheets', { limit: tooManySheets, short: 0.04 }, (scale) => {
    const sheets = Array.from({ length: Math.floor(30_000 * scale) }, (_, at) => ({ name: `Sheet ${at}`, rows: '' }));
    return xlsxOf({ sheets }, packed);
  }),
  xlsx('listed-sheets', { limit: tooManySheets }, (scale) => {
    const sheets = numbered(100_000 * scale, (at) => `<sheet name="S${at}" r:id="s0"/>`);
    return withPart('workbook', `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`);
  }),
  xlsx('large-sheets', { limit: 'bytes in the parts that are read', short: undefined }, (scale) => {
    const rows = repeat(700_000 * scale, '<row/>');
    return xlsxOf({ sheets: Array.from({ length: 30 }, (_, at) => ({ name: `S${at}`, rows })) }, packed);
  }),
  xlsx('unclosed-tag', { limit: 'an element with more than 1000 attributes', short: 0.01 }, (scale) =>
    inSheet('', { after: repeat(100 * scale, `<mergeCell${repeat(8_000, ' ref="A"')}`) }),
  ),
  xlsx('unclosed-row', { limit: 'an element with more than 1000 attributes' }, (scale) =>
    inSheet('', { after: `<row ${repeat(700_000 * scale, ' hidden="')}` }),
  ),
  xlsx('merged-columns', { limit: tooManyCells, short: 0.1 }, (scale) => {
    const lines = Array.from({ length: 16_000 * scale }, (_, at) => at + 2);
    const areas = lines.map((line) => `<mergeCell ref="${columnName(line)}${line}:${columnName(line)}1048576"/>`);
    const rows = lines.map((line) => `<row r="${line}"><c><v>1</v></c></row>`);
    return inSheet(textRow(1, 'email') + rows.join(''), { after: `<mergeCells>${areas.join('')}</mergeCells>` });
  }),
  xlsx('merged-whole-sheet', { limit: tooManyCells }, (scale) =>
    inSheet(textRow(1, 'email') + textRow(2, 'x') + repeat(100_000 * scale, '<row><c r="XFD1"><v>1</v></c></row>'), {
      after: '<mergeCells><mergeCell ref="A2:XFC1048576"/></mergeCells>',
    }),
  ),

  ods('repeated-rows', { limit: tooManyRows, short: 1 }, () => {
    const repeated = odsLine(odsText('x')).replace('<table:table-row', '$& table:number-rows-repeated="1048575"');
    return odsTable('S', odsLine(odsText('email')), repeated);
  }),
  ods('repeated-cells', { limit: tooManyCells, short: 1 }, () => {
    const wide = odsText('x').replace(' ', ' table:number-columns-repeated="16384" ');
    const repeated = odsLine(wide).replace('<table:table-row', '$& table:number-rows-repeated="9999"');
    return odsTable('S', odsLine(odsText('email')), repeated);
  }),
  ods('repeated-across', { limit: 'beyond the last row or column of a sheet' }, (scale) => {
    const wide = odsText('x').replace(' ', ' table:number-columns-repeated="16384" ');
    return odsTable('S', odsLine(odsText('email')), odsLine(repeat(300_000 * scale, wide)));
  }),
  ods('nested', nested, (scale) => repeat(20_000_000 * scale, '<a>')),
  ods('many-sheets', { limit: tooManySheets }, (scale) => numbered(100_000 * scale, (at) => odsTable(`S${at}`))),
  ods('large-sheets', { limit: 'bytes in the parts that are read', short: undefined }, (scale) => {
    const rows = repeat(30_000 * scale, '<table:table-row/>');
    return numbered(100, (at) => odsTable(`S${at}`, rows));
  }),
  ods('spaces', { limit: tooMuchText, short: 0.08 }, (scale) =>
    odsTable('S', odsLine(odsText('email')), odsLine(odsText(repeat(1_000_000 * scale, '<text:s text:c="1000"/>')))),
  ),
  ods('paragraphs', { limit: undefined }, (scale) =>
    odsTable('S', odsLine(odsText('email')), odsLine(odsText(repeat(3_000_000 * scale, 'a</text:p><text:p>')))),
  ),
];

function withPart(part: string, text: string): Buffer {
  return zipOf({ ...xlsxEntries(plainBook), [`xl/${part}.xml`]: text }, packed);
}

/** A workbook with one sheet. @param other the parts beside its rows */
function inSheet(
  rows: string,
  { after = '', ...other }: { readonly after?: string; readonly texts?: string; readonly styles?: string } = {},
): Buffer {
  return xlsxOf({ ...other, sheets: [{ name: 'S', rows, after }] }, packed);
}

function formatted(code: string): Buffer {
  const styles = `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`;
  return inSheet(textRow(1, 'email') + repeat(2_000, '<row><c s="0"><v>1</v></c></row>'), { styles });
}

function columnName(number: number): string {
  const letters = number > 26 ? columnName(Math.floor((number - 1) / 26)) : '';
  return letters + String.fromCharCode(65 + ((number - 1) % 26));
}

function xlsx(name: string, limit: Limit, bytes: Book): HostileFile {
  return { name: `${name}.xlsx`, contents: 'speakers', short: 0.02, ...limit, bytes: (scale = 1) => bytes(scale) };
}

/** @param tables the content of `office:spreadsheet` */
function ods(name: string, limit: Limit, tables: (scale: number) => string): HostileFile {
  const bytes = (scale = 1) => odsOf(tables(scale), '', packed);
  return { name: `${name}.ods`, contents: 'speakers', short: 0.02, ...limit, bytes };
}
