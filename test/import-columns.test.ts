// How an import finds the columns of a file: without a flag and from `--map`, and what is missing.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { counts, none } from './support/import-stage.ts';
import { folderForEach, importsOf, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const { importSpeakers, speaker } = importsOf(service, folder);

it('imports a German file without a flag, names included', async () => {
  const header = '1. Vorname *;2. Name *;3. Ihre E-Mail-Adresse;Firma;Position;Kurzbiografie;Vortragstitel';
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

it('warns of speakers without names, and names the columns that it does not use', async () => {
  const file =
    'E-Mail;Wie heißen Sie richtig?;Arbeitet bei\nnn1@example.org;Ann Muster;ACME\nnn2@example.org;Bo Li;Stadt\n';
  const named = await importSpeakers(file, '--map', 'Wie heißen Sie richtig?=name', '--dry-run');
  expect(named.stderr).not.toContain('@example.org');
  const nameless = await importSpeakers(file, '--json', '--dry-run');
  expect(nameless).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Warning: the speaker has no name: line'),
  });
  expect(JSON.parse(nameless.stdout)).toMatchObject({
    mapping: [
      { column: 'E-Mail', field: 'email', sample: '…@…' },
      { column: 'Wie heißen Sie richtig?', field: null, sample: 'Ann Muster' },
      { column: 'Arbeitet bei', field: null, sample: 'ACME' },
    ],
    warnings: [
      { code: 'no_name', line: 2 },
      { code: 'no_name', line: 3 },
    ],
  });
  const quiet = await importSpeakers(file, '--quiet');
  expect(quiet).toMatchObject({ exitCode: 0, stderr: '' });
  // A file that has nothing but addresses is valid.
  const addresses = await importSpeakers('Email\nnn3@example.org\nAda Roe <nn4@example.org>\n');
  expect(addresses).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Warning: the speaker has no name: line'),
  });
});

it('imports names that begin as words for jobs do', async () => {
  const people = 'Alice,Cooper\nTim,Cook\nAnn,Leadbeater\nJana,Leiterová\nBo,Directory'.split('\n');
  const rows = people.map((name, at) => `${name},job${at}@example.org\n`);
  const imported = await importSpeakers(`First name,Last name,Email\n${rows.join('')}`, '--json');
  expect(imported).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('(not used)') });
  expect(counts(imported)).toEqual({ ...none, rows: 5, created: 5 });
});

it('names the columns that a creation cannot set, and the command that sets them', async () => {
  const first = await importSpeakers('Kontakt,Phone\nmap@example.org,1\n', '--map', 'Kontakt=email', '--dry-run');
  expect(first.stderr).toContain('"Phone" is not used: phone can only be set by an update.\n');
  expect(first.stderr).toContain("Next: plenary speakers plan people.csv --map 'Kontakt=email'");
});

it('names the flag for a required field without a column', async () => {
  const { exitCode, stdout, stderr } = await importSpeakers('Firma,Anschrift\nACME,Am Hof 1\n');
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain('people.csv has no column for email\n');
  expect(stderr).toContain('--map "COLUMN=email", or, if the file has no addresses, add a column "Email"');
});

it.each([
  ['submissions import', 'Topic,Email\nKotlin,jan@example.org\n', 'title', 'Topic, Email'],
  ['submissions plan', 'Topic,Decision\nKotlin,yes\n', 'title', 'Topic, Decision'],
  ['sessions plan --timezone UTC', 'Topic,room,start\nKotlin,Lab,2027-05-20 09:00\n', 'title', 'Topic, room, start'],
  ['sessions autoplace --rooms-file rooms.csv', 'Topic,needs\nKotlin,\n', 'title', 'Topic, needs'],
  ['speakers import', 'authors,Contact Email\nAda Roe,wk1@example.org\n', 'email', 'authors, Contact Email'],
])('guesses no column for a required field: %s', async (command, text, field, columns) => {
  writeFileSync(folder.file('rows.csv'), text);
  writeFileSync(folder.file('rooms.csv'), 'room,start,end\nLab,2027-05-20 09:00,2027-05-20 12:00\n');
  const { exitCode, stdout, stderr } = await service.plenary([...command.split(' '), 'rows.csv'], { cwd: folder.path });
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^Fix: map a column with --map "COLUMN=${field}".*; the columns of the file are: ${columns}$`, 'm'),
  );
});
