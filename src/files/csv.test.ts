// CSV files as sheets: columns, rows with their lines, and a message for each fault.
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../errors.ts';
import { fileSource } from './source.ts';

describe('a CSV file', () => {
  it('prefers the delimiter that splits all records alike to the most frequent one', async () => {
    const { sheet } = await read('Name;Talk, workshop, panel, or keynote?\nAda;Talk\nBo;Panel\n');
    expect(sheet.columns).toEqual(['Name', 'Talk, workshop, panel, or keynote?']);
  });

  it('counts lines inside quotes and empty lines', async () => {
    const { rows } = await read(
      'a,b\r\n"one\r\ntwo\n\rthree",x\r\n\r\n\r\nlast,y\r\n\r\nafter,z\r\n',
    );
    expect(rows).toEqual([
      { row: 1, line: 2, cells: ['one\r\ntwo\n\rthree', 'x'], fault: undefined },
      { row: 2, line: 8, cells: ['last', 'y'], fault: undefined },
      { row: 3, line: 10, cells: ['after', 'z'], fault: undefined },
    ]);
  });

  it('reads doubled quotes, and trims only the names of columns', async () => {
    const { sheet, rows } = await read(' Title , Speaker \n"The ""best"" talk", Ada \n');
    expect(sheet.columns).toEqual(['Title', 'Speaker']);
    expect(rows[0]?.cells).toEqual(['The "best" talk', ' Ada ']);
  });

  it('reports rows with missing or extra cells and NUL characters, and reads on', async () => {
    const { rows } = await read('a,b\n1\n1,2,3\n1,\0\n1,2\n');
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, '1 of 2 cells; a delimiter is missing'],
      [3, '3 cells for 2 columns; a cell that contains a delimiter probably lacks quotes'],
      [4, 'contains a NUL character'],
      [5, undefined],
    ]);
  });

  it('accepts missing and empty cells below unnamed columns at the end', async () => {
    const { rows } = await read('a,b,,\n1,2,,\n3,4\n5,6,,,,\n7\n');
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, undefined],
      [3, undefined],
      [4, '6 cells for 4 columns; a cell that contains a delimiter probably lacks quotes'],
      [5, '1 of 2 cells; a delimiter is missing'],
    ]);
  });

  it.each([
    ['sep=;\r\nName;Talk, in short\r\nAda;x, y\r\n', ';'],
    ['"sep=|"\nName|Talk, in short\nAda|x, y\n', '|'],
    ['SEP=\t\rName\tTalk, in short\rAda\tx, y\r', '\t'],
  ])('uses the delimiter that Excel names in a first line: %j', async (text, delimiter) => {
    const { sheet, rows } = await read(text);
    expect(sheet.delimiter).toBe(delimiter);
    expect(sheet.columns).toEqual(['Name', 'Talk, in short']);
    expect(rows).toEqual([{ row: 1, line: 3, cells: ['Ada', 'x, y'], fault: undefined }]);
  });

  it.each([
    [
      'an empty file',
      '',
      'talks.csv is empty',
      1,
      'the header line with the names of the columns is missing',
    ],
    [
      'only blank lines',
      '\n\n',
      'talks.csv is empty',
      1,
      'the header line with the names of the columns is missing',
    ],
    [
      'an open quote',
      'a,b\n1,2\n3,"4\n5,6\n',
      'talks.csv is not well-formed CSV',
      3,
      'the record that starts here has a quote that is never closed',
    ],
    [
      'an open quote after a cell of two lines',
      'a,b,c\r\n\r\n"one\r\n""two""",,"3\r\n4,5,6\r\n',
      'talks.csv is not well-formed CSV',
      3,
      'the record that starts here has a quote that is never closed',
    ],
    [
      'a quote closed too early',
      'a,b\n"one\ntwo",2\n3,"4"5\n',
      'talks.csv is not well-formed CSV',
      4,
      'the record that starts here has a quote that is closed in the middle of a cell',
    ],
    [
      'a quote in an unquoted cell',
      'a,b\n1,2\nthe "best",2\n',
      'talks.csv is not well-formed CSV',
      3,
      'the record that starts here has a quote in a cell that is not quoted',
    ],
    [
      'a NUL in the header',
      'Name,E-\0mail\n',
      'talks.csv is not text',
      1,
      'the header contains a NUL character',
    ],
  ])('refuses %s', async (_, text, message, line, detail) => {
    const error = await read(text).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message,
      details: [{ file: 'talks.csv', line, message: detail }],
    });
  });
});

async function read(text: string) {
  async function* source() {
    yield Buffer.from(text);
  }
  const sheet = await fileSource('talks.csv', source).open();
  return { sheet, rows: sheet.rows };
}
