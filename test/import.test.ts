// Importing as a script does it: standard input, dry runs, existing records, every report.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { counts, none } from './support/import-stage.ts';
import { folderForEach, importsOf, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const { importSpeakers, speaker } = importsOf(service, folder);

it('reads standard input, and stores nothing of it', async () => {
  const state = folder.file('state');
  const { exitCode, stdout } = await service.plenary(['submissions', 'import', '-', '--json'], {
    stdin: 'Title;Email\r\n"A talk; with ""quotes""";kim@example.org\r\n',
    env: { PLENARY_STATE_DIR: state },
  });
  expect(exitCode).toBe(0);
  expect(counts({ stdout })).toEqual({ ...none, rows: 1, created: 1 });
  const saved = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ndjson$/.test(name),
  );
  expect(saved).toEqual([expect.stringMatching(/journal\.ndjson$/)]);
  expect(readFileSync(`${state}/${saved[0]}`, 'utf8')).not.toContain('kim@');
  const search = ['submissions', 'search', '--json', '--fields', 'title,submitter_email'];
  const { stdout: found } = await service.plenary(search);
  expect(JSON.parse(found)).toEqual([
    { title: 'A talk; with "quotes"', submitter_email: 'kim@example.org' },
  ]);
});

it('changes nothing in a dry run, which lists the invalid rows that it skips', async () => {
  const args = [
    'submissions',
    'import',
    'examples/submissions.csv',
    '--skip-invalid',
    '--dry-run',
    '--json',
  ];
  const { exitCode, stdout, stderr } = await service.plenary(args);
  expect(JSON.parse(stdout).counts).toMatchObject({ rows: 60, create: 59, rejected: 1 });
  expect(stderr).toMatch(
    /1 row cannot be applied and would be skipped:\n {2}examples\/submissions\.csv:\d+ column /,
  );
  expect(exitCode).toBe(0);
  const { stdout: found } = await service.plenary([
    'submissions',
    'list',
    '--json',
    '--query',
    'pageSize=100',
  ]);
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
      line: 2,
      code: 'same_title',
      message: expect.stringMatching(
        /^"The same again" is created, although sub_\w+ has the same title and another/,
      ),
    },
  ]);
});

it('does not count a name that is only divided otherwise, and names a plan', async () => {
  await importSpeakers('Email,First name,Last name\ngabo@example.org,Gabriel,García Márquez\n');
  const { stdout } = await importSpeakers(
    'Email,Name\ngabo@example.org,Gabriel García Márquez\n',
    '--json',
  );
  expect(counts({ stdout })).toEqual({ ...none, rows: 1, skipped: 1 });

  const talks = folder.file('talks.csv');
  writeFileSync(talks, 'Talk,Who,Text\nQueues,Bo Lind,Old\n');
  const flags = ['--map', 'Talk=title', '--map', 'Who=name', '--map', 'Text=abstract'];
  const args = [
    'submissions',
    'import',
    talks,
    ...flags,
    '--submitter-email',
    'bo@example.org',
    '--yes',
  ];
  await service.plenary(args);
  writeFileSync(talks, 'Talk,Who,Text\nQueues,Bo Lind,New\n');
  const { stderr } = await service.plenary(args);
  expect(stderr).toMatch(
    /plan \S+talks\.csv --map 'Talk=title' --map 'Who=' --map 'Text=abstract'\n/,
  );
});

it('leaves existing records alone, and counts those that an apply changes', async () => {
  await importSpeakers(
    'Email,Name,Company,Bio\nola@example.org,Ola Nord,Old Ltd,Hello\nken@example.org,Ken,Same,\n',
  );
  const next =
    'Email,Name,Company,Bio\nOLA@example.org,Ola Nord,New Ltd,\nken@example.org,Ken,Same,\n' +
    'nina@example.org,N,,\n';
  const rows = await importSpeakers(next, '--dry-run', '-o', 'ndjson', '--quiet');
  expect(rows.stderr).toBe('');
  expect(JSON.parse(rows.stdout)).toMatchObject({
    kind: 'speaker',
    action: 'create',
    name: 'N',
    line: 4,
  });
  const { stdout } = await importSpeakers(next, '--json');
  expect(counts({ stdout })).toEqual({ ...none, rows: 3, created: 1, skipped: 2, differing: 1 });
  expect(await speaker('ola@example.org')).toMatchObject({
    company_name: 'Old Ltd',
    about: 'Hello',
  });
  await service.plenary(['speakers', 'apply', folder.file('people.csv'), '--yes']);
  expect(await speaker('ola@example.org')).toMatchObject({
    company_name: 'New Ltd',
    about: 'Hello',
  });
});

it('warns of a new speaker with the name of another one', async () => {
  await importSpeakers('Email,Name\nzoe@example.org,Zoë Müller\n');
  const { id } = await speaker('zoe@example.org');
  const { stderr } = await importSpeakers(
    'Email,Name\nother@example.org,Zoe Mueller\nthird@example.org,Zoe Bo\n',
    '--dry-run',
  );
  expect(stderr.match(/^Warning.*$/gm)).toEqual([
    `Warning: "Zoe Mueller" is created, although ${id} has the same name and another address: ` +
      'line 2.',
  ]);
});

it('warns of a speaker who gets the name of another one', async () => {
  const people = ['cy@example.org,Cy Coe', 'di@example.org,Dí Doe', 'ed@example.org,Ed Eck'];
  await importSpeakers(['Email,Name', ...people, ''].join('\n'));
  const { id } = await speaker('di@example.org');
  const warningsOf = async (...lines: readonly string[]) => {
    writeFileSync(folder.file('renamed.csv'), `${lines.join('\n')}\n`);
    const args = ['speakers', 'plan', folder.file('renamed.csv'), '--json'];
    return JSON.parse((await service.plenary(args)).stdout).warnings;
  };
  const message = `"Cy Coe" becomes "Di Doe", although ${id} has the same name and another address`;
  const rows = ['cy@example.org,Di Doe', 'di@example.org,Di Doe', 'ed@example.org,Eddy Eck'];
  expect(await warningsOf('Email,Name', ...rows)).toMatchObject([
    { code: 'same_name', line: 2, message },
  ]);
  // The other part of the name is that of the record.
  await importSpeakers('Email,Name\ndo@example.org,Ed Doe\n');
  const [warning, ...others] = await warningsOf('Email,Last name', 'do@example.org,Eck');
  expect(warning.message).toContain('"Ed Doe" becomes "Ed Eck"');
  expect(others).toEqual([]);
});

it.each([
  [
    'csv',
    /^run,command,rows,created,[^\n]*\n\d{8}-\d{6}-[\da-f]{8},speakers import,1,1(,0){11}\n$/,
  ],
  ['ndjson', /^\{"schemaVersion":"2\.0","run":"[^\n]*\}\n$/],
  ['table', /^rows {5}1\ncreated {2}1\n$/],
])('reports as %s, and prints nothing else with --quiet', async (format, expected) => {
  const { exitCode, stdout, stderr } = await importSpeakers(
    `Email\n${format}@example.org\n`,
    '-o',
    format,
    '--quiet',
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(expected);
});

it('prints the chosen fields of the report', async () => {
  const flags = ['--fields', 'created,command', '--json'];
  const { stdout, stderr } = await importSpeakers(
    'Email,T-shirt\nfields@example.org,M\n',
    ...flags,
  );
  expect(JSON.parse(stdout)).toEqual({ created: 1, command: 'speakers import' });
  expect(stderr).not.toContain('No record has');
});

it('removes the rejects of an earlier run, and writes no file without any', async () => {
  const file = folder.file('people.csv');
  const rejects = folder.file('rejects.csv');
  writeFileSync(rejects, 'stale\n');
  writeFileSync(file, 'Email\nfresh@example.org\n');
  expect((await service.plenary(['speakers', 'import', file, '--rejects', rejects])).exitCode).toBe(
    0,
  );
  expect(readFileSync(rejects, 'utf8')).toBe('');
  await service.plenary(['speakers', 'import', file, '--rejects', folder.file('none.csv')]);
  expect(existsSync(folder.file('none.csv'))).toBe(false);
});

it('says once that a file without rows changes nothing', async () => {
  const { exitCode, stderr } = await service.plenary(['speakers', 'apply', '-'], {
    stdin: 'email,title\n',
  });
  expect([exitCode, stderr.match(/nothing to change/gi)]).toEqual([0, ['nothing to change']]);
});
