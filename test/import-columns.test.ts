// What an import makes of the columns of a file: those that it does not use, those that are
// missing, and those of own output.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOwnOutput } from '../src/columns/own-output.ts';
import { startTestService } from './support/program.ts';
import { folderForEach, importsOf, sharedService } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const service = sharedService();
const folder = folderForEach();
const { importSpeakers, speaker } = importsOf(service, folder);

it('warns of speakers without names, and names the columns that it does not use', async () => {
  const file =
    'E-Mail;Wie heißen Sie richtig?;Arbeitet bei\nnn1@example.org;Ann Muster;ACME\n' +
    'nn2@example.org;Bo Li;Stadt\n';
  const nameless = await importSpeakers(file, '--json', '--dry-run');
  expect(nameless).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Warning: the speaker has no name: line'),
  });
  expect(JSON.parse(nameless.stdout)).toMatchObject({
    mapping: [
      { column: 'E-Mail', field: 'email', sample: '…' },
      { column: 'Wie heißen Sie richtig?', field: null, sample: '…' },
      { column: 'Arbeitet bei', field: null, sample: '…' },
    ],
    warnings: [
      { code: 'no_name', line: 2 },
      { code: 'no_name', line: 3 },
    ],
  });
  // A file that has nothing but addresses is valid.
  const addresses = await importSpeakers('Email\nnn3@example.org\nAda Roe <nn4@example.org>\n');
  expect(addresses).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Warning: the speaker has no name: line'),
  });
});

describe('a sample of each column', () => {
  const headers = ['E-Mail', 'Name', 'Größe', 'Reach at', 'Diet', 'Arrival'];
  const row = ['nn5@example.org', 'Ann Muster', 'XL', '+41 44 1', 'vegan', 'Friday'];
  const text = `${headers.join(',')}\n${row.join(',')}\n`;

  it('is shown at a terminal, whatever it has', async () => {
    const { run, screen } = terminals(folder)(service.env);
    writeFileSync(folder.file('people.csv'), text);
    expect(await run('speakers', 'import', folder.file('people.csv'), '--dry-run')).toBe(0);
    const shown = screen().match(/^(E-Mail|Name|Größe|Reach at|Diet|Arrival) .*/gm);
    expect(shown?.map((line) => line.split(/ {2,}/))).toEqual([
      ['E-Mail', 'email', 'nn5@example.org'],
      ['Name', 'name', 'Ann Muster'],
      ['Größe', '(not used)', 'XL'],
      ['Reach at', '(not used)', '+41 44 1'],
      ['Diet', '(not used)', 'vegan'],
      ['Arrival', '(not used)', 'Friday'],
    ]);
  });

  it('is hidden in a pipe, with --no-input, in a CI system, and in JSON', async () => {
    const { stderr } = await importSpeakers(text, '--dry-run');
    const unasked = terminals(folder)(service.env);
    const args = ['speakers', 'import', folder.file('people.csv'), '--dry-run'];
    expect(await unasked.run(...args, '--no-input')).toBe(0);
    const job = terminals(folder)({ ...service.env, CI: 'true' });
    expect(await job.run(...args)).toBe(0);
    for (const shown of [stderr, unasked.screen(), job.screen()]) {
      expect(shown).toMatch(/^E-Mail +email +…$/m);
      expect(shown).toContain('Not used: "Größe", "Reach at", "Diet", "Arrival".');
      expect(shown).not.toMatch(/nn5@|XL|\+41|vegan|Friday/);
    }
    const asked = terminals(folder)(service.env);
    expect(await asked.run(...args, '--json')).toBe(0);
    expect(JSON.parse(asked.data()).mapping).toContainEqual({
      column: 'Diet',
      field: null,
      sample: '…',
    });
  });
});

it('names the columns that a creation cannot set, and the command that sets them', async () => {
  const first = await importSpeakers(
    'Kontakt,Phone\nmap@example.org,1\n',
    '--map',
    'Kontakt=email',
    '--dry-run',
  );
  expect(first.stderr).toContain('"Phone" is not used: phone can only be set by an update.\n');
  expect(first.stderr).toContain("Next: plenary speakers plan people.csv --map 'Kontakt=email'");
});

it.each(['Status', 'Withdrawn', 'Cancelled?', 'Withdrawn by the author'])(
  'names the command that sets the status of new talks, without the ids of another system: %s',
  async (header) => {
    const name = `status-${header.length}.csv`;
    const row = `P-1,Talk ${header},Ann Muster,s${header.length}@example.org,withdrawn`;
    writeFileSync(folder.file(name), `Paper ID,Title,Name,Email,${header}\n${row}\n`);
    const run = (args: string) => service.plenary(args.split(' '), { cwd: folder.path });
    const { stderr } = await run(`submissions import ${name}`);
    expect(stderr).toContain(`"${header}" is not used: status can only be set by an update.\n`);
    expect(stderr).toContain(`Next: plenary submissions plan ${name} --map 'Paper ID='\n`);
    const args = ['submissions', 'plan', name, '--map', 'Paper ID='];
    const { stdout } = await service.plenary(args, { cwd: folder.path });
    expect(stdout).toContain('status "pending" → "withdrawn"');
  },
);

it('names a plan of speakers that finds them without the ids of another system', async () => {
  const file = 'ID,Name,Email,Phone\n7,Ann Muster,other-id@example.org,1\n';
  const first = await importSpeakers(file, '--map', 'ID=');
  expect(first.stderr).toContain("Next: plenary speakers plan people.csv --map 'ID='\n");
  const next = await importSpeakers(file);
  expect(next.stderr).toContain("Next: plenary speakers plan people.csv --map 'ID='\n");
  const args = ['speakers', 'plan', 'people.csv', '--map', 'ID='];
  expect((await service.plenary(args, { cwd: folder.path })).stdout).toContain(
    'update  Ann Muster',
  );
});

it.each([
  ['submissions import', 'Matter,Email\nKotlin,jan@example.org\n', 'title', 'Matter, Email'],
  ['submissions plan', 'Matter,Decision\nKotlin,yes\n', 'title', 'Matter, Decision'],
  [
    'sessions plan --timezone UTC',
    'Matter,room,start\nKotlin,Lab,2027-05-20 09:00\n',
    'title',
    'Matter, room, start',
  ],
  [
    'sessions autoplace --rooms-file rooms.csv',
    'Matter,needs\nKotlin,\n',
    'title',
    'Matter, needs',
  ],
  ['speakers import', 'authors,Reach at\nAda Roe,wk1@example.org\n', 'email', 'authors, Reach at'],
])('guesses no column for a required field: %s', async (command, text, field, columns) => {
  writeFileSync(folder.file('rows.csv'), text);
  writeFileSync(
    folder.file('rooms.csv'),
    'room,start,end\nLab,2027-05-20 09:00,2027-05-20 12:00\n',
  );
  const { exitCode, stdout, stderr } = await service.plenary([...command.split(' '), 'rows.csv'], {
    cwd: folder.path,
  });
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(
      `^Fix: map a column with --map "COLUMN=${field}".*; the columns of the file are: ${columns}$`,
      'm',
    ),
  );
});

it.each([
  ['a', 'Contact Email,Contact name'],
  ['b', 'E-mail of contact,Name of the contact'],
])('imports the people of %s file with %s', async (which, header) => {
  const row = `Acme,contact-${which}@example.org,Ann Smith\n`;
  const { exitCode } = await importSpeakers(`Company,${header}\n${row}`);
  const { first_name, last_name } = await speaker(`contact-${which}@example.org`);
  expect([exitCode, first_name, last_name]).toEqual([0, 'Ann', 'Smith']);
});

describe('CSV that this program wrote', () => {
  const own = [
    "'@ts-ignore' considered harmful",
    '=1+1',
    "''=1",
    '@home',
    '-',
    '+49 30 1',
    "it's",
    '\tx',
    "'",
  ];

  it('is read exactly: its plan changes nothing', async () => {
    const empty = await startTestService();
    try {
      for (const [at, title] of own.entries()) {
        await empty.plenary([
          'speakers',
          'add',
          '--email',
          `own${at}@example.org`,
          `--title=${title}`,
          '--yes',
        ]);
      }
      const { stdout } = await empty.plenary(['speakers', 'list', '-o', 'csv']);
      expect(stdout).toContain(",''@ts-ignore' considered harmful,");
      const file = folder.file('speakers.csv');
      writeFileSync(file, stdout);
      const { counts } = JSON.parse(
        (await empty.plenary(['speakers', 'plan', file, '--json'])).stdout,
      );
      expect(counts).toMatchObject({ rows: own.length, unchanged: own.length, update: 0 });
    } finally {
      await empty.stop();
    }
  });

  it('has a header by which it is recognized', async () => {
    const add = [
      'submissions',
      'add',
      '--title',
      'Own',
      '--submitter-email',
      'own@example.org',
      '--json',
    ];
    const { id } = JSON.parse((await service.plenary(add)).stdout);
    await service.plenary([
      'sessions',
      'place',
      id,
      '--room',
      'Aula',
      '--start',
      '2026-05-02T09:00:00+02:00',
    ]);
    await service.plenary(['speakers', 'add', '--email', 'own@example.org']);
    const resources = [
      'speakers list',
      'submissions list',
      'sessions list',
      'contacts search',
      'content-items list',
    ];
    for (const command of resources) {
      const { stdout } = await service.plenary([...command.split(' '), '-o', 'csv']);
      const [header = ''] = stdout.split('\n');
      expect(isOwnOutput(header.split(',')), header).toBe(true);
    }
  });
});
