// `plenary program pull` and `status`: an event as files, byte by byte, and what both sides have changed since.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, errorOf, startTestService, type TestService } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let service: TestService;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
/** Each test has an event of its own. */
let event = '';
let number = 0;
beforeEach(async () => {
  folder = temporaryFolder();
  event = `conf${++number}`;
  const about = ['--id', event, '--name', event, '--timezone', 'Europe/Berlin'];
  await service.plenary(['service', 'event', 'add', '--data', service.data, ...about]);
});
afterEach(() => folder.remove());

const plenary = (...args: string[]): Promise<CommandResult> => service.plenary(args, { env: { PLENARY_EVENT: event } });
const program = (...args: string[]) => plenary('program', ...args);
const pull = (...flags: string[]) => program('pull', folder.path, ...flags);
const read = (name: string) => readFileSync(folder.file(name), 'utf8');

function edit(name: string, from: string | RegExp, to: string): void {
  const text = read(name);
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(folder.file(name), edited);
}

/** All files with their bytes. */
function bytes(): Readonly<Record<string, string>> {
  const names = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  );
}

async function create(...args: readonly string[]): Promise<{ readonly id: string }> {
  const { stdout, stderr, exitCode } = await plenary(...args, '--json');
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

const speakerHeader =
  'id,email,first_name,last_name,company_name,title,about,speaker_status,logistics_notes,photo_url,pronouns,linkedin_url,twitter_url,phone\n';
const submissionHeader =
  'id,title,submitter_email,abstract,submitter_first_name,submitter_last_name,track_id,format_id,status,feedback\n';

/** Two speakers and two talks, one of them placed. */
async function fill() {
  const amina = await create('speakers', 'add', '--email', 'amina@example.org', '--first-name', 'Amina');
  const bo = await create('speakers', 'add', '--email', 'bo@example.org', '--first-name', 'Bo');
  await create('speakers', 'update', bo.id, '--phone', '+49 30', '--logistics-notes', 'vegan');
  const queues = await create('submissions', 'add', '--title', "'=Queues", '--submitter-email', 'amina@example.org');
  const types = await create('submissions', 'add', '--title', 'Types', '--submitter-email', 'bo@example.org');
  await create('sessions', 'place', queues.id, '--room', 'Hall', '--start', '2027-05-20T09:30:00+02:00');
  return { amina: amina.id, bo: bo.id, queues: queues.id, types: types.id };
}

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
    `${speakerHeader}${amina},amina@example.org,Amina,,,," ""one""\r\n=two\u{1F600}",,,,,,,\n` +
      `${bo},bo@example.org,Bo,,,,,,vegan,,,,,'+49 30\n`,
  );
  expect(read('submissions.csv')).toBe(
    `${submissionHeader}${queues},''=Queues,amina@example.org,,,,,,pending,\n${types},Types,bo@example.org,,,,,,pending,\n`,
  );
  expect(read('schedule.csv')).toBe(
    `submission_id,title,room,start\n${queues},''=Queues,Hall,2027-05-20T09:30:00+02:00\n`,
  );
  expect(read('.gitignore')).toBe('.plenary/\n*.private.csv\n');
  expect(JSON.parse(read('program.json'))).toEqual({
    schemaVersion: '1.0',
    baseUrl: service.url,
    event,
    pulledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    counts: { speakers: 2, submissions: 2, sessions: 1 },
  });
  expect(statSync(folder.file('.plenary')).mode & 0o777).toBe(0o700);
  expect(statSync(folder.file('.plenary/base.ndjson')).mode & 0o777).toBe(0o600);

  const before = bytes();
  expect(await pull()).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
  expect(await pull('--merge')).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
  expect(bytes()).toEqual(before);
  expect(await program('status', folder.path, '--detailed-exitcode')).toMatchObject({ exitCode: 0, stderr: '' });
});

describe('edited files', () => {
  it('are not overwritten, and are merged if that is asked for', async () => {
    const { amina, bo } = await fill();
    await pull();
    edit('speakers.csv', ',Amina,', ',Mina,');
    await create('speakers', 'update', bo, '--title', 'CTO');
    const before = bytes();
    expect(await pull()).toMatchObject({ exitCode: 6, stdout: '' });
    expect((await pull()).stderr).toBe(
      'Error: the files have changes that are not in the service; nothing was written\n' +
        `  ${folder.file('speakers.csv')}: 1 changed\n` +
        'Fix: apply them first, or merge what has changed in the service into the files\n' +
        `Next: plenary program pull ${folder.path} --merge\n`,
    );
    expect(bytes()).toEqual(before);

    expect(await pull('--merge')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('speakers.csv     2        1 changed  1 changed  0\n'),
      stderr: `Written to ${folder.path}: speakers.csv.\n`,
    });
    expect(read('speakers.csv')).toContain(`${amina},amina@example.org,Mina,`);
    expect(read('speakers.csv')).toContain(`${bo},bo@example.org,Bo,,,CTO,`);
    expect((await program('status', folder.path)).stdout).toContain('speakers.csv     no change  1 changed  0\n');
  });

  it('keep their value in a conflict, which is named until a side is chosen', async () => {
    const { amina } = await fill();
    await pull();
    edit('speakers.csv', ',Amina,', ',Mina,');
    await create('speakers', 'update', amina, '--first-name', 'Anna', '--pronouns', 'she/her');
    for (let time = 0; time < 2; time++) {
      const { exitCode, stderr } = await pull('--merge', '--json');
      expect(exitCode).toBe(6);
      const error = errorOf({ stderr });
      expect(error).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/^1 value has changed in the files and in the service/),
        details: [
          {
            code: 'field',
            file: folder.file('speakers.csv'),
            line: 2,
            column: 'first_name',
            message: expect.stringMatching(
              /^"Anna": the file has "Mina" \(changed \d{4}-.*Z\), the service has "Anna" \(changed \d{4}-.*Z\); before, both had "Amina"$/,
            ),
          },
        ],
      });
      expect(read('speakers.csv')).toContain(`${amina},amina@example.org,Mina,,,,,,,,she/her,`);
    }
    expect(await pull('--merge', '--prefer', 'file')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(',Mina,');
    expect((await program('status', folder.path)).stdout).toContain('speakers.csv     no change  1 changed  0\n');
    await create('speakers', 'update', amina, '--first-name', 'Ann');
    expect(await pull('--merge', '--prefer', 'service')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(',Ann,');
    expect((await program('status', folder.path)).stdout).toContain('speakers.csv     no change  no change  0\n');
  });

  it('keep columns and rows of the user, the form of a spreadsheet, and rows removed', async () => {
    const { queues, types, amina, bo } = await fill();
    await create('submissions', 'update', queues, '--title', 'Queues');
    writeFileSync(
      folder.file('schedule.csv'),
      `\uFEFFTitle;Room;Start;Speakers\r\nRegistration;Foyer;2027-05-20 08:30;\r\nQueues;Hall;2027-05-20 09:30;"Amina; ""Q"""\r\n`,
    );
    expect(await pull('--timezone', 'Europe/Berlin')).toMatchObject({ exitCode: 0 });
    const schedule =
      '\uFEFFsubmission_id;Title;Room;Start;Speakers\n;Registration;Foyer;2027-05-20 08:30;\n' +
      `${queues};Queues;Hall;2027-05-20T09:30:00+02:00;"Amina; ""Q"""\n`;
    expect(read('schedule.csv')).toBe(schedule);

    await create('sessions', 'place', types, '--room', 'Lab', '--start', '2027-05-20T09:00:00+02:00');
    expect(await pull()).toMatchObject({ exitCode: 0 });
    expect(read('schedule.csv')).toBe(
      schedule.replace(`\n${queues}`, `\n${types};Types;Lab;2027-05-20T09:00:00+02:00;\n${queues}`),
    );

    edit('speakers.csv', new RegExp(`${amina}.*\n`), '');
    edit('speakers.csv', /$/, ',new@example.org,New,,,,,,,,,,,\n');
    const { stdout } = await program('status', folder.path);
    expect(stdout).toContain('speakers.csv     no change  1 added, 1 removed  0\n');
    expect(await pull()).toMatchObject({ exitCode: 6 });
    expect(await pull('--merge')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toBe(
      `${speakerHeader}${bo},bo@example.org,Bo,,,,,,vegan,,,,,'+49 30\n,new@example.org,New,,,,,,,,,,,\n`,
    );
    // Once the new speaker exists, the row is hers.
    const { id = '' } = await create('speakers', 'add', '--email', 'New@example.org', '--first-name', 'New');
    expect(await pull('--merge', '--prefer', 'service')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(`\n${id},New@example.org,New,`);

    await create('speakers', 'update', amina, '--first-name', 'Mina');
    const { exitCode, stderr } = await pull('--merge');
    expect(exitCode).toBe(6);
    expect(stderr).toContain(`"Mina" (${amina}): its row is removed, and the service has changed the record (changed `);
    expect(read('speakers.csv')).not.toContain(amina);
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
    expect(read('speakers.private.csv')).toContain(`\n${bo},bo@example.org,'+49 30,vegan\n`);
    expect(statSync(folder.file('speakers.private.csv')).mode & 0o777).toBe(0o600);
    const before = bytes();
    // The files remain as they are without the flag.
    expect(await pull()).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
    expect(bytes()).toEqual(before);

    edit('speakers.private.csv', 'vegan', 'vegetarian');
    expect((await program('status', folder.path)).stdout).toContain('speakers.csv     no change  1 changed  0\n');
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
    expect(await program('status', folder.path)).toMatchObject({
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
    expect((await program('status', folder.path)).stdout).toContain('speakers.csv     no change  1 changed  0\n');
  });
});

describe('status', () => {
  it('counts what both sides have changed', async () => {
    const { amina, bo } = await fill();
    await pull();
    await create('speakers', 'update', amina, '--first-name', 'Anna');
    await create('speakers', 'update', bo, '--email', 'bob@example.org');
    await create('submissions', 'add', '--title', 'New', '--submitter-email', 'amina@example.org');
    edit('speakers.csv', 'bo@example.org', 'other@example.org');
    edit('schedule.csv', 'Hall', 'Lab');
    const before = bytes();
    const { stdout, exitCode } = await program('status', folder.path, '--json', '--detailed-exitcode');
    expect(exitCode).toBe(8);
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: '1.0',
      folder: folder.path,
      baseUrl: service.url,
      event,
      hasSnapshot: true,
      resources: {
        speakers: {
          files: { changed: 1, added: 0, removed: 0 },
          service: { changed: 2, new: 0, removed: 0 },
          conflicts: 1,
        },
        submissions: {
          files: { changed: 0, added: 0, removed: 0 },
          service: { changed: 0, new: 1, removed: 0 },
          conflicts: 0,
        },
        sessions: {
          files: { changed: 1, added: 0, removed: 0 },
          service: { changed: 0, new: 0, removed: 0 },
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
  });

  it('needs a program, of this event', async () => {
    expect(await program('status', folder.path)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`Next: plenary program pull ${folder.path}\n`),
    });
    await pull();
    expect(await program('status', folder.path, '--event', 'other')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`has the program of event ${event} of ${service.url}`),
    });
    writeFileSync(folder.file('program.json'), '{}');
    expect(await program('status', folder.path)).toMatchObject({ exitCode: 3 });
  });

  it('refuses a damaged snapshot with its line', async () => {
    await fill();
    await pull();
    edit('.plenary/base.ndjson', /\n\{"resource":"speakers".*/, '\n{"resource":"speakers"}');
    expect(await program('status', folder.path)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('base.ndjson:2: not a record of a snapshot'),
    });
  });
});

it('names fields of another server that the files do not have', async () => {
  const empty = { json: { data: [] } };
  const server = await startScriptedServer(({ path }) => {
    if (!path.includes('/speakers')) return empty;
    return { json: { data: [{ id: 7, email: 'a@example.org', beer: 'stout', title: { en: 'CTO' } }] } };
  });
  try {
    const { exitCode, stderr } = await service.plenary(['program', 'pull', folder.path], {
      env: { PLENARY_BASE_URL: server.url, PLENARY_EVENT: event },
    });
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Not in speakers.csv, because the API cannot write them as text: beer, title.\n');
    expect(read('speakers.csv')).toBe(`${speakerHeader}7,a@example.org,,,,,,,,,,,,\n`);
  } finally {
    await server.close();
  }
});
