// Compares the service on PostgreSQL with that on SQLite and with one statement per creation, and measures pages of a large
// event and several processes. Usage: npm run bench:stores [-- --short] [--connections=256]. Run after `npm run build`, on Linux
// with PostgreSQL.
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { administration } from '../src/service/administration.ts';
import { openStore } from '../src/service/store/open.ts';
import { type ChildServer, startServer } from '../test/support/child-server.ts';
import { type PostgresServer, removePostgres, startPostgres } from '../test/support/postgres.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { createSpeakers, perSecond } from './create-load.ts';
import { fillEvent } from './large-event.ts';
import { cpuOfFamily, processFigures } from './process-figures.ts';

const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 5;
const seconds = isShort ? 1 : 3;
const records = isShort ? 20_000 : 1_000_000;
const connections = Number(/--connections=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 256);
const pageSize = 100;
const control = ['--import', 'tsx', join(import.meta.dirname, 'single-statement-server.ts')];
const launcher = resolve(import.meta.dirname, '../bin/plenary.js');

const folder = temporaryFolder();
// The server runs as another user.
chmodSync(folder.path, 0o755);
const serverFolder = folder.file('postgres');
const running: ChildServer[] = [];
const configuration = ['shared_buffers = 256MB', 'max_wal_size = 4GB'];
try {
  const postgres = await startPostgres(serverFolder, { configuration });
  const goals = [...(await compare(postgres)), ...(await readPages(postgres))];
  await scale(postgres);
  for (const { name, isMet } of goals) if (!isMet) console.log(`not reached: ${name}`);
  if (!isShort && goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await stop(running);
  await removePostgres(serverFolder);
  folder.remove();
}

interface Goal {
  readonly name: string;
  readonly isMet: boolean;
}

/** The three sides take turns, each in a process of its own. */
async function compare(postgres: PostgresServer): Promise<Goal[]> {
  const file = folder.file('plenary.db');
  const [address, controlAddress] = [await newDatabase(postgres, 'compared'), await newDatabase(postgres, 'control')];
  const tokens = [await prepare(file), await prepare(address), await prepare(controlAddress)];
  const servers = await Promise.all([serve(file), serve(address), start([...control, controlAddress])]);
  const sums = [0, 0, 0];
  // The first round warms up the machine and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [side, { url }] of servers.entries()) {
      const created = await createSpeakers({ url, token: tokens[side] ?? '', connections, seconds });
      if (round > 0) sums[side] = (sums[side] ?? 0) + created;
    }
  }
  await stop(servers);
  const [sqlite = 0, grouped = 0, single = 0] = sums.map((sum) => sum / (rounds * seconds));
  console.log(
    `durable creates at ${connections} connections: SQLite ${perSecond(sqlite)}, PostgreSQL ${perSecond(grouped)}, ` +
      `one statement per creation ${perSecond(single)}`,
  );
  console.log(
    `PostgreSQL is ${(grouped / sqlite).toFixed(2)} × SQLite, ${(grouped / single).toFixed(2)} × one statement`,
  );
  return [
    { name: '1.0 × SQLite', isMet: grouped >= sqlite },
    { name: '2 × one statement per creation', isMet: grouped >= 2 * single },
  ];
}

async function readPages(postgres: PostgresServer): Promise<Goal[]> {
  const address = await newDatabase(postgres, 'large');
  const token = await prepare(address);
  await fillEvent(postgres, 'large', records);
  const server = await serve(address);
  const last = Math.ceil(records / pageSize);
  const paths = [
    `page=1&pageSize=${pageSize}`,
    `page=${last}&pageSize=${pageSize}`,
    `page=${last + 1}&pageSize=${pageSize}`,
  ];
  const times: number[][] = paths.map(() => []);
  for (let round = 0; round < (isShort ? 10 : 100); round++) {
    for (const [i, path] of paths.entries()) {
      const begun = performance.now();
      const response = await fetch(`${server.url}/v1/events/conf/speakers?${path}`, {
        headers: { 'x-access-token': token },
      });
      const { data, pagination } = (await response.json()) as { data: unknown[]; pagination: { totalResults: number } };
      times[i]?.push(performance.now() - begun);
      const isRight = pagination.totalResults === records && data.length === (i === 2 ? 0 : pageSize);
      if (!isRight) throw new Error(`${path}: ${data.length} of ${pagination.totalResults} records`);
    }
  }
  await stop([server]);
  const [first = 0, end = 0, total = 0] = times.map(median);
  console.log(
    `of ${last} pages, over HTTP (median): the first ${first.toFixed(1)} ms, the last ${end.toFixed(1)} ms, ` +
      `the total alone ${total.toFixed(1)} ms`,
  );
  return [
    { name: 'the last page takes at most three times as long as the first', isMet: end <= 3 * first },
    { name: 'the total takes at most 5 ms', isMet: total <= 5 },
  ];
}

/** All processes serve one event of one database. */
async function scale(postgres: PostgresServer): Promise<void> {
  console.log('| processes | creates | service, per create | PostgreSQL, per create |\n|---|---|---|---|');
  for (const processes of [1, 2, 4]) {
    const address = await newDatabase(postgres, `scaled_${processes}`);
    const token = await prepare(address);
    const servers = await Promise.all(Array.from({ length: processes }, () => serve(address)));
    const load = (duration: number) =>
      Promise.all(
        servers.map(({ url }) =>
          createSpeakers({ url, token, connections: connections / processes, seconds: duration }),
        ),
      );
    await load(1);
    const before = cpu(servers);
    const created = (await load(seconds * rounds)).reduce((sum, count) => sum + count, 0);
    const after = cpu(servers);
    const each = (side: 'service' | 'database') => `${Math.round(((after[side] - before[side]) / created) * 1e6)} µs`;
    console.log(
      `| ${processes} | ${perSecond(created / (seconds * rounds))} | ${each('service')} | ${each('database')} |`,
    );
    await stop(servers);
  }
}

function cpu(servers: readonly ChildServer[]): { readonly service: number; readonly database: number } {
  const own = servers.map((server) => processFigures(server.process.pid)?.cpuSeconds ?? 0);
  const postmaster = Number(readFileSync(join(serverFolder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return { service: own.reduce((sum, time) => sum + time, 0), database: cpuOfFamily(postmaster) };
}

function serve(data: string): Promise<ChildServer> {
  return start([launcher, 'serve', '--data', data, '--port', '0', '--json']);
}

async function start(nodeArguments: readonly string[]): Promise<ChildServer> {
  const server = await startServer(nodeArguments);
  running.push(server);
  return server;
}

async function stop(servers: readonly ChildServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop('SIGTERM')));
}

async function newDatabase(postgres: PostgresServer, name: string): Promise<string> {
  await postgres.createDatabase(name);
  return postgres.address(name);
}

/** @returns a token of an organization with the event `conf` */
async function prepare(data: string): Promise<string> {
  const store = await openStore(data, { create: true });
  const { createOrganization, addEvent } = administration(store, data);
  const { token } = await createOrganization('Load');
  await addEvent({ id: 'conf', name: 'Conf', timezone: 'Europe/Berlin' });
  await store.close();
  return token;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
