// `plenary status` and `speakers missing`: counts, what needs attention, and the commands that list
// it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../src/client/clock.ts';
import { openRuns } from '../src/runs/folder.ts';
import { anEvent } from './support/ids.ts';
import { plenary } from './support/program.ts';
import { programStage } from './support/program-stage.ts';
import { type Reply, startScriptedServer, wholeList } from './support/scripted-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const stage = programStage();
const { service, folder, create, post } = stage;
const status = (...flags: readonly string[]) => stage.plenary('status', ...flags);

interface Item {
  readonly name: string;
  readonly count: number | null;
  readonly next: readonly { readonly command: string }[];
}

const itemsIn = (stdout: string): readonly Item[] => JSON.parse(stdout).items;

/** One item of each kind that a service can show, and records that belong to none. */
async function fill(): Promise<void> {
  const speaker = (name: string, about: string, more = {}) =>
    post('speakers', { email: `${name}@example.org`, first_name: name, about, ...more });
  const done = await speaker('done', 'All there.');
  await speaker('faceless', 'No photo.');
  const empty = await speaker('empty', 'n/a');
  await speaker('gone', '', { speaker_status: 'declined' });
  for (const id of [done, empty])
    await create('speakers', 'update', id, '--photo-url', 'https://example.org/p.jpg');
  const talk = async (title: string, name: string, decision?: string, start?: string) => {
    const id = await post('submissions', {
      title,
      submitter_email: `${name}@example.org`,
      track_id: name,
    });
    const place = [
      '--room',
      'Hall',
      '--start',
      `2027-05-20T${start}:00+02:00`,
      '--fail-on',
      'never',
    ];
    if (start !== undefined) await create('sessions', 'place', id, ...place);
    if (decision !== undefined) await create('submissions', 'update', id, '--status', decision);
  };
  await talk('Placed', 'done', 'accepted', '09:00');
  await talk('Clashing', 'faceless', undefined, '09:00');
  await talk('Homeless', 'stranger', 'accepted');
  await talk('New', 'done');
  await talk('Newer', 'done');
  await talk('Likely', 'done', 'accept_queue');
  await talk('Refused', 'gone', 'declined', '12:00');
  await moveStranger();
}

/** Gives the only speaker with this address another one, so that nobody has the submitter's. */
async function moveStranger(): Promise<void> {
  const { stdout } = await stage.plenary('speakers', 'list', '--json');
  const speakers: readonly { readonly id: string; readonly email: string }[] = JSON.parse(stdout);
  const stranger = speakers.find(({ email }) => email === 'stranger@example.org')?.id ?? '';
  const complete = ['--about', 'All there.', '--photo-url', 'https://example.org/p.jpg'];
  await create('speakers', 'update', stranger, '--email', 'known@example.org', ...complete);
}

it('counts the records, and shows what needs attention with commands', async () => {
  await fill();
  const { exitCode, stdout, stderr } = await status();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toBe(`${stage.event()} at ${service.url}: 7 submissions, 5 speakers, 2 sessions
Status: 3 pending, 2 accepted, 1 declined, 1 accept_queue
Track: 4 done, 1 faceless, 1 gone, 1 stranger
4 submissions undecided
    plenary submissions list --where status=pending
    plenary submissions list --where status=accept_queue
1 submission accepted, and without a place
    plenary submissions list --where status=accepted --where room=
1 submission declined or withdrawn, and still placed
    plenary sessions list --where status=declined
1 person of accepted talks who is no speaker
    plenary speakers missing --where missing=record
1 speaker of accepted talks who has not confirmed
    plenary speakers missing --where missing=confirmation
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
  const { counts } = JSON.parse((await status('--json')).stdout);
  const check = await stage.plenary('sessions', 'check', '--fail-on', 'never', '--json');
  expect(JSON.parse(check.stdout).counts).toEqual({ sessions: counts.sessions, clashes: 1 });
  const items = itemsIn((await status('--json')).stdout).filter(({ count }) => (count ?? 0) > 0);
  expect(items).toHaveLength(8);
  for (const { name, count, next } of items) {
    let listed = 0;
    for (const { command } of next) {
      const { stdout } = await stage.plenary(...command.split(' ').slice(1), '--json');
      const data = JSON.parse(stdout);
      listed += (name === 'clashes' ? data.clashes : data).length;
    }
    expect(listed, name).toBe(count);
  }
});

it('is a stable document, and an exit code on request', async () => {
  await post('submissions', { title: 'New', submitter_email: 'a@example.org' });
  const { exitCode, stdout, stderr } = await status('--json', '--detailed-exitcode');
  expect({ exitCode, stderr }).toEqual({ exitCode: 8, stderr: '' });
  const commands: Readonly<Record<string, string>> = {
    undecided: 'plenary submissions list --where status=pending',
    // The submitter.
    biography: 'plenary speakers missing --where missing=biography',
    photo: 'plenary speakers missing --where missing=photo',
  };
  const names = [
    'empty',
    'undecided',
    'unplaced',
    'called-off',
    'people',
    'declined',
    'record',
    'confirmation',
    'biography',
    'photo',
    'deliverable',
    'clashes',
    'runs',
  ];
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: '2.0',
    baseUrl: service.url,
    event: stage.event(),
    attention: 3,
    counts: {
      submissions: 1,
      speakers: 1,
      sessions: 0,
      statuses: [{ value: 'pending', count: 1 }],
      tracks: [{ value: null, count: 1 }],
    },
    items: names.map((name) => {
      const command = commands[name];
      const next = command === undefined ? [] : [{ command }];
      return { name, count: next.length, next };
    }),
  });
});

it('begins an empty event with imports', async () => {
  expect(await status('--detailed-exitcode')).toEqual({
    exitCode: 8,
    stdout: `${stage.event()} at ${service.url}: 0 submissions, 0 speakers, 0 sessions
1 event without records: import speakers and submissions first
    plenary speakers import speakers.csv
    plenary submissions import submissions.csv
`,
    stderr: '',
  });
});

it('passes the flags that it was given to its commands', async () => {
  await fill();
  const flags = [
    '--shared-room',
    'Big Hall',
    '--default-duration',
    '20m',
    '--event',
    stage.event(),
  ];
  const { stdout } = await service.plenary(['status', ...flags], {
    env: { PLENARY_EVENT: undefined },
  });
  const event = `--event ${stage.event()}`;
  expect(stdout).toContain(`\n    plenary speakers missing --where missing=photo ${event}\n`);
  expect(stdout).toContain(
    `\n    plenary sessions check --default-duration 20m --shared-room 'Big Hall' ${event}\n`,
  );
  const { stdout: shared } = await status('--shared-room', 'Hall', '--json');
  expect(itemsIn(shared).find(({ name }) => name === 'clashes')?.count).toBe(0);
});

it('counts the unfinished runs of this event', async () => {
  const state = folder.file('state');
  const runs = openRuns(join(state, 'runs'), systemClock);
  const begin = async (event: string) => {
    const created = runs.create();
    const target = { resource: 'speakers', event, baseUrl: service.url };
    const header = { ...target, file: 's.csv', sha256: '00', rows: 1, options: {} };
    const journal = await created.begin(header, []);
    await journal.close();
    return created.run;
  };
  await begin('another');
  const run = await begin(stage.event());
  const env = { PLENARY_EVENT: stage.event(), PLENARY_STATE_DIR: state };
  const { stdout } = await service.plenary(['status'], { env });
  expect(stdout).toContain(`\n1 unfinished run\n    plenary runs resume ${run}\n`);
  await begin(stage.event());
  expect((await service.plenary(['status'], { env })).stdout).toContain(
    '\n2 unfinished runs\n    plenary runs list\n',
  );
  writeFileSync(join(state, 'runs', run, 'journal.ndjson'), 'damaged\n');
  const { stdout: others, stderr } = await service.plenary(['status'], { env });
  expect(others).not.toContain('unfinished run');
  expect(stderr).toMatch(/^Saved runs of this machine cannot be read, /);
});

/** Another service, with these lists. */
async function scripted(lists: Readonly<Record<string, Reply>>) {
  const all = {
    speakers: wholeList([]),
    submissions: wholeList([]),
    sessions: wholeList([]),
    'content-items': wholeList([]),
    ...lists,
  };
  const server = await startScriptedServer(
    ({ path }) =>
      all[/events\/[\w-]+\/([\w-]+)/.exec(path)?.[1] as keyof typeof all] ?? {
        status: 404,
        text: '',
      },
  );
  const own = temporaryFolder();
  onTestFinished(async () => {
    own.remove();
    await server.close();
  });
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'plt_token',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: own.file('state'),
    PLENARY_CONFIG_DIR: own.file('config'),
  };
  return { server, run: (...args: readonly string[]) => plenary(args, { env }) };
}

it('reads each list of a service once, and places that only its sessions have', async () => {
  const talk = { id: 't1', title: 'A', submitter_email: 'a@example.org', status: 'accepted' };
  const person = {
    id: 'p1',
    email: 'a@example.org',
    about: 'x',
    photo_url: 'x',
    speaker_status: 'confirmed',
  };
  const { server, run } = await scripted({
    speakers: wholeList([person]),
    submissions: wholeList([
      talk,
      { ...talk, id: 't2', status: 'withdrawn' },
      { ...talk, id: 't3' },
    ]),
    sessions: wholeList(
      ['t1', 't2'].map((id, at) => ({ id, room: `R${at}`, start: '2027-05-20T09:30:00+02:00' })),
    ),
  });
  expect(
    (await run('status')).stdout,
  ).toBe(`${anEvent} at ${server.url}: 3 submissions, 1 speaker, 1 session
Status: 2 accepted, 1 withdrawn
1 submission accepted, and without a place
    plenary submissions list --where status=accepted
1 submission declined or withdrawn, and still placed
    plenary sessions list --where status=withdrawn
`);
  expect(server.requests.map(({ path }) => path.split('?')[0]).toSorted()).toEqual([
    `/v1/events/${anEvent}/content-items`,
    `/v1/events/${anEvent}/sessions`,
    `/v1/events/${anEvent}/speakers`,
    `/v1/events/${anEvent}/submissions`,
  ]);
});

it('reports what a service does not show as unknown', async () => {
  const { run } = await scripted({
    speakers: wholeList([{ id: 'p1', email: 'a***@example.org' }]),
    submissions: wholeList([{ id: 't1', title: 'A', submitter_email: 'a@example.org' }]),
  });
  const { exitCode, stdout, stderr } = await run('status', '--detailed-exitcode');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/: 1 submission, 1 speaker, 0 sessions\n$/);
  const ofPeople = [
    'The service does not list about, so who lacks a biography is unknown.',
    'The service does not list photo_url, so who lacks a photo is unknown.',
    'The service does not list speaker_status, so who has confirmed or declined is unknown.',
    'The service does not show who submitted all talks, so not every submitter without a ' +
      'speaker record is known, and talkStatuses may lack statuses.',
  ];
  expect(stderr.trimEnd().split('\n').toSorted()).toEqual([
    ...ofPeople,
    'The service lists no statuses of submissions, so which ones are undecided, ' +
      'unplaced or called off is unknown.',
  ]);
  const items = itemsIn((await run('status', '--json')).stdout);
  expect(items.filter(({ count }) => count === null).map(({ name }) => name)).toEqual([
    'undecided',
    'unplaced',
    'called-off',
    'declined',
    'record',
    'confirmation',
    'biography',
    'photo',
  ]);
  const missing = await run('speakers', 'missing', '--json');
  expect([JSON.parse(missing.stdout), missing.stderr.trimEnd().split('\n').toSorted()]).toEqual([
    [],
    ofPeople,
  ]);
});

it.each(['submissions', 'sessions'])(
  'refuses %s of a service that it could not count',
  async (list) => {
    const { run } = await scripted({ [list]: wholeList([{ title: 'A', status: 'accepted' }]) });
    const { exitCode, stdout, stderr } = await run('status');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('the service lists submissions without an id');
  },
);
