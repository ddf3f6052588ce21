// Measures how long whole commands take, as a ratio to a bare process that runs in turn with each of them.
// Usage: npm run bench:start [-- [--runs N] [--node PATH]…]. Each --node is a Node binary to measure with; without any, this one.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values: flags } = parseArgs({
  options: { runs: { type: 'string', default: '31' }, node: { type: 'string', multiple: true } },
});
const runs = Number(flags.runs);
const root = resolve(import.meta.dirname, '..');
const launcher = join(root, 'bin/plenary.js');
const folder = mkdtempSync(join(tmpdir(), 'plenary-bench-'));
const data = join(folder, 'plenary.db');

type Environment = Readonly<Record<string, string | undefined>>;

// One run with a config file that holds the token, as people have it; one with variables, as CI jobs do.
const withConfigFile: Environment = { ...process.env, PLENARY_CONFIG_DIR: folder, NODE_COMPILE_CACHE: undefined };

const plenary = (...args: string[]) => [launcher, ...args];
const nothing = ['-e', '0'];

/** The largest accepted ratios. Newer versions of Node start in half the time, so that the same work weighs more. */
const onNode20 = { version: 1.25, help: 1.5, request: 2.6, script: 0.75 };
const onNewerNode = { version: 1.3, help: 2.1, request: 4.2, script: 1.3 };

const { token } = JSON.parse(succeed(plenary('service', 'init', '--data', data, '--json')));
succeed(plenary('service', 'event', 'add', '--data', data, '--id', 'conf', '--name', 'Conf', '--timezone', 'UTC'));
const server = spawn(process.execPath, plenary('serve', '--data', data, '--port', '0', '--json', '--quiet'), {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface({ input: server.stdout }), 'line');
const { url } = JSON.parse(String(line));

try {
  succeed(plenary('config', 'set', 'base-url', url));
  succeed(plenary('config', 'set', 'event', 'conf'));
  succeed(plenary('auth', 'login', '--token-stdin'), token);
  for (let index = 0; index < 20; index++) succeed(plenary('speakers', 'add', '--email', `s${index}@example.org`));
  const bare = await buildBareScript();
  for (const node of flags.node ?? [process.execPath]) measure(node, bare);
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

/** All comparisons with one Node binary. */
function measure(node: string, bare: string): void {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const atMost = version.startsWith('v20.') ? onNode20 : onNewerNode;
  console.log(`\nNode ${version.slice(1)}`);
  const compare = (name: string, args: readonly string[], other: Peer, environment = withConfigFile) =>
    report(name, other, pairs(node, args, other.args, environment));

  compare('plenary --version', plenary('--version'), { name: 'node -e 0', args: nothing, atMost: atMost.version });
  for (const args of [[], ['speakers', 'add'], ['speakers', 'import'], ['config', 'set'], ['serve']]) {
    const help = [...args, '--help'];
    compare(`plenary ${help.join(' ')}`, plenary(...help), { name: 'node -e 0', args: nothing, atMost: atMost.help });
  }
  const list = plenary('speakers', 'list');
  const script = { name: 'bare undici script', args: [bare], atMost: atMost.script };
  compare('plenary speakers list (config file)', list, { name: 'node -e 0', args: nothing, atMost: atMost.request });
  compare('plenary speakers list (config file)', list, script);
  compare('plenary speakers list (variables)', list, script, {
    ...withConfigFile,
    PLENARY_CONFIG_DIR: join(folder, 'none'),
    PLENARY_BASE_URL: url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: 'conf',
  });
}

/** What a command is compared with, and the largest accepted ratio. */
interface Peer {
  readonly name: string;
  readonly args: readonly string[];
  readonly atMost: number;
}

type Milliseconds = readonly [ours: number, theirs: number];

/** The first pair warms the disk cache and is not counted. */
function pairs(node: string, ours: readonly string[], theirs: readonly string[], env: Environment): Milliseconds[] {
  const pair = () => [time(node, ours, env), time(node, theirs, env)] as const;
  return Array.from({ length: runs + 1 }, pair).slice(1);
}

function report(name: string, peer: Peer, measured: readonly Milliseconds[]): void {
  const ratio = median(measured.map(([a, b]) => a / b));
  const columns = [
    name.padEnd(38),
    `${median(measured.map(([a]) => a)).toFixed(1)} ms`.padStart(9),
    `  ${peer.name.padEnd(19)}`,
    `${median(measured.map(([, b]) => b)).toFixed(1)} ms`.padStart(9),
    `  ratio ${ratio.toFixed(2)} (at most ${peer.atMost})`,
    ratio <= peer.atMost ? 'ok' : 'OVER',
  ];
  console.log(columns.join(' '));
}

function time(node: string, args: readonly string[], env: Environment): number {
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(node, args, { env });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

function succeed(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: withConfigFile,
    input,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The same request with undici alone, bundled in the same way. */
async function buildBareScript(): Promise<string> {
  const outfile = join(folder, 'bare.mjs');
  const contents = `
    import { request } from 'undici';
    const headers = { 'x-access-token': ${JSON.stringify(token)} };
    const { body } = await request(${JSON.stringify(`${url}/v1/events/conf/speakers`)}, { headers });
    console.log(JSON.stringify(await body.json(), null, 2));
  `;
  await build({
    stdin: { contents, resolveDir: root, loader: 'js' },
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);' },
    logLevel: 'error',
  });
  return outfile;
}
