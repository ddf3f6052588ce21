// `plenary doctor`: what it finds wrong on this machine, how it ends, and what it never shows.
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRuns } from '../src/runs/folder.ts';
import { doctorStage, scripted } from './support/doctor-stage.ts';
import { type Invocation, plenary } from './support/program.ts';

const { service, folder, doctor } = doctorStage();
const token = 'plt_very-secret-token';

const everything = [
  ...['program', 'config', 'profile', 'base-url', 'event', 'timezone', 'output', 'timeout', 'retries', 'paging'],
  ...['ca-cert', 'proxy', 'tls', 'token', 'service', 'access', 'clock', 'state', 'runs'],
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
    expect(names('note')).toEqual(['profile', 'timezone', 'timeout', 'retries', 'paging', 'ca-cert']);
    expect(found('timeout').message).toBe('unknown, because the config file cannot be read');
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
    // The client does not read it.
    expect(found('access').state).toBe('ok');
  });

  it('blames the token for its characters, and never shows it', async () => {
    const bad = 'bad tok\u00e9n with spaces';
    const { exitCode, names, found, stdout, stderr } = await doctor({
      PLENARY_TOKEN: bad,
      PLENARY_TIMEZONE: 'Nowhere/X',
    });
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['timezone', 'token'] });
    expect(found('token').message).toContain('the token contains a character that is not allowed');
    expect(found('service').message).toBe('not checked: token failed');
    expect(stdout + stderr).not.toContain('spaces');
    const offline = await doctor({ PLENARY_TOKEN: bad }, '--offline');
    expect(offline.names('failed')).toEqual(['token']);
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
    const file = folder.file('config/config.json');
    expect(found('config')).toMatchObject({ state: 'note', message: `${file} had the mode 0644, and has 0600 now` });
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
      fix: `restrict it: \`chmod go-rwx ${folder.file('state')}\``,
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
    const created = runs.create();
    const target = { resource: 'speakers', event: 'x', baseUrl: service.url };
    const header = { ...target, run: '', file: 's.csv', sha256: '0', rows: 1, options: {} };
    const journal = await created.begin({ journal: 1, startedAt: '2027-05-02T09:00:00.000Z', ...header }, []);
    await journal.close();
    const { exitCode, found } = await doctor();
    expect(exitCode).toBe(0);
    expect(found('runs')).toMatchObject({
      state: 'note',
      message: '1 saved run, 1 unfinished',
      next: [{ command: `plenary runs resume ${created.run}` }],
    });
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
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '1 of 15 checks failed.\n' });
    expect(stdout.match(/^[✓✗-] /gm)).toHaveLength(15);
    expect(stdout).toMatch(/^✓ program {3}plenary /);
    expect(stdout).toContain(
      `\n✗ state     ${folder.file('state')} is not a folder\n            Fix: set PLENARY_STATE_DIR to a folder of your own\n`,
    );
    expect(stdout).toContain('\n- service   not checked: --offline\n');
    expect(stdout).toContain('\n✓ defaults  output table, timeout 30s, retries 3, paging not set, ca-cert not set\n');
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
