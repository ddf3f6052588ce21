// Starts the built program as its users do, and a service of its own for it to talk to.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import type { Io } from '../../src/cli/io.ts';

const launcher = resolve(import.meta.dirname, '../../bin/plenary.js');

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Invocation {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
}

/** A folder that is removed by `remove`; tests keep nothing elsewhere. */
export function temporaryFolder(): { readonly path: string; file(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'plenary-test-'));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Only what a program needs of the outer environment: nobody's own settings, tokens or proxies. */
function environment(own: Invocation['env'] = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env;
  const folders = {
    PLENARY_CONFIG_DIR: join(tmpdir(), 'plenary-no-config'),
    PLENARY_STATE_DIR: join(tmpdir(), 'plenary-no-state'),
  };
  return { PATH, HOME, TMPDIR, SystemRoot, ...folders, ...own };
}

/** The running program, for tests that look at it while it runs. */
export function startPlenary(args: readonly string[], { env, cwd }: Invocation = {}): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], { env: environment(env), cwd, stdio: 'pipe' });
}

/** Runs it to its end; `stdin` is empty unless given. */
export async function plenary(args: readonly string[], invocation: Invocation = {}): Promise<Outcome> {
  const child = startPlenary(args, invocation);
  const ended = once(child, 'close');
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(invocation.stdin ?? '');
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  const [exitCode] = await ended;
  return { exitCode, stdout, stderr };
}

/** A world for what is only built or printed, without a process: nobody at the terminal, nothing to read. */
export function testIo(): Io {
  return {
    env: {},
    homedir: tmpdir(),
    platform: 'linux',
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    now: () => new Date(0),
    stopped: new AbortController().signal,
    self: ['node'],
    packageDirectory: '.',
  };
}

async function readAll(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

export interface TestService {
  readonly url: string;
  readonly token: string;
  /** The database file. */
  readonly data: string;
  /** What a command needs to reach it: address, token, event. */
  readonly env: Readonly<Record<string, string>>;
  plenary(args: readonly string[], invocation?: Invocation): Promise<Outcome>;
  stop(): Promise<void>;
}

/** `plenary serve` on a free port, with an organization, a token and the event `devconf` (Europe/Berlin). */
export async function startService(...flags: string[]): Promise<TestService> {
  const folder = temporaryFolder();
  const data = folder.file('plenary.db');
  const { token } = JSON.parse(await succeed(['service', 'init', '--data', data, '--name', 'Tests', '--json']));
  const event = ['--id', 'devconf', '--name', 'DevConf', '--timezone', 'Europe/Berlin'];
  await succeed(['service', 'event', 'add', '--data', data, ...event]);
  const server = startPlenary(['serve', '--data', data, '--port', '0', '--json', ...flags]);
  server.stderr?.resume();
  const url = await firstLine(server);
  const env = {
    PLENARY_BASE_URL: url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: 'devconf',
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  return {
    url,
    token,
    data,
    env,
    plenary: (args, invocation = {}) => plenary(args, { ...invocation, env: { ...env, ...invocation.env } }),
    stop: async () => {
      if (server.exitCode === null) {
        const ended = once(server, 'exit');
        server.kill('SIGTERM');
        await ended;
      }
      folder.remove();
    },
  };
}

async function succeed(args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await plenary(args);
  if (exitCode !== 0) throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

async function firstLine(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('no output to read');
  for await (const line of createInterface({ input: server.stdout })) return JSON.parse(line).url;
  throw new Error('the service ended before it said where it listens');
}
