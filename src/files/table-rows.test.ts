// The header of a table: what is above it, what is not one, and rows that are split by line breaks.
import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/support/tables.ts';
import { InvalidInputError } from '../errors.ts';

describe('lines above the header', () => {
  it.each([
    ['a heading', 'Conference 2026\nName,Email\nAda,ada@example.org\n', 3, 'line 1'],
    [
      'a heading with empty cells',
      'Conference 2026;;\n\nName;Email;Bio\nAda;ada@example.org;x\n',
      4,
      'lines 1–2',
    ],
    [
      'two lines',
      'Conference 2026\nSpeakers\nName,Email,Bio\nAda,ada@example.org,x\n',
      4,
      'lines 1–2',
    ],
  ])('are skipped with a notice: %s', async (_, text, line, skipped) => {
    const { columns, rows, notices } = await readTable(text);
    expect(columns.slice(0, 2)).toEqual(['Name', 'Email']);
    expect(rows).toMatchObject([{ row: 1, line, fault: undefined }]);
    expect(notices).toEqual([`Skipped ${skipped} of talks, above the header: "Conference 2026".`]);
  });

  it.each([
    ['a file of one column', 'Email\nada@example.org\n', 'Email'],
    ['a header with unnamed columns', 'a,,\n1,2,3\n', 'a'],
    ['a header with fewer cells than the rows', 'Name,Bio\nAda,one, two, three, four\n', 'Name'],
    ['a header alone', 'Name,Email\n', 'Name'],
    [
      'a header with unnamed columns above words',
      'Name,Talk,,\nAda,one,two,three\nBo,four,five,six\n',
      'Name',
    ],
    [
      'a header with unnamed columns above addresses',
      'Name,Talk,,\nAda,one,a@x.org,x\nBo,two,b@x.org,y\n',
      'Name',
    ],
    ['a column with a note beside it', 'Name\nAda\nBo,note\nCy\n', 'Name'],
    [
      'several cells above a blank line',
      'Exported,2026\n\nName,Email,Bio,Room\nAda,ada@example.org,x,y\n',
      'Exported',
    ],
  ])('are not assumed in %s', async (_, text, first) => {
    const { columns, notices } = await readTable(text);
    expect(columns[0]).toMatch(first);
    expect(notices).toEqual([]);
  });
});

describe('a first line that is a row', () => {
  it.each([
    'Ada,Lovelace,ada@example.org\nBo,Li,bo@example.org\n',
    'Ada Lovelace <ada@example.org>;Talk\n',
  ])('is refused because of an address: %j', async (text) => {
    const error = await readTable(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'talks has no header line',
      details: [
        { line: 1, message: 'contains an address where the names of the columns are expected' },
      ],
      fix: expect.stringContaining('add a first line'),
    });
  });
});

describe('a row that is split over several lines', () => {
  const split =
    'a row is split over several lines; a cell that contains a line break probably lacks quotes';

  it.each([
    ['in the middle', 'a,b,c\n1,2,3\n4,one\ntwo,5\n6,7,8\n', [undefined, split, split, undefined]],
    ['in the last cell', 'a,b,c\n1,2,one\ntwo\nthree\n4,5,6\n', [split, split, split, undefined]],
    ['at the end of the file', 'a,b,c\n1,2,one\ntwo', [split, split]],
  ])('is reported on each of its lines, if the break is %s', async (_, text, faults) => {
    const { rows } = await readTable(text);
    expect(rows.map(({ fault }) => fault)).toEqual(faults);
  });

  it('is not suspected if its parts have more cells than a row', async () => {
    const { rows } = await readTable('a,b,c\n1,2,3\n4,5\n6,7,8\n');
    expect(rows.map(({ fault }) => fault)).toEqual([
      undefined,
      '2 of 3 cells; a delimiter is missing',
      undefined,
    ]);
  });
});

describe('a cell that is an array of texts', () => {
  it.each([
    ['a,b\n"[""Hall A"",""Hall B""]",x\n', ['Hall A', 'Hall B']],
    ['[{"a": "[\\"Hall A\\"]", "b": "x"}]', ['Hall A']],
    ['[{"a": ["Hall A", "Hall B"], "b": "x"}]', ['Hall A', 'Hall B']],
  ])('has elements: %s', async (text, elements) => {
    const { rows } = await readTable(text);
    expect(rows[0]?.elements).toEqual(new Map([[0, elements]]));
  });

  it.each(['a,b\n[draft] A,x\n', 'a,b\n"[""draft"" A",x\n', 'a,b\n"[1, ""a""]",x\n'])(
    'is no other cell: %j',
    async (text) => {
      expect((await readTable(text)).rows[0]?.elements).toBeUndefined();
    },
  );
});
