// Every cell of a written CSV text is read back unchanged.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Delimiter, delimiters } from './delimiter.ts';
import { readCsv } from './read.ts';
import { csvText, guard, unguard } from './write.ts';

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
  it('is the same after writing and reading, in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(sheets, fc.integer({ min: 1, max: 40 }), async ({ width, rows }, chunkSize) => {
        const header = Array.from({ length: width }, (_, index) => `column ${index + 1}`);
        const { batches } = await readCsv(chunks(csvText([header, ...rows]), chunkSize), { file: 'table.csv' });
        expect((await all(batches)).flat().map(({ cells }) => cells)).toEqual([header, ...rows]);
      }),
    );
  });

  it('is read with the line on which each record starts', async () => {
    await fc.assert(
      fc.asyncProperty(table(3), async (rows) => {
        const { batches } = await readCsv(chunks(csvText(rows), 7), { file: 'table.csv' });
        const starts = (await all(batches)).flat().map(({ line }) => line);
        const lineOf = (index: number) => csvText(rows.slice(0, index)).split(/\r\n|\r|\n/).length;
        expect(starts).toEqual(rows.map((_, index) => lineOf(index)));
      }),
    );
  });

  it('is the same in any delimiter, line ending and encoding, and each record has its line', async () => {
    await fc.assert(
      fc.asyncProperty(
        table(3),
        fc.constantFrom(...delimiters),
        fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1 }),
        fc.constantFrom(...encodings),
        fc.integer({ min: 1, max: 900 }),
        async (rows, delimiter, ends, encode, chunkSize) => {
          const text = write([['a', 'b', 'c'], ...rows], delimiter, ends);
          const { batches } = await readCsv(pieces(encode(text), chunkSize), { file: 'table.csv' });
          const read = (await all(batches)).flat().slice(1);
          expect(read.map(({ cells }) => cells)).toEqual(rows);
          const textBefore = (index: number) => write([['a', 'b', 'c'], ...rows.slice(0, index)], delimiter, ends);
          const lines = rows.map((_, index) => textBefore(index).split(/\r\n|\r|\n/).length);
          expect(read.map(({ line }) => line)).toEqual(lines);
        },
      ),
    );
  });

  it('is read with the delimiter it was written with', async () => {
    for (const delimiter of delimiters) expect(await delimiterOf(delimiter)).toBe(delimiter);
  });
});

describe('the guard', () => {
  it.each(['=1+1', '+49 30 1', '-2', '@home', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', "'=1"])(
    'puts a quote before %j',
    (text) => {
      expect(guard(text)).toBe(`'${text}`);
    },
  );

  it.each(['plain', "it's", "'quoted'", '', '1-2', ' =1'])('does not change %j', (text) => {
    expect(guard(text)).toBe(text);
  });

  it('is removed exactly, whatever the cell', () => {
    fc.assert(fc.property(cell, (text) => unguard(guard(text)) === text));
  });
});

async function delimiterOf(delimiter: Delimiter): Promise<Delimiter> {
  const text = csvText(
    [
      ['Name', 'E-mail', 'a,b;c|d\te'],
      ['x', 'y', 'z'],
    ],
    { delimiter },
  );
  return (await readCsv(chunks(text, 1000), { file: 'table.csv' })).delimiter;
}

/** Writes a table by hand: quotes only where needed, with the given line ends in turn. */
function write(rows: readonly (readonly string[])[], delimiter: string, ends: readonly string[]): string {
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

function chunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  return pieces(Buffer.from(text), size);
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
