// The round trip of cells through a file, also after a spreadsheet has saved it.
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readProgramTable, tableText } from './csv-files.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const name = 'submissions.csv';

function read(text: string) {
  writeFileSync(folder.file(name), text);
  const table = readProgramTable(folder.path, 'submissions');
  if (table === undefined) throw new Error('no table');
  return table;
}

const anyText = fc.oneof(
  // Every Unicode plane.
  fc.string({ unit: anyCharacter }).map((text) => text.replaceAll('\0', '')),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        ' ',
        ',',
        ';',
        '\uFEFF',
        '1',
        '\u{10FFFD}',
      ),
    )
    .map((parts) => parts.join('')),
);

it('reads every text as it was written', () => {
  const columns = { id: 'id', fields: ['title', 'feedback'], dropped: [] };
  const anyRows = fc.array(fc.record({ title: anyText, feedback: anyText }), { minLength: 1 });
  fc.assert(
    fc.property(anyRows, (texts) => {
      const written = texts.map((values, index) => ({ id: `sub_${index}`, ...values }));
      const rows = written.map((values) => ({ cells: [], values }));
      const found = read(tableText(undefined, columns, rows)).rows;
      expect(found.map(({ id, values }) => ({ id, ...values }))).toEqual(written);
    }),
    { numRuns: 100 },
  );
});

it('reads what a spreadsheet saves, and remembers its form', () => {
  const text = '\uFEFFID;Notes;Title\r\nsub_1;mine;"Über ""Q"""\r\n;;New\r\n;;\r\n';
  expect(read(text)).toMatchObject({
    delimiter: ';',
    hasMark: true,
    rows: [
      { line: 2, id: 'sub_1', values: { title: 'Über "Q"' }, cells: ['sub_1', 'mine', 'Über "Q"'] },
      { line: 3, id: '', values: { title: 'New' }, cells: ['', '', 'New'] },
    ],
  });
});

it('adds columns at the end and the id at the start, and preserves other columns', () => {
  const table = read('\uFEFFNotes;title;feedback\nmine;Queues;secret\n');
  const values = { id: 'sub_1', title: '=Q', status: 'accepted', feedback: 'secret' };
  const columns = { id: 'id', fields: ['title', 'status'], dropped: ['feedback'] };
  expect(tableText(table, columns, [{ cells: table.rows[0]?.cells ?? [], values }])).toBe(
    "\uFEFFid;Notes;title;status\nsub_1;mine;'=Q;accepted\n",
  );
});

const splitRow = expect.stringContaining('a row is split over several lines; ');
const wideRow = '3 cells for 2 columns; a cell that contains a delimiter probably lacks quotes';

it.each<[string, readonly object[]]>([
  [
    'id,title\nsub_1,A\n\nsub_1,B\n',
    [{ line: 4, column: 'id', message: '"sub_1" is also the id of line 2' }],
  ],
  ['id,title\nsub_1,A,B\n', [{ line: 2, message: wideRow }]],
  // Cut off: what is missing is not empty.
  [
    'id,title,feedback,status\nsub_1,A,Thanks,accepted\nsub_2,B,',
    [{ line: 3, message: '3 of 4 cells; a delimiter is missing' }],
  ],
  [
    'id,title,status\nsub_1,A\nand B,draft\nsub_3,C,draft,D\n',
    [
      { line: 2, message: splitRow },
      { line: 3, message: splitRow },
      { line: 4, message: wideRow.replace('3 cells for 2', '4 cells for 3') },
    ],
  ],
  ['id,title\nsub_1,A\0B\n', [{ line: 2, message: 'contains a NUL character' }]],
  ['id,title,Title\n', [{ line: 1, column: 'title', message: 'occurs twice in the header' }]],
  [
    'Name,Beer\nAmina,1\n',
    [{ line: 1, message: expect.stringContaining('expected some of id, title, ') }],
  ],
])('refuses %j', (text, faults) => {
  const details = faults.map((fault) => ({ file: folder.file(name), ...fault }));
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid_input', details }));
});

it('may leave out cells of unnamed columns at the end', () => {
  expect(read('id,title,\nsub_1,A\n').rows).toMatchObject([{ values: { title: 'A' } }]);
});

it('may have rows with nothing but an id', () => {
  const { rows } = read('id,title,status\nsub_1,A,draft\nsub_2\nsub_3,C,draft\nsub_4');
  expect(rows.map(({ id, values }) => [id, values.title])).toEqual([
    ['sub_1', 'A'],
    ['sub_2', ''],
    ['sub_3', 'C'],
    ['sub_4', ''],
  ]);
});

it('refuses more rows than a program can have', () => {
  expect(() => read(`title\n${'A\n'.repeat(20_001)}`)).toThrow(
    'has more than 20000 records of a kind',
  );
});
