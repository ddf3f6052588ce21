// `plenary doctor`: what it finds wrong, how it ends, and what it never shows.
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRuns } from '../src/runs/folder.ts';
import { startForwardProxy } from './support/forward-proxy.ts';
import { type CommandResult, type Invocation, plenary } from './support/program.ts';
import { type Script, startScriptedServer, wholeList } from './support/scripted-server.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const token = 'plt_very-secret-token';

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly message: string;
  readonly fix: string | null;
  readonly next: readonly { readonly command: string }[];
}

/** With folders of its own, for config and state. */
async function doctor(
  env: Invocation['env'] = {},
  ...flags: readonly string[]
): Promise<CommandResult & { readonly found: (name: string) => Finding; readonly names: (state: string) => string[] }> {
  const folders = { PLENARY_CONFIG_DIR: folder.file('config'), PLENARY_STATE_DIR: folder.file('state') };
  const result = await plenary(['doctor', '--json', ...flags], { env: { ...service.env, ...folders, ...env } });
  const { checks, ...report } = JSON.parse(result.stdout) as { checks: Finding[]; exitCode: number; healthy: boolean };
  expect(report).toMatchObject({
    schemaVersion: '1.0',
    exitCode: result.exitCode,
    healthy: !checks.some(({ state }) => state === 'failed'),
  });
  return {
    ...result,
    names: (state) => checks.filter((check) => check.state === state).map(({ name }) => name),
    found(name) {
      const check = checks.find((each) => each.name === name);
      if (check === undefined) throw new Error(`no check ${name}`);
      return check;
    },
  };
}

async function scripted(script: Script): Promise<{ readonly url: string; readonly requests: readonly unknown[] }> {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}

const everything = [
  ...['program', 'config', 'profile', 'base-url', 'event', 'timezone', 'output', 'timeout', 'retries', 'paging'],
  ...['max-pages', 'ca-cert', 'proxy', 'tls', 'token', 'service', 'access', 'clock', 'state', 'runs'],
];

describe('doctor', () => {
  it('finds nothing wrong without a config file, a state folder or an earlier run', async () => {
    const { exitCode, names, found } = await doctor({ PLENARY_TIMEZONE: 'Asia/Tokyo' });
    expect(exitCode).toBe(0);
    expect(names('ok')).toEqual(everything);
    expect(found('program').message).toMatch(/^plenary \d+\.\d+\.\d+ with Node \d+\.\d+\.\d+$/);
    expect(found('config').message).toBe(`no config file yet at ${folder.file('config/config.json')}; none is needed`);
    expect(found('base-url').message).toBe(`${service.url} (PLENARY_BASE_URL)`);
    expect(found('timeout').message).toBe('30s (default)');
    expect(found('timezone').message).toMatch(/^Asia\/Tokyo \(PLENARY_TIMEZONE\), where it is \d\d:\d\d$/);
    expect(found('token').message).toBe('from PLENARY_TOKEN; accepted');
    expect(found('access').message).toBe('event devconf can be read');
    expect(found('state').message).toContain('does not exist yet');
  });

  it('ends with 4 for a refused token, and never shows it', async () => {
    const { exitCode, stdout, stderr, found, names } = await doctor({ PLENARY_TOKEN: token });
    expect(exitCode).toBe(4);
    expect(names('failed')).toEqual(['token']);
    expect(found('token').fix).toContain('the token comes from PLENARY_TOKEN');
    expect(found('service').message).toBe('responds with status 401');
    expect(found('access')).toMatchObject({ state: 'note', message: 'not checked: token failed' });
    expect(found('clock').state).toBe('ok');
    expect(stdout + stderr).not.toContain(token);
  });

  it('ends with 4 without a token', async () => {
    const { exitCode, found } = await doctor({ PLENARY_TOKEN: undefined });
    expect(exitCode).toBe(4);
    expect(found('token')).toMatchObject({
      state: 'failed',
      message: `no token for ${service.url}`,
      next: [{ command: `plenary auth login --base-url ${service.url}` }],
    });
    expect(found('service').message).toBe('not checked: there is no token');
  });

  it('ends with 7 if the service cannot be reached, after one attempt', async () => {
    const { url, requests } = await scripted(() => ({ reset: 'after reading' }));
    const { exitCode, names, found } = await doctor({ PLENARY_BASE_URL: url, PLENARY_TIMEZONE: 'UTC' });
    expect(exitCode).toBe(7);
    expect(requests).toHaveLength(1);
    expect(names('failed')).toEqual(['service']);
    expect(names('note')).toEqual(['access', 'clock']);
    expect(found('token').message).toBe('from PLENARY_TOKEN');
  });

  it('ends with 5 if the event is unknown', async () => {
    const { exitCode, names } = await doctor({}, '--event', 'other');
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 5, failed: ['access'] });
  });

  it('recognizes a web page that is not this API', async () => {
    const { url } = await scripted(() => ({ text: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }));
    const { exitCode, names, found } = await doctor({ PLENARY_BASE_URL: url });
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 1, failed: ['service'] });
    expect(found('service').fix).toContain('check that the base URL is the address of the API');
  });

  it('ends with 2 for a broken config file, and checks everything else', async () => {
    mkdirSync(folder.file('config'));
    writeFileSync(folder.file('config/config.json'), `{"profiles": {"default": {"token": "${token}"`);
    const { exitCode, stdout, names, found } = await doctor();
    expect(exitCode).toBe(2);
    expect(names('failed')).toEqual(['config']);
    expect(found('config').message).toBe(`cannot read ${folder.file('config/config.json')}: it is not valid JSON`);
    expect(names('note')).toEqual(['profile', 'timezone', 'ca-cert']);
    expect(found('access').state).toBe('ok');
    expect(stdout).not.toContain(token);
    const without = { PLENARY_BASE_URL: undefined, PLENARY_EVENT: undefined, PLENARY_TOKEN: undefined };
    const alone = await doctor(without);
    expect(alone.exitCode).toBe(2);
    expect(alone.names('failed')).toEqual(['config']);
    expect(alone.found('token').state).toBe('note');
  });

  it('ends with 2 without a base URL, and with the command that sets it', async () => {
    const { exitCode, names, found } = await doctor({ PLENARY_BASE_URL: undefined });
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['base-url'] });
    expect(found('base-url').next).toEqual([{ command: 'plenary auth login' }]);
  });

  it('names the source of a malformed setting', async () => {
    const { exitCode, names, found } = await doctor({ PLENARY_TIMEZONE: 'Mars' });
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['timezone'] });
    expect(found('timezone').message).toMatch(/^PLENARY_TIMEZONE: "Mars" is not a time zone/);
  });

  it('does not blame the token for a malformed setting of the profile', async () => {
    mkdirSync(folder.file('config'), { mode: 0o700 });
    const settings = { timeout: 'soon', 'base-url': service.url };
    writeFileSync(folder.file('config/config.json'), JSON.stringify({ profiles: { default: { settings } } }));
    chmodSync(folder.file('config/config.json'), 0o644);
    const { exitCode, names, found, stderr } = await doctor();
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['timeout'] });
    expect(found('timeout').message).toContain('profile default: "soon" is not a duration');
    expect(found('service').message).toBe('not checked: timeout failed');
    // As any command does.
    expect(stderr).toContain('to 0600');
    expect(statSync(folder.file('config/config.json')).mode & 0o777).toBe(0o600);
  });

  it('asks for a private state folder', async () => {
    mkdirSync(folder.file('state'));
    chmodSync(folder.file('state'), 0o755);
    const { exitCode, names, found } = await doctor();
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['state'] });
    expect(found('state')).toMatchObject({
      message: `other users have access to ${folder.file('state')} (mode 0755)`,
      fix: `take it away: \`chmod go-rwx ${folder.file('state')}\``,
    });
    chmodSync(folder.file('state'), 0o700);
    expect((await doctor()).found('state')).toMatchObject({ state: 'ok', message: `${folder.file('state')} (0 kB)` });
  });

  it('refuses a state folder that is a file', async () => {
    writeFileSync(folder.file('state'), '');
    const { exitCode, found } = await doctor();
    expect(exitCode).toBe(2);
    expect(found('state').message).toBe(`${folder.file('state')} is not a folder`);
  });

  it('takes the worst fault as its exit code', async () => {
    writeFileSync(folder.file('state'), '');
    const { exitCode, names } = await doctor({ PLENARY_TOKEN: token, PLENARY_TIMEZONE: 'Mars' });
    expect(exitCode).toBe(4);
    expect(names('failed')).toEqual(['timezone', 'token', 'state']);
  });

  it('shows an unfinished run with its command, which is no fault', async () => {
    const runs = openRuns(join(folder.file('state'), 'runs'), Date.now);
    const prepared = await runs.prepare();
    const target = { resource: 'speakers', event: 'x', baseUrl: service.url };
    const header = { ...target, run: prepared.run, file: 's.csv', sha256: '0', rows: 1, options: {} };
    const journal = await prepared.begin({ journal: 1, startedAt: '2027-05-02T09:00:00.000Z', ...header });
    await journal.close();
    const { exitCode, found } = await doctor();
    expect(exitCode).toBe(0);
    expect(found('runs')).toMatchObject({
      state: 'note',
      message: '1 saved run, 1 unfinished',
      next: [{ command: `plenary runs resume ${prepared.run}` }],
    });
  });
});

describe('doctor and the clock', () => {
  it.each([
    ['a minute and a half late', 90_000, {}, 'failed', /^(88|89|90) s behind the clock of the service$/],
    ['a minute and a half early', -90_000, {}, 'failed', /^(88|89|90) s ahead of the clock of the service$/],
    ['half a minute late', 30_000, {}, 'ok', /^(28|29|30) s behind the clock of the service$/],
    ['right, if the response is from a cache', -90_000, { age: '90' }, 'ok', /^agrees with that of the service$/],
  ])('is %s', async (_, differenceMs, headers, state, message) => {
    const { url } = await scripted(() => ({
      ...wholeList([]),
      headers: { date: new Date(Date.now() + differenceMs).toUTCString(), ...headers },
    }));
    const { exitCode, found } = await doctor({ PLENARY_BASE_URL: url });
    expect(found('clock')).toMatchObject({ state, message: expect.stringMatching(message) });
    expect(exitCode).toBe(state === 'failed' ? 2 : 0);
  });
});

describe('doctor and the network', () => {
  it('names the proxy without its password, and uses it', async () => {
    const proxy = await startForwardProxy(service.url);
    onTestFinished(() => proxy.close());
    const address = proxy.url.replace('://', '://ada:pass-word@');
    const env = { PLENARY_BASE_URL: 'http://program.test', http_proxy: address };
    const { exitCode, stdout, stderr, found } = await doctor(env, '--insecure-http');
    expect(exitCode).toBe(0);
    expect(found('proxy').message).toBe(`${proxy.url.replace('http://', '')} (http_proxy)`);
    expect(found('tls').message).toContain('unencrypted');
    expect(found('token').message).toBe('from PLENARY_TOKEN; accepted');
    expect([...proxy.hosts]).toEqual(['program.test']);
    expect(stdout + stderr).not.toMatch(/pass-word|ada/);
    const excepted = await doctor({ ...env, NO_PROXY: '.test' }, '--insecure-http', '--offline');
    expect(excepted.found('proxy').message).toMatch(/^none: NO_PROXY excepts program\.test from 127\.0\.0\.1:\d+$/);
  });

  it('refuses a malformed proxy without repeating it', async () => {
    const env = { PLENARY_BASE_URL: 'https://program.test', HTTPS_PROXY: 'socks5://ada:pass-word@x' };
    const { exitCode, stdout, found } = await doctor(env);
    expect(exitCode).toBe(2);
    expect(found('proxy').message).toBe('HTTPS_PROXY is not the address of an HTTP proxy');
    expect(found('service').message).toBe('not checked: proxy failed');
    expect(stdout).not.toContain('pass-word');
  });

  it.each([
    [{ NODE_EXTRA_CA_CERTS: '/nowhere.pem' }, [], 'failed', 'cannot read /nowhere.pem: no such file or folder'],
    [{}, ['--ca-cert', '/nowhere.pem'], 'failed', 'cannot read /nowhere.pem: no such file or folder'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, [], 'failed', /^certificates are not checked/],
    [{}, [], 'ok', 'the well-known certificates'],
  ])('checks certificates: %j %j', async (env, flags, state, message) => {
    const { found } = await doctor({ PLENARY_BASE_URL: 'https://program.test', ...env }, '--offline', ...flags);
    expect(found('tls').state).toBe(state);
    expect(found('tls').message).toMatch(message);
  });

  it('refuses to send the token unencrypted', async () => {
    const { exitCode, found, names } = await doctor({ PLENARY_BASE_URL: 'http://program.test' });
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['tls'] });
    expect(found('service').message).toBe('not checked: tls failed');
  });

  it('sends nothing with --offline', async () => {
    const { url, requests } = await scripted([]);
    const { exitCode, found } = await doctor({ PLENARY_BASE_URL: url }, '--offline');
    expect(exitCode).toBe(0);
    for (const name of ['service', 'access', 'clock']) {
      expect(found(name)).toMatchObject({ state: 'note', message: 'not checked: --offline' });
    }
    expect(requests).toEqual([]);
  });
});

describe('doctor for people', () => {
  const show = (env: Invocation['env'], columns?: number) =>
    plenary(['doctor', '--offline', '--no-color'], {
      env: { ...service.env, PLENARY_STATE_DIR: folder.file('state'), ...env },
      ...(columns !== undefined && { columns }),
    });

  it('shows a sign for each check, or a word where the terminal has no such signs', async () => {
    writeFileSync(folder.file('state'), '');
    const { exitCode, stdout, stderr } = await show({ LANG: 'C.UTF-8' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '1 of 20 checks failed.\n' });
    expect(stdout).toMatch(/^✓ program {3}plenary /);
    expect(stdout).toContain(
      `\n✗ state     ${folder.file('state')} is not a folder\n            Fix: set PLENARY_STATE_DIR to a folder of your own\n`,
    );
    expect(stdout).toContain('\n- service   not checked: --offline\n');
    expect(stdout).toContain(
      '\n✓ defaults  output table, timeout 30s, retries 3, paging auto, max-pages 10000, ca-cert not set\n',
    );
    for (const env of [{ LANG: 'C.UTF-8', TERM: 'dumb' }, { LANG: 'C.UTF-8', LC_ALL: 'C' }, {}]) {
      const { stdout: words } = await show(env);
      expect(words).toMatch(/^ok {5}program {3}plenary /);
      expect(words).toContain('\nfailed state ');
      expect(words).not.toMatch(/[✓✗]/);
    }
  });

  it('wraps its lines at a terminal, but no command', async () => {
    const { stdout } = await show({ LANG: 'C.UTF-8', PLENARY_BASE_URL: undefined }, 50);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.length > 50 && !line.includes(folder.path) && !line.includes('/'))).toEqual([]);
    expect(lines).toContain('            Next: plenary auth login');
  });
});
