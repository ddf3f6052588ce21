// Importing as a script does it: the example files, the reject loop, standard input.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startService, type TestService, temporaryFolder } from './program.ts';

let service: TestService;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const counts = (stdout: string) => JSON.parse(stdout).counts;
const none = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, failed: 0, unknown: 0 };

it('sends nothing while a row is invalid, and names the place in the file', async () => {
  const before = await service.plenary(['speakers', 'list', '--json']);
  const { exitCode, stdout, stderr } = await service.plenary(['speakers', 'import', 'examples/speakers.csv']);
  expect(stderr).toContain('examples/speakers.csv:43 column "E-mail": at least 3 characters');
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect((await service.plenary(['speakers', 'list', '--json'])).stdout).toBe(before.stdout);
});

it('goes round the reject loop, and makes nothing twice', async () => {
  const rejects = folder.file('rejects.csv');
  const first = ['speakers', 'import', 'examples/speakers.csv', '--skip-invalid', '--rejects', rejects, '--json'];
  const { exitCode, stdout } = await service.plenary(first);
  expect(exitCode).toBe(9);
  expect(counts(stdout)).toEqual({ ...none, rows: 40, created: 39, rejected: 1 });

  const [header = '', row = '', ...rest] = readFileSync(rejects, 'utf8').split('\n');
  expect(header).toMatch(/^First name,Last name,E-mail,.*,_row,_code,_column,_message$/);
  expect(row).toContain('string_too_short,E-mail,at least 3 characters');
  writeFileSync(rejects, [header, row.replace(/,\w+@,/, ',mended@example.org,'), ...rest].join('\n'));

  const mended = await service.plenary(['speakers', 'import', rejects, '--json']);
  expect(mended.stderr).not.toContain('_row');
  expect(counts(mended.stdout)).toEqual({ ...none, rows: 1, created: 1 });

  const again = await service.plenary(first);
  expect(counts(again.stdout)).toEqual({ ...none, rows: 40, skipped: 39, rejected: 1 });
});

it('reads standard input, and leaves no trace of it', async () => {
  const state = folder.file('state');
  const { exitCode, stdout } = await service.plenary(['submissions', 'import', '-', '--json'], {
    stdin: 'Title;Email\r\n"A talk; with ""quotes""";kim@example.org\r\n',
    env: { PLENARY_STATE_DIR: state },
  });
  expect(exitCode).toBe(0);
  expect(counts(stdout)).toEqual({ ...none, rows: 1, created: 1 });
  expect(statSync(state).nlink).toBe(2);
  const { stdout: found } = await service.plenary([
    'submissions',
    'search',
    '--json',
    '--fields',
    'title,submitter_email',
  ]);
  expect(JSON.parse(found)).toEqual([{ title: 'A talk; with "quotes"', submitter_email: 'kim@example.org' }]);
});

it('changes nothing in a dry run', async () => {
  const { exitCode, stdout, stderr } = await service.plenary([
    'submissions',
    'import',
    'examples/submissions.csv',
    '--skip-invalid',
    '--dry-run',
    '--json',
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: '1.0',
    dryRun: true,
    counts: { rows: 60, created: 59, rejected: 1 },
  });
  expect(stderr).toContain('Nothing was sent (dry run).');
  expect(exitCode).toBe(0);
  const { stdout: found } = await service.plenary(['submissions', 'list', '--json', '--query', 'pageSize=100']);
  expect(JSON.parse(found)).toHaveLength(1);
});

it('refuses to write rejects over the file itself', async () => {
  const file = folder.file('a.csv');
  writeFileSync(file, 'Email\na@example.org\n');
  const { exitCode, stderr } = await service.plenary(['speakers', 'import', file, '--rejects', file]);
  expect(stderr).toContain('--rejects names the file that is imported');
  expect(exitCode).toBe(2);
});

it('names a file that is not there', async () => {
  const { exitCode, stderr } = await service.plenary(['speakers', 'import', 'nowhere.csv']);
  expect(stderr).toMatch(/^Error: cannot read nowhere\.csv/);
  expect(exitCode).toBe(2);
});
