// `plenary doctor`: what it finds wrong, how it ends, and what it never shows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { openRuns } from '../../src/runs/folder.ts';
import { anEvent } from '../support/ids.ts';
import { type Invocation, plenary } from '../support/program.ts';
import { type Script, startScriptedServer } from '../support/scripted-server.ts';
import { folderForEach, sharedService } from '../support/stage.ts';

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

async function doctor(env: Invocation['env'] = {}, ...flags: readonly string[]) {
  const folders = {
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  const result = await plenary(['doctor', '--json', ...flags], {
    env: { ...service.env, ...folders, ...env },
  });
  const { checks, exitCode, healthy }: { checks: Finding[]; exitCode: number; healthy: boolean } =
    JSON.parse(result.stdout);
  const names = (state: string) =>
    checks.filter((check) => check.state === state).map(({ name }) => name);
  expect({ exitCode, healthy }).toEqual({
    exitCode: result.exitCode,
    healthy: names('failed').length === 0,
  });
  return { ...result, names, found: (name: string) => checks.find((check) => check.name === name) };
}

async function scripted(script: Script) {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}

it('finds nothing wrong without a config file or an earlier run', async () => {
  const { exitCode, names, found } = await doctor({ PLENARY_TIMEZONE: 'Asia/Tokyo' });
  expect(exitCode).toBe(0);
  expect(names('ok')).toEqual([
    'program',
    'config',
    'base-url',
    'event',
    'timezone',
    'output',
    'timeout',
    'retries',
    'paging',
    'ca-cert',
    'token',
    'service',
    'runs',
  ]);
  expect(found('program')?.message).toMatch(/^plenary \d+\.\d+\.\d+ with Node \d+\.\d+\.\d+$/);
  expect(found('config')?.message).toBe(
    `no config file yet at ${folder.file('config/config.json')}; none is needed`,
  );
  expect(found('base-url')?.message).toBe(`${service.url} (PLENARY_BASE_URL)`);
  expect(found('timeout')?.message).toBe('30s (default)');
  expect(found('token')?.message).toBe('from PLENARY_TOKEN');
  expect(found('service')?.message).toMatch(
    /^accepts the token, and responds after \d+ ms with the event devconf$/,
  );
});

const page: Script = () => ({
  text: '<html>Welcome</html>',
  headers: { 'content-type': 'text/html' },
});

it.each<readonly [string, Invocation['env'], Script | undefined, number, readonly string[]]>([
  ['a refused token', { PLENARY_TOKEN: token }, undefined, 4, ['service']],
  ['no token', { PLENARY_TOKEN: undefined }, undefined, 4, ['token']],
  ['a token with other characters', { PLENARY_TOKEN: `${token} \u00e9` }, undefined, 2, ['token']],
  ['a service that is not reached', {}, () => ({ reset: 'after reading' }), 7, ['service']],
  ['an unknown event', { PLENARY_EVENT: 'other' }, undefined, 5, ['service']],
  ['a web page', {}, page, 1, ['service']],
  ['no address', { PLENARY_BASE_URL: undefined }, undefined, 2, ['base-url']],
  ['a malformed setting', { PLENARY_TIMEZONE: 'Mars' }, undefined, 2, ['timezone']],
  [
    'two faults',
    { PLENARY_TIMEZONE: 'Mars', PLENARY_TOKEN: token },
    undefined,
    2,
    ['timezone', 'service'],
  ],
])(
  'ends with the exit code of the first check that has failed: %s',
  async (_, env, script, code, failed) => {
    const server = script === undefined ? undefined : await scripted(script);
    const { exitCode, stdout, stderr, names } = await doctor({
      ...(server && { PLENARY_BASE_URL: server.url, PLENARY_EVENT: anEvent }),
      ...env,
    });
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: code, failed });
    // One attempt.
    if (server !== undefined) expect(server.requests).toHaveLength(1);
    expect(stdout + stderr).not.toContain(token);
  },
);

it('ends with 2 for a broken config file, and checks what does not need it', async () => {
  mkdirSync(folder.file('config'));
  writeFileSync(folder.file('config/config.json'), `{"profiles": {"default": {"token": "${token}"`);
  const { exitCode, stdout, names, found } = await doctor();
  expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['config'] });
  expect(found('config')?.message).toBe(
    `cannot read ${folder.file('config/config.json')}: it is not valid JSON`,
  );
  expect(found('timeout')).toMatchObject({ state: 'note', message: 'not checked: config failed' });
  expect(found('base-url')?.state).toBe('ok');
  expect(stdout).not.toContain(token);
});

it('sends nothing with --offline', async () => {
  const { url, requests } = await scripted([]);
  const { exitCode, found } = await doctor({ PLENARY_BASE_URL: url }, '--offline');
  expect(exitCode).toBe(0);
  expect(found('service')).toMatchObject({ state: 'note', message: 'not checked: --offline' });
  expect(requests).toEqual([]);
});

it('shows an unfinished run with its command, which is no fault', async () => {
  const runs = openRuns(join(folder.file('state'), 'runs'), systemClock);
  const created = runs.create();
  const target = { resource: 'speakers', event: 'x', baseUrl: service.url };
  const header = { ...target, file: 's.csv', sha256: '0', rows: 1, options: {} };
  const journal = await created.begin(header, []);
  await journal.close();
  const { exitCode, found } = await doctor();
  expect(exitCode).toBe(0);
  expect(found('runs')).toMatchObject({
    state: 'note',
    message: '1 saved run, 1 unfinished',
    next: [{ command: `plenary runs resume ${created.run}` }],
  });
});

it('shows people a line for each check, and what to do below it', async () => {
  const env = {
    ...service.env,
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_BASE_URL: undefined,
  };
  const { exitCode, stdout } = await plenary(['doctor'], { env });
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/^program {3}ok: plenary /);
  expect(stdout).toMatch(
    /\nbase-url {2}failed: the address of the service .*\n {10}Fix: .*\n {10}Next: plenary auth login\n/,
  );
  expect(stdout).toContain('\ntoken     note: not checked: base-url failed\n');
});
