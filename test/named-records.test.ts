// Records that are named by an id, an address, a full name or a title: shown, updated and placed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aSpeaker, aSubmission } from './support/ids.ts';
import { plenary, startTestService, type TestService } from './support/program.ts';
import { type ScriptedServer, startScriptedServer, wholeList } from './support/scripted-server.ts';

let service: TestService;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  const add = async (name: string, ...args: readonly string[]) => {
    const { stdout, stderr } = await service.plenary([...args, '--json']);
    if (stdout === '') throw new Error(stderr);
    ids[name] = JSON.parse(stdout).id;
  };
  const speaker = (email: string, first: string, last: string, ...more: readonly string[]) =>
    add(
      first,
      'speakers',
      'add',
      '--email',
      email,
      '--first-name',
      first,
      '--last-name',
      last,
      ...more,
    );
  await speaker('amina@example.org', 'Amina', 'Okoye', '--about', 'Queues.\nMostly full ones.');
  await speaker('zoe@example.org', 'Zoë', 'Ødegård');
  await speaker('z.other@example.org', 'Zora', 'Ødegård');
  const talk = (name: string, title: string, email: string, ...more: readonly string[]) =>
    add(name, 'submissions', 'add', '--title', title, '--submitter-email', email, ...more);
  await talk('queues', 'Queues all the way down', 'amina@example.org');
  const zoe = ['--submitter-first-name', 'Zoë', '--submitter-last-name', 'Ødegård'];
  await talk('keynote', 'Keynote', 'zoe@example.org', ...zoe);
  await talk('again', 'KEYNOTE', 'nobody@example.org');
  await talk('404', '404', 'nobody@example.org');
});
afterAll(() => service.stop());

/** With the ids of the fixture by their names: `{Amina}`. */
const withNames = (text: string) =>
  Object.entries(ids).reduce((all, [name, id]) => all.replaceAll(id, `{${name}}`), text);

async function run(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await service.plenary(args);
  return { exitCode, stdout: withNames(stdout), stderr: withNames(stderr) };
}

const keynotes =
  '2 submissions are named "keynote"\n  {keynote} (Zoë Ødegård, pending)\n  {again} (pending)\n';

describe('show', () => {
  it('prints a speaker with the talks, as a card and as JSON', async () => {
    const { exitCode, stdout, stderr } = await run('speakers', 'show', 'AMINA@example.org');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const [name, fields, talks] = stdout.split('\n\n');
    expect(name).toBe('Amina Okoye');
    expect(fields).toMatch(
      /\nemail {14}amina@example\.org\n(?:.*\n)*about {14}Queues\.\n {19}Mostly full ones\.\n/,
    );
    expect(fields).toMatch(/\n\(empty\) {12}company_name, title, /);
    expect(talks).toBe(
      'Talks\nTITLE                    STATUS\nQueues all the way down  pending\n',
    );
    const all = JSON.parse((await service.plenary(['speakers', 'list', '--json'])).stdout);
    const listed = all.find(({ id }: { readonly id: string }) => id === ids.Amina);
    const shown = await service.plenary(['speakers', 'show', 'amina@example.org', '--json']);
    const talk = {
      id: ids.queues,
      title: 'Queues all the way down',
      status: 'pending',
      room: null,
      start: null,
    };
    expect(JSON.parse(shown.stdout)).toEqual({ ...listed, talks: [talk] });
  });

  it('prints a submission with its people, whether or not they have records', async () => {
    const { stdout } = await run('submissions', 'show', 'Queues all the way down');
    expect(stdout).toMatch(/^Queues all the way down\n\nid {15}\{queues\}\n/);
    expect(stdout).toMatch(
      /\nPeople\nROLE +NAME +EMAIL\nsubmitter {2}Amina Okoye {2}amina@example\.org\n$/,
    );
    const unknown = await run('submissions', 'show', ids['404'] ?? '');
    expect(unknown.stdout).toMatch(
      /\nPeople\nROLE.*\nsubmitter {2}nobody@example\.org {2}nobody@example\.org\n$/,
    );
    expect((await run('speakers', 'show', 'Zora Ødegård')).stdout).toMatch(/\n\nTalks: none\n$/);
  });

  it.each([
    ['an id', 'speakers', '{Zoë}', 'Zoë'],
    ['an address', 'speakers', ' ZOE@example.org', 'Zoë'],
    ['a full name', 'speakers', 'zoe\u0308  ødegård', 'Zoë'],
    ['a full name without its accents', 'speakers', 'Zoe Odegard', 'Zoë'],
    ['a title', 'submissions', 'queues ALL the way down', 'queues'],
    ['a title with other accents', 'submissions', 'Quéues all the way down', 'queues'],
    ['a title of digits', 'submissions', '404', '404'],
  ])('finds a record by %s', async (_, resource, name, id) => {
    const text = Object.entries(ids).reduce(
      (all, [key, value]) => all.replaceAll(`{${key}}`, value),
      name,
    );
    expect(await run(resource, 'show', text, '--fields', 'id', '-o', 'ndjson')).toEqual({
      exitCode: 0,
      stdout: `{"id":"{${id}}"}\n`,
      stderr: '',
    });
  });

  it.each([
    [['submissions', 'show', 'keynote'], 2, keynotes],
    [['submissions', 'show', 'Kéynote'], 2, keynotes.replace('keynote', 'Kéynote')],
    [
      ['submissions', 'show', 'Queues'],
      5,
      "\nNext: plenary submissions list --where 'title~Queues'\n",
    ],
    [['speakers', 'show', 'zoe@example.com'], 5, "speakers list --where 'email~zoe@example.com'\n"],
    [['speakers', 'show', ''], 2, 'Error: the argument is empty\n'],
  ])('%j ends with %i', async (args, exitCode, stderr) => {
    expect(await run(...args)).toEqual({
      exitCode,
      stdout: '',
      stderr: expect.stringContaining(stderr),
    });
  });
});

it('show joins people by id, and claims nothing about hidden addresses', async () => {
  const speakers = [
    { id: 'p1', name: 'Ada Ng', email: 'a***@x.org', speaker_status: 'accepted' },
    { id: 'p2', name: 'Bo Ek', email: 'bo@x.org' },
  ];
  const submissions = [
    {
      id: 't1',
      title: 'Talk',
      submitter_email: 'b***@x.org',
      speakers: [{ id: 'p1', name: 'Ada Ng' }],
    },
    { id: 't2', title: 'Other', submitter_email: 'c***@x.org' },
  ];
  const server = await startScriptedServer(({ path }) => ({
    json: path.includes('speakers') ? speakers : submissions,
  }));
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: anEvent };
  const show = async (...args: readonly string[]) =>
    (await plenary([...args], { env })).stdout.split('\n\n').at(-1);
  expect(await show('speakers', 'show', 'Ada Ng')).toBe('Talks\nTITLE\nTalk\n');
  expect(await show('speakers', 'show', 'bo@x.org')).toBe(
    'Talks: unknown, because the service does not show who submitted a talk\n',
  );
  expect(await show('submissions', 'show', 'Talk')).toMatch(
    /\nsubmitter +b\*{3}@x\.org +b\*{3}@x\.org\nspeaker +Ada Ng +a\*{3}@x\.org +accepted\n$/,
  );
  await server.close();
});

describe('a write to a record that is named', () => {
  it.each([
    [['speakers', 'update', 'amina@example.org', '--pronouns', 'she/her'], 'Amina'],
    [['submissions', 'update', '404', '--feedback', 'Yes.'], '404'],
    [
      [
        'sessions',
        'place',
        'Queues all the way down',
        '--room',
        'A',
        '--start',
        '2026-05-02T09:00:00+02:00',
      ],
      'queues',
    ],
  ])('%j', async (args, id) => {
    expect(await run(...args, '--fields', 'id', '-o', 'ndjson')).toEqual({
      exitCode: 0,
      stdout: `{"id":"{${id}}"}\n`,
      stderr: '',
    });
  });

  it('distinguishes people of one name by their companies and jobs', async () => {
    const person = (email: string, ...more: readonly string[]) =>
      service.plenary(
        ['speakers', 'add', '--email', email, '--first-name', 'Bo', '--last-name', 'Li'].concat(
          more,
        ),
      );
    await person('bo@example.org', '--company-name', 'Acme', '--title', 'CTO');
    await person('li@example.org');
    const { exitCode, stderr } = await service.plenary([
      'speakers',
      'update',
      'Bo Li',
      '--about',
      'x',
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^Error: 2 speakers are named "Bo Li"\n {2}spk_\w+ \(Acme, CTO\)\n {2}spk_\w+\nFix:/,
    );
  });

  it.each([
    [
      ['submissions', 'update', 'the way', '--status', 'declined'],
      5,
      /^Error: no submission "the way"\n/,
    ],
    [
      ['submissions', 'update', 'Keynote', '--status', 'declined'],
      2,
      /^Error: 2 submissions are named "Keynote"\n/,
    ],
    [['speakers', 'update', 'spk_0', '--title', 'CTO'], 5, /^Error: no speaker "spk_0"\n/],
    [['speakers', 'update', '', '--title', 'CTO'], 2, /^Error: <speaker> is empty\n/],
  ])('%j changes nothing', async (args, exitCode, stderr) => {
    const before = await service.plenary(['api', 'GET', '/v1/events/devconf/submissions']);
    const outcome = await run(...args);
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(outcome.stderr).toMatch(stderr);
    expect(await service.plenary(['api', 'GET', '/v1/events/devconf/submissions'])).toEqual(before);
  });
});

describe('the requests of a write', () => {
  let server: ScriptedServer;
  afterEach(() => server.close());
  const masked = { id: aSpeaker, email: 'a***@e***.org', first_name: 'Amina', last_name: 'Okoye' };
  /** As another service has ids. */
  const other = { id: 'spk_7', email: 'b@example.org' };
  const list = `GET /v1/events/${anEvent}/speakers`;

  async function update(
    argument: string,
    env: Readonly<Record<string, string>> = { PLENARY_EVENT: anEvent },
  ) {
    server = await startScriptedServer(({ method, path }) => {
      if (method === 'GET') return wholeList([masked, other]);
      const record = [masked, other].find(({ id }) => path === `/v1/speakers/${id}`);
      return record === undefined
        ? { status: 404, json: { detail: 'no such speaker' } }
        : { json: record };
    });
    const outcome = await plenary(['speakers', 'update', argument, '--title', 'CTO'], {
      env: { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_token', ...env },
    });
    return {
      ...outcome,
      requests: server.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`),
    };
  }

  it.each([
    [aSpeaker, [`PATCH /v1/speakers/${aSpeaker}`]],
    ['spk_7', [list, 'PATCH /v1/speakers/spk_7']],
    ['spk_gone', [list]],
    ['Amina', [list]],
    ['Amina Okoye', [list, `PATCH /v1/speakers/${aSpeaker}`]],
    ['amina@example.org', [list]],
  ])('%s: %j', async (argument, requests) => {
    expect((await update(argument)).requests).toEqual(requests);
  });

  it('need an event only to look a record up', async () => {
    expect(await update(aSpeaker, {})).toMatchObject({ exitCode: 0 });
    const unknown = await update(aSubmission, {});
    expect(unknown).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('no such speaker'),
    });
    const named = await update('Amina Okoye', {});
    expect(named).toMatchObject({
      exitCode: 2,
      requests: [],
      stderr: expect.stringContaining('pass --event'),
    });
  });
});
