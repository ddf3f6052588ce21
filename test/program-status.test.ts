// `plenary program status`, private columns, and folders without a snapshot.
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programStage } from './support/program-stage.ts';

const stage = programStage();
const { service, folder, program, read, edit, bytes, create, fill } = stage;
const pull = (...flags: string[]) => program('pull', ...flags);

describe('status', () => {
  it('counts what both sides have changed', async () => {
    const { amina, bo } = await fill();
    await pull();
    await create('speakers', 'update', amina, '--first-name', 'Anna');
    await create('speakers', 'update', bo, '--email', 'bob@example.org', '--yes');
    await create('submissions', 'add', '--title', 'New', '--submitter-email', 'amina@example.org');
    edit('speakers.csv', 'bo@example.org', 'other@example.org');
    edit('schedule.csv', 'Hall', 'Lab');
    const before = bytes();
    const { stdout, exitCode } = await program('status', '--json', '--detailed-exitcode');
    expect(exitCode).toBe(8);
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: '1.0',
      folder: folder.path,
      baseUrl: service.url,
      event: stage.event(),
      hasSnapshot: true,
      resources: {
        speakers: {
          files: { changed: 1, added: 0, removed: 0 },
          service: { changed: 2, new: 0, removed: 0 },
          leftOut: 0,
          conflicts: 1,
        },
        submissions: {
          files: { changed: 0, added: 0, removed: 0 },
          service: { changed: 0, new: 1, removed: 0 },
          leftOut: 0,
          conflicts: 0,
        },
        sessions: {
          files: { changed: 1, added: 0, removed: 0 },
          service: { changed: 0, new: 0, removed: 0 },
          leftOut: 0,
          conflicts: 0,
        },
      },
      // Without the values, because logs store what is printed.
      conflicts: [
        {
          resource: 'speakers',
          kind: 'field',
          field: 'email',
          id: bo,
          title: 'Bo',
          line: 3,
          fileChangedAt: expect.any(String),
          serviceChangedAt: expect.any(String),
        },
      ],
    });
    expect(bytes()).toEqual(before);
    const { stderr } = await pull('--merge');
    expect(stderr).toMatch(
      /column "email": "Bo": changed in the file \(changed .*\) and in the service \(changed .*\)\n/,
    );
    expect(stderr).not.toContain('@');
  });

  it('reads the starts that a spreadsheet has reformatted', async () => {
    const { queues, types } = await fill();
    await create('sessions', 'place', types, '--room', 'Lab', '--start', '2027-05-20T11:00:00+02:00');
    await pull();
    const [header, ...rows] = read('schedule.csv').trim().split('\n');
    const german = (row: string) => row.replace(/2027-05-20T(\d\d:\d\d):00\+02:00/, '20.05.2027 $1');
    const saved = [header, ...rows.map(german)].map((row) => row?.replaceAll(',', ';')).join('\r\n');
    writeFileSync(folder.file('schedule.csv'), `\uFEFF${saved}\r\n`);
    expect(saved.match(/;20\.05\.2027 \d\d:\d\d/g)).toHaveLength(2);
    const zone = ['--timezone', 'Europe/Berlin', '--detailed-exitcode'];
    expect(await program('status', ...zone)).toMatchObject({ exitCode: 0 });

    // Somebody moves a session, and nobody moves it back.
    await create('sessions', 'place', queues, '--room', 'Hall', '--start', '2027-05-20T14:00:00+02:00');
    expect(await program('status', ...zone)).toMatchObject({
      exitCode: 8,
      stdout: expect.stringMatching(/^schedule\.csv +1 changed +no change +0$/m),
    });
    expect(await program('plan', ...zone)).toMatchObject({ exitCode: 0, stdout: '' });
    // A start that cannot be read remains a text, which is an edit.
    edit('schedule.csv', '20.05.2027 11:00', 'after lunch');
    expect(await program('status', ...zone)).toMatchObject({
      stdout: expect.stringMatching(/^schedule\.csv +1 changed +1 changed +0$/m),
    });
    edit('schedule.csv', 'after lunch', '20.05.2027 11:00');
    expect(await pull('--merge', '--timezone', 'Europe/Berlin')).toMatchObject({ exitCode: 0 });
    expect(read('schedule.csv')).toContain(';Hall;2027-05-20T14:00:00+02:00\n');
    expect(await program('status', ...zone)).toMatchObject({ exitCode: 0 });
  });

  it('needs a program, of this event', async () => {
    expect(await program('status')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`Next: plenary program pull ${folder.path}\n`),
    });
    await pull();
    expect(await program('status', '--event', 'other')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`has the program of event ${stage.event()} of ${service.url}`),
    });
    writeFileSync(folder.file('program.json'), '{}');
    expect(await program('status')).toMatchObject({ exitCode: 3 });
  });

  it('refuses a damaged snapshot with its line', async () => {
    await fill();
    await pull();
    edit('.plenary/base.ndjson', /\n\{"resource":"speakers".*/, '\n{"resource":"speakers"}');
    expect(await program('status')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /base\.ndjson:2: not a record of a snapshot\nFix: move this snapshot away, and pull again; /,
      ),
    });
  });
});

describe('private columns', () => {
  it('are in files of their own, which git ignores', async () => {
    const { bo } = await fill();
    expect(await pull('--private-columns')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('speakers.private.csv, submissions.csv, submissions.private.csv'),
    });
    for (const name of ['speakers.csv', 'submissions.csv', 'schedule.csv', 'program.json']) {
      expect(read(name)).not.toMatch(/example\.org|vegan|\+49/);
    }
    expect(read('speakers.private.csv')).toContain(`\n${bo},bo@example.org,vegan,'+49 30\n`);
    expect(statSync(folder.file('speakers.private.csv')).mode & 0o777).toBe(0o600);
    const before = bytes();
    // The files remain as they are without the flag.
    expect(await pull()).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
    expect(bytes()).toEqual(before);

    edit('speakers.private.csv', 'vegan', 'vegetarian');
    expect((await program('status')).stdout).toContain('speakers.csv     no change  1 changed  0\n');
    expect(await pull('--merge')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.private.csv')).toContain('vegetarian');

    expect(await pull('--merge', '--no-private-columns')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain('vegetarian');
    expect(existsSync(folder.file('speakers.private.csv'))).toBe(false);
  });

  it('cannot hold the address of a row that has no id yet', async () => {
    await fill();
    await pull();
    edit('speakers.csv', /$/, ',new@example.org,New,,,,,,,,,,,\n');
    const before = bytes();
    expect(await pull('--merge', '--private-columns')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('speakers.csv has 1 new row, whose private columns would be lost'),
    });
    expect(bytes()).toEqual(before);
  });
});

describe('a clone without the snapshot', () => {
  it('gets a snapshot if its files are those of the service', async () => {
    await fill();
    await pull();
    const before = bytes();
    rmSync(folder.file('.plenary'), { recursive: true });
    expect(await program('status')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('There is no snapshot of the last pull'),
    });
    expect(await pull()).toMatchObject({ exitCode: 0 });
    expect({ ...bytes(), [folder.file('program.json')]: '' }).toEqual({ ...before, [folder.file('program.json')]: '' });
  });

  it('asks for a side if they differ', async () => {
    await fill();
    await pull();
    rmSync(folder.file('.plenary'), { recursive: true });
    edit('speakers.csv', ',Amina,', ',Mina,');
    const before = bytes();
    expect(await pull()).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining(
        'Error: the files differ from the service, and there is no snapshot of an earlier pull; nothing was written\n',
      ),
    });
    expect(bytes()).toEqual(before);
    expect(await pull('--merge', '--prefer', 'file')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(',Mina,');
    expect((await program('status')).stdout).toContain('speakers.csv     no change  1 changed  0\n');
  });
});
