// `plenary program pull`: an event as files, byte by byte, and edits that are merged.
import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { programStage } from './support/program-stage.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const stage = programStage();
const { service, folder, program, read, edit, bytes, create, fill } = stage;
const pull = (...flags: string[]) => program('pull', ...flags);

const speakerHeader =
  'id,email,first_name,last_name,company_name,title,about,speaker_status,logistics_notes,photo_url,pronouns,linkedin_url,twitter_url,phone\n';
const submissionHeader =
  'id,title,submitter_email,abstract,submitter_first_name,submitter_last_name,track_id,format_id,status,feedback\n';

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
    `${speakerHeader}${amina},amina@example.org,Amina,,,CTO," ""one""\r\n=two\u{1F600}",,,,,,,\n` +
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
    event: stage.event(),
    pulledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    counts: { speakers: 2, submissions: 2, sessions: 1 },
  });
  expect(statSync(folder.file('.plenary')).mode & 0o777).toBe(0o700);
  expect(statSync(folder.file('.plenary/base.ndjson')).mode & 0o777).toBe(0o600);

  const before = bytes();
  expect(await pull()).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
  expect(await pull('--merge')).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
  expect(bytes()).toEqual(before);
  expect(await program('status', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stderr: '' });
});

describe('edited files', () => {
  it('are not overwritten, and are merged if that is asked for', async () => {
    const { amina, bo } = await fill();
    await pull();
    edit('speakers.csv', ',Amina,', ',Mina,');
    await create('speakers', 'update', bo, '--company-name', 'ACME');
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
    expect(read('speakers.csv')).toContain(`${bo},bo@example.org,Bo,,ACME,,`);
    expect((await program('status')).stdout).toContain('speakers.csv     no change  1 changed  0\n');
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
      expect(read('speakers.csv')).toContain(`${amina},amina@example.org,Mina,,,CTO,,,,,she/her,`);
    }
    expect(await pull('--merge', '--prefer', 'file')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(',Mina,');
    expect((await program('status')).stdout).toContain('speakers.csv     no change  1 changed  0\n');
    await create('speakers', 'update', amina, '--first-name', 'Ann');
    expect(await pull('--merge', '--prefer', 'service')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(',Ann,');
    expect((await program('status')).stdout).toContain('speakers.csv     no change  no change  0\n');
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
    const { stdout } = await program('status');
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

    // A merge has named the removed row.
    await create('speakers', 'update', amina, '--first-name', 'Mina');
    const { exitCode, stdout: pulled, stderr } = await pull();
    expect([exitCode, read('speakers.csv').includes(amina)]).toEqual([0, false]);
    expect(pulled).toContain('speakers.csv     3        no change  no change  0\n');
    expect(stderr).toContain('Not in speakers.csv: 1 record whose row was removed (');
    expect(await program('status', '--detailed-exitcode')).toMatchObject({ exitCode: 0 });
    edit('speakers.csv', /$/, `${amina}\n`);
    const berlin = ['--timezone', 'Europe/Berlin'];
    expect(await program('plan', '--detailed-exitcode', ...berlin)).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await pull()).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(`\n${amina},amina@example.org,Mina,`);
  });

  it('name a removed row once, also when they are applied', async () => {
    const { amina, queues } = await fill();
    await pull();
    edit('speakers.csv', new RegExp(`${amina}.*\n`), '');
    edit('schedule.csv', new RegExp(`${queues}.*\n`), '');
    const { stderr } = await program('apply');
    expect(stderr).toContain(`Left alone: 1 row was removed from speakers.csv, and the API cannot delete: "Amina" (`);
    expect((await program('apply')).stderr).not.toContain('Left alone');
    for (const verb of ['status', 'plan']) {
      expect(await program(verb, '--detailed-exitcode')).toMatchObject({ exitCode: 0 });
    }
    const before = bytes();
    expect(await pull()).toMatchObject({ exitCode: 0 });
    expect(bytes()).toEqual(before);
  });

  it('have a conflict if a record has changed whose row was removed', async () => {
    const { amina, bo } = await fill();
    await pull();
    edit('speakers.csv', new RegExp(`${amina}.*\n`), '');
    await create('speakers', 'update', amina, '--first-name', 'Mina');
    const { exitCode, stderr } = await pull('--merge');
    expect(exitCode).toBe(6);
    expect(stderr).toContain(`"Mina" (${amina}): its row is removed, and the service has changed the record (changed `);
    expect(stderr).toContain('Error: 1 record has changed in the files and in the service; ');
    expect(stderr).toContain(
      'Fix: write a row with nothing but its id for a row that you want back, or choose a side for all of them\n',
    );
    expect(read('speakers.csv')).not.toContain(amina);
    edit('speakers.csv', bo, `${amina}\n${bo}`);
    expect(await pull('--merge')).toMatchObject({ exitCode: 0 });
    expect(read('speakers.csv')).toContain(`${amina},amina@example.org,Mina,`);
  });
});

it('names fields of another server that the files do not have', async () => {
  const empty = { json: { data: [] } };
  const server = await startScriptedServer(({ path }) => {
    if (!path.includes('/speakers')) return empty;
    return { json: { data: [{ id: 7, email: 'a@example.org', 'be\n::er': 'stout', title: { en: 'CTO' } }] } };
  });
  try {
    const { exitCode, stderr } = await service.plenary(['program', 'pull', folder.path], {
      env: { PLENARY_BASE_URL: server.url, PLENARY_EVENT: stage.event() },
    });
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Not in speakers.csv, because the API cannot write them as text: be ::er, title.\n');
    expect(read('speakers.csv')).toBe(`${speakerHeader}7,a@example.org,,,,,,,,,,,,\n`);
  } finally {
    await server.close();
  }
});
