// `plenary status`: what needs attention in an event, with commands that show exactly that.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRuns } from '../src/runs/folder.ts';
import { programStage } from './support/program-stage.ts';
import { itemsIn } from './support/status-items.ts';

const stage = programStage();
const { service, folder, create, post } = stage;
const status = (...flags: readonly string[]) => stage.plenary('status', ...flags);

/** One item of each kind that a service can show, and records that belong to none. */
async function fill(): Promise<void> {
  const speaker = (name: string, about: string, status: string) =>
    post('speakers', { email: `${name}@example.org`, first_name: name, about, speaker_status: status });
  const done = await speaker('done', 'All there.', 'confirmed');
  await speaker('faceless', 'No photo.', 'invited');
  const empty = await speaker('empty', 'n/a', 'invited');
  await speaker('gone', '', 'declined');
  for (const id of [done, empty]) await create('speakers', 'update', id, '--photo-url', 'https://example.org/p.jpg');
  const talk = async (title: string, name: string, decision?: string, start?: string) => {
    const id = await post('submissions', { title, submitter_email: `${name}@example.org` });
    if (decision !== undefined) await create('submissions', 'update', id, '--status', decision, '--allow-new-value');
    const place = ['--room', 'Hall', '--start', `2027-05-20T${start}:00+02:00`, '--fail-on', 'never'];
    if (start !== undefined) await create('sessions', 'place', id, ...place);
  };
  await talk('Placed', 'done', 'accepted', '09:00');
  await talk('Clashing', 'faceless', 'accepted', '09:00');
  await talk('Homeless', 'empty', 'Accepted');
  await talk('New', 'done');
  await talk('Newer', 'done');
  await talk('Likely', 'done', 'accept_queue');
  await talk('Refused', 'gone', 'declined');
}

describe('status', () => {
  it('shows what needs attention on one screen, each with a command that works when pasted', async () => {
    await fill();
    const { exitCode, stdout, stderr } = await status();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`${stage.event()} at ${service.url}: 7 submissions, 4 speakers, 2 placed sessions
3 undecided submissions (2 pending, 1 accept_queue)
    plenary submissions list --where 'status!=accepted' --where 'status!=declined'
1 accepted submission without a place
    plenary submissions list --where status=accepted --where room=
2 speakers of accepted talks who have not confirmed
    plenary speakers list --where speaker_status=invited
1 speaker without a biography
    plenary speakers missing --where missing=biography
1 speaker without a photo
    plenary speakers missing --where missing=photo
1 clash
    plenary sessions check
`);
  });

  it('counts what its commands list', async () => {
    await fill();
    const items = itemsIn((await status('--json')).stdout).filter(({ count }) => (count ?? 0) > 0);
    expect(items.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'undecided 3',
      'unplaced 1',
      'unconfirmed 2',
      'biography 1',
      'photo 1',
      'clashes 1',
    ]);
    for (const { name, count, next } of items) {
      const words = (next[0]?.command ?? '').replaceAll("'", '').split(' ').slice(1);
      const { stdout } = await stage.plenary(...words, '--json');
      const listed = JSON.parse(stdout);
      expect(name === 'clashes' ? listed.clashes : listed, name).toHaveLength(count ?? 0);
    }
  });

  it('is a stable document, and an exit code on request', async () => {
    await post('submissions', { title: 'New', submitter_email: 'a@example.org' });
    const { exitCode, stdout, stderr } = await status('--json', '--detailed-exitcode');
    expect({ exitCode, stderr }).toEqual({ exitCode: 8, stderr: '' });
    const nothing = (name: string, text: string) => ({ name, count: 0, text, next: [] });
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: '1.0',
      baseUrl: service.url,
      event: stage.event(),
      folder: null,
      counts: { submissions: 1, speakers: 0, sessions: 0 },
      attention: 1,
      items: [
        {
          name: 'undecided',
          count: 1,
          text: 'undecided submission (1 pending)',
          next: [{ command: 'plenary submissions list --where status=pending' }],
        },
        nothing('unplaced', 'accepted submissions without a place'),
        nothing('unconfirmed', 'speakers of accepted talks who have not confirmed'),
        nothing('biography', 'speakers without a biography'),
        nothing('photo', 'speakers without a photo'),
        nothing('clashes', 'clashes'),
        nothing('runs', 'unfinished runs'),
      ],
    });
  });

  it('shows in one line that there is nothing to do', async () => {
    expect(await status('--detailed-exitcode')).toEqual({
      exitCode: 0,
      stdout: `${stage.event()} at ${service.url}: 0 submissions, 0 speakers, 0 placed sessions. Nothing needs attention.\n`,
      stderr: '',
    });
  });

  it('passes the flags that it was given to its commands', async () => {
    await fill();
    const flags = ['--shared-room', 'Big Hall', '--default-duration', '20m', '--event', stage.event()];
    const { stdout } = await service.plenary(['status', ...flags], { env: { PLENARY_EVENT: undefined } });
    const event = `--event ${stage.event()}`;
    expect(stdout).toContain(`\n    plenary speakers missing --where missing=photo ${event}\n`);
    expect(stdout).toContain(`\n    plenary sessions check --default-duration 20m --shared-room 'Big Hall' ${event}\n`);
    const { stdout: shared } = await status('--shared-room', 'Hall', '--json');
    expect(itemsIn(shared).find(({ name }) => name === 'clashes')?.count).toBe(0);
  });

  it('counts the unfinished runs of this event', async () => {
    const state = folder.file('state');
    const runs = openRuns(join(state, 'runs'), Date.now);
    const begin = async (event: string) => {
      const created = runs.create();
      const target = { resource: 'speakers', event, baseUrl: service.url };
      const header = { ...target, run: '', file: 's.csv', sha256: '00', rows: 1, options: {} };
      const journal = await created.begin({ journal: 1, startedAt: '2027-05-02T09:00:00.000Z', ...header }, []);
      await journal.close();
      return created.run;
    };
    await begin('another');
    const run = await begin(stage.event());
    const env = { PLENARY_EVENT: stage.event(), PLENARY_STATE_DIR: state };
    const { stdout } = await service.plenary(['status'], { env });
    expect(stdout).toContain(`\n1 unfinished run\n    plenary runs resume ${run}\n`);
    await begin(stage.event());
    const { stdout: two } = await service.plenary(['status'], { env });
    expect(two).toContain('\n2 unfinished runs\n    plenary runs list\n');
    writeFileSync(join(state, 'runs', run, 'journal.ndjson'), 'damaged\n');
    const damaged = await service.plenary(['status', '--json'], { env });
    expect(itemsIn(damaged.stdout).find(({ name }) => name === 'runs')).toMatchObject({ count: null, next: [] });
    const { stdout: others, stderr } = await service.plenary(['status'], { env });
    expect(others).not.toContain('unfinished run');
    expect(stderr).toBe(
      'Saved runs of this machine cannot be read, so which ones are unfinished is unknown; `plenary doctor` shows why.\n',
    );
  });
});

describe('status of a folder', () => {
  it('shows what differs, and takes the event from the folder', async () => {
    const { amina } = await stage.fill();
    await stage.program('pull');
    stage.edit('speakers.csv', 'Bo', 'Bob');
    stage.edit('schedule.csv', 'Hall', 'Lab');
    await create('speakers', 'update', amina, '--first-name', 'Anna');
    const env = { PLENARY_EVENT: undefined };
    const { stdout, exitCode } = await service.plenary(['status', folder.path, '--detailed-exitcode'], { env });
    expect(exitCode).toBe(8);
    const event = `--event ${stage.event()}`;
    expect(stdout).toContain(`2 records of ${folder.path} changed in the files
    plenary program plan ${folder.path} ${event}
1 record of ${folder.path} changed in the service
    plenary program pull ${folder.path} --merge ${event}
`);
    expect(stdout).toContain(`plenary speakers missing --where missing=photo ${event}\n`);
    stage.edit('speakers.csv', 'Amina', 'Ann');
    const { stdout: conflict } = await stage.plenary('status', folder.path);
    expect(conflict).toContain(
      `\n1 conflict between ${folder.path} and the service\n    plenary program status ${folder.path}\n`,
    );
  });

  it('refuses a folder without a program', async () => {
    const { exitCode, stdout, stderr } = await status(folder.path);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`${folder.path} has no program`);
  });
});
