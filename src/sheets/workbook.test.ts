// Workbooks: sheets, merged cells, sizes and damages. The files are written by hand.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../test/support/processor-time.ts';
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
import { fileSource } from './source.ts';

const one = (name: string) => ({ name, rows: textRow(1, 'column') + textRow(2, `of ${name}`) });
const books = {
  XLSX: xlsxOf({ sheets: [{ name: 'Empty', rows: '' }, { ...one('Old'), state: 'hidden' }, one('Talks'), one('2')] }),
  ODS: odsOf(
    odsTable('Empty') +
      odsTable('Old', odsLine(odsText('column')), odsLine(odsText('of Old'))).replace('>', ' table:style-name="h">') +
      odsTable('Talks', odsLine(odsText('column')), odsLine(odsText('of Talks'))) +
      odsTable('2', odsLine(odsText('column')), odsLine(odsText('of 2'))),
    '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>',
  ),
};

describe.each(Object.entries(books))('the sheets of a workbook (%s)', (_, book) => {
  it('are read from the first visible one with cells, and the others are named', async () => {
    const { rows, notices } = await readTable(book);
    expect(rows[0]?.cells).toEqual(['of Talks']);
    const others = [
      { name: 'Old', isHidden: true },
      { name: '2', isHidden: false },
    ];
    expect(notices).toEqual([{ kind: 'sheet_chosen', file: 'talks', sheet: 'Talks', others }]);
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

it('an ODS workbook is read twice, however many sheets it has', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => odsLine(odsText(`name ${at}`), odsText('x')));
  const many = odsOf(Array.from({ length: 60 }, (_, at) => odsTable(`S${at}`, ...rows)).join(''), '', {
    deflate: true,
  });
  const { notices } = await readTable(many);
  expect(notices).toMatchObject([{ kind: 'sheet_chosen', sheet: 'S0', others: { length: 59 } }]);
});

it('a sheet of a CSV file cannot be chosen', async () => {
  await expect(readTable('a,b\n1,2\n', { sheet: 'Talks' })).rejects.toThrow('talks has no sheets to choose from');
});

describe('merged cells', () => {
  const rows = `${textRow(1, 'Conference')}${textRow(3, 'day', 'title', 'note')}${textRow(4, 'Friday', 'A', 'x')}${textRow(5, '', 'B', '')}${textRow(6, 'Saturday', 'C')}`;
  const after = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A4:A5"/><mergeCell ref="B6:C6"/></mergeCells>';
  const xlsx = xlsxOf({ sheets: [{ name: 'S', rows, after }] });
  const spanned = (text: string, spans: string) => odsCell(`office:value-type="string" ${spans}`, paragraph(text));
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
  ])('have their value in each row, in the first column (%s)', async (_, book) => {
    const { rows: read, notices } = await readTable(book);
    expect(read.map(({ line, cells }) => [line, ...cells])).toEqual([
      [4, 'Friday', 'A', 'x'],
      [5, 'Friday', 'B', ''],
      [6, 'Saturday', 'C', ''],
    ]);
    expect(notices).toEqual([{ kind: 'lines_skipped', file: 'talks', first: 1, last: 2, text: 'Conference' }]);
  });

  it('are found in time for 20,000 rows that each have one', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => at + 2);
    const many = xlsxOf({
      sheets: [
        {
          name: 'S',
          rows: textRow(1, 'a', 'b', 'c') + lines.map((line) => textRow(line, 'x', '', `y${line}`)).join(''),
          after: `<mergeCells>${lines.map((line) => `<mergeCell ref="A${line}:B${line}"/>`).join('')}</mergeCells>`,
        },
      ],
    });
    const before = processorMs();
    const { rows: read } = await readTable(many);
    expect(processorMs() - before).toBeLessThan(5000);
    expect(read.map(({ cells }) => cells.join())).toEqual(lines.map((line) => `x,,y${line}`));
  });

  it('count once if they overlap, as the left one', async () => {
    const overlapping = '<mergeCells><mergeCell ref="B2:C3"/><mergeCell ref="A3:B4"/></mergeCells>';
    const texts = textRow(1, 'a', 'b', 'c') + textRow(2, '1', '2', '3') + textRow(3, '4', '5', '6') + textRow(4, '7');
    const { rows: read } = await readTable(xlsxOf({ sheets: [{ name: 'S', rows: texts, after: overlapping }] }));
    expect(read.map(({ cells }) => cells.join())).toEqual(['1,2,', '4,,6', '4,,']);
  });

  it.each([
    ['XLSX', xlsx],
    ['ODS', ods],
  ])('have it in every cell of the table as it is (%s)', async (_, book) => {
    const [entry] = await fileSource('talks', () => [book].values() as never).tables();
    const table = await entry?.open();
    const records = [];
    for await (const batch of table?.batches ?? []) records.push(...batch);
    expect(records.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'Conference', 'Conference', 'Conference'],
      [3, 'day', 'title', 'note'],
      [4, 'Friday', 'A', 'x'],
      [5, 'Friday', 'B'],
      [6, 'Saturday', 'C', 'C'],
    ]);
    expect(table?.merged).toEqual([
      { lines: [1, 1], cells: [0, 2] },
      { lines: [4, 5], cells: [0, 0] },
      { lines: [6, 6], cells: [1, 2] },
    ]);
  });
});

it('a row of merged cells above the header is skipped with a notice', async () => {
  const rows = `${textRow(1, 'Speaker', '', 'Talk', '')}${textRow(2, 'First', 'Last', 'Title', 'Room')}${textRow(3, 'Ada', 'L', 'A', 'B')}`;
  const after = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C1:D1"/></mergeCells>';
  const { columns, notices } = await readTable(xlsxOf({ sheets: [{ name: 'S', rows, after }] }));
  expect(columns).toEqual(['First', 'Last', 'Title', 'Room']);
  expect(notices).toMatchObject([{ kind: 'lines_skipped', first: 1, last: 1, text: 'Speaker Talk' }]);
});

it('hidden rows are read, and cells beside the header are not, with a notice each', async () => {
  const rows = `${textRow(1, 'a')}${textRow(2, 'x').replace('<row', '<row hidden="1"')}${textRow(3, 'y', '', 'note')}`;
  const { rows: read, notices } = await readTable(xlsxOf({ sheets: [{ name: 'S', rows }] }));
  expect(read.map(({ cells }) => cells)).toEqual([['x'], ['y']]);
  expect(notices).toEqual([
    { kind: 'cells_without_header', file: 'talks', line: 3, count: 1 },
    { kind: 'hidden_rows', file: 'talks', count: 1 },
  ]);
});

describe('a workbook that cannot be read', () => {
  const book = { sheets: [one('Talks')] };
  const entries = xlsxEntries(book);
  const whole = xlsxOf(book, { deflate: true });

  it.each([
    ['a cut-off file', whole.subarray(0, whole.length - 30), 'talks is damaged'],
    ['a missing sheet', zipOf({ ...entries, 'xl/worksheets/sheet1.xml': '' }), 'talks is damaged'],
    [
      'XML that is not closed',
      zipOf({ ...entries, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' }),
      'talks is damaged',
    ],
    [
      'a text that does not exist',
      xlsxOf({ sheets: [{ name: 'S', rows: '<row><c t="s"><v>7</v></c></row>' }] }),
      'talks is damaged',
    ],
    [
      'a row whose number is none',
      xlsxOf({ sheets: [{ name: 'S', rows: `${textRow(1, 'a')}<row r="x"><c><v>1</v></c></row>` }] }),
      'talks is damaged',
    ],
    [
      'a cell whose place is none',
      xlsxOf({ sheets: [{ name: 'S', rows: `${textRow(1, 'a')}<row><c r="1A"><v>1</v></c></row>` }] }),
      'talks is damaged',
    ],
    [
      'a row out of order',
      xlsxOf({ sheets: [{ name: 'S', rows: textRow(2, 'a') + textRow(1, 'b') }] }),
      'talks is damaged',
    ],
    [
      'a column that no sheet has',
      xlsxOf({ sheets: [{ name: 'S', rows: '<row><c r="ZZZ1"><v>1</v></c></row>' }] }),
      'talks is damaged',
    ],
    [
      'a changed byte',
      Buffer.from(xlsxOf(book).toString('latin1').replace('of Talks', 'of Balks'), 'latin1'),
      'talks is damaged',
    ],
    ['no sheets', xlsxOf({ sheets: [] }), 'talks has no sheets'],
    ['an empty sheet', xlsxOf({ sheets: [{ name: 'S', rows: '' }] }), 'talks is empty'],
  ])('is refused with one sentence: %s', async (_, bytes, message) => {
    const error = await readTable(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ message });
  });

  it.each([
    ['the size it has', undefined, '"xl/sharedStrings.xml" inside it unpacks to more than 64 MiB'],
    [
      'a smaller size',
      1000,
      expect.stringMatching(/^it has more than [\d,]+ bytes in the parts that are read; a file of/),
    ],
  ])('is refused before its texts are in memory, if it declares %s', async (_, declaredSize, message) => {
    const texts = `<sst>${`<si a="${'x'.repeat(1024 * 1024)}"/>`.repeat(65)}</sst>`;
    const bomb = zipOf(
      { ...entries, 'xl/sharedStrings.xml': texts },
      { deflate: true, ...(declaredSize && { declaredSize }) },
    );
    expect(bomb.length).toBeLessThan(200_000);
    await expect(readTable(bomb)).rejects.toMatchObject({
      message: 'talks is too large for a spreadsheet',
      details: [{ message }],
      fix: expect.stringContaining('CSV'),
    });
  });

  const wide = Array.from({ length: 2000 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`);
  const wideBook = { sheets: [{ name: 'S', rows: wide.join('') }] };
  const across = (columns: number) =>
    odsCell(`table:number-columns-repeated="${columns}" office:value-type="string"`, paragraph('x'));
  const merge = odsCell('table:number-rows-spanned="9999" office:value-type="string"', paragraph('x'));
  const repeated = (columns: number) =>
    `<table:table-row table:number-rows-repeated="9999">${across(columns)}</table:table-row>`;

  it('is refused if it has more areas of merged cells than people make', async () => {
    const areas = '<mergeCell ref="A1:B1"/>'.repeat(200_001);
    const bytes = xlsxOf({
      sheets: [{ name: 'S', rows: textRow(1, 'a'), after: `<mergeCells>${areas}</mergeCells>` }],
    });
    await expect(readTable(bytes)).rejects.toMatchObject({
      message: 'talks is too large for a spreadsheet',
      details: [{ message: 'it has more than 200,000 areas of merged cells' }],
    });
  });

  it.each([
    ['rows up to the last column', xlsxOf(wideBook)],
    ['repeated rows beside merged cells', odsOf(odsTable('S', odsLine(merge), repeated(16_384)))],
  ])('is refused if it has %s, which would fill the memory', async (_, bytes) => {
    await expect(readTable(bytes)).rejects.toMatchObject({
      message: 'talks is too large for a spreadsheet',
      details: [{ message: expect.stringMatching(/^it has more than [\d,]+ cells, with those that are repeated/) }],
    });
  });

  it('is refused if it has them in one place, however large it is', async () => {
    const large = zipOf({ ...xlsxEntries(wideBook), 'xl/media/photo.png': Buffer.alloc(2_000_000) });
    await expect(readTable(large)).rejects.toMatchObject({
      message: 'talks is too large for a spreadsheet',
      details: [{ message: expect.stringContaining('have too many columns') }],
    });
  });

  it('is read if a row is repeated: it is in memory once', async () => {
    const { rows } = await readTable(odsOf(odsTable('S', odsLine(odsText('a')), repeated(9))));
    expect(rows).toHaveLength(9999);
  });

  it('is refused if one text has no end', async () => {
    const rows = textRow(1, 'x'.repeat(17 * 1024 * 1024));
    const error = await readTable(xlsxOf({ sheets: [{ name: 'S', rows }] })).catch((e: unknown) => e);
    expect(error).toMatchObject({ details: [{ message: 'a text inside it is larger than 16 MiB' }] });
  });
});
