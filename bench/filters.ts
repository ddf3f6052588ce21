// Compares each filtered list with the plain list of the same endpoint: the first page, the last one, and the total alone.
// Usage: npm run bench:filters [-- --records=100000]. Run after `npm run build`, on Linux with PostgreSQL.
import { chmodSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { administration } from '../src/service/administration.ts';
import { openStore } from '../src/service/store/open.ts';
import { startServer } from '../test/support/child-server.ts';
import { removePostgres, startPostgres } from '../test/support/postgres.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { fillFilteredEvent } from './filtered-event.ts';

const records = Number(/--records=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 100_000);
const pageSize = 25;
const mostRounds = 15;
/** For one list with one filter. */
const longestMs = 3000;
const goals = { page: 10, total: 60, blockedMs: 100 };
const launcher = resolve(import.meta.dirname, '../bin/plenary.js');

interface Filter {
  readonly status?: string;
  readonly track?: string;
}

// Values that many records have, few, and none.
const plain: Filter = {};
const filters: readonly Filter[] = [
  { status: 'accepted' },
  { status: 'declined' },
  { status: 'pending' },
  { status: 'confirmed' },
  { status: 'waitlisted' },
  { track: 'web' },
  { track: 'history' },
  { status: 'accepted', track: 'web' },
  { status: 'pending', track: 'data' },
  { status: 'confirmed', track: 'web' },
  { status: 'waitlisted', track: 'web' },
  { status: 'declined', track: 'history' },
  { status: 'absent', track: 'absent' },
];

const lists = {
  'GET /speakers': { path: 'speakers' },
  'GET /submissions': { path: 'submissions' },
  'GET /sessions': { path: 'sessions' },
  'GET /content-items': { path: 'content-items' },
  'POST /contacts/search': { path: 'contacts/search', isSearch: true },
} as const;

interface Page {
  readonly ms: number;
  readonly rows: number;
  readonly total: number;
}

interface Measured {
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

const folder = temporaryFolder();
// The server runs as another user.
chmodSync(folder.path, 0o755);
const serverFolder = folder.file('postgres');
try {
  await measure('SQLite', folder.file('plenary.db'));
  const postgres = await startPostgres(serverFolder, {
    configuration: ['shared_buffers = 256MB', 'max_wal_size = 4GB'],
  });
  await postgres.createDatabase('plenary');
  // As autovacuum does within a minute: until then, a total reads rows besides the index.
  await measure('PostgreSQL', postgres.address('plenary'), () => postgres.query('VACUUM ANALYZE', 'plenary'));
} finally {
  await removePostgres(serverFolder);
  folder.remove();
}

async function measure(name: string, data: string, settle = async (): Promise<unknown> => undefined): Promise<void> {
  const token = await fill(data);
  await settle();
  const server = await startServer([launcher, 'serve', '--data', data, '--port', '0', '--json']);
  const faults: string[] = [];
  try {
    console.log(`\n## ${name}, ${records.toLocaleString('en')} submissions\n`);
    console.log('| list | filter | records | first page | last page | total alone | /healthz meanwhile |');
    console.log('|---|---|---|---|---|---|---|');
    for (const [list, { path, ...rest }] of Object.entries(lists)) {
      const read = (filter: Filter, page: number) =>
        readPage(`${server.url}/v1/events/conf/${path}`, token, { filter, page, isSearch: 'isSearch' in rest });
      for (const filter of [plain, ...filters]) {
        const label =
          filter === plain
            ? 'none'
            : Object.entries(filter)
                .map((entry) => entry.join('='))
                .join(' ');
        const { times, base, total, longestHealthMs } = await compare(read, filter, `${server.url}/healthz`);
        const cell = (time: number, goal: number, against: number) => {
          if (time > goal * against) faults.push(`${name}, ${list}, ${label}: ${(time / against).toFixed(0)} times`);
          return `${time.toFixed(1)} ms (${(time / against).toFixed(1)})`;
        };
        const cells = [
          cell(times.first, goals.page, base.first),
          cell(times.last, goals.page, base.first),
          cell(times.total, goals.total, base.first),
        ];
        // A request blocks the process for at most as long as it takes. On a busy machine, /healthz waits for others too.
        const blockedMs = Math.max(times.first, times.last, times.total);
        if (name === 'SQLite' && blockedMs > goals.blockedMs) faults.push(`${list}, ${label}: ${blockedMs} ms`);
        console.log(`| ${list} | ${label} | ${total} | ${cells.join(' | ')} | ${longestHealthMs.toFixed(0)} ms |`);
      }
    }
  } finally {
    await server.stop('SIGTERM');
  }
  for (const fault of faults) console.log(`not reached: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** @returns medians, in milliseconds. The plain list is read in turn with the filtered one. */
async function compare(read: (filter: Filter, page: number) => Promise<Page>, filter: Filter, healthUrl: string) {
  const { total } = await read(filter, 1);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const all = { first: [] as number[], last: [] as number[], total: [] as number[], base: [] as number[] };
  const health = watchHealth(healthUrl);
  const end = performance.now() + longestMs;
  for (let round = 0; round < mostRounds && (round === 0 || performance.now() < end); round++) {
    all.base.push((await read(plain, 1)).ms);
    all.first.push((await read(filter, 1)).ms);
    const end = await read(filter, last);
    all.last.push(end.ms);
    if (end.total !== total || end.rows !== total - (last - 1) * pageSize) throw new Error('a page is not complete');
    all.total.push((await read(filter, last + 1)).ms);
  }
  const times: Measured = { first: median(all.first), last: median(all.last), total: median(all.total) };
  return { times, base: { first: median(all.base) }, total, longestHealthMs: await health.stop() };
}

/** Asks whether the process is alive, again and again. */
function watchHealth(url: string): { stop(): Promise<number> } {
  let isStopped = false;
  const longest = (async () => {
    let longestMs = 0;
    while (!isStopped) {
      const begun = performance.now();
      await (await fetch(url)).text();
      longestMs = Math.max(longestMs, performance.now() - begun);
      await delay(2);
    }
    return longestMs;
  })();
  return {
    stop: () => {
      isStopped = true;
      return longest;
    },
  };
}

async function readPage(
  url: string,
  token: string,
  { filter, page, isSearch }: { readonly filter: Filter; readonly page: number; readonly isSearch: boolean },
): Promise<Page> {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const query = new URLSearchParams({ ...filter, page: String(page), pageSize: String(pageSize) });
  const begun = performance.now();
  const response = await (isSearch
    ? fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...filter, page, pageSize }) })
    : fetch(`${url}?${query}`, { headers }));
  const text = await response.text();
  const ms = performance.now() - begun;
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
  const { data, pagination }: { data: unknown[]; pagination: { totalResults: number } } = JSON.parse(text);
  return { ms, rows: data.length, total: pagination.totalResults };
}

/** @returns a token of the organization with the event */
async function fill(data: string): Promise<string> {
  const store = await openStore(data, { create: true });
  const { createOrganization, addEvent } = administration(store, data);
  const { organization, token } = await createOrganization('Filters');
  await addEvent({ id: 'conf', name: 'Conf', timezone: 'Europe/Berlin' });
  const begun = performance.now();
  await fillFilteredEvent(store, { organizationId: organization.id, eventId: 'conf' }, records);
  const rate = (1.4 * records) / ((performance.now() - begun) / 1000);
  console.log(`filled ${data}: ${Math.round(rate).toLocaleString('en')} records per second`);
  await store.close();
  return token;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
