// A record that the command line does not name is chosen at the terminal from a list, which what is typed narrows.
import { describe, expect, it } from 'vitest';
import { choiceOf } from '../src/cli/endpoint/pick-record.ts';
import { plenary } from './support/program.ts';
import { type Reply, startScriptedServer, wholeList } from './support/scripted-server.ts';
import { folderForEach } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const folder = folderForEach();
const terminal = terminals(folder);

const zoe = { id: 'spk_1', first_name: 'Zoë', last_name: 'Ødegård', email: 'zoe@example.org' };
const otherZoe = { ...zoe, id: 'spk_2', email: 'z.other@example.org' };
const amina = { id: 'spk_3', first_name: 'Amina', last_name: 'Okoye', email: 'amina@example.org' };
const talk = { id: 'sub_1', title: 'Queues', submitter_email: 'amina@example.org', status: 'pending' };
const keynote = { id: 'sub_2', title: 'Keynote', submitter_email: 'zoe@example.org', submitter_first_name: 'Zoë' };

async function serve(reply: (request: { readonly method: string; readonly path: string }) => Reply = replyTo) {
  const server = await startScriptedServer(reply);
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 't', PLENARY_EVENT: 'e' };
  const sent = () =>
    server.requests.map(({ method, path, body }) => [method, path.split('?')[0], body].join(' ').trim());
  return { ...server, env, sent };
}

function replyTo({ method, path }: { readonly method: string; readonly path: string }): Reply {
  if (method !== 'GET') return { json: { id: 'x' } };
  return wholeList(path.includes('speakers') ? [zoe, otherZoe, amina] : [talk, keynote]);
}

it('updates the record that was chosen among two of the same name, by its id', async () => {
  const server = await serve();
  const { run, answer, screen, data } = terminal(server.env);
  const ended = run('speakers', 'update', '--pronouns', 'she/her', '--json');
  await answer('Speaker (type to search)', 'zoe ode');
  await answer('Zoë Ødegård (spk_1), zoe@example.org', '');
  expect(screen()).toContain('Zoë Ødegård · zoe@example.org');
  expect(screen()).toContain('Zoë Ødegård · z.other@example.org');
  await answer('z.other@example.org', '\u001b[B');
  await answer('Zoë Ødegård (spk_2), z.other@example.org', '\r');
  expect([await ended, data()]).toEqual([0, '{\n  "id": "x"\n}\n']);
  expect(server.sent()).toEqual(['GET /v1/events/e/speakers', 'PATCH /v1/speakers/spk_2 {"pronouns":"she/her"}']);
  await server.close();
});

it.each([
  ['a part of the title', 'queu', 'sub_1'],
  ['the address of the submitter', 'amina@', 'sub_1'],
  ['the name of the submitter, without accents', 'ZOE', 'sub_2'],
  ['the id', 'sub_2', 'sub_2'],
])('finds a submission by %s', async (_, typed, id) => {
  const server = await serve();
  const { run, answer } = terminal(server.env);
  const ended = run('submissions', 'update', '--status', 'accepted');
  await answer('Submission (type to search)', typed);
  // Only one choice is left, and Enter takes it.
  await answer(`(${id}), `, '');
  await answer(`? Submission (type to search) ${typed}`, '\r');
  expect(await ended).toBe(0);
  expect(server.sent().at(-1)).toBe(`PATCH /v1/submissions/${id} {"status":"accepted"}`);
  await server.close();
});

it('asks for the session first, then for the room and the start', async () => {
  const server = await serve();
  const { run, answer } = terminal(server.env);
  const ended = run('sessions', 'place', '--fail-on', 'never');
  await answer('(sub_1), ', '\r');
  await answer('Room', 'Lab\r');
  await answer('Start time', '2026-05-02T09:00:00+02:00\r');
  expect(await ended).toBe(0);
  const placed = 'PUT /v1/sessions/sub_1/schedule {"room":"Lab","start":"2026-05-02T09:00:00+02:00"}';
  expect(server.sent().at(-1)).toBe(placed);
  await server.close();
});

describe('asks nothing', () => {
  const refusal = (words: string, name: string) =>
    `Error: missing required argument '${name}'\nFix: look up the usage\nNext: plenary ${words} --help\n`;

  it.each([
    ['speakers show', 'speaker'],
    ['speakers update', 'speaker'],
    ['submissions show', 'submission'],
    ['submissions update', 'submission'],
    ['sessions place', 'submission'],
  ])('without a terminal, and with --no-input: %s', async (words, name) => {
    const server = await serve();
    expect(await plenary(words.split(' '), { env: server.env })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: refusal(words, name),
    });
    const { run, screen } = terminal(server.env);
    expect([await run(...words.split(' '), '--no-input'), screen()]).toEqual([2, refusal(words, name)]);
    expect(server.sent()).toEqual([]);
    await server.close();
  });

  it('before it is certain that there is something valid to send', async () => {
    const server = await serve();
    for (const [args, message] of [
      [[], 'Error: nothing to change'],
      [['--title', 'x'.repeat(301)], 'at most 300 characters'],
    ] as const) {
      const { run, screen } = terminal(server.env);
      expect(await run('speakers', 'update', ...args)).toBeGreaterThan(1);
      expect(screen()).toContain(message);
    }
    expect(server.sent()).toEqual([]);
    await server.close();
  });

  it('in an event without records', async () => {
    const server = await serve(() => wholeList([]));
    const { run, screen } = terminal(server.env);
    expect(await run('speakers', 'show')).toBe(5);
    expect(screen()).toBe('Error: the event has no speakers\nFix: check the event\n');
    await server.close();
  });
});

it('help and the table of commands call the argument required', async () => {
  const help = await plenary(['speakers', 'update', '--help']);
  expect(help.stdout).toContain('Usage: plenary speakers update [flags] <speaker>\n');
  const { stdout } = await plenary(['commands', '--json']);
  const commands: readonly { readonly name: string; readonly arguments: readonly unknown[] }[] = JSON.parse(stdout);
  expect(commands.find(({ name }) => name === 'sessions place')?.arguments).toEqual([
    { name: 'submission', summary: 'id, title or submitter address', type: 'text', choices: null, required: true },
  ]);
});

describe('while the list is read', () => {
  const page = (number: number, records: readonly unknown[]) => ({
    json: { data: records, pagination: { page: number, total_pages: 3, total_results: 3 } },
  });
  const isPage = (path: string, number: number) => path.includes(`page=${number}`);

  it('a record of a later page is found', async () => {
    const server = await serve(({ path }) => {
      if (isPage(path, 3)) return { ...page(3, [amina]), delayMs: 50 };
      return isPage(path, 2) ? { ...page(2, [otherZoe]), delayMs: 50 } : page(1, [zoe]);
    });
    const { run, answer, data } = terminal(server.env);
    const ended = run('speakers', 'show', '--fields', 'id', '-o', 'ndjson');
    await answer('… and more', 'amina');
    await answer('Amina Okoye (spk_3)', '\r');
    expect([await ended, data()]).toEqual([0, '{"id":"spk_3"}\n']);
    await server.close();
  });

  it('an error of the service ends the question and the command', async () => {
    const server = await serve(({ path }) =>
      isPage(path, 2) ? { status: 401, json: {}, delayMs: 50 } : page(1, [zoe]),
    );
    const { run, screen } = terminal(server.env);
    expect(await run('speakers', 'show')).toBe(4);
    expect(screen()).toContain('Error: ');
    await server.close();
  });

  it('Ctrl-C ends the command, although the service does not respond', async () => {
    const server = await serve(({ path }) => (isPage(path, 2) ? { hang: true } : page(1, [zoe])));
    const { run, answer } = terminal(server.env);
    const ended = run('speakers', 'show');
    await answer('… and more', '');
    await server.request(2);
    await answer('… and more', '\u0003');
    expect(await ended).toBe(130);
    await server.close();
  });
});

it.each([
  ['its submitter and status are beside the title', talk, 80, 'Queues · amina@example.org · pending'],
  [
    'a long title is cut, not what is beside it',
    { ...talk, title: 'Queues all the way down, and what is below' },
    60,
    'Queues all the way down, and… · amina@example.org · pending',
  ],
  [
    'what a narrow terminal cannot show is cut',
    { ...talk, title: 'Queues all the way down' },
    30,
    'Queues all the way down · ami…',
  ],
  ['without a title, the id', { id: 'sub_9', submitter_email: 'x@example.org' }, 80, 'sub_9 · x@example.org'],
])('%s', (_, record, width, name) => {
  expect(choiceOf(record, 'submissions', width).name).toBe(name);
});
