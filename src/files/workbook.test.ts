// Workbooks: sheets, merged cells, sizes and damages. The files are written by hand.
import { createHash } from 'node:crypto';
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
import { InvalidInputError, UsageError } from '../errors.ts';
import { createLimits, maxUnpackedBytes } from './limits.ts';
import { refuseMergedCells, withMergedValues } from './merged-areas.ts';
import { fileSource } from './source.ts';
import { openZip } from './zip.ts';

const one = (name: string) => ({ name, rows: textRow(1, 'column') + textRow(2, `of ${name}`) });
const books = {
  XLSX: xlsxOf({
    sheets: [
      { name: 'Empty', rows: '' },
      { ...one('Old'), state: 'hidden' },
      one('Talks'),
      one('2'),
    ],
  }),
  ODS: odsOf(
    odsTable('Empty') +
      odsTable('Old', odsLine(odsText('column')), odsLine(odsText('of Old'))).replace(
        '>',
        ' table:style-name="h">',
      ) +
      odsTable('Talks', odsLine(odsText('column')), odsLine(odsText('of Talks'))) +
      odsTable('2', odsLine(odsText('column')), odsLine(odsText('of 2'))),
    '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>',
  ),
};

describe.each(Object.entries(books))('the sheets of a workbook (%s)', (_, book) => {
  it('are read from the first visible one with cells, and the others are named', async () => {
    const { rows, notices } = await readTable(book);
    expect(rows[0]?.cells).toEqual(['of Talks']);
    expect(notices).toEqual(['Reading "Talks" of talks. Not read: "Old" (hidden), "2".']);
  });

  it.each([
    ['Old', 'of Old'],
    ['talks ', 'of Talks'],
    ['3', 'of Talks'],
    ['2', 'of 2'],
  ])('are chosen by name, or else by number: %s', async (sheet, cell) => {
    const { rows, notices } = await readTable(book, { sheet });
    expect(rows[0]?.cells).toEqual([cell]);
    expect(notices).toEqual([]);
  });

  it('are listed if there is none of that name', async () => {
    const error = await readTable(book, { sheet: 'Speakers' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ fix: 'name one of its sheets: "Empty", "Old", "Talks", "2"' });
  });

  it('have different hashes, because another sheet has other rows', async () => {
    const hashOf = async (sheet: string | undefined) => {
      const source = fileSource('talks', () => [book].values() as never, { sheet });
      await source.open();
      return source.sha256();
    };
    expect(await hashOf(undefined)).toBe(createHash('sha256').update(book).digest('hex'));
    expect(await hashOf('Old')).not.toBe(await hashOf(undefined));
  });
});

it('the first sheet with a header is read, or else the first with cells', async () => {
  const cover = { name: 'Cover', rows: textRow(1, 'Conference') };
  const people = {
    name: 'People',
    rows: textRow(1, 'Our speakers') + textRow(2, 'Name', 'Email') + textRow(3, 'Ada', 'a@x.org'),
  };
  const book = xlsxOf({ sheets: [{ name: 'Empty', rows: '' }, cover, people] });
  expect(await readTable(book, { headers: [(cells) => cells.includes('Email')] })).toMatchObject({
    columns: ['Name', 'Email'],
  });
  expect(await readTable(book, { headers: [() => false] })).toMatchObject({
    columns: ['Conference'],
  });
});

it('a sheet of a CSV file cannot be chosen', async () => {
  await expect(readTable('a,b\n1,2\n', { sheet: 'Talks' })).rejects.toThrow(
    'talks has no sheets to choose from',
  );
});

describe('merged cells', () => {
  const rows = [
    textRow(1, 'Conference'),
    textRow(3, 'day', 'title', 'note'),
    textRow(4, 'Friday', 'A', 'x'),
    textRow(5, '', 'B', ''),
    textRow(6, 'Saturday', 'C'),
  ].join('');
  const after =
    '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A4:A5"/><mergeCell ref="B6:C6"/>' +
    '</mergeCells>';
  const xlsx = xlsxOf({ sheets: [{ name: 'S', rows, after }] });
  const spanned = (text: string, spans: string) =>
    odsCell(`office:value-type="string" ${spans}`, paragraph(text));
  const covered = '<table:covered-table-cell/>';
  const ods = odsOf(
    odsTable(
      'S',
      odsLine(spanned('Conference', 'table:number-columns-spanned="3"'), covered, covered),
      odsLine('<table:table-cell/>'),
      odsLine(odsText('day'), odsText('title'), odsText('note')),
      odsLine(spanned('Friday', 'table:number-rows-spanned="2"'), odsText('A'), odsText('x')),
      odsLine(covered, odsText('B')),
      odsLine(odsText('Saturday'), spanned('C', 'table:number-columns-spanned="2"'), covered),
    ),
  );

  it.each([
    ['XLSX', xlsx],
    ['ODS', ods],
  ])(
    'above the header are skipped, and below it refused in a column that is used (%s)',
    async (_, book) => {
      const source = fileSource('talks', () => [book].values() as never);
      const sheet = await source.open();
      expect(sheet.columns).toEqual(['day', 'title', 'note']);
      expect(() => refuseMergedCells(sheet, [0, 2])).toThrow(
        expect.objectContaining({
          message: 'talks has merged cells',
          details: [
            { file: 'talks', line: 4, column: 'day', message: 'cells A4 to A5 are merged' },
            { file: 'talks', line: 6, column: 'title', message: 'cells B6 to C6 are merged' },
          ],
        }),
      );
      expect(() =>
        refuseMergedCells({ ...sheet, merged: sheet.merged?.slice(0, 1) ?? [] }, [1, 2]),
      ).not.toThrow();
    },
  );

  it.each([
    ['XLSX', xlsx],
    ['ODS', ods],
  ])('have their value in every cell of a grid (%s)', async (_, book) => {
    const [table] = await fileSource('talks', () => [book].values() as never).tables();
    const records =
      table === undefined ? [] : withMergedValues(table.read(), createLimits('talks'));
    expect(records.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'Conference', 'Conference', 'Conference'],
      [3, 'day', 'title', 'note'],
      [4, 'Friday', 'A', 'x'],
      [5, 'Friday', 'B'],
      [6, 'Saturday', 'C', 'C'],
    ]);
  });

  it('are refused in the header', async () => {
    const lines =
      textRow(1, 'Speaker', '', 'Talk') +
      textRow(2, 'First', 'Last', 'Title') +
      textRow(3, 'Ada', 'L', 'A');
    const merge = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>';
    await expect(
      readTable(xlsxOf({ sheets: [{ name: 'S', rows: lines, after: merge }] })),
    ).rejects.toMatchObject({
      message: 'talks has merged cells',
      details: [{ file: 'talks', line: 1, message: 'cells A1 to B1 are merged' }],
    });
  });
});

it('hidden rows are read, and cells beside the header are not, with a notice each', async () => {
  const hidden = textRow(2, 'x').replace('<row', '<row hidden="1"');
  const rows = textRow(1, 'a') + hidden + textRow(3, 'y', '', 'note');
  const { rows: read, notices } = await readTable(xlsxOf({ sheets: [{ name: 'S', rows }] }));
  expect(read.map(({ cells }) => cells)).toEqual([['x'], ['y']]);
  expect(notices).toEqual([
    'Not read: cells to the right of the header, in 1 row of talks; the first is row 3.',
    'talks has 1 hidden row, and hidden rows are read like the others.',
  ]);
});

const hiddenRow = (line: number, ...texts: readonly string[]) =>
  textRow(line, ...texts).replace('<row', '<row hidden="1"');
const collapsed = (line: string) =>
  line.replace('<table:table-row', '<table:table-row table:visibility="collapse"');
const blankLines =
  '<table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row>';

it.each([
  [
    'XLSX',
    xlsxOf({
      sheets: [{ name: 'S', rows: textRow(1, 'a') + hiddenRow(2, 'x') + hiddenRow(3) }],
    }),
  ],
  [
    'ODS',
    odsOf(
      odsTable('S', odsLine(odsText('a')), collapsed(odsLine(odsText('x'))), collapsed(blankLines)),
    ),
  ],
])('blank hidden rows do not count (%s)', async (_, book) => {
  const { rows, notices } = await readTable(book);
  expect(rows.map(({ cells }) => cells)).toEqual([['x']]);
  expect(notices).toEqual(['talks has 1 hidden row, and hidden rows are read like the others.']);
});

describe('a workbook that cannot be read', () => {
  const book = { sheets: [one('Talks')] };
  const entries = xlsxEntries(book);
  const whole = xlsxOf(book, { deflate: true });
  const relations = 'xl/_rels/workbook.xml.rels';
  const sheetAt = (target: string) => ({
    ...entries,
    [relations]: entries[relations]?.replace('worksheets/sheet1.xml', target) ?? '',
  });
  const sheetOf = (rows: string) => xlsxOf({ sheets: [{ name: 'S', rows }] });

  it.each<[string, Buffer, string?]>([
    ['a cut-off file', whole.subarray(0, whole.length - 30)],
    ['a missing sheet', zipOf({ ...entries, 'xl/worksheets/sheet1.xml': '' })],
    [
      'XML that is not closed',
      zipOf({ ...entries, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' }),
    ],
    ...['http://host/xl/worksheets/sheet1.xml', 'http://', '%zz', '', '../../../x'].map(
      (target): [string, Buffer] => ['a sheet at no path inside', zipOf(sheetAt(target))],
    ),
    ['a text that does not exist', sheetOf('<row><c t="s"><v>7</v></c></row>')],
    ['a row whose number is none', sheetOf(`${textRow(1, 'a')}<row r="x"><c><v>1</v></c></row>`)],
    ['a cell whose place is none', sheetOf(`${textRow(1, 'a')}<row><c r="1A"><v>1</v></c></row>`)],
    ['a row out of order', sheetOf(textRow(2, 'a') + textRow(1, 'b'))],
    ['a column that no sheet has', sheetOf('<row><c r="ZZZ1"><v>1</v></c></row>')],
    [
      'a changed byte',
      Buffer.from(xlsxOf(book).toString('latin1').replace('of Talks', 'of Balks'), 'latin1'),
    ],
    ['no sheets', xlsxOf({ sheets: [] }), 'talks has no sheets'],
    ['an empty sheet', sheetOf(''), 'talks is empty'],
  ])('is refused with one sentence: %s', async (_, bytes, message = 'talks is damaged') => {
    const error = await readTable(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ message });
  });

  it('is refused if it unpacks to more than there is room for', () => {
    let error: unknown;
    try {
      createLimits('talks').unpacked(maxUnpackedBytes + 1);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      message: 'talks is too large',
      details: [{ message: 'it unpacks to more than 128 MiB' }],
      fix: 'divide the file, or remove the rows, columns and sheets that are not needed',
    });
  });

  it('counts what is unpacked together, each time it is', () => {
    const unpacked: number[] = [];
    const limits = {
      ...createLimits('talks'),
      unpacked: (bytes: number) => void unpacked.push(bytes),
    };
    const zip = openZip(zipOf({ a: 'x'.repeat(60), b: 'x'.repeat(50) }, { deflate: true }), limits);
    for (const name of ['a', 'b', 'b']) zip.unpack(name);
    expect(unpacked).toEqual([60, 50, 50]);
  });

  it('is read if a row is repeated: it is in memory once', async () => {
    const wide = odsCell(
      'table:number-columns-repeated="9" office:value-type="string"',
      paragraph('x'),
    );
    const repeated = `<table:table-row table:number-rows-repeated="9999">${wide}</table:table-row>`;
    const { rows } = await readTable(
      odsOf(odsTable('S', odsLine(...'abcdefghi'.split('').map(odsText)), repeated)),
    );
    expect(rows).toHaveLength(9999);
  });
});
