// Files with thirty mistakes, or one in every row: one run reports them all and sends nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { expect, it } from 'vitest';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

const x = (length: number) => 'x'.repeat(length);
const emoji = (length: number) => '🎤'.repeat(length);

const sheet = [
  /*  1 */ 'Title,Email,Abstract,First name,Last name,Track,Format',
  /*  2 */ 'Right,kim@example.org,,,,,',
  /*  3 */ ',kim@example.org,,,,,',
  /*  4 */ 'No address,,,,,,',
  /*  5 */ ',,Neither,,,,',
  /*  6 */ 'Short address,a@,,,,,',
  /*  7 */ `Long address,${x(309)}@example.org,,,,,`,
  /*  8 */ `${x(301)},kim@example.org,,,,,`,
  /*  9 */ `${emoji(301)},kim@example.org,,,,,`,
  /* 10 */ `${emoji(300)},kim@example.org,,,,,`,
  /* 11 */ 'Right in three lines,kim@example.org,"one\ntwo\nthree",,,,',
  /* 14 */ `Long abstract,kim@example.org,${x(50_001)},,,,`,
  /* 15 */ `Long abstract in two lines,kim@example.org,"${x(25_000)}\n${x(25_000)}",,,,`,
  /* 17 */ `Long first name,kim@example.org,,${x(201)},,,`,
  /* 18 */ `Long last name,kim@example.org,,,${emoji(201)},,`,
  /* 19 */ `Long track,kim@example.org,,,,${x(65)},`,
  /* 20 */ `Long format,kim@example.org,,,,,${x(65)}`,
  /* 21 */ `Both,kim@example.org,,,,${emoji(65)},${x(66)}`,
  /* 22 */ 'Three cells,kim@example.org,abstract',
  /* 23 */ 'Eight cells,kim@example.org,Hello, world,,,,talk',
  /* 24 */ 'One cell',
  /* 25 */ '',
  /* 26 */ 'N\0L,kim@example.org,,,,,',
  /* 27 */ 'Hidden,j***@a***.com,,,,,',
  /* 28 */ 'Half hidden,kim@a***.org,,,,,',
  /* 29 */ '"   ",kim@example.org,,,,,',
  /* 30 */ 'Spaces for an address,"   ",,,,,',
  /* 31 */ `${x(301)},y,${x(50_001)},${x(201)},${x(201)},${x(65)},`,
  /* 32 */ 'Right at the end,kim@example.org,,,,,',
];

const mistakes = [
  [2, 3, 'Title', 'required'],
  [3, 4, 'Email', 'no address'],
  [4, 5, 'Title', 'required'],
  [4, 5, 'Email', 'no address'],
  [5, 6, 'Email', 'not an e-mail address: what follows "@" is no domain'],
  [6, 7, 'Email', 'at most 320 characters'],
  [7, 8, 'Title', 'at most 300 characters'],
  [8, 9, 'Title', 'at most 300 characters'],
  [11, 14, 'Abstract', 'at most 50000 characters'],
  [12, 15, 'Abstract', 'at most 50000 characters'],
  [13, 17, 'First name', 'at most 200 characters'],
  [14, 18, 'Last name', 'at most 200 characters'],
  [15, 19, 'Track', 'at most 64 characters'],
  [16, 20, 'Format', 'at most 64 characters'],
  [17, 21, 'Track', 'at most 64 characters'],
  [17, 21, 'Format', 'at most 64 characters'],
  [18, 22, undefined, expect.stringContaining('3 of 7 cells')],
  [19, 23, undefined, expect.stringContaining('8 cells for 7 columns')],
  [20, 24, undefined, expect.stringContaining('1 of 7 cells')],
  [21, 26, undefined, expect.stringContaining('NUL character')],
  [22, 27, 'Email', expect.stringContaining('masked')],
  [23, 28, 'Email', expect.stringContaining('masked')],
  [24, 29, 'Title', 'required'],
  [25, 30, 'Email', 'no address'],
  [26, 31, 'Title', 'at most 300 characters'],
  [26, 31, 'Email', 'not an e-mail address: it has no "@"'],
  [26, 31, 'Abstract', 'at most 50000 characters'],
  [26, 31, 'First name', 'at most 200 characters'],
  [26, 31, 'Last name', 'at most 200 characters'],
  [26, 31, 'Track', 'at most 64 characters'],
] as const;

it('reports all thirty, sends nothing, and imports the corrected rejects', async () => {
  const file = folder.file('talks.csv');
  const rejects = folder.file('rejects.csv');
  writeFileSync(file, `${sheet.join('\n')}\n`);

  const checked = await run(file, '--rejects', rejects);
  expect({ exitCode: checked.exitCode, stdout: checked.stdout }).toEqual({
    exitCode: 3,
    stdout: '',
  });
  const { details } = JSON.parse(
    checked.stderr.split('\n').find((line) => line.startsWith('{')) ?? '',
  ).error;
  const named = details.map(({ row, line, column, message }: Record<string, unknown>) => [
    row,
    line,
    column,
    message,
  ]);
  expect(named).toEqual(mistakes);
  expect(await titlesThere()).toEqual([]);

  const records: Record<string, string>[] = parse(readFileSync(rejects), { columns: true });
  expect(records.map(({ _row }) => Number(_row))).toEqual([
    ...new Set(mistakes.map(([row]) => row)),
  ]);
  expect(records[6]).toMatchObject({
    Title: emoji(301),
    Email: 'kim@example.org',
    _column: 'Title',
  });
  const fixed = records.map((record) => ({ ...record, ...fix(record) }));
  writeFileSync(rejects, stringify(fixed, { header: true }));

  const second = await run(rejects);
  expect(second.exitCode).toBe(0);
  expect(JSON.parse(second.stdout).counts).toMatchObject({ rows: 23, created: 23, rejected: 0 });
  const rest = await run(file, '--skip-invalid');
  expect(rest.exitCode).toBe(9);
  expect(JSON.parse(rest.stdout).counts).toMatchObject({ rows: 27, created: 4, rejected: 23 });
  const there = await titlesThere();
  expect(there).toHaveLength(27);
  expect(there).toEqual(
    expect.arrayContaining(['Right', emoji(300), 'Right in three lines', 'Fixed 26']),
  );
});

it('lists a thousand of the mistakes of one kind in JSON, with their count', async () => {
  const file = folder.file('short.csv');
  const rows = Array.from({ length: 1200 }, (_, index) => `Talk ${index},a@`);
  writeFileSync(file, ['Title,Email', ...rows].join('\n'));
  const { stderr } = await run(file);
  const { details } = JSON.parse(
    stderr.split('\n').find((line) => line.startsWith('{')) ?? '',
  ).error;
  expect(details).toHaveLength(1000);
  expect(details[0]).toMatchObject({ line: 2, column: 'Email', count: 1200 });
});

it('shows each reason and each value with its own lines', async () => {
  const file = folder.file('reasons.csv');
  const rows = ['a@b,', 'f(at)example.org,', 'j@@example.org,', 'c@d,', 'e@example.org,Maybe'];
  writeFileSync(file, ['Email,Status', ...rows, 'g@example.org,Perhaps'].join('\n'));
  const { stderr } = await service.plenary(['speakers', 'import', file, '--dry-run']);
  expect(stderr.match(/(?<=reasons\.csv:).*/g)).toEqual([
    '2 column "Email": not an e-mail address: what follows "@" is no domain (also: line 5)',
    '3 column "Email": not an e-mail address: it has no "@"',
    '4 column "Email": not an e-mail address: it has 2 "@"',
    '6 column "Status": "Maybe" is not a known status',
    '7 column "Status": "Perhaps" is not a known status',
  ]);
});

it('warns of texts that say that there is no value', async () => {
  const file = folder.file('speakers.csv');
  const rows = [
    'p1@example.org,Ann,n/a,TBD',
    'p2@example.org,Bo,-,Chair',
    'p3@example.org,Cy,Builds.,none',
  ];
  writeFileSync(file, ['Email,Name,Biography,Job title', ...rows].join('\n'));
  const { exitCode, stdout, stderr } = await service.plenary([
    'speakers',
    'import',
    file,
    '--json',
  ]);
  const sentence =
    'Warning: column "Job title": "TBD" is imported as a value; ' +
    'clear the cell to import none: line 2; also: line 4.\n';
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining(sentence) });
  const { warnings } = JSON.parse(stdout);
  expect(
    warnings.map(({ code, line, column }: Record<string, unknown>) => `${code} ${line} ${column}`),
  ).toEqual([
    'no_value 2 Biography',
    'no_value 3 Biography',
    'no_value 2 Job title',
    'no_value 4 Job title',
  ]);
});

/** The cells as a person would correct them in a spreadsheet. */
function fix({ _row = '' }: Readonly<Record<string, string>>) {
  const short = { Abstract: '', 'First name': '', 'Last name': '', Track: '', Format: '' };
  return { Title: `Fixed ${_row}`, Email: `fixed-${_row}@example.org`, ...short };
}

function run(file: string, ...flags: string[]) {
  const env = { PLENARY_STATE_DIR: folder.file('state') };
  return service.plenary(['submissions', 'import', file, '--json', ...flags], { env });
}

async function titlesThere(): Promise<readonly string[]> {
  const { stdout } = await service.plenary(['submissions', 'list', '--json']);
  return JSON.parse(stdout).map(({ title }: { title: string }) => title);
}
