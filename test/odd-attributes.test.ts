// Workbooks with one attribute that is missing, or has a value that no program writes: each is
// read, or refused as damaged.
import { expect, it } from 'vitest';
import { InvalidInputError } from '../src/errors.ts';
import { readTable } from './support/tables.ts';
import {
  odsCell,
  odsEntries,
  odsLine,
  odsTable,
  odsText,
  paragraph,
  textRow,
  xlsxEntries,
  zipOf,
} from './support/workbooks.ts';

/** Undefined: the attribute is missing. */
const oddValues = [
  undefined,
  '',
  '-1',
  '1.5',
  '99999999999999999999',
  'NaN',
  '%zz',
  '../../../x',
  'http://',
  'http://host/xl/workbook.xml',
  '#x?y',
  '__proto__',
  'XFE1048577:',
  '[h;;;;@',
  'x'.repeat(300),
];

const xlsx = xlsxEntries({
  sheets: [
    {
      name: 'S',
      rows:
        `${textRow(1, 'email', 'start')}<row r="2" hidden="1">` +
        '<c r="A2" t="s" s="1"><v>0</v></c><c r="B2"><f>1</f><v>46144</v></c></row>',
      after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    },
  ],
  texts: '<si><t xml:space="preserve">ada@example.org</t></si>',
  styles:
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>' +
    '<cellXfs><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>',
});

const ods = odsEntries(
  odsTable(
    'S" table:style-name="hidden',
    odsLine(odsText('email'), odsText('start<text:s text:c="2"/>')),
    odsLine(
      odsCell(
        'office:value-type="date" office:date-value="2026-05-02" ' +
          'table:number-columns-spanned="2" table:number-rows-spanned="2"',
        paragraph('2 May'),
      ),
      odsCell(
        'office:value-type="time" office:time-value="PT09H30M00S" ' +
          'table:number-columns-repeated="2"',
        paragraph('9:30'),
      ),
      odsCell('calcext:value-type="boolean" office:boolean-value="true" table:formula="1"'),
    ).replace('row>', 'row table:number-rows-repeated="2" table:visibility="collapse">'),
  ),
  '<style:style style:name="hidden"><style:table-properties table:display="false"/></style:style>',
);

it.each([
  ['an Excel workbook', xlsx],
  ['an ODF spreadsheet', ods],
])('%s is read, or refused as damaged, whatever an attribute is', async (_, entries) => {
  expect((await readTable(zipOf(entries))).columns).toEqual(['email', 'start']);
  const thrown: unknown[] = [];
  for (const [part, text] of Object.entries(entries)) {
    const seen = new Set<string>();
    for (const { 0: attribute, 1: name = '', index } of text.matchAll(/ ([\w:]+)="[^"]*"/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const value of oddValues) {
        const odd = value === undefined ? '' : ` ${name}="${value}"`;
        const changed = text.slice(0, index) + odd + text.slice(index + attribute.length);
        await readTable(zipOf({ ...entries, [part]: changed })).catch((error) => {
          thrown.push(error);
        });
      }
    }
  }
  for (const error of thrown) expect(error).toBeInstanceOf(InvalidInputError);
});
