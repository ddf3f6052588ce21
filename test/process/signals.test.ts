// SIGHUP, SIGINT and SIGTERM while a command runs: it ends, with the signal's exit code, and no
// write is left in doubt.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { anEvent } from '../support/ids.ts';
import { plenary, startPlenary } from '../support/program.ts';
import {
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  wholeList,
} from '../support/scripted-server.ts';
import { skippingClock } from '../support/skipping-clock.ts';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();
let server: ScriptedServer;
afterEach(() => server.close());

/** How much processor time a process has used so far, in milliseconds (proc_pid_stat(5)). */
function processorMsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  const ticksMs = 10;
  return (Number(fields[13]) + Number(fields[14])) * ticksMs;
}

const environment = () => ({
  PLENARY_CONFIG_DIR: folder.file('config'),
  PLENARY_STATE_DIR: folder.file('state'),
});

/** Logs in first: code that reads the config file must not handle the signals. */
async function start(...args: string[]) {
  const env = environment();
  await plenary(['auth', 'login', '--base-url', server.url, '--token-stdin'], { env, stdin: 't' });
  await plenary(['config', 'set', 'event', anEvent], { env });
  const child = startPlenary(args, { env });
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  return { child, ended: once(child, 'close').then(([code]) => code), printed: () => printed };
}

it.each([
  ['SIGHUP', 129, 'Error: hung up\n'],
  ['SIGINT', 130, 'Error: interrupted\n'],
  ['SIGTERM', 143, 'Error: terminated\n'],
] as const)('%s ends a command that waits for an answer', async (signal, exitCode, message) => {
  server = await startScriptedServer(() => ({ hang: true }));
  const { child, ended, printed } = await start('speakers', 'list');
  await server.request(1);
  child.kill(signal);
  expect(await ended).toBe(exitCode);
  expect(printed()).toBe(message);
});

it.runIf(process.platform === 'linux').each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends a command that computes, and leaves nothing behind',
  async (signal, exitCode) => {
    // Reading it takes some seconds.
    const people = 'Dr. Ada Lovelace, ACME; Bo Li; '.repeat(8);
    const row = `2027-05-20 09:00,Aula,"${people}"\n`;
    const rows = Array.from({ length: 90_000 }, (_, at) => `Talk ${at},${row}`);
    writeFileSync(folder.file('talks.csv'), `title,start,room,speakers\n${rows.join('')}`);
    server = await startScriptedServer(() => wholeList([]));
    const out = folder.file('plan.json');
    const { child, ended } = await start(
      'sessions',
      'plan',
      folder.file('talks.csv'),
      '--timezone',
      'UTC',
      '--out',
      out,
    );
    const before = readdirSync(folder.path);
    // Far more than the program needs to start.
    await expect.poll(() => processorMsOf(child.pid)).toBeGreaterThan(1000);
    const killed = performance.now();
    child.kill(signal);
    const code = await ended;
    expect(performance.now() - killed).toBeLessThan(2000);
    // A shell reports a process that a signal has ended by the same code.
    expect(code ?? 128 + (constants.signals[child.signalCode ?? signal] ?? 0)).toBe(exitCode);
    expect(readdirSync(folder.path)).toEqual(before);
  },
);

it('reports that an interrupted write may have taken effect', async () => {
  server = await startScriptedServer(() => ({ hang: true }));
  const { child, ended, printed } = await start('speakers', 'add', '--email', 'ada@example.org');
  await server.request(1);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(printed()).toBe(
    'Error: interrupted\n' +
      'Fix: check the list before you run the command again: the record may have been created\n' +
      'Next: plenary speakers list --all\n',
  );
});

it.each([
  ['an addition', ['speakers', 'add', '--input', '-'], '{"about": "'],
  ['an import, which leaves nothing behind', ['speakers', 'import', '-'], 'Email\n'],
])('ends %s that waits for standard input', async (_, args, beginning) => {
  server = await startScriptedServer([]);
  const { child, ended, printed } = await start(...args, '--debug');
  // A pipe cannot hold this much: when all of it is written, the command is reading.
  await new Promise((resolve) =>
    child.stdin?.write(`${beginning}${'x'.repeat(1_000_000)}`, resolve),
  );
  child.kill('SIGTERM');
  expect(await ended).toBe(143);
  expect(printed()).toContain('Error: terminated\n');
  expect(server.requests).toEqual([]);
  const left = existsSync(folder.file('state/runs')) ? readdirSync(folder.file('state/runs')) : [];
  expect(left.filter((name) => !name.endsWith('.lock'))).toEqual([]);
});

it('an import finishes requests in flight, sends no more, and reports how to resume', async () => {
  const answer = ({ method }: { method: string }): Reply =>
    method === 'GET'
      ? { json: { data: [] } }
      : { status: 201, json: { id: 'spk_1' }, delayMs: 200 };
  server = await startScriptedServer(answer);
  const { child, ended, printed } = await start(
    'speakers',
    'import',
    '-',
    '--concurrency',
    '2',
    '--debug',
  );
  const rows = Array.from({ length: 200 }, (_, index) => `speaker-${index}@example.org`);
  child.stdin?.end(`Email\n${rows.join('\n')}\n`);
  // The import reads the list first; then two rows are in flight.
  const posts = () => server.requests.filter(({ method }) => method === 'POST').length;
  for (let n = 1; posts() < 2; n++) await server.request(n);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(printed()).toContain(
    'Stopping after the requests in flight. Press Ctrl-C again to stop immediately.\n',
  );
  expect(printed()).toMatch(
    /\nError: interrupted\nFix: run the same command again to resume: completed rows are skipped\nNext: plenary runs resume [\w-]+\n$/,
  );
  expect(printed().match(/"kind":"response","method":"POST"/g) ?? []).toHaveLength(posts());
  expect(posts()).toBeLessThanOrEqual(4);
});

it('the second one ends an import at once; the same command looks up its rows', async () => {
  const created: object[] = [];
  let isUp = false;
  // The first row is created alone. The second one is created, but its response never comes; the
  // third never arrives.
  server = await startScriptedServer(({ method, body }): Reply => {
    if (method === 'GET') return wholeList(created);
    const isFirst = created.length === 0;
    if (isUp || created.length < 2)
      created.push({ id: `spk_${created.length + 1}`, ...JSON.parse(body) });
    return isUp || isFirst ? { status: 201, json: created.at(-1) } : { hang: true };
  });
  const rows = ['Email', ...[1, 2, 3, 4].map((n) => `speaker-${n}@example.org`)];
  writeFileSync(folder.file('people.csv'), rows.join('\n'));
  const args = ['speakers', 'import', folder.file('people.csv'), '--concurrency', '2'];
  const { child, ended, printed } = await start(...args);
  await server.request(4);
  child.kill('SIGINT');
  await expect.poll(printed).toContain('Stopping ');
  child.kill('SIGINT');
  expect(await ended).toBeNull();
  isUp = true;
  const again = await plenary([...args, '--json'], { env: environment(), clock: skippingClock() });
  expect(again.stderr).toContain('Resuming run ');
  expect(JSON.parse(again.stdout).counts).toMatchObject({ rows: 4, created: 4 });
  expect(created).toHaveLength(4);
});
