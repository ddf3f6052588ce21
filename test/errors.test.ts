// The errors of single commands: exit codes and messages, which must not reveal secrets.
import { afterEach, describe, expect, it } from 'vitest';
import { anEvent } from './support/ids.ts';
import { type CommandResult, errorOf, plenary } from './support/program.ts';
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const token = 'plt_very-secret-token';
let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const add = ['speakers', 'add', '--email', 'ada@example.org'];

async function against(script: Script, args: readonly string[] = add): Promise<CommandResult> {
  server = await startScriptedServer(script);
  return quiet(args, {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: anEvent,
  });
}

/**
 * Runs a command and checks that it shows neither the token nor a stack trace, even with --debug.
 */
async function quiet(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const outcome = await plenary(args, { env });
  for (const { stdout, stderr } of [outcome, await plenary([...args, '--debug'], { env })]) {
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).not.toMatch(/^\s+at .*:\d+/m);
  }
  return outcome;
}

const fault = (field: string, msg: string) => ({
  type: 'value_error',
  loc: ['body', field],
  msg,
  input: 'x',
});

describe('before anything is sent', () => {
  it.each([
    [
      [
        'speakers',
        'add',
        '--email',
        'x',
        '--first-name',
        'é'.repeat(201),
        '--title',
        't'.repeat(301),
      ],
      3,
      'Error: the input has 3 errors; nothing was sent\n  --email: at least 3 characters\n' +
        '  --first-name: at most 200 characters\n  --title: at most 300 characters\n' +
        'Fix: correct these values\n',
    ],
    [['speakers', 'list', '--page', 'two'], 3, /\n {2}--page: must be a whole number\n/],
    [['speakers', 'add'], 2, 'Error: missing: --email\n  --email: required\nFix: pass --email\n'],
    [
      ['speakers', 'update', 'spk_1'],
      2,
      /^Error: no field to change is given\nFix: pass at least one field/,
    ],
    [
      ['speakers', 'update', 'spk_1', '--clear', 'emial'],
      2,
      /^Error: --clear emial: unknown field\nFix: use one of /,
    ],
    [[...add, '--output', 'xml'], 2, /"xml" is not one of table, json, ndjson, csv/],
    [
      [...add, '--input', 'no-such-file.json'],
      2,
      /^Error: cannot read no-such-file\.json: no such file or folder/,
    ],
  ] as const)('%j ends with %i', async (args, exitCode, stderr) => {
    const outcome = await against([], args);
    if (typeof stderr === 'string') expect(outcome.stderr).toBe(stderr);
    else expect(outcome.stderr).toMatch(stderr);
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(server?.requests).toEqual([]);
  });

  it('reports a wrong type in --input with the file', async () => {
    const { exitCode, stderr } = await plenary(['speakers', 'add', '--input', '-'], {
      stdin: '{"email": 3, "titel": "CTO", "about": null, "first_name": null}',
    });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /\n {2}<stdin> email: must be text\n {2}<stdin> first_name: must be text\n {2}<stdin> titel: unknown field; /,
    );
  });

  it.each([
    ['{"email":', 'is not valid JSON', 'Unexpected end of JSON input'],
    ['[]', 'is not a JSON object', 'must be a JSON object such as {"email": "…"}'],
  ])('names standard input in what is wrong with %s', async (stdin, problem, message) => {
    const { exitCode, stderr } = await plenary(['speakers', 'add', '--input', '-'], { stdin });
    expect(exitCode).toBe(3);
    expect(stderr).toBe(`Error: standard input ${problem}\n  <stdin>: ${message}\n`);
  });

  it.each([
    ['--base-url', 'https://ada:secret@program.example'],
    ['--base-url', 'ada:secret@program.example'],
    ['--base-url', 'https://ada:sec/secret@program.example:x'],
    ['PLENARY_BASE_URL', 'https://ada:secret@program.example'],
    ['HTTPS_PROXY', 'socks5://ada:secret@proxy.example'],
  ])('a password in %s is not repeated: %s', async (name, value) => {
    const env = {
      PLENARY_TOKEN: token,
      PLENARY_EVENT: anEvent,
      PLENARY_BASE_URL: 'https://program.example',
    };
    const isFlag = name.startsWith('--');
    const args = isFlag ? [...add, name, value] : add;
    for (const more of [[], ['--debug'], ['--json']]) {
      const outcome = await plenary([...args, ...more], {
        env: { ...env, ...(isFlag ? {} : { [name]: value }) },
      });
      expect(outcome.exitCode).toBe(2);
      expect(outcome.stderr).toContain(name);
      expect(outcome.stderr).not.toContain('secret');
    }
    const raw = await plenary(['api', 'GET', value], { env });
    expect(raw.stderr).not.toContain('secret');
  });

  it('the next command repeats the flags of the service that were typed', async () => {
    const flags = ['--profile', 'my work', '--ca-cert', 'ca.pem', '--insecure-http'];
    const login = "plenary auth login --profile 'my work' --ca-cert ca.pem --insecure-http";
    expect(errorOf(await quiet([...flags, ...add, '--json'], {})).next).toEqual([
      { command: login },
    ]);
  });

  it.each([
    [
      {},
      2,
      /^Error: the address of the service \(base-url\) is not set[\s\S]*\nNext: plenary auth login\n/,
    ],
    [
      { PLENARY_BASE_URL: 'http://127.0.0.1:9' },
      2,
      /^Error: the event to work on \(event\) is not set/,
    ],
    [
      { PLENARY_EVENT: anEvent, PLENARY_BASE_URL: 'http://127.0.0.1:9' },
      4,
      /^Error: no token for /,
    ],
    [
      { PLENARY_EVENT: anEvent, PLENARY_BASE_URL: 'http://program.example', PLENARY_TOKEN: token },
      2,
      /--insecure-http/,
    ],
  ])('a missing setting: %j', async (env, exitCode, stderr) => {
    const outcome = await quiet(add, env);
    expect(outcome.stderr).toMatch(stderr);
    expect(outcome.exitCode).toBe(exitCode);
  });
});

describe('refused by the service', () => {
  it.each([
    [
      401,
      { detail: `bad token ${token}` },
      4,
      /refused.*401.*\nFix: the token comes from PLENARY_TOKEN/,
    ],
    [
      409,
      { detail: 'taken', id: 'spk_7' },
      6,
      /\nFix: update spk_7 instead\nNext: plenary speakers show spk_7\n$/,
    ],
    [
      422,
      { detail: [fault('email', 'not an address')] },
      3,
      /\n {2}--email: not an address\nFix: correct --email\n$/,
    ],
    [
      422,
      { detail: [fault('phone', 'not a number')] },
      3,
      /\n {2}phone: not a number\nFix: correct the values/,
    ],
  ])('with %i', async (status, json, exitCode, stderr) => {
    const outcome = await against(() => ({ status, json }));
    expect(outcome.stderr).toMatch(stderr);
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
  });

  it('with 422 for a value of a file, which is named', async () => {
    const reply = {
      status: 422,
      json: { detail: [fault('title', 'too odd'), fault('email', 'not an address')] },
    };
    server = await startScriptedServer(() => reply);
    const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: token, PLENARY_EVENT: anEvent };
    const { stderr } = await plenary([...add, '--input', '-'], { env, stdin: '{"title": "CTO"}' });
    expect(stderr).toContain(
      '\n  <stdin> title: too odd\n  --email: not an address\nFix: correct title, --email\n',
    );
  });

  it('as one JSON object for scripts', async () => {
    const answer = {
      status: 404,
      json: { detail: 'no such event' },
      headers: { 'x-request-id': 'req-1' },
    };
    const { stderr, exitCode } = await against(() => answer, [...add, '--json']);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'not_found',
      exitCode: 5,
      status: 404,
      requestId: 'req-1',
      retryable: false,
      details: [],
      message: expect.stringContaining('no such event'),
    });
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(exitCode).toBe(5);
  });

  it.each([['--output=json'], ['-ojson'], ['-o', 'ndjson']])(
    'as JSON with %s',
    async (...flags) => {
      const { stderr } = await against(() => ({ status: 404, json: {} }), [...add, ...flags]);
      expect(JSON.parse(stderr).error).toMatchObject({ code: 'not_found' });
    },
  );
});

describe('out of reach', () => {
  it('reports host, port and reason', async () => {
    const { url, port, close } = await startScriptedServer([]);
    await close();
    const env = { PLENARY_BASE_URL: url, PLENARY_TOKEN: token, PLENARY_EVENT: anEvent };
    const { exitCode, stderr } = await quiet([...add, '--retries', '0'], env);
    expect(stderr).toContain(`127.0.0.1:${port}`);
    expect(stderr).toMatch(/refused/);
    expect(exitCode).toBe(7);
  });

  it('a creation whose response is lost is looked up, not repeated', async () => {
    const record = { id: 'spk_1', email: 'Ada@Example.org' };
    const script: Script = ({ method }) =>
      method === 'POST' ? { reset: 'after reading' } : { json: { data: [record] } };
    const { exitCode, stdout, stderr } = await against(script, [...add, '--json']);
    expect({ exitCode, record: JSON.parse(stdout) }).toEqual({ exitCode: 0, record });
    expect(stderr).toBe('The response was lost, but spk_1 was created: it is in the list.\n');
    expect(server?.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });
});
