// Login, profiles and settings as a script uses them: without a terminal.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { plenary, startTestService } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

/** Runs a command with an empty configuration, and without the service's environment variables. */
const clean = (args: readonly string[], stdin = '', env: Readonly<Record<string, string>> = {}) =>
  plenary(args, { stdin, env: { PLENARY_CONFIG_DIR: folder.file('config'), ...env } });

const login = (...flags: string[]) =>
  clean(
    ['auth', 'login', '--base-url', service.url, '--event', 'devconf', '--token-stdin', ...flags],
    ` ${service.token} \r\n`,
  );

describe('auth', () => {
  it('saves an accepted token, readable by its owner only, and never shows it', async () => {
    const { exitCode, stdout, stderr } = await login();
    const path = folder.file('config/config.json');
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        `Logged in to ${service.url} as profile default (it has access to event devconf).\n` +
        `The token is saved in ${path}.\n`,
    });
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');

    expect(await clean(['speakers', 'list', '--json'])).toMatchObject({
      exitCode: 0,
      stdout: '[]\n',
    });
    const status = await clean(['auth', 'status', '--json']);
    expect(JSON.parse(status.stdout)).toEqual({
      profile: 'default',
      baseUrl: service.url,
      tokenSource: 'profile',
      event: 'devconf',
      accepted: true,
    });
    expect(status.stdout + status.stderr).not.toContain(service.token);
    expect((await login('--json')).stdout).toBe(status.stdout);
  });

  it('saves no token that the service refuses', async () => {
    const args = [
      'auth',
      'login',
      '--base-url',
      service.url,
      '--event',
      'devconf',
      '--token-stdin',
    ];
    // The variable is not what the service has refused.
    const env = { PLENARY_TOKEN: service.token };
    const { exitCode, stderr } = await clean(args, 'plt_wrong_token', env);
    expect(exitCode).toBe(4);
    expect(stderr).not.toContain('plt_wrong_token');
    expect(stderr).toContain('Fix: copy the token again');
    expect(() => statSync(folder.file('config/config.json'))).toThrow('ENOENT');
  });

  it('names the variable whose token is refused in the status', async () => {
    await login();
    const { exitCode, stderr } = await clean(['auth', 'status'], '', {
      PLENARY_TOKEN: 'plt_wrong_token',
    });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Fix: the token comes from PLENARY_TOKEN');
  });

  it('warns of a short token', async () => {
    const args = ['auth', 'login', '--base-url', service.url, '--token-stdin'];
    const { exitCode, stderr } = await clean(args, 'short');
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /^Warning: the token has only 5 characters\. It is easy to guess, and error messages may show it\.\nLogged in /,
    );
    expect((await clean(['auth', 'status'])).stderr).toContain(
      'Warning: the token has only 5 characters.',
    );
  });

  it('needs a terminal or --token-stdin', async () => {
    const { exitCode, stderr } = await clean(['auth', 'login', '--base-url', service.url]);
    expect(stderr).toBe(
      'Error: the token is missing, and there is no terminal to ask for it\n' +
        'Fix: pass --token-stdin and pipe the token in\n',
    );
    expect(exitCode).toBe(2);
  });

  it('does not quote a token that a header cannot carry', async () => {
    const { exitCode, stderr } = await clean(
      ['auth', 'login', '--base-url', service.url, '--token-stdin'],
      'geheim ö',
    );
    expect(stderr).toContain('the token contains characters that are not allowed in a header');
    expect(stderr).not.toContain('geheim');
    expect(exitCode).toBe(2);
  });

  it('sends a saved token to no other origin', async () => {
    await login();
    const other = await startTestService();
    const { exitCode, stderr } = await clean(['speakers', 'list', '--base-url', other.url]);
    expect(stderr).toContain(`belongs to ${service.url}; it is not sent to ${other.url}`);
    expect(exitCode).toBe(4);
    await other.stop();
  });

  it('saves the token in no other file', async () => {
    const token = 'plt_0123456789';
    const errors = [{ loc: ['body', 'first_name'], msg: `not for ${token}`, type: token }];
    const server = await startScriptedServer(({ method }) =>
      method === 'GET'
        ? { json: { data: [{ id: 'spk_1', first_name: 'Ada', email: 'a@example.org' }], total: 1 } }
        : { status: 422, headers: { 'x-request-id': token }, json: { detail: errors } },
    );
    onTestFinished(server.close);
    const people = folder.file('people.csv');
    writeFileSync(people, 'email,first_name\na@example.org,Bo\nb@example.org,Bo\n');
    const run = (stdin: string, ...args: readonly string[]) =>
      clean([...args, '--retries', '0'], stdin, {
        PLENARY_STATE_DIR: folder.file('state'),
        PLENARY_EVENT: anEvent,
      });
    const outcomes = [
      await run(token, 'auth', 'login', '--base-url', server.url, '--token-stdin'),
      await run(
        '',
        'speakers',
        'import',
        people,
        '--rejects',
        folder.file('rejects'),
        '--results',
        folder.file('ids'),
      ),
      await run('', 'speakers', 'plan', people, '--out', folder.file('plan.json'), '--debug'),
      await run('', 'program', 'pull', folder.file('program')),
    ];
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 9, 3, 0]);
    for (const { stdout, stderr } of outcomes) expect(stdout + stderr).not.toContain(token);
    const files = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
    const written = files.filter((name) => statSync(folder.file(name)).isFile());
    expect(
      written.filter((name) => /rejects$|ids$|plan\.json$|base\.json$|journal\.ndjson$/.test(name)),
    ).toHaveLength(4);
    const withToken = written.filter((name) =>
      readFileSync(folder.file(name), 'utf8').includes(token),
    );
    expect(withToken).toEqual([join('config', 'config.json')]);
  });

  it('logs out', async () => {
    await login();
    expect(await clean(['auth', 'logout'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(folder.file('config/config.json'), 'utf8')).not.toContain(service.token);
    expect(await clean(['speakers', 'list'])).toMatchObject({ exitCode: 4 });
    expect(await clean(['auth', 'logout'])).toMatchObject({
      exitCode: 0,
      stderr: 'Profile default has no token.\n',
    });
  });
});

describe('config', () => {
  it('saves settings per profile, and reports the source of each value', async () => {
    await clean(['config', 'set', 'event', 'devconf']);
    await clean(['config', 'set', 'timezone', 'Europe/Berlin', '--profile', 'work']);
    await clean(['config', 'set', 'profile', 'work']);
    const { stdout } = await clean(['config', 'list', '--retries', '5'], '', {
      PLENARY_EVENT: 'other',
    });
    expect(stdout).toBe(
      [
        'SETTING   VALUE          FROM',
        'profile   work           config file',
        'base-url',
        'event     other          PLENARY_EVENT',
        'timezone  Europe/Berlin  profile work',
        'output    table          default',
        'timeout   30s            default',
        'retries   5              --retries',
        'paging',
        'ca-cert',
        '',
      ].join('\n'),
    );
    expect(await clean(['config', 'get', 'timezone'])).toMatchObject({
      exitCode: 0,
      stdout: 'Europe/Berlin\n',
    });
    const elsewhere = { PLENARY_PROFILE: 'default' };
    expect(await clean(['config', 'get', 'event'], '', elsewhere)).toMatchObject({
      stdout: 'devconf\n',
    });
    const flagged = await clean(['config', 'get', 'timezone', '--profile', 'work'], '', elsewhere);
    expect(flagged.stdout).toBe('Europe/Berlin\n');
    await clean(['config', 'unset', 'timezone']);
    expect(await clean(['config', 'get', 'timezone'])).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await clean(['config', 'get', 'event', '--profile', 'default'])).toMatchObject({
      stdout: 'devconf\n',
    });
  });

  it.each([
    [['set', 'base-url', 'not a url'], 'Error: base-url: "not a url" is not an http(s) address'],
    [
      ['set', 'colour', 'red'],
      'Error: unknown setting "colour"\nFix: use one of profile, base-url, event',
    ],
    [['set', 'token', 'x'], 'Error: the token is not a setting'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await clean(['config', ...args]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('prints the path of its file', async () => {
    expect(await clean(['config', 'path'])).toMatchObject({
      stdout: `${folder.file('config/config.json')}\n`,
    });
  });
});
