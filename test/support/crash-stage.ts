// The environment of a crash trial: the real service behind a slow proxy, events to import into, and an audit of their records.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ChildServer, startServer } from './child-server.ts';
import { type FaultyProxyOptions, startFaultyProxy } from './faulty-proxy.ts';
import type { Noun } from './import-trial.ts';
import { type CommandResult, plenary, startPlenary } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A file of distinct rows, and the empty event to import it into. */
export interface Task {
  readonly noun: Noun;
  readonly event: string;
  readonly file: string;
  readonly rows: number;
}

export interface CrashRun {
  /** Kills the program. */
  kill(): void;
  readonly ended: Promise<CommandResult & { readonly killed: boolean }>;
}

/** How the records of an event differ from the rows of the file. */
export interface Audit {
  readonly duplicates: number;
  readonly missing: number;
  /** Records without a row. */
  readonly unexpected: number;
}

export interface CrashStage {
  readonly lost: () => number;
  /** Resolves when this many creations have been sent since now. */
  sent(creations: number): Promise<void>;
  task(noun: Noun, rows: number): Promise<Task>;
  /** Starts the import once; starting it again resumes it. */
  start(task: Task): CrashRun;
  audit(task: Task): Promise<Audit>;
  killService(): Promise<void>;
  /** On the same port and database. */
  restartService(): Promise<void>;
  close(): Promise<void>;
}

const launcher = resolve(import.meta.dirname, '../../bin/plenary.js');
// Longer than any request here, but short, because rows in doubt are sent again only after this time.
const timeout = '2s';
const longestRunMs = 180_000;

export async function openStage(options: Omit<FaultyProxyOptions, 'strips'>): Promise<CrashStage> {
  const folder = temporaryFolder();
  const data = folder.file('plenary.db');
  const { token } = JSON.parse(await succeed(['service', 'init', '--data', data, '--name', 'Trial', '--json']));
  const serve = (port: string) => startServer([launcher, 'serve', '--data', data, '--port', port, '--json', '--quiet']);
  let service: ChildServer = await serve('0');
  const { url } = service;
  // Other services do not support this key: each row must exist once without it.
  const proxy = await startFaultyProxy(url, { ...options, strips: ['idempotency-key'] });
  const env = {
    PLENARY_BASE_URL: proxy.url,
    PLENARY_TOKEN: token,
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  let tasks = 0;

  return {
    lost: proxy.lost,
    sent: (creations) => proxy.written(proxy.writes() + creations),
    async task(noun, rows) {
      const event = `event-${++tasks}`;
      const about = ['--id', event, '--name', event, '--timezone', 'UTC'];
      await succeed(['service', 'event', 'add', '--data', data, ...about]);
      const file = folder.file(`${event}.csv`);
      writeFileSync(file, `${header[noun]}\n${numbers(rows).map(line[noun]).join('\n')}\n`);
      return { noun, event, file, rows };
    },
    start({ noun, event, file }) {
      const child = startPlenary([noun, 'import', file, '--event', event, '--json', '--timeout', timeout], { env });
      const limit = setTimeout(() => child.kill('SIGABRT'), longestRunMs);
      const gather = (stream: NodeJS.ReadableStream | null) => {
        let text = '';
        stream?.on('data', (chunk) => {
          text += chunk;
        });
        return () => text;
      };
      const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
      child.stdin?.end();
      const ended = once(child, 'close').then(([exitCode, signal]) => {
        clearTimeout(limit);
        return { exitCode, killed: signal === 'SIGKILL', stdout: stdout(), stderr: stderr() };
      });
      return { kill: () => child.kill('SIGKILL'), ended };
    },
    async audit({ noun, event, rows }) {
      // Requests of a killed import may arrive after a later import has finished.
      await proxy.atRest();
      const counts = new Map<string, number>();
      for await (const record of listAll(`${url}/v1/events/${event}/${noun}`, token)) {
        const shown = JSON.stringify(fields[noun].map((field) => record[field]));
        counts.set(shown, (counts.get(shown) ?? 0) + 1);
      }
      const wanted = new Set(numbers(rows).map(content[noun]));
      return {
        duplicates: [...counts.values()].reduce((sum, count) => sum + count - 1, 0),
        missing: [...wanted].filter((one) => !counts.has(one)).length,
        unexpected: [...counts.keys()].filter((one) => !wanted.has(one)).length,
      };
    },
    killService: () => service.stop('SIGKILL'),
    async restartService() {
      service = await serve(new URL(url).port);
    },
    async close() {
      await proxy.close();
      await service.stop('SIGTERM');
      folder.remove();
    },
  };
}

async function succeed(args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await plenary(args);
  if (exitCode !== 0) throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

const numbers = (rows: number) => Array.from({ length: rows }, (_, index) => index + 1);

// The file and the expected records are written separately, so that one mistake cannot be in both.
const header = { speakers: 'Email,First name,Bio', submissions: 'Title,Email,Abstract' };
const line = {
  speakers: (n: number) => `person-${n}@example.org,Person ${n},"Wrote ""Book ${n}"", a novel"`,
  submissions: (n: number) => `Talk ${n},person-${n % 50}@example.org,"About ""${n}"", at length"`,
};
const fields = { speakers: ['email', 'first_name', 'about'], submissions: ['title', 'submitter_email', 'abstract'] };
const content = {
  speakers: (n: number) => JSON.stringify([`person-${n}@example.org`, `Person ${n}`, `Wrote "Book ${n}", a novel`]),
  submissions: (n: number) => JSON.stringify([`Talk ${n}`, `person-${n % 50}@example.org`, `About "${n}", at length`]),
};

interface List {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly totalPages: number };
}

async function* listAll(url: string, token: string): AsyncGenerator<List['data'][number]> {
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}?page=${page}&pageSize=100`, { headers: { 'x-access-token': token } });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    const list = (await answer.json()) as List;
    yield* list.data;
    if (page >= list.pagination.totalPages) return;
  }
}
