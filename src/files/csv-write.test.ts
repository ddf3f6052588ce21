// Every cell of a written CSV text is read back unchanged.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';
import { csvText, guard, unguard } from './csv-write.ts';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '',
    ' ',
    '"',
    '""',
    'a,b',
    ';',
    '\t',
    '|',
    'x\ny',
    'x\r\ny',
    '\r',
    '\n',
    '\uFEFF',
    "'",
    '=1+1',
    '＝1',
    'é',
    '林',
  ),
);

function table(width: number) {
  const row = fc.array(cell, { minLength: width, maxLength: width });
  return fc.array(row, { maxLength: 8 });
}

const sheets = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.record({ width: fc.constant(width), rows: table(width) }));

describe('a table of text', () => {
  it('is the same after writing and reading', () => {
    fc.assert(
      fc.property(sheets, ({ width, rows }) => {
        const header = Array.from({ length: width }, (_, index) => `column ${index + 1}`);
        const { records } = readCsv(Buffer.from(csvText([header, ...rows])), { file: 'table.csv' });
        expect(records.map(({ cells }) => cells)).toEqual([header, ...rows]);
      }),
    );
  });

  it('is the same in any delimiter, line ending and encoding, and each record has its line', () => {
    fc.assert(
      fc.property(
        table(3),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1 }),
        fc.constantFrom(...encodings),
        (rows, delimiter, ends, encode) => {
          const text = write([['a', 'b', 'c'], ...rows], delimiter, ends);
          const read = readCsv(encode(text), { file: 'table.csv' }).records.slice(1);
          expect(read.map(({ cells }) => cells)).toEqual(rows);
          const textBefore = (index: number) =>
            write([['a', 'b', 'c'], ...rows.slice(0, index)], delimiter, ends);
          const lines = rows.map((_, index) => textBefore(index).split(/\r\n|\r|\n/).length);
          expect(read.map(({ line }) => line)).toEqual(lines);
        },
      ),
    );
  });
});

describe('the guard', () => {
  it.each([
    '=1+1',
    '+49 30 1',
    '-2',
    '@home',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    "'=1",
  ])('puts a quote before %j', (text) => {
    expect(guard(text)).toBe(`'${text}`);
  });

  it.each(['plain', "it's", "'quoted'", '', '1-2', ' =1'])('does not change %j', (text) => {
    expect(guard(text)).toBe(text);
  });

  it('is removed exactly, whatever the cell', () => {
    fc.assert(fc.property(cell, (text) => unguard(guard(text)) === text));
  });
});

/** Writes a table by hand: quotes only where needed, with the given line ends in turn. */
function write(
  rows: readonly (readonly string[])[],
  delimiter: string,
  ends: readonly string[],
): string {
  const cell = (text: string) =>
    /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((cells, at) => cells.map(cell).join(delimiter) + ends[at % ends.length]).join('');
}

const encodings = [
  (text: string) => Buffer.from(text),
  (text: string) => Buffer.from(`\uFEFF${text}`),
  (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
];
