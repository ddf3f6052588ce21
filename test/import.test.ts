// Importing as a script does it: the example files, corrected rejects, standard input, existing records, every report.
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { counts, none } from './support/import-stage.ts';
import { folderForEach, importsOf, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const { importSpeakers, speaker } = importsOf(service, folder);

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
  expect(counts({ stdout })).toEqual({ ...none, rows: 40, created: 39, rejected: 1 });

  const [header = '', row = '', ...rest] = readFileSync(rejects, 'utf8').split('\n');
  expect(header).toMatch(/^First name,Last name,E-mail,.*,_row,_code,_column,_message$/);
  expect(row).toContain('string_too_short,E-mail,at least 3 characters');
  writeFileSync(rejects, [header, row.replace(/,\w+@,/, ',fixed@example.org,'), ...rest].join('\n'));

  const fixed = await service.plenary(['speakers', 'import', rejects, '--json']);
  expect(fixed.stderr).not.toContain('_row');
  expect(counts(fixed)).toEqual({ ...none, rows: 1, created: 1 });

  const again = await service.plenary(first);
  expect(counts(again)).toEqual({ ...none, rows: 40, skipped: 39, rejected: 1 });
});

it('reports rows that are skipped although they differ, and those that repeat another row', async () => {
  const file = (about: string) =>
    `Email,Biography\ndi1@example.org,${about}\ndi2@example.org,Builds bridges.\nDI2@example.org,Builds bridges.\n`;
  const first = await importSpeakers(file('Writes.'), '--json');
  expect(counts(first)).toEqual({ ...none, rows: 3, created: 2, skipped: 1 });
  const again = await importSpeakers(file('Reads.'), '--json');
  expect(counts(again)).toEqual({ ...none, rows: 3, skipped: 3, differing: 1 });
  const sentence = '1 of 2 existing records differs from the file and is left alone.\n';
  expect(again.stderr).toContain(sentence);
  const dry = await importSpeakers(file('Reads.'), '--dry-run');
  expect(dry).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(sentence) });
  expect([dry.stdout, dry.stderr]).toEqual(['', expect.stringContaining('3 rows: 3 skipped.\n')]);
  expect((await importSpeakers(file('Writes.'))).stderr).not.toContain('differ');
});

it('lists the invalid rows that a dry run skips, as the import does', async () => {
  const args = ['speakers', 'import', 'examples/speakers.csv', '--skip-invalid'];
  const dry = await service.plenary([...args, '--dry-run']);
  const sent = await service.plenary(args);
  const faults = sent.stderr.split('\n').filter((line) => /^ {2}examples\/speakers\.csv/.test(line));
  expect([dry.exitCode, sent.exitCode, faults.length]).toEqual([0, 9, 1]);
  expect(dry.stderr).toContain('1 row cannot be applied and would be skipped:\n');
  for (const fault of faults) expect(dry.stderr).toContain(`${fault}\n`);
});

it('repeats the flags that choose the service and the event in the command for the rejects', async () => {
  const rejects = folder.file('rejects.csv');
  const flags = ['--base-url', service.url, '--event', 'devconf'];
  const args = ['speakers', 'import', 'examples/speakers.csv', '--dry-run', '--skip-invalid', ...flags];
  expect((await service.plenary([...args, '--rejects', rejects])).stderr).not.toContain('Next: ');
  const sent = args.filter((arg) => arg !== '--dry-run');
  const { stderr } = await service.plenary([...sent, '--rejects', rejects], { env: { PLENARY_EVENT: '' } });
  expect(stderr).toContain(`Next: plenary speakers import ${rejects} ${flags.join(' ')}\n`);
});

it('reads standard input, and stores nothing of it', async () => {
  const state = folder.file('state');
  const { exitCode, stdout } = await service.plenary(['submissions', 'import', '-', '--json'], {
    stdin: 'Title;Email\r\n"A talk; with ""quotes""";kim@example.org\r\n',
    env: { PLENARY_STATE_DIR: state },
  });
  expect(exitCode).toBe(0);
  expect(counts({ stdout })).toEqual({ ...none, rows: 1, created: 1 });
  const kept = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) => !/runs$/.test(name));
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
    ...{ schemaVersion: '1.0', command: 'submissions import', event: 'devconf' },
    counts: { rows: 60, create: 59, rejected: 1 },
  });
  expect(stderr).toContain('Nothing was sent (dry run).');
  expect(exitCode).toBe(0);
  const { stdout: found } = await service.plenary(['submissions', 'list', '--json', '--query', 'pageSize=100']);
  expect(JSON.parse(found)).toHaveLength(1);
});

it('warns of a new talk with the title of an existing one', async () => {
  const talks = folder.file('talks.csv');
  const importTalk = async (email: string) => {
    writeFileSync(talks, `Title,Email\nThe same again,${email}\n`);
    return service.plenary(['submissions', 'import', talks, '--yes', '--json']);
  };
  expect(JSON.parse((await importTalk('old@example.org')).stdout).warnings).toEqual([]);
  expect(JSON.parse((await importTalk('new@example.org')).stdout).warnings).toMatchObject([
    {
      ...{ line: 2, code: 'same_title' },
      message: expect.stringMatching(/^"The same again" is created, although sub_\w+ has the same title and another/),
    },
  ]);
});

it('does not count a name that is only divided otherwise, and names a plan without flags that only an import has', async () => {
  await importSpeakers('Email,First name,Last name\ngabo@example.org,Gabriel,García Márquez\n');
  const { stdout } = await importSpeakers('Email,Name\ngabo@example.org,Gabriel García Márquez\n', '--json');
  expect(counts({ stdout })).toEqual({ ...none, rows: 1, skipped: 1 });

  const talks = folder.file('talks.csv');
  writeFileSync(talks, 'Talk,Who,Text\nQueues,Bo Lind,Old\n');
  const flags = ['--map', 'Talk=title', '--map', 'Who=name', '--map', 'Text=abstract'];
  const args = ['submissions', 'import', talks, ...flags, '--submitter-email', 'bo@example.org', '--yes'];
  await service.plenary(args);
  writeFileSync(talks, 'Talk,Who,Text\nQueues,Bo Lind,New\n');
  const { stderr } = await service.plenary(args);
  expect(stderr).toMatch(/plan \S+talks\.csv --map 'Talk=title' --map 'Who=' --map 'Text=abstract'\n/);
});

it('leaves existing records alone, counts those that differ, and names the plan of their changes', async () => {
  await importSpeakers('Email,Name,Company,Bio\nola@example.org,Ola Nord,Old Ltd,Hello\nkim@example.org,Kim,Same,\n');
  const next =
    'Email,Name,Company,Bio\nOLA@example.org,Ola Nord,New Ltd,\nkim@example.org,Kim,Same,\nnew@example.org,N,,\n';
  const rows = await importSpeakers(next, '--dry-run', '-o', 'ndjson', '--quiet');
  expect(rows.stderr).toBe('');
  expect(
    rows.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      ...{ kind: 'speaker', action: 'create', name: 'N', file: 'people.csv', line: 4 },
      fields: { email: { from: null, to: 'new@example.org' }, first_name: { from: null, to: 'N' } },
    },
  ]);
  const { stdout, stderr } = await importSpeakers(next, '--json');
  expect(counts({ stdout })).toEqual({ ...none, rows: 3, created: 1, skipped: 2, differing: 1 });
  expect(stderr).toContain(
    '1 of 2 existing records differs from the file and is left alone.\nNext: plenary speakers plan people.csv\n',
  );
  expect(await speaker('ola@example.org')).toMatchObject({ company_name: 'Old Ltd', about: 'Hello' });
  await service.plenary(['speakers', 'apply', folder.file('people.csv'), '--yes']);
  expect(await speaker('ola@example.org')).toMatchObject({ company_name: 'New Ltd', about: 'Hello' });
});

it('warns of a new speaker with the name of another one', async () => {
  await importSpeakers('Email,Name\nzoe@example.org,Zoë Müller\n');
  const { id } = await speaker('zoe@example.org');
  const { stderr } = await importSpeakers(
    'Email,Name\nother@example.org,Zoe Mueller\nthird@example.org,Zoe Bo\n',
    '--dry-run',
  );
  expect(stderr.match(/^Warning.*$/gm)).toEqual([
    `Warning: "Zoe Mueller" is created, although ${id} has the same name and another address: line 2.`,
  ]);
});

it.each([
  ['csv', /^run,command,rows,created,[^\n]*\n\d{8}-\d{6}-[\da-f]{8},speakers import,1,1(,0){9}\n$/],
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
    'created,command',
    '--json',
  );
  expect(JSON.parse(stdout)).toEqual({ created: 1, command: 'speakers import' });
  expect(stderr).not.toContain('No record has');
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
