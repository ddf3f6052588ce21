// `plenary status` of services that differ from this one: what they do not list, and what is in their records.
import { describe, expect, it } from 'vitest';
import { type Invocation, plenary } from './support/program.ts';
import { type Reply, startScriptedServer, wholeList } from './support/scripted-server.ts';
import { itemsIn } from './support/status-items.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

describe('status of another service', () => {
  const reply = (lists: Readonly<Record<string, Reply>>) => (request: { readonly path: string }) =>
    lists[/\/v1\/events\/[^/]+\/([\w-]+)/.exec(request.path)?.[1] ?? ''] ?? { status: 404, text: '' };

  async function scripted(lists: Readonly<Record<string, Reply>>) {
    const server = await startScriptedServer(reply(lists));
    const own = temporaryFolder();
    const env = {
      ...{ PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_token', PLENARY_EVENT: 'devconf' },
      ...{ PLENARY_STATE_DIR: own.file('state'), PLENARY_CONFIG_DIR: own.file('config') },
    };
    return {
      own,
      server,
      run: (args: readonly string[], terminal: Pick<Invocation, 'columns'> = {}) => plenary(args, { env, ...terminal }),
      async end() {
        own.remove();
        await server.close();
      },
    };
  }

  it('reads each list once, also with a folder', async () => {
    const lists = {
      speakers: wholeList([{ id: 'p1', email: 'a@example.org', about: 'x', photo_url: 'x' }]),
      submissions: wholeList([{ id: 't1', title: 'A', submitter_email: 'a@example.org', status: 'accepted' }]),
      sessions: wholeList([{ id: 't1', title: 'A', room: 'Hall', start: '2027-05-20T09:30:00+02:00' }]),
    };
    const { own, server, run, end } = await scripted(lists);
    await run(['program', 'pull', own.file('devconf')]);
    for (const args of [['status'], ['status', own.file('devconf')]]) {
      const before = server.requests.length;
      const { exitCode, stdout } = await run([...args, '--detailed-exitcode']);
      expect({ exitCode, stdout }).toEqual({
        exitCode: 0,
        stdout: `devconf at ${server.url}: 1 submission, 1 speaker, 1 placed session. Nothing needs attention.\n`,
      });
      const read = server.requests.slice(before).map(({ method, path }) => `${method} ${path.split('?')[0]}`);
      expect(read.toSorted()).toEqual([
        'GET /v1/events/devconf/sessions',
        'GET /v1/events/devconf/speakers',
        'GET /v1/events/devconf/submissions',
      ]);
    }
    await end();
  });

  it('reports what it does not show as unknown', async () => {
    const { run, end } = await scripted({
      speakers: wholeList([{ id: 'p1', email: 'a@example.org' }]),
      submissions: wholeList([{ id: 't1', title: 'A', submitter_email: 'a@example.org' }]),
      sessions: wholeList([]),
    });
    const { exitCode, stdout, stderr } = await run(['status', '--detailed-exitcode']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/: 1 submission, 1 speaker, 0 placed sessions\. Nothing needs attention\.\n$/);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'The service lists no status of submissions, so which ones are undecided is unknown.',
      'The service does not list about, so who lacks a biography is unknown.',
      'The service does not list photo_url, so who lacks a photo is unknown.',
    ]);
    const items = itemsIn((await run(['status', '--json'])).stdout);
    expect(items.filter(({ count }) => count === null).map(({ name }) => name)).toEqual([
      'undecided',
      'unplaced',
      'biography',
      'photo',
    ]);
    await end();
  });

  it.each(['submissions', 'sessions'])('refuses %s that it could not count', async (list) => {
    const lists = { speakers: wholeList([]), submissions: wholeList([]), sessions: wholeList([]) };
    const { run, end } = await scripted({ ...lists, [list]: wholeList([{ title: 'A', status: 'accepted' }]) });
    const { exitCode, stdout, stderr } = await run(['status']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`the service lists ${list} without an id`);
    await end();
  });

  it.each([
    ['confirmed talks', ['confirmed', 'accepted'], null, 1, 'plenary submissions list --where status=accepted'],
    [
      'statuses of speakers',
      ['accepted', 'accepted'],
      'invited',
      2,
      'plenary speakers list --where speaker_status=invited',
    ],
    ['no confirmations', ['accepted', 'accepted'], null, null, undefined],
  ])('finds who has not confirmed by %s', async (_, [first, second], own, count, command) => {
    const { run, end } = await scripted({
      speakers: wholeList(['a', 'b'].map((name) => ({ id: name, email: `${name}@example.org`, speaker_status: own }))),
      submissions: wholeList([
        { id: 't1', title: 'A', submitter_email: 'a@example.org', status: first },
        { id: 't2', title: 'B', submitter_email: 'b@example.org', status: second },
      ]),
      sessions: wholeList([]),
    });
    const found = itemsIn((await run(['status', '--json'])).stdout).find(({ name }) => name === 'unconfirmed');
    expect(found).toMatchObject({ count, next: command === undefined ? [] : [{ command }] });
    await end();
  });

  it('fits a terminal of 80 by 24, whatever is in the records', async () => {
    const many = (make: (n: number) => object) => wholeList(Array.from({ length: 300 }, (_, n) => make(n)));
    const { run, end } = await scripted({
      speakers: many((n) => ({
        id: `p${n}`,
        email: `${n}@example.org`,
        about: '',
        photo_url: '',
        speaker_status: 'x y',
      })),
      submissions: many((n) => ({
        ...{ id: `t${n}`, title: 'A', submitter_email: `${n}@example.org` },
        status: n % 2 === 0 ? 'accepted' : `\u001b[31m${'very long '.repeat(20)}${n}`,
      })),
      sessions: many((n) => ({ id: `s${n}`, title: 'B', room: 'R', start: '2027-05-20T09:30:00Z' })),
    });
    const { stdout } = await run(['status', '--no-color'], { columns: 80 });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('\n  150 undecided submissions (');
    await end();
  });
});
