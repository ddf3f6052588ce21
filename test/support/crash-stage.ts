// The environment of a crash trial: the built service behind a slow proxy that loses responses, and events to change.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startServer } from './child-server.ts';
import type { Contents } from './crash-changes.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { plenary } from './program.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

const launcher = resolve(import.meta.dirname, '../../bin/plenary.js');

export interface Run {
  readonly run: string;
  readonly state: string;
}

export interface CrashStage {
  /** The number of writes that have arrived so far. */
  readonly writes: () => number;
  /** Resolves when this many more of a kind have arrived, such as `POST speakers`. */
  written(kind: string, more: number): Promise<void>;
  /** The kind of the last of them; `none` since `forgetWrite`. */
  readonly lastWrite: () => string;
  forgetWrite(): void;
  /** The number of responses that were lost. */
  readonly lost: () => number;
  /** From now on, requests are slow, and responses get lost. */
  disturb(): void;
  /** From now on they are not. Resolves when no request is pending. */
  calm(): Promise<unknown>;
  killService(): Promise<void>;
  /** On the same port and database. */
  restartService(): Promise<void>;
  newEvent(name: string): Promise<CrashEvent>;
  /** @returns the folder with the database, the files and the runs, if it is to be kept */
  close(isKept: boolean): Promise<string | undefined>;
}

/** An empty event, and a folder for its files and runs. Commands run in this process to their end, and must succeed. */
export interface CrashEvent {
  readonly env: Readonly<Record<string, string>>;
  file(name: string): string;
  run(...args: readonly string[]): Promise<string>;
  contents(): Promise<Contents>;
  runs(): Promise<readonly Run[]>;
}

/** @param data the database of the service; a new file unless given @param strips headers of requests that the service does not get */
export async function openCrashStage(
  seed: number,
  data?: string,
  // Other services do not know the key: each record must exist once without it.
  strips: readonly string[] = ['idempotency-key'],
): Promise<CrashStage> {
  const random = seededRandom(seed);
  const folder = temporaryFolder();
  const database = data ?? folder.file('plenary.db');
  const { token } = JSON.parse(await succeed({}, 'service', 'init', '--data', database, '--name', 'Trial', '--json'));
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
    loses: (write) => !isCalm && write % 20 === 0,
    strips,
    sees(method, path) {
      if (method === 'GET') return;
      lastWrite = `${method} ${/speakers|submissions|sessions/.exec(path)}`;
      for (const each of awaited) if (each.kind === lastWrite && --each.more === 0) each.resolve();
    },
  });

  return {
    writes: proxy.writes,
    written: (kind, more) => new Promise((resolve) => awaited.push({ kind, more, resolve })),
    lastWrite: () => lastWrite,
    forgetWrite() {
      lastWrite = 'none';
    },
    lost: proxy.lost,
    disturb() {
      isCalm = false;
    },
    async calm() {
      await proxy.atRest();
      isCalm = true;
    },
    killService: () => service.stop('SIGKILL'),
    async restartService() {
      service = await serve(new URL(url).port);
    },
    async newEvent(name) {
      const about = ['--id', name, '--name', name, '--timezone', 'Europe/Berlin'];
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
        file: (file) => join(own, file),
        run,
        contents: async () => ({ speakers: await list('speakers'), submissions: await list('submissions') }),
        runs: async () => JSON.parse(await run('runs', 'list', '--json')),
      };
    },
    async close(isKept) {
      await proxy.close();
      await service.stop('SIGTERM');
      if (isKept) return folder.path;
      folder.remove();
      return undefined;
    },
  };
}

async function succeed(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await plenary(args, { env });
  if (exitCode !== 0) throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
