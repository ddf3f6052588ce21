// Where the demo plays: a temporary folder, a service on a free loopback port, and a way to run real commands against it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Io } from '../io.ts';

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command's output reaches the reader: shown as it comes, or kept for the demo's own use. */
export type Audience = 'shown' | 'kept';

export interface Stage {
  /** Runs a command in the temporary folder, which holds the example files. */
  run(args: readonly string[], audience: Audience): Promise<CommandResult>;
  /** Stops the service and removes the folder. */
  strike(): Promise<void>;
}

export interface Conference {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

/** Sets up the service with one organization, one event and one token. */
export async function setStage(io: Io, conference: Conference): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'plenary-demo-'));
  const data = join(directory, 'plenary.db');
  const world = { ...io.env, PLENARY_CONFIG_DIR: directory, PLENARY_STATE_DIR: directory };
  let server: ChildProcess | undefined;
  const strike = async () => {
    await stop(server);
    await rm(directory, { recursive: true, force: true });
  };
  const place = { io, directory };
  try {
    await cp(join(io.packageDirectory, 'examples'), directory, { recursive: true });
    const made = await runOnce(place, ['service', 'init', '--data', data, '--json'], world, 'kept');
    const { token }: { token: string } = JSON.parse(made.stdout);
    const { id, name, timezone } = conference;
    const event = ['--id', id, '--name', name, '--timezone', timezone];
    await runOnce(place, ['service', 'event', 'add', '--data', data, ...event, '--json'], world, 'kept');
    server = start(place, ['serve', '--data', data, '--port', '0', '--json'], world, ['ignore', 'pipe', 'ignore']);
    const url = await readUrl(server);
    const env = {
      ...world,
      PLENARY_BASE_URL: url,
      PLENARY_TOKEN: token,
      PLENARY_EVENT: id,
      PLENARY_TIMEZONE: timezone,
    };
    return { strike, run: (args, audience) => runOnce(place, args, env, audience) };
  } catch (error) {
    await strike();
    throw error;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Stdio = 'ignore' | 'pipe' | 'inherit';

interface Place {
  readonly io: Io;
  readonly directory: string;
}

function start(place: Place, args: readonly string[], env: Environment, stdio: [Stdio, Stdio, Stdio]): ChildProcess {
  const [executable, ...first] = place.io.self;
  return spawn(executable, [...first, ...args], { cwd: place.directory, env: { ...env }, stdio });
}

async function runOnce(
  place: Place,
  args: readonly string[],
  env: Environment,
  audience: Audience,
): Promise<CommandResult> {
  const output: Stdio = audience === 'shown' ? 'inherit' : 'pipe';
  const child = start(place, args, env, ['ignore', output, output]);
  const read = async (stream: NodeJS.ReadableStream | null) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('utf8');
  };
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
  const [code] = await ended;
  // The signal reached the command as well; what it printed is nothing to go on with.
  place.io.stopped.throwIfAborted();
  return { exitCode: Number(code ?? 1), stdout, stderr };
}

async function readUrl(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('the service has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const { url }: { url: string } = JSON.parse(line);
    return url;
  }
  throw new Error('the service ended before it listened');
}

async function stop(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}
