// How long a start takes, as a ratio to something bare run beside it: whole processes, in turn, medians compared pair by pair.
// Usage: npm run bench:start [-- RUNS]. Run after `npm run build`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

const runs = Number(process.argv[2] ?? 31);
const root = resolve(import.meta.dirname, '..');
const launcher = join(root, 'bin/plenary.js');
const folder = mkdtempSync(join(tmpdir(), 'plenary-bench-'));
const data = join(folder, 'plenary.db');

const plenary = (...args: string[]) => [launcher, ...args];
const succeed = (args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: environment });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
};
let environment: NodeJS.ProcessEnv = { ...process.env, PLENARY_CONFIG_DIR: folder, NODE_COMPILE_CACHE: undefined };

const { token } = JSON.parse(succeed(plenary('service', 'init', '--data', data, '--json')));
succeed(plenary('service', 'event', 'add', '--data', data, '--id', 'conf', '--name', 'Conf', '--timezone', 'UTC'));
const server = spawn(process.execPath, plenary('serve', '--data', data, '--port', '0', '--json', '--quiet'), {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface({ input: server.stdout }), 'line');
const { url } = JSON.parse(String(line));

try {
  // One run with a config file that holds the token, as people have it; one with variables, as CI jobs do.
  succeed(plenary('config', 'set', 'base-url', url));
  succeed(plenary('config', 'set', 'event', 'conf'));
  const login = spawnSync(process.execPath, plenary('auth', 'login', '--token-stdin'), {
    input: token,
    env: environment,
  });
  if (login.status !== 0) throw new Error(String(login.stderr));
  for (let index = 0; index < 20; index++) succeed(plenary('speakers', 'add', '--email', `s${index}@example.org`));

  const bare = join(folder, 'bare.mjs');
  await build({
    stdin: { contents: bareScript(`${url}/v1/events/conf/speakers`, token), resolveDir: root, loader: 'js' },
    outfile: bare,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);' },
    logLevel: 'error',
  });

  report('plenary --version', plenary('--version'), 'node -e 0', ['-e', '0'], 1.25);
  for (const args of [[], ['speakers', 'add'], ['speakers', 'import'], ['config', 'set'], ['serve']]) {
    report(`plenary ${[...args, '--help'].join(' ')}`, plenary(...args, '--help'), 'node -e 0', ['-e', '0'], 1.5);
  }
  report('plenary speakers list (config file)', plenary('speakers', 'list'), 'bare undici script', [bare], 1.3);
  environment = {
    ...environment,
    PLENARY_CONFIG_DIR: join(folder, 'none'),
    PLENARY_BASE_URL: url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: 'conf',
  };
  report('plenary speakers list (variables)', plenary('speakers', 'list'), 'bare undici script', [bare], 1.3);
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

function bareScript(address: string, secret: string): string {
  return `
    import { request } from 'undici';
    const { body } = await request(${JSON.stringify(address)}, { headers: { 'x-access-token': ${JSON.stringify(secret)} } });
    console.log(JSON.stringify(await body.json(), null, 2));
  `;
}

function report(name: string, args: readonly string[], peer: string, peerArgs: readonly string[], bound: number): void {
  const pairs = Array.from({ length: runs + 1 }, () => [time(args), time(peerArgs)] as const).slice(1);
  const ours = median(pairs.map(([a]) => a));
  const theirs = median(pairs.map(([, b]) => b));
  const ratio = median(pairs.map(([a, b]) => a / b));
  const verdict = ratio <= bound ? 'ok' : 'OVER';
  console.log(
    `${name.padEnd(38)} ${ours.toFixed(1).padStart(6)} ms   ${peer.padEnd(19)} ${theirs.toFixed(1).padStart(6)} ms   ratio ${ratio.toFixed(2)} (at most ${bound}) ${verdict}`,
  );
}

function time(args: readonly string[]): number {
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { env: environment });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
