// Soaks the built service on one store: mixed load for a long time, with disturbances, and a judgment of what is left.
import { setTimeout as delay } from 'node:timers/promises';
import { administration } from '../../../src/service/administration.ts';
import { openStore } from '../../../src/service/store/open.ts';
import { createAccount } from '../postgres-stage.ts';
import { seededRandom } from '../seeded-random.ts';
import { type SoakStore, startCluster } from './cluster.ts';
import { startCommands } from './commands.ts';
import { connectionFaults, judge, type Quiet } from './judgment.ts';
import { type Client, newMix } from './operations.ts';
import { readLists } from './read-lists.ts';
import { newRecords } from './records.ts';
import { startTraffic, type TrafficCounts } from './traffic.ts';

export interface SoakOptions {
  readonly store: SoakStore;
  readonly durationMs: number;
  /** Requests per second. */
  readonly rate: number;
  readonly seed: number;
  /** Ends the soak early, without a judgment. */
  readonly signal: AbortSignal;
  /** Called for each of thirty parts of the time. */
  readonly onMinute: (minute: Minute) => void;
}

/** A thirtieth of the time: a minute of a soak of half an hour. */
export interface Minute extends TrafficCounts {
  readonly number: number;
  readonly residentMegabytes: readonly number[];
}

export interface SoakResult {
  readonly findings: readonly string[];
  readonly requests: number;
  readonly cut: number;
  readonly records: number;
  readonly restarts: number;
  readonly killedConnections: number;
  readonly rounds: number;
  /** Of the processes that served last, five minutes after their start, and at the end. */
  readonly quiet: readonly [Quiet, Quiet] | undefined;
  /** Those before these two moments. */
  readonly minutes: readonly (Minute | undefined)[];
}

const organizations = 3;
const recordsPerClient = 6000;
const mostInProgress = 100;
// In less than five real minutes, V8 has not yet taken all the memory that it uses under load.
const steadyMs = 30 * 60_000;

/** @returns when all that it has started has ended */
export async function soak({ store, durationMs, rate, seed, signal, onMinute }: SoakOptions): Promise<SoakResult> {
  const random = seededRandom(seed);
  const minuteMs = durationMs / 30;
  const findings: string[] = [];
  const find = (finding: string) => void (signal.aborted || findings.push(finding));
  const clients = await createClients(store.data, random);
  const fullAt = Math.min(recordsPerClient, (rate * durationMs) / 1000 / 60);
  const cluster = await startCluster(store, find);
  const { url, wasDownSince } = cluster;
  const traffic = startTraffic({ url, random, wasDownSince, mayBeUnavailable: store.query !== undefined, find });
  const next = newMix({ clients, traffic, random, fullAt, find });
  const [first] = clients;
  const pauseMs = minuteMs / 4;
  const commands = startCommands({ url, data: store.data, client: first, traffic, pauseMs, signal, find });
  const inProgress = new Set<Promise<void>>();
  const totals = { requests: 0, cut: 0, restarts: 0, killedConnections: 0 };
  const minutes: Minute[] = [];
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const wait = (ms: number) => delay(ms, undefined, { signal: until }).catch(() => undefined);
  let isQuiet = false;
  const begun = performance.now();
  const background = Promise.all([load(), disturb(), countMinutes()]);
  let quiet: SoakResult['quiet'];
  let compared: SoakResult['minutes'] = [];
  try {
    // The last processes serve for two thirds of the time, and are compared with themselves.
    const restartEveryMs = Math.max(2 * minuteMs, 10_000);
    for (let at = restartEveryMs; at <= 10 * minuteMs && !signal.aborted; at += restartEveryMs) {
      await wait(begun + at - performance.now());
      if (signal.aborted) break;
      await cluster.restart();
      totals.restarts++;
    }
    await wait(5 * minuteMs);
    const early = await atRest();
    const fifth = minutes.at(-1);
    await wait(begun + durationMs - performance.now());
    traffic.spare();
    ended.abort();
    await background;
    await commands.stop();
    if (!signal.aborted) {
      await Promise.all(inProgress);
      const last = await atRest();
      quiet = [early, last];
      compared = [fifth, minutes.at(-1)];
      findings.unshift(...judge(early, last, durationMs >= steadyMs), ...(await audit()));
    }
  } catch (error) {
    // Ctrl-C ends the services as well.
    if (!signal.aborted) throw error;
  } finally {
    ended.abort();
    traffic.stop();
    await background;
    await commands.stop();
    await Promise.all(inProgress);
    await cluster.stop();
  }
  const left = signal.aborted ? 0 : await connectionsOf(store);
  if (left) findings.push(`${left} connections to the database are left when all services have ended`);
  const records = clients.reduce(
    (sum, { records }) => sum + records.count('speakers') + records.count('submissions'),
    0,
  );
  return { findings, ...totals, records, rounds: commands.rounds(), quiet, minutes: compared };

  async function load(): Promise<void> {
    let due = 0;
    for (let last = performance.now(); !until.aborted; ) {
      await wait(10);
      const now = performance.now();
      due = isQuiet ? 0 : Math.min(due + ((now - last) * rate) / 1000, rate);
      last = now;
      for (; due >= 1 && inProgress.size < mostInProgress; due--) {
        const operation = next()
          .catch((error) => find(String(error?.stack ?? error)))
          .finally(() => inProgress.delete(operation));
        inProgress.add(operation);
      }
    }
  }

  /** Ends connections to the database at random. */
  async function disturb(): Promise<void> {
    while (store.query !== undefined && !until.aborted) {
      await wait(500 + random() * 2000);
      if (isQuiet || until.aborted) continue;
      const most = random() < 0.1 ? 1000 : 1;
      const killed = await store.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ofServices} ORDER BY random() LIMIT ${most}`,
      );
      totals.killedConnections += killed.length;
    }
  }

  async function countMinutes(): Promise<void> {
    for (let number = 1; number <= 30 && !until.aborted; number++) {
      await wait(begun + number * minuteMs - performance.now());
      if (signal.aborted) return;
      const counts = traffic.counts();
      totals.requests += counts.requests;
      totals.cut += counts.cut;
      const minute = { number, ...counts, residentMegabytes: cluster.residentMegabytes() };
      minutes.push(minute);
      onMinute(minute);
    }
  }

  async function atRest(): Promise<Quiet> {
    const resident = cluster.residentMegabytes();
    isQuiet = true;
    await commands.pause();
    await traffic.pause();
    try {
      // The services have yet to see that connections are closed, and their readiness is still being checked.
      for (let attempt = 1; ; attempt++) {
        await delay(1000);
        signal.throwIfAborted();
        const services = await cluster.figures();
        const quiet = { resident, services, serverConnections: await connectionsOf(store) };
        if (connectionFaults(quiet).length === 0 || attempt === 20) return quiet;
      }
    } finally {
      traffic.resume();
      commands.resume();
      isQuiet = false;
    }
  }

  async function audit(): Promise<readonly string[]> {
    const audits = clients.map(async ({ token, records }) => records.audit(await readLists(traffic, token)));
    return (await Promise.all(audits)).flat();
  }
}

// As SQL.
const ofServices = "datname = current_database() AND application_name = 'plenary'";

async function connectionsOf({ query }: SoakStore): Promise<number | undefined> {
  const [row] = (await query?.(`SELECT count(*) FROM pg_stat_activity WHERE ${ofServices}`)) ?? [];
  return row && Number(row.count);
}

async function createClients(data: string, random: () => number): Promise<readonly [Client, ...Client[]]> {
  const clients: Client[] = [];
  for (let made = 0; made < organizations; made++) {
    const { token, organizationId } = await createAccount(data);
    clients.push({ token, organizationId, records: newRecords(`organization ${made + 1}`, random), repeatable: [] });
  }
  const [first, ...others] = clients;
  if (first === undefined) throw new RangeError('there is no organization');
  const store = await openStore(data);
  const { organizationId } = first;
  await administration(store, undefined).addEvent({ id: 'program', name: 'Program', timezone: 'UTC', organizationId });
  await store.close();
  return [first, ...others];
}
