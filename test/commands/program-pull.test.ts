// `plenary program pull` and `status`: an event as files, edits that are merged, and folders in
// which something is wrong.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileRow } from '../support/file-row.ts';
import { errorOf } from '../support/program.ts';
import { programStage } from '../support/program-stage.ts';
import { addEvent } from '../support/stage.ts';

const stage = programStage();
const {
  service,
  folder,
  plenary,
  program,
  read,
  edit,
  addRow,
  bytes,
  create,
  fill,
  everything,
  post,
} = stage;
const pull = (...flags: string[]) => program('pull', ...flags);
const status = async (...flags: string[]) => (await program('status', ...flags)).stdout;
const berlin = ['--timezone', 'Europe/Berlin'];
const modeOf = (name: string) => statSync(folder.file(name)).mode & 0o777;

const submissionHeader =
  'id,title,abstract,submitter_first_name,submitter_last_name,track_id,format_id,status\n';

it('writes an event as files, and changes no byte of an unchanged event', async () => {
  const { amina, bo, queues, types } = await fill();
  await create('speakers', 'update', amina, '--about', ' "one"\r\n=two\u{1F600}');
  expect(await pull()).toEqual({
    exitCode: 0,
    stdout:
      'FILE             RECORDS  SERVICE  FILES      CONFLICTS\n' +
      'speakers.csv     2        2 new    no change  0\n' +
      'submissions.csv  2        2 new    no change  0\n' +
      'schedule.csv     1        1 new    no change  0\n',
    stderr: `Written to ${folder.path}: speakers.csv, submissions.csv, schedule.csv.\n`,
  });
  expect(read('speakers.csv')).toBe(
    'id,first_name,last_name,company_name,title,about,speaker_status,photo_url,pronouns,' +
      'linkedin_url,twitter_url\n' +
      `${amina},Amina,,,CTO,"""one""\r\n=two\u{1F600}",,,,,\n${bo},Bo,,,,,,,,,\n`,
  );
  expect(read('submissions.csv')).toBe(
    `${submissionHeader}${queues},''=Queues,,,,,,pending\n${types},Types,,,,,,pending\n`,
  );
  expect(read('schedule.csv')).toBe(
    `submission_id,title,room,start\n${queues},''=Queues,Hall,2027-05-20T09:30:00+02:00\n`,
  );
  expect(read('.gitignore')).toBe('.plenary/\n');
  expect(JSON.parse(read('program.json'))).toEqual({
    schemaVersion: '1.0',
    baseUrl: service.url,
    event: stage.event(),
  });
  expect(['.plenary', '.plenary/base.json'].map(modeOf)).toEqual([0o700, 0o600]);
  const before = bytes();
  for (const flags of [[], ['--merge'], ['--no-private-columns']]) {
    expect(await pull(...flags)).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
  }
  expect(bytes()).toEqual(before);
  // An earlier version wrote what changes at each pull.
  const earlier = { ...JSON.parse(read('program.json')), pulledAt: '2027-01-01T00:00:00.000Z' };
  writeFileSync(folder.file('program.json'), `${JSON.stringify(earlier)}\n`);
  expect(await pull()).toMatchObject({ exitCode: 0 });
  expect(bytes()).toEqual(before);
  expect(await program('status', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stderr: '' });
  await post('speakers', { email: 'new@example.org', first_name: 'New' });
  expect((await program('status', '--detailed-exitcode')).exitCode).toBe(8);
});

it('writes private columns if that is asked for, and says so once in a repository', async () => {
  const { bo } = await fill();
  mkdirSync(folder.file('.git'));
  const published = 'speakers.csv and submissions.csv now contain private columns';
  expect((await pull()).stderr).not.toContain(published);
  expect(read('speakers.csv')).not.toMatch(/example\.org|vegan|\+49/);
  expect((await pull('--private-columns')).stderr).toContain(published);
  expect(read('speakers.csv')).toContain(
    fileRow(read('speakers.csv'), {
      id: bo,
      first_name: 'Bo',
      email: 'bo@example.org',
      logistics_notes: 'vegan',
      phone: "'+49 30",
    }),
  );
  expect(await pull()).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
  edit('speakers.csv', 'vegan', 'vegetarian');
  const before = bytes();
  expect(await pull('--merge', '--no-private-columns')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining(
      'speakers.csv has edits, and a pull without --private-columns removes',
    ),
  });
  expect(bytes()).toEqual(before);
  edit('speakers.csv', 'vegetarian', 'vegan');
  expect(await pull('--no-private-columns')).toMatchObject({ exitCode: 0 });
  expect(read('speakers.csv')).toContain(
    fileRow(read('speakers.csv'), { id: bo, first_name: 'Bo' }),
  );
});

it('keeps the mode of a file, and removes what a kill has left', async () => {
  const { amina } = await fill();
  await pull();
  chmodSync(folder.file('speakers.csv'), 0o770);
  writeFileSync(folder.file('.plenary/.plenary-0a1b.tmp'), 'half');
  await create('speakers', 'update', amina, '--first-name', 'Mina');
  await pull();
  expect(read('speakers.csv')).toContain('Mina');
  expect(modeOf('speakers.csv')).toBe(0o770);
  expect(readdirSync(folder.file('.plenary'))).toEqual(['base.json']);
});

describe('edited files', () => {
  it('are not overwritten, and keep their value in a conflict until a side is chosen', async () => {
    const { amina, bo } = await fill();
    await pull('--private-columns');
    edit('speakers.csv', ',Amina,', ',Mina,');
    edit('speakers.csv', 'bo@example.org', 'other@example.org');
    await create(
      'speakers',
      'update',
      bo,
      '--email',
      'bob@example.org',
      '--company-name',
      'ACME',
      '--yes',
    );
    await create('speakers', 'update', amina, '--first-name', 'Anna', '--pronouns', 'she/her');
    const before = bytes();
    expect(await pull()).toEqual({
      exitCode: 6,
      stdout: '',
      stderr:
        'Error: the files have changes that are not in the service; nothing was written\n' +
        `  ${folder.file('speakers.csv')}: 2 changed\n` +
        'Fix: apply them first, or merge what has changed in the service into the files\n' +
        `Next: plenary program pull ${folder.path} --merge\n`,
    });
    const noChange = {
      files: { changed: 0, added: 0, removed: 0 },
      service: { changed: 0, new: 0, removed: 0 },
    };
    const none = { ...noChange, leftOut: 0, conflicts: 0 };
    const changed = {
      files: { ...none.files, changed: 2 },
      service: { ...none.service, changed: 2 },
    };
    const field = { kind: 'speaker', code: 'field' };
    expect(JSON.parse(await status('--json'))).toEqual({
      schemaVersion: '2.0',
      folder: folder.path,
      baseUrl: service.url,
      event: stage.event(),
      hasSnapshot: true,
      kinds: {
        speakers: { ...none, ...changed, conflicts: 2 },
        submissions: none,
        sessions: none,
      },
      conflicts: [
        {
          ...field,
          field: 'first_name',
          id: amina,
          name: 'Anna',
          line: 2,
          base: 'Amina',
          file: 'Mina',
          service: 'Anna',
        },
        // Without the values, because logs store what is printed.
        { ...field, field: 'email', id: bo, name: 'Bo', line: 3 },
      ],
    });
    expect(bytes()).toEqual(before);
    for (let time = 0; time < 2; time++) {
      expect(errorOf(await pull('--merge', '--json'))).toMatchObject({
        exitCode: 6,
        code: 'conflict',
        message: expect.stringMatching(/^2 values have changed in the files and in the service/),
        details: [
          {
            code: 'field',
            file: folder.file('speakers.csv'),
            line: 2,
            column: 'first_name',
            message: expect.stringMatching(
              /^"Anna": the file has "Mina", the service has "Anna"; before, both had "Amina"$/,
            ),
          },
          {
            line: 3,
            message: '"Bo": differs in the file and in the service',
          },
        ],
      });
      expect(read('speakers.csv')).toMatch(
        /amina@example\.org,Mina,,,CTO,.*she\/her,(.*\n)+.*other@.*,Bo,,ACME,/,
      );
    }
    expect(await pull('--merge', '--prefer', 'file')).toMatchObject({ exitCode: 0 });
    expect(await status()).toContain('speakers.csv     no change  2 changed  0\n');
    await create('speakers', 'update', amina, '--first-name', 'Ann');
    expect(await pull('--merge', '--prefer', 'service')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(',Ann,');
    expect(await status()).toContain('speakers.csv     no change  1 changed  0\n');
  });

  it('keep columns and rows of the user, and the form of a spreadsheet', async () => {
    const { queues, types } = await fill();
    await create('submissions', 'update', queues, '--title', 'Queues');
    writeFileSync(
      folder.file('schedule.csv'),
      `\uFEFFTitle;Room;Start;Speakers\r\nRegistration;Foyer;2027-05-20 08:30;\r\n` +
        `Queues;Hall;2027-05-20 09:30;"Amina; ""Q"""\r\n`,
    );
    expect(await pull(...berlin)).toMatchObject({ exitCode: 0 });
    const schedule =
      '\uFEFFsubmission_id;Title;Room;Start;Speakers\r\n;Registration;Foyer;2027-05-20 08:30;\r\n' +
      `${queues};Queues;Hall;2027-05-20 09:30;"Amina; ""Q"""\r\n`;
    expect(read('schedule.csv')).toBe(schedule);
    await create(
      'sessions',
      'place',
      types,
      '--room',
      'Lab',
      '--start',
      '2027-05-20T09:00:00+02:00',
    );
    expect(await pull()).toMatchObject({ exitCode: 0 });
    expect(read('schedule.csv')).toBe(
      schedule.replace(queues, `${types};Types;Lab;2027-05-20T09:00:00+02:00;\r\n${queues}`),
    );
    // A spreadsheet writes its own starts.
    edit('schedule.csv', '2027-05-20T09:00:00+02:00', '2027-05-20 09:00');
    expect(await program('status', '--detailed-exitcode', ...berlin)).toMatchObject({
      exitCode: 0,
    });
  });

  it('name a removed row once, unless its record has changed, and take it back', async () => {
    const { amina, bo } = await fill();
    await pull();
    edit('speakers.csv', new RegExp(`${amina}.*\n`), '');
    addRow('speakers.csv', { first_name: 'New' });
    expect(await status()).toContain('speakers.csv     no change  1 added, 1 removed  0\n');
    expect(await pull('--merge')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toMatch(new RegExp(`pronouns.*\n${bo},Bo,.*\n,New,.*\n$`));
    edit('speakers.csv', /,New,.*\n/, '');
    await create('speakers', 'update', amina, '--first-name', 'Mina');
    expect((await pull()).stderr).toContain(
      'Not in speakers.csv: 1 record whose row was removed (',
    );
    expect(await program('status', '--detailed-exitcode')).toMatchObject({ exitCode: 0 });
    edit('speakers.csv', /$/, `${amina}\n`);
    expect(await pull()).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(`\n${amina},Mina,`);

    edit('speakers.csv', new RegExp(`${amina}.*\n`), '');
    await create('speakers', 'update', amina, '--first-name', 'Ina');
    expect(await pull('--merge')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(
        /"Ina" \(spk_\w+\): its row is removed, .*\nFix: write a row with nothing but its id /,
      ),
    });
    expect(read('speakers.csv')).not.toContain(amina);
  });
});

it('asks for a side without the snapshot, and writes it if both are the same', async () => {
  await fill();
  await pull();
  const before = bytes();
  rmSync(folder.file('.plenary'), { recursive: true });
  expect((await program('status')).stderr).toContain('There is no snapshot of the last pull');
  expect(await pull()).toMatchObject({ exitCode: 0 });
  expect(bytes()).toEqual(before);
  rmSync(folder.file('.plenary'), { recursive: true });
  edit('speakers.csv', ',Amina,', ',Mina,');
  expect(await pull()).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining(
      'Error: the files differ from the service, and there is no snapshot of an earlier',
    ),
  });
  expect(await pull('--merge', '--prefer', 'file')).toMatchObject({ exitCode: 0 });
  expect(await status()).toContain('speakers.csv     no change  1 changed  0\n');
});

it('empties no file for a service that has none of its records', async () => {
  await fill();
  await pull();
  const other = `${stage.event()}-other`;
  await addEvent(service, other);
  for (const name of ['program.json', '.plenary/base.json']) edit(name, stage.event(), other);
  const before = bytes();
  const base = `${folder.path}-base`;
  cpSync(folder.path, base, { recursive: true });
  onTestFinished(() => rmSync(base, { recursive: true }));
  for (const command of [
    ['pull', '--merge', '--prefer', 'service'],
    ['pull', '--base', base],
    ['status'],
    ['plan'],
  ]) {
    const [verb = '', ...flags] = command;
    expect(await program(verb, ...flags, '--event', other)).toMatchObject({
      exitCode: 6,
      stdout: '',
      stderr: expect.stringContaining(
        `Error: the service has none of the records that ${folder.path} was pulled from`,
      ),
    });
  }
  expect(bytes()).toEqual(before);
});

it('ends the lines of each file as it did, and those of a new one with LF', async () => {
  const { bo } = await fill();
  await pull(...berlin);
  const names = ['speakers.csv', 'submissions.csv', 'program.json', '.gitignore'];
  const [speakers = '', submissions = '', manifest = '', ignored = ''] = names.map(read);
  expect([speakers, submissions, manifest, ignored].join('')).not.toContain('\r');
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');
  // A work tree on Windows, and an editor that adds no line end.
  writeFileSync(folder.file('speakers.csv'), crlf(speakers));
  writeFileSync(folder.file('submissions.csv'), submissions.trimEnd());
  writeFileSync(folder.file('program.json'), crlf(manifest).trimEnd());
  writeFileSync(folder.file('.gitignore'), '*.tmp\r\nnotes');
  await create('speakers', 'update', bo, '--about', 'Two\nlines');
  expect(await pull(...berlin)).toMatchObject({ exitCode: 0 });
  expect(read('program.json')).toBe(crlf(manifest).trimEnd());
  expect(read('submissions.csv')).toBe(submissions.trimEnd());
  expect(read('.gitignore')).toBe('*.tmp\r\nnotes\r\n.plenary/\r\n');
  const lines = read('speakers.csv').split('\r\n');
  expect(lines.filter((line) => line.includes('\n'))).toEqual([
    expect.stringContaining('"Two\nlines"'),
  ]);
  expect([lines.length, lines.at(-1)]).toEqual([speakers.split('\n').length, '']);
});

describe('a folder in which something is wrong', () => {
  const link = (name: string) => () => {
    renameSync(folder.file(name), folder.file('elsewhere'));
    symlinkSync(folder.file('elsewhere'), folder.file(name));
  };
  it.each<[string, () => void, number, string]>([
    ...['speakers.csv', 'program.json', '.gitignore', '.plenary', '.plenary/base.json'].map(
      (name): [string, () => void, number, string] => [
        `a link ${name}`,
        link(name),
        3,
        `${name} is a symbolic link\nFix: `,
      ],
    ),
    [
      'an empty file',
      () => writeFileSync(folder.file('schedule.csv'), ''),
      3,
      'schedule.csv is empty\nFix: ',
    ],
    [
      'a cut snapshot',
      () => edit('.plenary/base.json', ']}\n', ''),
      1,
      'base.json is damaged, or of another version\nFix: ',
    ],
    [
      'a manifest of another event',
      () => edit('program.json', '"event": "', '"event": "x'),
      2,
      'has the program of event x',
    ],
    [
      'a damaged manifest',
      () => writeFileSync(folder.file('program.json'), '{}'),
      3,
      'program.json is damaged',
    ],
  ])('is refused: %s', async (_, change, exitCode, text) => {
    await fill();
    await pull();
    change();
    const before = [await everything(), bytes()];
    for (const verb of [['pull', '--merge'], ['status'], ['plan'], ['apply', '--yes']]) {
      const found = await plenary(
        'program',
        verb[0] ?? '',
        folder.path,
        '--event',
        stage.event(),
        ...verb.slice(1),
      );
      expect(found).toMatchObject({ exitCode, stderr: expect.stringContaining(text) });
    }
    expect([await everything(), bytes()]).toEqual(before);
  });

  it('has no program, or the snapshot of another service', async () => {
    for (const path of [folder.path, folder.file('new')]) {
      expect(await plenary('program', 'status', path)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(
          `has no program\nFix: pull the event into this folder first\nNext: plenary`,
        ),
      });
    }
    writeFileSync(folder.file('file'), '');
    expect(await plenary('program', 'status', folder.file('file'))).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('file is neither a folder nor a saved plan\n'),
    });
    await pull();
    edit('.plenary/base.json', service.url, 'https://other.example.org');
    expect(await status('--json')).toContain('"hasSnapshot": false');
  });
});
