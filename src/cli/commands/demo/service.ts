// Owns the demo's service: a temporary folder, a service on a free loopback port, and a way to run
// real commands with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseError, systemReason, UsageError } from '../../../errors.ts';
import type { Io } from '../../io.ts';

/** Where a command's output goes: to the terminal as it comes, or into the result. */
type OutputMode = 'shown' | 'captured';

export interface DemoService {
  /** Runs a command in the temporary folder. */
  run(args: readonly string[], mode: OutputMode): ReturnType<typeof runCommand>;
  /** Stops the service and removes the folder. */
  stop(): Promise<void>;
}

export interface Conference {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  /** Each with its minutes, such as `talk=40`. */
  readonly formats: readonly string[];
}

/**
 * Starts a service with one organization, one event and one token.
 * @param examples the path under which commands find the example files; a relative one becomes a
 *   link in the temporary folder
 * @throws {UsageError} if nothing can be written to the temporary folder
 */
export async function startDemoService(
  io: Io,
  conference: Conference,
  examples: string,
): Promise<DemoService> {
  const directory = await mkdtemp(join(tmpdir(), 'plenary-demo-')).catch((cause: Error) => {
    throw new UsageError(`the temporary folder cannot be used: ${systemReason(cause)}`, {
      cause,
      fix: 'set TMPDIR to a folder that you can write to',
    });
  });
  const data = join(directory, 'plenary.db');
  const folders = { ...io.env, PLENARY_CONFIG_DIR: directory, PLENARY_STATE_DIR: directory };
  let server: ChildProcess | undefined;
  const stop = async () => {
    await endProcess(server);
    // Windows may hold the files of a process for a moment after its end.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  const place = { io, directory, env: folders };
  try {
    if (!isAbsolute(examples)) {
      const link = join(directory, examples);
      await mkdir(dirname(link), { recursive: true });
      // A copy of a read-only installation could not be removed. Unlike a link, a junction needs no
      // privilege on Windows.
      await symlink(join(io.packageDirectory, 'examples'), link, 'junction');
    }
    const administer = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await runCommand(place, args, 'captured');
      if (exitCode !== 0) throw failureOf(stderr);
      return stdout;
    };
    const { token }: { token: string } = JSON.parse(
      await administer('service', 'init', '--data', data, '--json'),
    );
    const { id, name, timezone, formats } = conference;
    const event = ['--id', id, '--name', name, '--timezone', timezone];
    const minutes = formats.flatMap((format) => ['--format', format]);
    await administer('service', 'event', 'add', '--data', data, ...event, ...minutes, '--json');
    const serve = ['serve', '--data', data, '--port', '0', '--json', '--quiet'];
    server = start(place, serve, 'captured');
    const url = await readUrl(server);
    const env = {
      ...folders,
      PLENARY_BASE_URL: url,
      PLENARY_TOKEN: token,
      PLENARY_EVENT: id,
      PLENARY_TIMEZONE: timezone,
    };
    return { stop, run: (args, mode) => runCommand({ ...place, env }, args, mode) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where commands of this program run. */
interface Place {
  readonly io: Io;
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function start(
  { io, directory, env }: Place,
  args: readonly string[],
  mode: OutputMode,
): ChildProcess {
  const [node, script] = io.self;
  const output = mode === 'shown' ? 'inherit' : 'pipe';
  return spawn(node, [script, ...args], {
    cwd: directory,
    env: { ...env },
    stdio: ['ignore', output, output],
  });
}

async function runCommand(place: Place, args: readonly string[], mode: OutputMode) {
  const child = start(place, args, mode);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  const [code] = await ended;
  // The terminal sends the signal to the command as well, so its output may be incomplete.
  place.io.stopped.throwIfAborted();
  return { exitCode: Number(code ?? 1), stdout, stderr };
}

async function readUrl(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('the service has no output');
  const said = readAll(server.stderr);
  for await (const line of createInterface({ input: server.stdout })) {
    const { url }: { url: string } = JSON.parse(line);
    return url;
  }
  throw failureOf(await said);
}

/** The error that a command of this program has printed as JSON, as this command's own. */
function failureOf(stderr: string): Error {
  try {
    const { code, message, fix }: { code: string; message: string; fix?: string } =
      JSON.parse(stderr).error;
    const data = fix === undefined ? {} : { fix };
    return code === 'database' ? new DatabaseError(message, data) : new UsageError(message, data);
  } catch {
    return new Error(stderr.trim() || 'a command of the demo ended without a message');
  }
}

async function readAll(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function endProcess(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}
