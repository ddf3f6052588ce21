// Mixed load on the service for half an hour, on both stores at once: connections are killed, requests are cut off, and the
// service processes are started again. Then nothing may be lost, and nothing may have grown.
// Usage: npm run soak [-- --for 30m --store sqlite|postgres|both --rate N --seed N]. Run after `npm run build`. Linux only.
// A busy machine needs a lower rate. Resident memory is compared in half an hour or more.
import { chmodSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { postgresPrograms, removePostgres, startPostgres } from '../test/support/postgres.ts';
import type { SoakStore } from '../test/support/soak/cluster.ts';
import { shown } from '../test/support/soak/judgment.ts';
import { type Minute, type SoakResult, soak } from '../test/support/soak/soak.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';

const { values } = parseArgs({
  options: {
    for: { type: 'string', default: '30m' },
    store: { type: 'string', default: 'both' },
    rate: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const durationMs = millisecondsOf(values.for);
const rate = Number(values.rate);
const seed = Number(values.seed);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

console.log(`${values.for} on ${values.store}, ${rate} requests per second on each store, seed ${seed}`);
const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
try {
  // If one fails, the other one still needs its database.
  for (const soaked of await Promise.allSettled((await openStores()).map(soakStore))) {
    if (soaked.status === 'rejected') fail(String(soaked.reason?.stack ?? soaked.reason));
  }
} finally {
  await removePostgres(folder.file('server'));
  folder.remove();
}
if (stopping.signal.aborted) fail('interrupted; nothing was judged');

async function openStores(): Promise<readonly SoakStore[]> {
  const sqlite: SoakStore = { name: 'SQLite', data: folder.file('plenary.db') };
  if (values.store === 'sqlite') return [sqlite];
  if (postgresPrograms === undefined) {
    fail('PostgreSQL is not installed');
    return values.store === 'both' ? [sqlite] : [];
  }
  const server = await startPostgres(folder.file('server'));
  await server.createDatabase('plenary');
  const postgres: SoakStore = {
    ...{ name: 'PostgreSQL', data: server.address('plenary') },
    query: (text) => server.query(text, 'plenary'),
  };
  return values.store === 'postgres' ? [postgres] : [sqlite, postgres];
}

async function soakStore(store: SoakStore): Promise<void> {
  const onMinute = (minute: Minute) => console.log(`${store.name.padEnd(10)} ${line(minute)}`);
  const { signal } = stopping;
  const result = await soak({ store, durationMs, rate, seed, signal, onMinute });
  if (!signal.aborted) report(store, result);
}

function line({ number, requests, cut, unavailable, median, p99, residentMegabytes }: Minute): string {
  const memory = residentMegabytes.map((megabytes) => megabytes.toFixed(0)).join(' + ');
  return (
    `${String(number).padStart(2)}/30: ${requests} responses (median ${shown(median)} ms, p99 ${shown(p99)} ms), ` +
    `${cut} cut off, ${unavailable} repeated after an outage; ${memory} MB`
  );
}

function report({ name }: SoakStore, result: SoakResult): void {
  const { requests, cut, records, restarts, killedConnections, rounds, quiet, findings } = result;
  console.log(
    `${name}: ${requests.toLocaleString('en')} responses, ${cut} requests cut off, ${records} records, ` +
      `${restarts} restarts, ${killedConnections} connections killed, ${rounds} rounds of commands`,
  );
  const [early, last] = quiet ?? [];
  for (const [at, service] of last?.services.entries() ?? []) {
    const change = (before = 0, after = 0) => `${shown(before)} → ${shown(after)}`;
    const first = early?.services[at];
    console.log(
      `  process ${at + 1}, from its minute 5 to the end: ${change(early?.resident[at], last?.resident[at])} MB resident, ` +
        `${change(first?.heap, service.heap)} MB heap, ${change(first?.descriptors, service.descriptors)} descriptors`,
    );
  }
  for (const minute of result.minutes) if (minute !== undefined) console.log(`  ${line(minute)}`);
  for (const finding of findings.slice(0, 20)) console.log(`  ${finding.slice(0, 500)}`);
  if (findings.length > 0) fail(`${name}: ${findings.length} findings`);
  else console.log(`${name}: nothing lost, nothing twice, nothing grown`);
}

function millisecondsOf(text: string): number {
  const [, number, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  if (unit === undefined) throw new Error(`--for ${text}: give a duration such as 90s, 30m or 2h`);
  return Number(number) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
}

function fail(text: string): void {
  console.log(text);
  process.exitCode = 1;
}
