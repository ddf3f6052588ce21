// Cells of workbooks, as they are shown. The files are written by hand.
import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/support/tables.ts';
import {
  odsCell,
  odsLine,
  odsOf,
  odsTable,
  odsText,
  paragraph,
  textRow,
  xlsxEntries,
  xlsxOf,
  zipOf,
} from '../../test/support/workbooks.ts';
import { numberText } from './number-text.ts';

/** The second row of the only sheet, below a header with as many columns. */
async function xlsxRow(
  cells: string,
  book: { texts?: string; styles?: string; is1904?: boolean } = {},
) {
  const width = cells.split('<c').length - 1;
  const header = textRow(1, ...Array.from({ length: width }, (_, at) => `column ${at}`));
  const bytes = xlsxOf({
    sheets: [{ name: 'S', rows: `${header}<row r="2">${cells}</row>` }],
    ...book,
  });
  const { rows } = await readTable(bytes);
  return rows[0]?.cells;
}

describe('a cell of an Excel workbook', () => {
  const formats = ['0', '14', '164', '165', '166', '167', '168', '169', '170', '49', '20'];
  const styles = `<numFmts>${[
    ['164', 'dd/mm/yyyy\\ hh:mm'],
    ['165', '00000'],
    ['166', '0%'],
    ['167', '#,##0.00'],
    ['168', '[h]:mm'],
    ['169', '[$-407]d\\. mmmm\\ yyyy;@'],
    ['170', '0&quot; min&quot;'],
  ]
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
    .map((id) => `<xf numFmtId="${id}"/>`)
    .join('')}</cellXfs>`;

  // [what it is, its style by index in `formats`, its value, the text]
  it.each([
    ['a number without a format', 0, '491701234567', '491701234567'],
    ['the sum of 0.1 and 0.2', 0, '0.30000000000000004', '0.3'],
    ['a date', 1, '46144', '2026-05-02'],
    ['a date and a time', 2, '46144.375', '2026-05-02 09:00'],
    ['a time that binary fractions cannot hold', 2, '46144.999988425925', '2026-05-02 23:59:59'],
    ['midnight in a cell for both', 2, '46144', '2026-05-02 00:00'],
    ['leading zeros', 3, '123', '00123'],
    ['a percentage', 4, '0.5', '50%'],
    ['a number with two decimals', 5, '1234.5', '1,234.50'],
    ['hours beyond a day', 6, '1.0625', '25:30'],
    ['a date in words', 7, '46144', '2026-05-02'],
    ['a number with a unit', 8, '45', '45 min'],
    ['a clock time', 10, '0.39583333333333331', '09:30'],
    ['the first day', 1, '1', '1900-01-01'],
  ])('is read as it is shown: %s', async (_, style, value, text) => {
    expect(await xlsxRow(`<c r="A2" s="${style}"><v>${value}</v></c>`, { styles })).toEqual([text]);
  });

  it('counts days from 1904 if the workbook does', async () => {
    const cell = '<c s="1"><v>44682</v></c>';
    expect(await xlsxRow(cell, { styles, is1904: true })).toEqual(['2026-05-02']);
  });

  it.each([
    ['a shared text', '<c t="s"><v>0</v></c>', 'Ünïcode &\nline two'],
    ['a text with several fonts', '<c t="s"><v>1</v></c>', 'Rich bold'],
    ['a text with furigana', '<c t="s"><v>2</v></c>', '山田'],
    ['a text with escaped characters', '<c t="s"><v>3</v></c>', 'a\tb _x000D_'],
    [
      'a text in the cell',
      '<c t="inlineStr"><is><r><t>in </t></r><r><t>line</t></r><rPh sb="0" eb="1"><t>x</t>' +
        '</rPh></is></c>',
      'in line',
    ],
    ['a result of a formula', '<c t="str"><f>A1</f><v>x</v></c>', 'x'],
    ['a formula without a result', '<c><f>A1</f><v></v></c>', '#NO-RESULT!'],
    ['an error', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['yes', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['a date in ISO 8601', '<c t="d"><v>2026-05-02T09:00:00.000</v></c>', '2026-05-02 09:00'],
    ['a formatted empty cell', '<c s="1"/>', ''],
  ])('is read: %s', async (_, cell, text) => {
    const texts = [
      '<si><t>Ünïcode &amp;\nline two</t></si>',
      '<si><r><t xml:space="preserve">Rich </t></r><r><rPr><b/></rPr><t>bold</t></r></si>',
      '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si>',
      '<si><t>a_x0009_b _x005F_x000D_</t></si>',
    ];
    expect(
      await xlsxRow(`${cell}<c t="b"><v>1</v></c>`, { texts: texts.join(''), styles }),
    ).toEqual([text, 'TRUE']);
  });

  it('is read if its elements have a prefix', async () => {
    const entries = xlsxEntries({
      sheets: [{ name: 'S', rows: textRow(1, 'a') + textRow(2, 'x') }],
    });
    const prefixed = Object.entries(entries).map(([name, xml]) => [
      name,
      name.startsWith('xl/worksheets')
        ? xml.replace(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns', 'xmlns:x')
        : xml,
    ]);
    const { columns, rows } = await readTable(zipOf(Object.fromEntries(prefixed)));
    expect([columns, rows[0]?.cells]).toEqual([['a'], ['x']]);
  });

  it('is in the column that it names', async () => {
    const rows = `${textRow(3, 'a', 'b', 'c')}<row r="5"><c r="C5"><v>3</v></c></row>`;
    const { rows: read } = await readTable(xlsxOf({ sheets: [{ name: 'S', rows }] }));
    expect(read).toEqual([{ row: 1, line: 5, cells: ['', '', '3'], fault: undefined }]);
  });
});

describe('a cell of an ODF spreadsheet', () => {
  const texts = {
    paragraphs:
      paragraph('a<text:s text:c="2"/>b') + paragraph('<text:span>c</text:span><text:tab/>d'),
    commented: `<office:annotation>${paragraph('no')}</office:annotation>${paragraph('yes')}`,
  };

  // [what it is, its attributes, its content, the text]
  it.each([
    ['a text of two paragraphs', 'office:value-type="string"', texts.paragraphs, 'a  b\nc\td'],
    ['a text with a comment', 'office:value-type="string"', texts.commented, 'yes'],
    [
      'a number',
      'office:value-type="float" office:value="1234.5"',
      paragraph('1,234.50'),
      '1,234.50',
    ],
    ['a percentage', 'office:value-type="percentage" office:value="0.5"', paragraph('50%'), '50%'],
    [
      'a date',
      'office:value-type="date" office:date-value="2026-05-02"',
      paragraph('02.05.26'),
      '2026-05-02',
    ],
    [
      'a date and a time',
      'office:value-type="date" office:date-value="2026-05-02T09:00:00"',
      paragraph('x'),
      '2026-05-02 09:00',
    ],
    [
      'a clock time',
      'office:value-type="time" office:time-value="PT09H30M00S"',
      paragraph('9:30 AM'),
      '09:30',
    ],
    [
      'hours beyond a day',
      'office:value-type="time" office:time-value="PT25H30M00S"',
      paragraph('25:30'),
      '25:30',
    ],
    ['yes', 'office:value-type="boolean" office:boolean-value="true"', paragraph('WAHR'), 'TRUE'],
    [
      'an error',
      'office:value-type="string" calcext:value-type="error"',
      paragraph('#N/A'),
      '#N/A',
    ],
    ['a formula without a result', 'table:formula="of:=1"', '', '#NO-RESULT!'],
  ])('is read as it is shown: %s', async (_, attributes, content, text) => {
    const cell = odsCell(attributes, content);
    const lines = [odsLine(odsText('a'), odsText('b')), odsLine(cell, odsText('x'))];
    expect((await readTable(odsOf(odsTable('S', ...lines)))).rows[0]?.cells).toEqual([text, 'x']);
  });

  it('is repeated as often as it says, and blank rows count', async () => {
    const attributes = 'table:number-columns-repeated="2" office:value-type="string"';
    const repeated = [
      '<table:table-row table:number-rows-repeated="2">',
      odsCell(attributes, paragraph('x')),
      '<table:table-cell table:number-columns-repeated="16382"/></table:table-row>',
    ].join('');
    const blank =
      '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>';
    const end =
      '<table:table-row table:number-rows-repeated="1048560"><table:table-cell/></table:table-row>';
    const { rows } = await readTable(
      odsOf(odsTable('S', odsLine(odsText('a'), odsText('b')), blank, repeated, end)),
    );
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [5, 'x', 'x'],
      [6, 'x', 'x'],
    ]);
  });
});

const minutesPerDay = 1440;

// Fractions of a day that no number holds exactly.
it.each([15, 17])(
  'a number shows every minute of a day exactly, written with %i digits',
  (digits) => {
    const clock = (value: number) => numberText(value, 'hh:mm', false);
    const both = (value: number) => numberText(value, 'yyyy-mm-dd hh:mm', false);
    for (let minute = 0; minute < minutesPerDay; minute++) {
      const [hours, rest] = [Math.floor(minute / 60), minute % 60].map((part) =>
        String(part).padStart(2, '0'),
      );
      const fraction = Number((minute / minutesPerDay).toPrecision(digits));
      // 2026-05-02
      const serial = Number((46144 + minute / minutesPerDay).toPrecision(digits));
      expect([clock(fraction), both(serial)]).toEqual([
        `${hours}:${rest}`,
        `2026-05-02 ${hours}:${rest}`,
      ]);
    }
  },
);
