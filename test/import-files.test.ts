// Files as spreadsheets and other systems write them: what is imported, and how the others are refused.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOwnOutput } from '../src/columns/own-output.ts';
import { startTestService } from './support/program.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

function importBytes(noun: 'speakers' | 'submissions', bytes: Uint8Array, ...flags: readonly string[]) {
  const file = folder.file('export.csv');
  writeFileSync(file, bytes);
  return service.plenary([noun, 'import', file, '--json', ...flags]);
}

it('shows the word at an invalid byte in several encodings, then imports the file in one of them', async () => {
  const bytes = Buffer.from('Name;E-mail;Company\r\nZo\xeb M\xfcller;zoe@example.org;Caf\xe9 \x80\r\n', 'latin1');
  const refused = await importBytes('speakers', bytes);
  expect(refused.exitCode).toBe(3);
  expect(refused.stdout).toBe('');
  const { error } = JSON.parse(refused.stderr);
  expect(error.details).toMatchObject([{ line: 2, message: 'byte 23 is not valid UTF-8' }]);
  expect(error.fix).toContain('windows-1252 (Zoë), macintosh (ZoÎ)');

  const taken = await importBytes('speakers', bytes, '--encoding', 'windows-1252');
  expect(JSON.parse(taken.stdout).counts).toMatchObject({ rows: 1, created: 1 });
  const { stdout } = await service.plenary(['speakers', 'list', '--json']);
  expect(JSON.parse(stdout)).toMatchObject([
    { first_name: 'Zoë', last_name: 'Müller', email: 'zoe@example.org', company_name: 'Café €' },
  ]);
});

it('imports what Excel calls Unicode text, with a line that names the delimiter', async () => {
  const text =
    '\uFEFFsep=\t\r\nTitle\tOwner\tOwner Email\t\t\r\n"A talk\r\nin two lines"\tŽofie\tz@example.org\t\t\r\n';
  const { exitCode, stdout } = await importBytes('submissions', Buffer.from(text, 'utf16le'));
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).counts).toMatchObject({ rows: 1, created: 1 });
  const { stdout: found } = await service.plenary(['submissions', 'list', '--json']);
  expect(JSON.parse(found)).toMatchObject([
    { title: 'A talk\r\nin two lines', submitter_first_name: 'Žofie', submitter_email: 'z@example.org' },
  ]);
});

it.each([
  ['a workbook that is cut off', 'PK\x03\x04\x14\x00\x06\x00[Content_Types].xml', 'is damaged'],
  ['an error page', '<!DOCTYPE html><title>Log in</title>', 'a web page (HTML), not a table'],
  ['an empty file', '', 'is empty'],
  ['a column twice', 'Email,Bio,Bio\na@example.org,x,y\n', 'has two columns with the same name'],
  ['two lines of headers', 'Speaker,,Contact\nFirst name,Last name,Email\nA,B,a@example.org\n', 'two lines of headers'],
  ['an open quote', 'Email,Bio\na@example.org,"x\nb@example.org,y\n', 'is not well-formed CSV'],
])('refuses %s with one clear error, and sends nothing', async (_, text, message) => {
  const before = await service.plenary(['speakers', 'list', '--json']);
  const { exitCode, stdout, stderr } = await importBytes('speakers', Buffer.from(text, 'latin1'));
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(JSON.parse(stderr).error.message).toContain(message);
  expect((await service.plenary(['speakers', 'list', '--json'])).stdout).toBe(before.stdout);
});

it('reports all rows with a wrong number of cells at once, by line', async () => {
  const text = 'Email,Bio\na@example.org\nb@example.org,"two\nlines"\nc@example.org,1,2\nd@example.org,\0\n';
  const { exitCode, stderr } = await importBytes('speakers', Buffer.from(text));
  expect(exitCode).toBe(3);
  const { details } = JSON.parse(stderr.slice(stderr.indexOf('{"error"'))).error;
  expect(
    details.map(({ row, line, message }: { row: number; line: number; message: string }) => [row, line, message]),
  ).toEqual([
    [1, 2, '1 of 2 cells; a delimiter is missing'],
    [3, 5, '3 cells for 2 columns; a cell that contains a delimiter probably lacks quotes'],
    [4, 6, 'contains a NUL character'],
  ]);
});

describe('CSV that this program wrote', () => {
  const own = ["'@ts-ignore' considered harmful", '=1+1', "''=1", '@home', '-', '+49 30 1', "it's", '\tx', "'"];

  it('is read exactly: its plan changes nothing', async () => {
    const empty = await startTestService();
    try {
      for (const [at, title] of own.entries()) {
        await empty.plenary(['speakers', 'add', '--email', `own${at}@example.org`, `--title=${title}`, '--yes']);
      }
      const { stdout } = await empty.plenary(['speakers', 'list', '--all', '-o', 'csv']);
      expect(stdout).toContain(",''@ts-ignore' considered harmful,");
      const file = folder.file('speakers.csv');
      writeFileSync(file, stdout);
      const { counts } = JSON.parse((await empty.plenary(['speakers', 'plan', file, '--json'])).stdout);
      // The cell that begins with a tab is trimmed.
      expect(counts).toMatchObject({ rows: own.length, unchanged: own.length - 1, update: 1 });
    } finally {
      await empty.stop();
    }
  });

  it('is planned exactly: the schedule file of a timetable changes nothing', async () => {
    const add = ['submissions', 'add', '--title', '=2+2', '--submitter-email', 'plan@example.org', '--json'];
    const { id } = JSON.parse((await service.plenary(add)).stdout);
    await service.plenary(['sessions', 'place', id, '--room', '@home', '--start', '2026-05-03T09:00:00+02:00']);
    const { stdout } = await service.plenary(['timetable', 'export', '--format', 'csv', '--timezone', 'Europe/Berlin']);
    expect(stdout).toContain(",'=2+2,'@home,");
    const file = folder.file('schedule.csv');
    writeFileSync(file, stdout);
    const { counts } = JSON.parse((await service.plenary(['sessions', 'plan', file, '--json'])).stdout);
    expect(counts).toMatchObject({ place: 0, move: 0, unchanged: counts.rows });
  });

  it.each([
    ['speakers', 'list'],
    ['submissions', 'list'],
    ['sessions', 'list'],
    ['contacts', 'search'],
    ['content-items', 'list'],
  ])('has a header by which it is recognized: %s %s', async (...command) => {
    const add = ['submissions', 'add', '--title', 'Own', '--submitter-email', 'own@example.org', '--json'];
    const { id } = JSON.parse((await service.plenary(add)).stdout);
    await service.plenary(['sessions', 'place', id, '--room', 'Aula', '--start', '2026-05-02T09:00:00+02:00']);
    await service.plenary(['speakers', 'add', '--email', `${command.join('.')}@example.org`]);
    const { stdout } = await service.plenary([...command, '-o', 'csv']);
    const [header = ''] = stdout.split('\n');
    expect(isOwnOutput(header.split(',')), header).toBe(true);
  });
});

it('leaves a leading quote in the file of another system', async () => {
  const text = "Title,Email,Abstract\n'@ts-ignore' considered harmful,quote@example.org,'+1\n";
  await importBytes('submissions', Buffer.from(text));
  const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ title: "'@ts-ignore' considered harmful", abstract: "'+1" }),
  );
});
