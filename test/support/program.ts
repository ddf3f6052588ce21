// Runs the program in this process or, built, in one of its own, and starts a service that it can
// use.
import { type ChildProcessWithoutNullStreams, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { createProgram } from '../../src/cli/command-tree.ts';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { type Clock, systemClock } from '../../src/client/clock.ts';
import { createSecrets } from '../../src/secrets.ts';
import { checkPrintedCommands } from './printed-commands.ts';
import { checkDocument, checkPrintedDocuments } from './printed-documents.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
export const launcher = join(root, 'bin/plenary.js');

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Invocation {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  /** Makes the streams of a command in this process a terminal of this width. */
  readonly columns?: number;
  /**
   * What is typed at the questions of this terminal, one after the other. A question without it
   * ends the input.
   */
  readonly typed?: readonly string[];
  /** Of a command in this process; the real time unless given. */
  readonly clock?: Clock;
  /** Stops a command in this process, as a signal would whose name is its reason. */
  readonly stopped?: AbortSignal;
  /** Of a command in this process; Linux unless given. */
  readonly platform?: NodeJS.Platform;
  /** Of a command in this process; the real user unless given. */
  readonly userId?: number;
  /** Of a built program; this repository's unless given. */
  readonly launcher?: string;
}

/**
 * Passes on only the variables that any process needs: no settings, tokens or proxies of the
 * developer.
 */
export function environment(own: Invocation['env'] = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env;
  const folders = {
    PLENARY_CONFIG_DIR: join(tmpdir(), 'plenary-no-config'),
    PLENARY_STATE_DIR: join(tmpdir(), 'plenary-no-state'),
    XDG_CACHE_HOME: join(root, 'node_modules/.cache'),
  };
  return { PATH, HOME, TMPDIR, SystemRoot, ...folders, ...own };
}

/** Runs a command in this process, from source, to its end; `stdin` is empty unless specified. */
export async function plenary(
  args: readonly string[],
  invocation: Invocation = {},
): Promise<CommandResult> {
  const { clock = systemClock, stopped = new AbortController().signal } = invocation;
  const { platform = 'linux', userId = process.getuid?.() } = invocation;
  const env = environment(invocation.env);
  const io = { ...testIo(), env, platform, userId, clock, stopped };
  if (invocation.columns === undefined) io.stdin.end(invocation.stdin ?? '');
  else becomeTerminal(io, invocation.columns, invocation.typed);
  const output = Promise.all([readAll(io.stdout), readAll(io.stderr)]);
  const leave = enter(invocation.cwd);
  const exitCode = await run(args, io).finally(leave);
  for (const stream of [io.stdout, io.stderr]) stream.push(null);
  const [stdout, stderr] = await output;
  checkPrinted(args, io.env, { stdout, stderr });
  return { exitCode, stdout, stderr };
}

/**
 * @throws {Error} if the program printed a command that cannot be pasted, or a JSON document that
 *   does not fit its schema
 */
export function checkPrinted(
  args: readonly string[],
  env: Invocation['env'] = {},
  output: Pick<CommandResult, 'stdout' | 'stderr'>,
): void {
  checkPrintedCommands({ args, env, ...output }, (words) => createProgram(testIo(), words));
  checkPrintedDocuments({ args, ...output });
}

/**
 * Starts the built program in a process of its own, for tests that interact with it while it runs.
 */
export function startPlenary(
  args: readonly string[],
  invocation: Invocation = {},
): ChildProcessWithoutNullStreams {
  const { env, cwd } = invocation;
  return spawn(process.execPath, [invocation.launcher ?? launcher, ...args], {
    env: environment(env),
    cwd,
    stdio: 'pipe',
  });
}

/**
 * Runs the built program in a process of its own to its end, for behavior that only a process has.
 */
export async function spawnPlenary(
  args: readonly string[],
  invocation: Invocation = {},
): Promise<CommandResult> {
  const { env, cwd, stdin } = invocation;
  const command = [process.execPath, invocation.launcher ?? launcher, ...args] as const;
  const result = await runToEnd(command, { env, cwd, stdin });
  checkPrinted(args, env, result);
  return result;
}

export interface Start {
  readonly env?: Invocation['env'];
  readonly cwd?: string | undefined;
  readonly stdin?: Invocation['stdin'];
  /** The id of the user, where the system has users and this process may choose one. */
  readonly uid?: number;
  /** In place of pipes for standard input, output and error. */
  readonly stdio?: StdioOptions;
}

/** Runs an executable with its arguments to its end. */
export async function runToEnd(
  [executable, ...args]: readonly [string, ...string[]],
  { env, stdin = '', ...start }: Start = {},
): Promise<CommandResult> {
  const child = spawn(executable, args, { stdio: 'pipe', ...start, env: environment(env) });
  const ended = once(child, 'close');
  child.stdin?.on('error', () => undefined).end(stdin);
  const texts = [child.stdout, child.stderr].map((stream) =>
    stream === null ? '' : readAll(stream),
  );
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  const [exitCode] = await ended;
  return { exitCode, stdout, stderr };
}

interface TestIo extends Io {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
}

/** The outer world as streams: no terminal, no settings, no signal. */
export function testIo(): TestIo {
  return {
    env: {},
    homedir: tmpdir(),
    platform: 'linux',
    userId: process.getuid?.(),
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    clock: { ...systemClock, now: () => 0, date: () => 0 },
    releaseFile: () => undefined,
    stopped: new AbortController().signal,
    holdSignals: () => async () => {},
    self: [process.execPath, launcher],
    secrets: createSecrets(),
    nodeVersion: process.versions.node,
    packageDirectory: root,
  };
}

function becomeTerminal(io: TestIo, columns: number, typed: readonly string[] = []): void {
  for (const stream of [io.stdin, io.stdout, io.stderr])
    Object.assign(stream, { isTTY: true, columns });
  // Like the process's own stream, it cannot be closed, which a question tries to do.
  Object.assign(io.stderr, { end: () => io.stderr });
  const answers = typed.values();
  // What is typed before its question is lost.
  io.stderr.on('data', (chunk) => {
    if (!/^\? /m.test(String(chunk))) return;
    const { value } = answers.next();
    if (value === undefined) io.stdin.end();
    else io.stdin.write(value);
  });
}

let running = 0;

/**
 * Changes the working directory, which commands that run at the same time must share. Returns a
 * function that restores it.
 */
function enter(cwd: string = root): () => void {
  if (running > 0 && process.cwd() !== cwd)
    throw new Error('another command runs in another working directory');
  running++;
  process.chdir(cwd);
  return () => {
    running--;
    if (running === 0) process.chdir(root);
  };
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

export type TestService = Awaited<ReturnType<typeof openService>>;

/**
 * `plenary serve` in this process on a free port, with an organization, a token and the event
 * `devconf` (Europe/Berlin).
 */
export function startTestService(...flags: readonly string[]) {
  return openService(serve, flags);
}

/** The same in a process of its own. */
export function spawnService(...flags: readonly string[]) {
  return openService(spawnServe, flags);
}

/** The files of a database for services, and the token that they accept. */
interface Prepared {
  readonly files: readonly (readonly [name: string, bytes: Buffer])[];
  readonly token: string;
}

let prepared: Promise<Prepared> | undefined;

/** Done once in each process, because it takes as long as starting a service. */
async function prepareData(): Promise<Prepared> {
  const folder = temporaryFolder();
  const data = folder.file('plenary.db');
  const { token } = JSON.parse(
    await succeed(['service', 'init', '--data', data, '--name', 'Tests', '--json']),
  );
  const event = ['--id', 'devconf', '--name', 'DevConf', '--timezone', 'Europe/Berlin'];
  await succeed(['service', 'event', 'add', '--data', data, ...event]);
  // Its log as well: SQLite may not have moved all of it into the database.
  const names = readdirSync(folder.path).filter((name) => !name.endsWith('-shm'));
  const files = names.map((name) => [name, readFileSync(folder.file(name))] as const);
  folder.remove();
  return { files, token };
}

async function openService(start: typeof serve, flags: readonly string[]) {
  prepared ??= prepareData();
  const { files, token } = await prepared;
  const folder = temporaryFolder();
  const data = folder.file('plenary.db');
  for (const [name, bytes] of files) writeFileSync(folder.file(name), bytes, { mode: 0o600 });
  const { url, stop } = await start(['serve', '--data', data, '--port', '0', '--json', ...flags]);
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
    /** The database file. */
    data,
    /** Serves the same data at another address, with these flags. */
    also: (...more: readonly string[]) =>
      start(['serve', '--data', data, '--port', '0', '--json', ...more]),
    /** The environment variables of a command that uses the service: address, token, event. */
    env: env as Readonly<Record<string, string>>,
    plenary: (args: readonly string[], invocation: Invocation = {}) =>
      plenary(args, { ...invocation, env: { ...env, ...invocation.env } }),
    stop: async () => {
      await stop();
      folder.remove();
    },
  };
}

async function serve(args: readonly string[]) {
  const stopped = new AbortController();
  const io = { ...testIo(), env: environment(), clock: systemClock, stopped: stopped.signal };
  io.stderr.resume();
  const ended = run(args, io);
  const url = await Promise.race([announcedUrl(io.stdout), ended.then(() => '')]);
  if (url === '') throw new Error('the service ended before it reported its address');
  return {
    url,
    stop(): Promise<unknown> {
      stopped.abort('SIGTERM');
      return ended;
    },
  };
}

async function spawnServe(args: readonly string[]) {
  const { url, stop } = await startServer([launcher, ...args]);
  return { url, stop: () => stop('SIGTERM') };
}

export type ChildServer = Awaited<ReturnType<typeof startServer>>;

/** Starts a server of Node in a process of its own, which prints its address in its first line. */
export async function startServer(nodeArguments: readonly string[], env: Invocation['env'] = {}) {
  const child = spawn(process.execPath, nodeArguments, { env: environment(env), stdio: 'pipe' });
  const ended = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const url = await announcedUrl(child.stdout);
  if (url === '')
    throw new Error(`node ${nodeArguments.join(' ')} ended before it reported its address: ${log}`);
  return {
    url,
    /** What it has written to standard error. */
    log: () => log,
    /** Sends a signal, and waits for the process to end. */
    stop(signal: NodeJS.Signals): Promise<unknown> {
      child.kill(signal);
      return ended;
    },
  };
}

/** Empty if the output ends before its first line. */
async function announcedUrl(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) {
    const announced = JSON.parse(line);
    checkDocument('service-address', announced);
    return announced.url;
  }
  return '';
}

async function succeed(args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await plenary(args);
  if (exitCode !== 0)
    throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

/** The error that a command with `--json` printed as its last line. */
export function errorOf({ stderr }: Pick<CommandResult, 'stderr'>) {
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
}
