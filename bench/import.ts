// A large import: its rate beside a load generator, its memory, and its use of a rate limit.
import { writeFileSync } from 'node:fs';
import { startServer } from '../test/support/child-server.ts';
import { startFaultyProxy } from '../test/support/faulty-proxy.ts';
import { spawnService, type TestService } from '../test/support/program.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { createsPerSecond, speakerBody } from './load.ts';
import { bundlePeer, type Ended, launcher, runNode } from './processes.ts';
import type { Area, Row } from './row.ts';

export const imports: Area = {
  rows: [
    { name: 'import/50000', peer: 'autocannon', unit: '/s', rounds: 3, open: () => besideLoad(50_000) },
    memoryRow('import/memory', 200_000),
    { ...memoryRow('import/memory-million', 1_000_000), isOptional: true },
    { name: 'import/pace', unit: 'of the limit', rounds: 1, open: () => atRateLimit(1000, 50) },
  ],
};

/** Each side of each round has a service and a database of its own, so that it finds no records of the other. */
async function besideLoad(rows: number) {
  const { path, close } = speakersFile(rows);
  return {
    ours: () => onFreshService(async ({ env }) => rows / (await importFile(path, rows, env)).seconds),
    peer: () =>
      onFreshService(({ url, token }) => {
        let sent = 0;
        const to = { url, token, event: 'devconf' };
        return createsPerSecond({ to, connections: 32, creates: rows, nextBody: () => speakerBody(++sent) });
      }),
    close,
  };
}

async function onFreshService(work: (service: TestService) => Promise<number>): Promise<number> {
  const service = await spawnService('--quiet');
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Against a server that stores nothing, so that only the import is measured. */
function memoryRow(name: string, rows: number): Row {
  return {
    ...{ name, unit: 'MB', rounds: 1 },
    async open() {
      const { path, folder, close } = speakersFile(rows);
      const server = await startServer([await bundlePeer('bare-server')]);
      const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: server.token, PLENARY_EVENT: 'conf' };
      let runs = 0;
      return {
        async ours() {
          const own = { ...env, PLENARY_STATE_DIR: folder.file(`state-${++runs}`) };
          return (await importFile(path, rows, own)).megabytes;
        },
        async close() {
          await server.stop('SIGTERM');
          close();
        },
      };
    },
  };
}

/** Against a service that has a rate limit, with a delay of 100 ms. */
async function atRateLimit(rows: number, limit: number) {
  const { path, close } = speakersFile(rows);
  return {
    ours: async () => {
      const service = await spawnService('--quiet', '--rate-limit', `${limit}/1s`);
      const proxy = await startFaultyProxy(service.url, { delayMs: () => 100 });
      try {
        const env = { ...service.env, PLENARY_BASE_URL: proxy.url };
        return rows / (await importFile(path, rows, env)).seconds / limit;
      } finally {
        await proxy.close();
        await service.stop();
      }
    },
    close,
  };
}

/** @throws if the import does not create every row */
async function importFile(path: string, rows: number, env: Readonly<Record<string, string>>): Promise<Ended> {
  const args = ['speakers', 'import', path, '--json', '--quiet'];
  const ended = await runNode([launcher, ...args], { env, isWatched: true });
  const { created } = JSON.parse(ended.stdout).counts;
  if (created !== rows) throw new Error(`${created} of ${rows} were created`);
  return ended;
}

/** The same speakers as `speakerBody`. */
function speakersFile(rows: number) {
  const folder = temporaryFolder();
  const path = folder.file('speakers.csv');
  writeFileSync(path, 'Email,First name,Last name\n');
  const block = 10_000;
  for (let first = 1; first <= rows; first += block) {
    const numbers = Array.from({ length: Math.min(block, rows - first + 1) }, (_, at) => first + at);
    writeFileSync(path, numbers.map((n) => `speaker-${n}@example.org,Amina,Okoye ${n}\n`).join(''), { flag: 'a' });
  }
  return { path, folder, close: async () => folder.remove() };
}
