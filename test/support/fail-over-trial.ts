// Two services of the built program beside a cluster whose primary fails, and a network that falls
// silent: what was acknowledged is stored once, writes resume by themselves, and the readiness is
// true.
import { setTimeout as delay } from 'node:timers/promises';
import { type Figures, figuresOf, watchService } from './fail-over-watch.ts';
import { besideCluster, type PostgresCluster, primaryFates } from './postgres-cluster.ts';
import type { PostgresProxy, Silence } from './postgres-proxy.ts';
import { audit, createAccount, startServiceProcess } from './postgres-stage.ts';
import { startRetryingLoad } from './retrying-load.ts';

export interface FailOverTrial {
  readonly failOvers: number;
  /** How often the network falls silent. */
  readonly silences: number;
  /** Called after each fault, with what it was. */
  readonly onFault?: (fault: string, seconds: number) => void;
}

export interface FailOverResult extends Figures {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicates: number;
  /** Responses that no client expects, and services that did not resume, in words. */
  readonly faults: readonly string[];
}

/** As docs/service.md promises it, in milliseconds. */
const promised = {
  withoutWrites: 15_000,
  longestWrite: 15_000,
  longestProbe: 5000,
  readyTooLong: 5000,
  unreadyTooLong: 5000,
} as const satisfies Figures;

/** In words, what of a result is not as promised. */
export function brokenPromises({ faults, lost, duplicates, ...figures }: FailOverResult): string[] {
  const names = Object.keys(promised) as (keyof Figures)[];
  const late = names.filter((name) => figures[name] > promised[name]);
  return [
    ...faults,
    ...(lost > 0 ? [`${lost} acknowledged records are lost`] : []),
    ...(duplicates > 0 ? [`${duplicates} records exist twice`] : []),
    ...late.map((name) => `${name}: ${figures[name]} ms instead of at most ${promised[name]} ms`),
  ];
}

/** After this time, a service does not resume by itself. */
const mostMs = 60_000;
/** How long each fault is watched after writes have resumed. */
const afterMs = 6000;

export async function failOverTrial(trial: FailOverTrial): Promise<FailOverResult> {
  return besideCluster((data, cluster, proxy) =>
    watched(data, faultsOf(trial, cluster, proxy), trial),
  );
}

async function watched(
  data: string,
  inflicted: readonly Fault[],
  { onFault }: FailOverTrial,
): Promise<FailOverResult> {
  const { token, organizationId } = await createAccount(data);
  const services = await Promise.all([startServiceProcess(data), startServiceProcess(data)]);
  try {
    const urls = services.map(({ url }) => url);
    const load = startRetryingLoad(() => urls, token, { connections: 6, pauseMs: 100 });
    const watches = urls.map((url, n) => watchService(url, { token, name: `watch-${n}` }));
    const faults: string[] = [];
    for (const { name, inflict, repair } of inflicted) {
      await succeeding(watches, performance.now());
      const begun = performance.now();
      await inflict();
      const ms = await succeeding(watches, begun);
      if (ms === undefined) faults.push(`${name}: no write succeeds after ${mostMs} ms`);
      onFault?.(name, Math.round((ms ?? mostMs) / 100) / 10);
      await delay(afterMs);
      await repair();
    }
    await Promise.all(watches.map((watch) => watch.stop()));
    await load.stop();
    const acknowledged = new Map([load, ...watches].flatMap((part) => [...part.acknowledged]));
    return {
      ...(await audit(data, organizationId, acknowledged)),
      ...worst(watches.map(figuresOf)),
      faults: [...faults, ...load.faults],
    };
  } finally {
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
  }
}

interface Fault {
  readonly name: string;
  readonly inflict: () => Promise<void>;
  readonly repair: () => Promise<void>;
}

const losses: readonly Silence[] = ['all', 'answers'];

function faultsOf(
  { failOvers, silences }: FailOverTrial,
  cluster: PostgresCluster,
  proxy: PostgresProxy,
): readonly Fault[] {
  const primaries = nth(primaryFates, failOvers).map((fate, n) => ({
    name: `the primary is ${fate}`,
    inflict: () => cluster.failOver(fate, nthStaleMs(n)),
    repair: () => cluster.repair(),
  }));
  const networks = nth(losses, silences).map((lost) => ({
    name: `the network loses ${lost}`,
    inflict: async () => proxy.silence(lost),
    repair: async () => undefined,
  }));
  return [...primaries, ...networks];
}

/** Shorter, and longer than a write waits. */
function nthStaleMs(n: number): number {
  return n % 2 === 0 ? 1000 : 7000;
}

function nth<T>(values: readonly T[], count: number): readonly T[] {
  return Array.from({ length: Math.ceil(count / values.length) }, () => values)
    .flat()
    .slice(0, count);
}

type Watch = ReturnType<typeof watchService>;

/**
 * Waits until each service has stored a write that began later.
 * @returns how long it took from then, in milliseconds; undefined if it does not happen
 */
async function succeeding(watches: readonly Watch[], since: number): Promise<number | undefined> {
  const isGood = ({ writes }: Watch) =>
    writes.some((write) => write.isGood && write.begunAt > since);
  while (!watches.every(isGood)) {
    if (performance.now() > since + mostMs) return undefined;
    await delay(20);
  }
  return performance.now() - since;
}

function worst(all: readonly Figures[]): Figures {
  const most = (name: keyof Figures) => Math.max(...all.map((figures) => figures[name]));
  return {
    withoutWrites: most('withoutWrites'),
    longestWrite: most('longestWrite'),
    longestProbe: most('longestProbe'),
    readyTooLong: most('readyTooLong'),
    unreadyTooLong: most('unreadyTooLong'),
  };
}
