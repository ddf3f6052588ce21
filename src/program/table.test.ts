// The round trip of cells through a file, also after a spreadsheet has saved it.
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { csvText } from '../files/csv-write.ts';
import { openTable, writtenCells, writtenHeader } from './table.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const name = 'submissions.csv';

async function rowsOf(text: string) {
  writeFileSync(folder.file(name), text);
  const table = await openTable(folder.path, name, 'submissions');
  if (table === undefined) throw new Error('no table');
  const rows = [];
  for await (const row of table.rows()) rows.push(row);
  return { ...table, rows };
}

const anyText = fc.oneof(
  // Every Unicode plane.
  fc.string({ unit: anyCharacter }).map((text) => text.replaceAll('\0', '')),
  fc
    .array(fc.constantFrom("'", '"', '=', '+', '-', '@', '\t', '\r', '\n', ' ', ',', ';', '\uFEFF', '1', '\u{10FFFD}'))
    .map((parts) => parts.join('')),
);

it('reads every text as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ title: anyText, feedback: anyText }), { minLength: 1 }), async (texts) => {
      const header = writtenHeader(undefined, 'id', ['title', 'feedback'], []);
      const cells = texts.map((values, index) => writtenCells(header, undefined, { id: `sub_${index}`, ...values }));
      const { rows } = await rowsOf(csvText([header.columns, ...cells]));
      expect(rows.map(({ id, values }) => ({ id, ...values }))).toEqual(
        texts.map((values, index) => ({ id: `sub_${index}`, ...values })),
      );
    }),
    { numRuns: 100 },
  );
});

it('reads what a spreadsheet saves, and remembers its form', async () => {
  const { form, rows } = await rowsOf('\uFEFFID;Notes;Title\r\nsub_1;mine;"Über ""Q"""\r\n;;New\r\n;;\r\n');
  expect(form).toEqual({ delimiter: ';', hasMark: true });
  expect(rows).toEqual([
    { line: 2, id: 'sub_1', values: { title: 'Über "Q"' }, cells: ['sub_1', 'mine', 'Über "Q"'] },
    { line: 3, id: '', values: { title: 'New' }, cells: ['', '', 'New'] },
  ]);
});

it('adds columns at the end, the id at the start, and preserves columns of the user', async () => {
  const { header, rows } = await rowsOf('Notes,title,feedback\nmine,Queues,secret\n');
  const written = writtenHeader(header, 'id', ['title', 'status'], ['feedback']);
  expect(written.columns).toEqual(['id', 'Notes', 'title', 'status']);
  expect(writtenCells(written, rows[0]?.cells, { id: 'sub_1', title: '=Q', status: 'accepted' })).toEqual([
    'sub_1',
    'mine',
    "'=Q",
    'accepted',
  ]);
});

it.each([
  ['id,title\nsub_1,A\n\nsub_1,B\n', { line: 4, column: 'id', message: '"sub_1" is also the id of line 2' }],
  ['id,title\nsub_1,A,B\n', { line: 2, message: 'has 3 cells, and the header has 2' }],
  ['id,title\nsub_1,A\0B\n', { line: 2, message: 'contains a NUL character' }],
  ['id,title,Title\n', { line: 1, column: 'title', message: 'occurs twice in the header' }],
  ['Name,Beer\nAmina,1\n', { line: 1, message: expect.stringContaining('expected some of id, title, ') }],
])('refuses %j', async (text, fault) => {
  await expect(rowsOf(text)).rejects.toMatchObject({
    code: 'invalid_input',
    details: [{ file: folder.file(name), ...fault }],
  });
});
