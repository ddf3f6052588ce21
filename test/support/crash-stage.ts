// The environment of a crash trial: the built service behind a slow proxy that loses responses, and events to change.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Contents } from './crash-changes.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { launcher, plenary, startPlenary, startServer } from './program.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

const longestStartMs = 120_000;

export interface Run {
  readonly run: string;
  readonly state: string;
}

export type CrashStage = Awaited<ReturnType<typeof openCrashStage>>;
export type CrashEvent = Awaited<ReturnType<CrashStage['newEvent']>>;

/** @param data the database of the service; a new file unless given @param strips headers of requests that the service does not get */
export async function openCrashStage(
  seed: number,
  data?: string,
  // Other services do not know the key: each record must exist once without it.
  strips: readonly string[] = ['idempotency-key'],
) {
  const random = seededRandom(seed);
  const folder = temporaryFolder();
  const database = data ?? folder.file('plenary.db');
  const init = await succeed({}, 'service', 'init', '--data', database, '--name', 'Trial', '--json');
  const { token, organization } = JSON.parse(init);
  const serve = (port: string) =>
    startServer([launcher, 'serve', '--data', database, '--port', port, '--json', '--quiet']);
  let service = await serve('0');
  const { url } = service;
  let isCalm = true;
  let lastWrite = 'none';
  const awaited: { readonly kind: string; more: number; readonly resolve: () => void }[] = [];
  const proxy = await startFaultyProxy(url, {
    delayMs: () => (isCalm ? 0 : random() * 30),
    // What a killed command had sent takes effect while the next one is at work, or at once.
    lateMs: () => (random() < 0.5 ? 0 : random() * 1800),
    loses: (write) => !isCalm && write % 10 === 0,
    strips,
    sees(method, path) {
      const kind = method === 'GET' ? method : `${method} ${/speakers|submissions|sessions/.exec(path)}`;
      if (kind !== 'GET') lastWrite = kind;
      for (const each of awaited) if (each.kind === kind && --each.more === 0) each.resolve();
    },
  });

  return {
    /** The number of writes that have arrived so far. */
    writes: proxy.writes,
    /** Resolves when this many more of a kind have arrived, such as `POST speakers`, or just `GET`. */
    arrived: (kind: string, more: number) => new Promise<void>((resolve) => awaited.push({ kind, more, resolve })),
    /** The kind of the last write; `none` since `forgetWrite`. */
    lastWrite: () => lastWrite,
    forgetWrite() {
      lastWrite = 'none';
    },
    /** The number of responses that were lost. */
    lost: proxy.lost,
    /** From now on, requests are slow, and responses get lost. */
    disturb() {
      isCalm = false;
    },
    /** From now on they are not. Resolves when no request is pending. */
    async calm() {
      await proxy.atRest();
      isCalm = true;
    },
    killService: () => service.stop('SIGKILL'),
    /** On the same port and database. */
    async restartService() {
      service = await serve(new URL(url).port);
    },
    /** An empty event, and a folder for its files and runs. Commands run in this process to their end, and must succeed. */
    async newEvent(name: string) {
      const about = ['--id', name, '--name', name, '--timezone', 'Europe/Berlin', '--organization', organization.id];
      await succeed({}, 'service', 'event', 'add', '--data', database, ...about);
      const own = folder.file(name);
      mkdirSync(own);
      const env = {
        PLENARY_BASE_URL: proxy.url,
        PLENARY_TOKEN: token,
        PLENARY_EVENT: name,
        PLENARY_TIMEZONE: 'Europe/Berlin',
        PLENARY_CONFIG_DIR: join(own, 'config'),
        PLENARY_STATE_DIR: join(own, 'state'),
      };
      const run = (...args: readonly string[]) => succeed(env, ...args, '--yes');
      const list = async (resource: string) => JSON.parse(await run(resource, 'list', '--all', '--json'));
      return {
        env,
        file: (file: string) => join(own, file),
        run,
        contents: async (): Promise<Contents> => ({
          speakers: await list('speakers'),
          submissions: await list('submissions'),
        }),
        runs: async (): Promise<readonly Run[]> => JSON.parse(await run('runs', 'list', '--json')),
        /** The path of a run's rows or journal. */
        fileOf: (name: string, file: 'rows' | 'journal') => join(env.PLENARY_STATE_DIR, 'runs', name, `${file}.ndjson`),
      };
    },
    /** @returns the folder with the database, the files and the runs, if it is to be kept */
    async close(isKept: boolean) {
      await proxy.close();
      await service.stop('SIGTERM');
      if (isKept) return folder.path;
      folder.remove();
      return undefined;
    },
  };
}

/** Runs a command of the built program to its end. @param kill ends it, if it has not `ended` before */
export async function runBuilt(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  kill?: (child: ChildProcess, ended: Promise<unknown>) => Promise<unknown>,
) {
  const child = startPlenary([...words, '--yes', '--json'], { env });
  const limit = setTimeout(() => child.kill('SIGABRT'), longestStartMs);
  const ended = once(child, 'close');
  child.stdin.end();
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  await kill?.(child, ended);
  const [exitCode, signal] = await ended;
  clearTimeout(limit);
  const [stdout, stderr] = await texts;
  return { exitCode: Number(exitCode ?? -1), signal: signal as NodeJS.Signals | null, stdout, stderr };
}

async function succeed(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await plenary(args, { env });
  if (exitCode !== 0) throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
