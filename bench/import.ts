// Measures an import: its rate compared with a load generator, its memory as files grow, and its use of a rate limit.
// Usage: npm run bench:import [-- rate|memory|pace]. Run after `npm run build`, on Linux.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { startServer } from '../test/support/child-server.ts';
import { startFaultyProxy } from '../test/support/faulty-proxy.ts';
import { spawnService, type TestService } from '../test/support/program.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { type Measured, measureImport, speakerBody, writeSpeakers } from './measured-import.ts';

const parts = { rate, memory, pace };
const [only] = process.argv.slice(2);
const folder = temporaryFolder();
let runs = 0;
if (only !== undefined && !(only in parts)) throw new Error(`the parts are ${Object.keys(parts).join(', ')}`);
try {
  for (const [name, part] of Object.entries(parts)) {
    if (only === undefined || only === name) await part();
  }
} finally {
  folder.remove();
}

/** Each side of each round gets a fresh database, so that it finds no records of the other. */
async function rate(): Promise<void> {
  const rows = 50_000;
  const rounds = 5;
  const file = folder.file('rate.csv');
  writeSpeakers(file, rows);
  const shares: number[] = [];
  // The first round warms up the machine and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const load = await onFreshService((service) => hammer(service, rows, () => ({})));
    const imported = await onFreshService(({ env }) => measureImport(file, { env: environment(env), rows }));
    // Two more measurements explain the difference: the cost of idempotency keys, and the work before the first request.
    const keyed = await onFreshService((service) => hammer(service, rows, () => ({ 'idempotency-key': randomUUID() })));
    const planned = await onFreshService(({ env }) =>
      measureImport(file, { env: environment(env), rows, flags: ['--dry-run'] }),
    );
    const ours = rows / imported.seconds;
    console.log(
      `round ${round}: autocannon ${perSecond(load)}, import ${perSecond(ours)}: ${(ours / load).toFixed(2)}\n` +
        `  autocannon with an idempotency key per request ${perSecond(keyed)}; import ${imported.seconds.toFixed(2)} s ` +
        `(${imported.cpuSeconds.toFixed(2)} s of processor time), ${planned.seconds.toFixed(2)} s of it before the plan is complete`,
    );
    if (round > 0) shares.push(ours / load);
  }
  const share = median(shares);
  judge('rows per second, as a share of what autocannon reaches', share, share >= 0.65, 'at least 0.65');
}

async function onFreshService<T>(work: (service: TestService) => Promise<T>): Promise<T> {
  const service = await spawnService('--quiet');
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Requests per second on 32 connections, from the first request to the last response. */
async function hammer(service: TestService, rows: number, headers: () => Record<string, string>): Promise<number> {
  let sent = 0;
  const own = { 'x-access-token': service.token, 'content-type': 'application/json' };
  const nextSpeaker = (request: autocannon.Request) => ({
    ...request,
    headers: { ...own, ...headers() },
    body: speakerBody(++sent),
  });
  let last = 0;
  const begun = performance.now();
  const { '2xx': created } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        url: `${service.url}/v1/events/devconf/speakers`,
        method: 'POST',
        connections: 32,
        amount: rows,
        requests: [{ setupRequest: nextSpeaker }],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    load.on('response', () => {
      last = performance.now();
    });
  });
  if (created !== rows) throw new Error(`${created} of ${rows} were created`);
  return rows / ((last - begun) / 1000);
}

/** Against a server that stores nothing, so that only the import is measured. */
async function memory(): Promise<void> {
  const server = await startServer(['--import', 'tsx', 'bench/discarding-server.ts']);
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: server.token, PLENARY_EVENT: 'conf' };
  const measure = async (name: string, rows: number, from: (path: string) => [file: string, stdin?: string]) => {
    const path = folder.file(`${rows}.csv`);
    writeSpeakers(path, rows);
    const [file, stdin] = from(path);
    const measured = await measureImport(file, { env: environment(env), rows, ...(stdin && { stdin }) });
    console.log(`${name}: ${describe(measured, rows)}`);
    return { ...measured, rate: rows / measured.seconds };
  };
  try {
    const small = await measure('100,000 rows', 100_000, (path) => [path]);
    const large = await measure('1,000,000 rows', 1_000_000, (path) => [path]);
    const piped = await measure('1,000,000 rows from standard input', 1_000_000, (path) => ['-', path]);
    const slower = 1 - large.rate / small.rate;
    const larger = large.megabytes / small.megabytes - 1;
    const peak = Math.max(large.megabytes, piped.megabytes);
    judge('rate lost from 100,000 to 1,000,000 rows', slower, slower <= 0.1, 'at most 0.10');
    judge('memory gained from 100,000 to 1,000,000 rows', larger, larger <= 0.2, 'at most 0.20');
    judge('peak memory in MB', peak, peak < 200, 'under 200');
  } finally {
    await server.stop('SIGTERM');
  }
}

/** Against a service that enforces a rate limit, with a delay of 100 ms. */
async function pace(): Promise<void> {
  const [rows, limit] = [2000, 50];
  const file = folder.file('pace.csv');
  writeSpeakers(file, rows);
  const service = await spawnService('--quiet', '--rate-limit', `${limit}/1s`);
  const proxy = await startFaultyProxy(service.url, { delayMs: () => 100 });
  try {
    const env = environment({ ...service.env, PLENARY_BASE_URL: proxy.url });
    const measured = await measureImport(file, { env, rows });
    console.log(`${rows} rows, ${limit} requests per second allowed, 100 ms of delay: ${describe(measured, rows)}`);
    const share = rows / measured.seconds / limit;
    judge('share of the allowed rate', share, share >= 0.95, 'at least 0.95');
  } finally {
    await proxy.close();
    await service.stop();
  }
}

/** Each run has a state folder of its own, so that it does not resume another run. */
function environment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...env, PLENARY_CONFIG_DIR: folder.file('config'), PLENARY_STATE_DIR: folder.file(`state-${++runs}`) };
}

function describe({ seconds, megabytes, cpuSeconds }: Measured, rows: number): string {
  return `${perSecond(rows / seconds)}, ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time), ${megabytes.toFixed(0)} MB`;
}

function judge(name: string, value: number, isMet: boolean, goal: string): void {
  console.log(`${name}: ${value.toFixed(2)} (goal: ${goal}) ${isMet ? 'ok' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
