// The environment of a crash trial: a server behind a slow proxy that loses responses, and events.
// Must not know what is changed.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type OpenServer, succeed } from './crash-servers.ts';
import { eventLists } from './crash-slots.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { startPlenary } from './program.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

const longestStartMs = 120_000;

export interface Run {
  readonly run: string;
  readonly state: string;
}

export type CrashStage = Awaited<ReturnType<typeof openCrashStage>>;
export type CrashEvent = Awaited<ReturnType<CrashStage['newEvent']>>;

/** @param strips headers of requests that the server does not get */
export async function openCrashStage(
  seed: number,
  openServer: OpenServer,
  // Other services do not know the key: each record must exist once without it.
  strips: readonly string[] = ['idempotency-key'],
) {
  const random = seededRandom(seed);
  const folder = temporaryFolder();
  const server = await openServer(folder.path).catch((error) => {
    folder.remove();
    throw error;
  });
  let isCalm = true;
  let lastWrite = 'none';
  const awaited: { readonly kind: string; more: number; readonly resolve: () => void }[] = [];
  const proxy = await startFaultyProxy(server.url, {
    delayMs: () => (isCalm ? 0 : random() * 15),
    // What a killed command had sent takes effect while the next one is at work, or at once.
    lateMs: () => (random() < 0.5 ? 0 : random() * 1800),
    loses: (write) => !isCalm && write % 10 === 0,
    strips,
    sees(method, path) {
      const kind =
        method === 'GET' ? method : `${method} ${/speakers|submissions|sessions/.exec(path)}`;
      if (kind !== 'GET') lastWrite = kind;
      for (const each of awaited) if (each.kind === kind && --each.more === 0) each.resolve();
    },
  });

  return {
    service: server.service,
    showsAll: server.showsAll,
    /** The number of writes that have arrived so far. */
    writes: proxy.writes,
    /**
     * Resolves when this many more of a kind have arrived, such as `POST speakers`, or just `GET`.
     */
    arrived: (kind: string, more: number) =>
      new Promise<void>((resolve) => awaited.push({ kind, more, resolve })),
    /** The kind of the last write; `none` since `forgetWrite`. */
    lastWrite: () => lastWrite,
    forgetWrite() {
      lastWrite = 'none';
    },
    /** The number of responses that were lost. */
    lost: proxy.lost,
    /** From now on, requests and responses are slow, and responses get lost. */
    disturb() {
      isCalm = false;
    },
    /** From now on they are not. Resolves when no request is pending. */
    async calm() {
      await proxy.atRest();
      isCalm = true;
    },
    /**
     * An empty event, and a folder for its files and runs. Commands run in this process to their
     * end, and must succeed.
     */
    async newEvent(name: string) {
      const { id, token, contents } = await server.addEvent(name, eventLists);
      const own = folder.file(name);
      mkdirSync(own);
      const env = {
        PLENARY_BASE_URL: proxy.url,
        PLENARY_TOKEN: token,
        PLENARY_EVENT: id,
        PLENARY_CONFIG_DIR: join(own, 'config'),
        PLENARY_STATE_DIR: join(own, 'state'),
      };
      const run = (...args: readonly string[]) => succeed(env, ...args, '--yes');
      return {
        env,
        file: (file: string) => join(own, file),
        run,
        contents,
        runs: async (): Promise<readonly Run[]> => JSON.parse(await run('runs', 'list', '--json')),
        /** The path of a run's rows or journal. */
        fileOf: (name: string, file: 'rows' | 'journal') =>
          join(env.PLENARY_STATE_DIR, 'runs', name, `${file}.ndjson`),
      };
    },
    /** @returns the folder with the database, the files and the runs, if it is to be kept */
    async close(isKept: boolean) {
      await proxy.close();
      await server.close();
      if (isKept) return folder.path;
      folder.remove();
      return undefined;
    },
  };
}

/**
 * Runs a command of the built program to its end.
 * @param kill ends it, if it has not `ended` before
 */
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
  return {
    exitCode: Number(exitCode ?? -1),
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  };
}
