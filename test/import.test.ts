// Importing as a script does it: the example files, corrected rejects, standard input, existing records, every report.
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let service: TestService;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const counts = (stdout: string) => JSON.parse(stdout).counts;
const none = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, failed: 0, unknown: 0, pending: 0 };

it('sends nothing if a row is invalid, and reports its place in the file', async () => {
  const before = await service.plenary(['speakers', 'list', '--json']);
  const { exitCode, stdout, stderr } = await service.plenary(['speakers', 'import', 'examples/speakers.csv']);
  expect(stderr).toContain('examples/speakers.csv:43 column "E-mail": at least 3 characters');
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect((await service.plenary(['speakers', 'list', '--json'])).stdout).toBe(before.stdout);
});

it('imports corrected rejects, and creates nothing twice', async () => {
  const rejects = folder.file('rejects.csv');
  const first = ['speakers', 'import', 'examples/speakers.csv', '--skip-invalid', '--rejects', rejects, '--json'];
  const { exitCode, stdout } = await service.plenary(first);
  expect(exitCode).toBe(9);
  expect(counts(stdout)).toEqual({ ...none, rows: 40, created: 39, rejected: 1 });

  const [header = '', row = '', ...rest] = readFileSync(rejects, 'utf8').split('\n');
  expect(header).toMatch(/^First name,Last name,E-mail,.*,_row,_code,_column,_message$/);
  expect(row).toContain('string_too_short,E-mail,at least 3 characters');
  writeFileSync(rejects, [header, row.replace(/,\w+@,/, ',fixed@example.org,'), ...rest].join('\n'));

  const fixed = await service.plenary(['speakers', 'import', rejects, '--json']);
  expect(fixed.stderr).not.toContain('_row');
  expect(counts(fixed.stdout)).toEqual({ ...none, rows: 1, created: 1 });

  const again = await service.plenary(first);
  expect(counts(again.stdout)).toEqual({ ...none, rows: 40, skipped: 39, rejected: 1 });
});

it('repeats the flags that choose the service and the event in the command for the rejects', async () => {
  const rejects = folder.file('rejects.csv');
  const flags = ['--event', 'devconf', '--base-url', service.url];
  const args = ['speakers', 'import', 'examples/speakers.csv', '--dry-run', '--skip-invalid', ...flags];
  expect((await service.plenary([...args, '--rejects', rejects])).stderr).not.toContain('After fixing them');
  const sent = args.filter((arg) => arg !== '--dry-run');
  const { stderr } = await service.plenary([...sent, '--rejects', rejects], { env: { PLENARY_EVENT: '' } });
  expect(stderr).toContain(`After fixing them: plenary speakers import ${rejects} ${flags.join(' ')}\n`);
});

it('reads standard input, and stores nothing of it', async () => {
  const state = folder.file('state');
  const { exitCode, stdout } = await service.plenary(['submissions', 'import', '-', '--json'], {
    stdin: 'Title;Email\r\n"A talk; with ""quotes""";kim@example.org\r\n',
    env: { PLENARY_STATE_DIR: state },
  });
  expect(exitCode).toBe(0);
  expect(counts(stdout)).toEqual({ ...none, rows: 1, created: 1 });
  const kept = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) => !/imports$/.test(name));
  expect(kept.filter((name) => /\.ndjson$/.test(name))).toEqual([expect.stringMatching(/journal\.ndjson$/)]);
  expect(readFileSync(`${state}/${kept.find((name) => name.endsWith('journal.ndjson'))}`, 'utf8')).not.toContain(
    'kim@',
  );
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

/** Writes a file and imports it as speakers. */
function importSpeakers(text: string, ...flags: readonly string[]) {
  writeFileSync(folder.file('people.csv'), text);
  return service.plenary(['speakers', 'import', 'people.csv', ...flags], { cwd: folder.path });
}

async function speaker(email: string) {
  const { stdout } = await service.plenary(['speakers', 'list', '--all', '--json']);
  return JSON.parse(stdout).find((each: { email: string }) => each.email === email);
}

it('shows what an update would change, then changes only that', async () => {
  await importSpeakers('Email,Name,Company,Bio\nola@example.org,Ola Nord,Old Ltd,Hello\nkim@example.org,Kim,Same,\n');
  const next =
    'Email,Name,Company,Bio\nOLA@example.org,Ola Nord,New Ltd,\nkim@example.org,Kim,Same,\nnew@example.org,N,,\n';
  const update = ['--on-conflict', 'update'];
  const planned = await importSpeakers(next, ...update, '--dry-run');
  expect(planned.stdout).toBe(
    'ola@example.org: company_name "Old Ltd" → "New Ltd"\nrows       3\ncreated    1\nupdated    1\nunchanged  1\n',
  );
  const rows = await importSpeakers(next, ...update, '--dry-run', '-o', 'ndjson', '--quiet');
  const { id } = await speaker('ola@example.org');
  expect(rows.stderr).toBe('');
  expect(
    rows.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      row: 1,
      line: 2,
      key: 'ola@example.org',
      action: 'update',
      id,
      changes: { company_name: { from: 'Old Ltd', to: 'New Ltd' } },
    },
    { row: 2, line: 3, key: 'kim@example.org', action: 'unchanged', id: expect.any(String) },
    { row: 3, line: 4, key: 'new@example.org', action: 'create' },
  ]);
  expect(JSON.parse((await importSpeakers(next, ...update, '--dry-run', '--json')).stdout)).toMatchObject({
    dryRun: true,
    counts: { ...none, rows: 3, created: 1, updated: 1, unchanged: 1 },
    rows: [{ action: 'update' }, { action: 'unchanged' }, { action: 'create' }],
  });

  expect(counts((await importSpeakers(next, ...update, '--json')).stdout)).toMatchObject({ updated: 1, created: 1 });
  expect(await speaker('ola@example.org')).toMatchObject({ id, company_name: 'New Ltd', about: 'Hello' });
  const cleared = await importSpeakers(next, ...update, '--empty', 'clear', '--json');
  expect(counts(cleared.stdout)).toEqual({ ...none, rows: 3, updated: 1, unchanged: 2 });
  expect(await speaker('ola@example.org')).toMatchObject({ company_name: 'New Ltd', about: null });
});

it('imports a German file without a flag, names included', async () => {
  const header =
    '1. Vorname *;2. Name *;3. Ihre E-Mail-Adresse (Pflichtfeld);Firma;Position;Kurzbiografie;Vortragstitel';
  const { exitCode, stderr } = await importSpeakers(
    `${header}\nJörg;Müller;joerg@example.org;ACME;Leiter;Kurz;Auftakt\n`,
  );
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^Vortragstitel +\(not used\) +Auftakt$/m),
  });
  expect(await speaker('joerg@example.org')).toMatchObject({
    first_name: 'Jörg',
    last_name: 'Müller',
    company_name: 'ACME',
    title: 'Leiter',
    about: 'Kurz',
  });
});

it('sends nothing if existing records are an error', async () => {
  await importSpeakers('Email\nthere@example.org\n');
  const { exitCode, stdout, stderr } = await importSpeakers(
    'Email\nnot-there@example.org\nthere@example.org\n',
    '--on-conflict',
    'fail',
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' });
  expect(stderr).toMatch(/^Error: 1 of 2 rows has an existing record; nothing was sent\n {2}people\.csv:3: .*spk_/m);
  expect(await speaker('not-there@example.org')).toBeUndefined();
});

it('imports only the rows that --rows names', async () => {
  const file = 'Email\none@rows.org\ntwo@rows.org\nthree@rows.org\nfour@rows.org\n';
  const { stdout } = await importSpeakers(file, '--rows', '2-3', '--results', 'results.csv', '--json');
  expect(counts(stdout)).toEqual({ ...none, rows: 2, created: 2 });
  expect(readFileSync(folder.file('results.csv'), 'utf8')).toMatch(
    /^row,line,key,action,id\n2,3,two@rows\.org,created,spk_\w+\n3,4,three@rows\.org,created,spk_\w+\n$/,
  );
  const refused = await importSpeakers(file, '--rows', '3-2');
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toContain('--rows 3-2: not a range of rows');
});

it('prints every fault as an annotation for GitHub', async () => {
  const { exitCode, stderr } = await importSpeakers(
    'Email,Name\nx,100%\nok@example.org,"a\nb",c\n',
    '--annotations',
    'github',
  );
  expect(exitCode).toBe(3);
  expect(stderr.split('\n').filter((line) => line.startsWith('::'))).toEqual([
    '::error file=people.csv,line=2::column "Email": at least 3 characters',
    expect.stringMatching(/^::error file=people\.csv,line=3::./),
  ]);
});

it.each([
  ['csv', /^run,resource,rows,created,[^\n]*\n\d{8}-\d{6}-[\da-f]{8},speakers,1,1(,0){7}\n$/],
  ['ndjson', /^\{"schemaVersion":"1\.0","run":"[^\n]*\}\n$/],
  ['table', /^rows {5}1\ncreated {2}1\n$/],
])('reports as %s, and prints nothing else with --quiet', async (format, expected) => {
  const { exitCode, stdout, stderr } = await importSpeakers(`Email\n${format}@example.org\n`, '-o', format, '--quiet');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(expected);
});

it('prints the chosen fields of the report', async () => {
  const { stdout, stderr } = await importSpeakers(
    'Email,T-shirt\nfields@example.org,M\n',
    '--fields',
    'created,unmapped',
    '--json',
  );
  expect(JSON.parse(stdout)).toEqual({ created: 1, unmapped: ['T-shirt'] });
  expect(stderr).not.toContain('No record has');
});

it('never imports speakers without names by mistake', async () => {
  const file =
    'E-Mail;Wie heißen Sie richtig?;Arbeitet bei\nnn1@example.org;Ann Muster;ACME\nnn2@example.org;Bo Li;Stadt\n';
  for (const flags of [[], ['--yes'], ['--yes', '--dry-run'], ['--skip-invalid']]) {
    const { exitCode, stdout, stderr } = await importSpeakers(file, ...flags);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toContain('people.csv would have no names: column "Wie heißen Sie richtig?" is not used');
    expect(stderr).toContain('Fix: pass --map "Wie heißen Sie richtig?=name", or --allow-nameless');
  }
  const named = await importSpeakers(file, '--map', 'Wie heißen Sie richtig?=name', '--dry-run');
  expect(named.stderr).toMatch(/^first_name +Ann +Bo$/m);
  expect(named.stderr).not.toContain('@example.org');
  const nameless = await importSpeakers(file, '--allow-nameless', '--json');
  expect(nameless).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Warning: 2 of 2 speakers have no name'),
  });
  expect(JSON.parse(nameless.stdout)).toMatchObject({
    nameless: 2,
    mapping: [
      { column: 'E-Mail', field: 'email', sample: '…@…' },
      { column: 'Wie heißen Sie richtig?', field: null, sample: 'Ann Muster' },
      { column: 'Arbeitet bei', field: null, sample: 'ACME' },
    ],
  });
  const quiet = await importSpeakers(file, '--allow-nameless', '--quiet');
  expect(quiet).toMatchObject({ exitCode: 0, stderr: '' });
  // A file that has nothing but addresses is valid.
  const addresses = await importSpeakers('Email\nnn3@example.org\nAda Roe <nn4@example.org>\n');
  expect(addresses).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Warning: 1 of 2 speakers has no name'),
  });
});

it('imports names that begin as words for jobs do, and asks about columns of names that it refuses', async () => {
  const people = 'Alice,Cooper\nTim,Cook\nAnn,Leadbeater\nJana,Leiterová\nBo,Directory'.split('\n');
  const rows = people.map((name, at) => `${name},job${at}@example.org\n`);
  const { exitCode, stdout } = await importSpeakers(`First name,Last name,Email\n${rows.join('')}`, '--json');
  expect(exitCode).toBe(0);
  expect(counts(stdout)).toEqual({ ...none, rows: 5, created: 5 });
  expect(JSON.parse(stdout)).toMatchObject({ nameless: 0, unmapped: [] });
  const refused = 'First name,Last name,Email\nAnn,12,refused1@example.org\nBo,13,refused2@example.org\n';
  const halves = await importSpeakers(refused);
  expect(halves).toMatchObject({ exitCode: 3, stdout: '' });
  expect(halves.stderr).toContain(
    'people.csv would have no last names: column "Last name" is not used: its cells are numbers',
  );
  expect(halves.stderr).toContain('Fix: pass --map "Last name=last_name", or --allow-nameless');
  expect((await importSpeakers(refused, '--allow-nameless')).exitCode).toBe(0);
});

it('writes its column mapping to a file, and reads one', async () => {
  const first = await importSpeakers(
    'Kontakt,Wer,Phone\nmap@example.org,Ann Map,1\n',
    '--map',
    'Kontakt=email',
    '--map',
    'Wer=name',
    '--save-map',
    'map.json',
    '--dry-run',
  );
  expect(first.stderr).toContain('"Phone" is not used: phone can only be set by an update.\n');
  expect(readFileSync(folder.file('map.json'), 'utf8')).toBe(
    '{\n  "Kontakt": "email",\n  "Wer": "name",\n  "Phone": ""\n}\n',
  );
  const again = await importSpeakers('Kontakt,Wer\nmap@example.org,Ann Map\n', '--map-file', 'map.json', '--json');
  expect(again.stderr).toContain('map.json maps columns that the file does not have: "Phone".\n');
  expect(counts(again.stdout)).toEqual({ ...none, rows: 1, created: 1 });
  expect(await speaker('map@example.org')).toMatchObject({ first_name: 'Ann', last_name: 'Map' });
  const absent = await importSpeakers('Anschrift\nx@example.org\n', '--map-file', 'nowhere.json');
  expect(absent).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^Error: cannot read nowhere\.json/) });
});

it('names the flag for a required field without a column', async () => {
  const { exitCode, stdout, stderr } = await importSpeakers('Anschrift\nAm Hof 1\n');
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain('people.csv has no column for email\n');
  expect(stderr).toContain('--map "COLUMN=email"');
});

it('refuses to write rejects over the file itself', async () => {
  const file = folder.file('a.csv');
  writeFileSync(file, 'Email\na@example.org\n');
  const { exitCode, stderr } = await service.plenary(['speakers', 'import', file, '--rejects', file]);
  expect(stderr).toContain('--rejects would overwrite the file that is read\nFix: choose another file for --rejects');
  expect(exitCode).toBe(2);
});

it('reports a file that does not exist', async () => {
  const { exitCode, stderr } = await service.plenary(['speakers', 'import', 'nowhere.csv']);
  expect(stderr).toMatch(/^Error: cannot read nowhere\.csv/);
  expect(exitCode).toBe(2);
});

it('does not overwrite a file that it reads, whatever its name', async () => {
  const file = folder.file('people.csv');
  writeFileSync(file, 'Email\nx@\n');
  symlinkSync(file, folder.file('link.csv'));
  const args = ['speakers', 'import', file, '--dry-run', '--rejects', folder.file('link.csv')];
  const { exitCode, stderr } = await service.plenary(args);
  expect({ exitCode, text: readFileSync(file, 'utf8') }).toEqual({ exitCode: 2, text: 'Email\nx@\n' });
  expect(stderr).toContain('--rejects would overwrite the file that is read');
});

it('removes the rejects of an earlier run', async () => {
  const file = folder.file('people.csv');
  const rejects = folder.file('rejects.csv');
  writeFileSync(rejects, 'stale\n');
  writeFileSync(file, 'Email\nfresh@example.org\n');
  expect((await service.plenary(['speakers', 'import', file, '--rejects', rejects])).exitCode).toBe(0);
  expect(readFileSync(rejects, 'utf8')).toBe('');
});
