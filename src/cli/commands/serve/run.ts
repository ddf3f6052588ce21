// `plenary serve`: opens the database, starts the service, prints its address, and closes both after a signal.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { PageLanguage } from '../../../schedule/export/words/codes.ts';
import { type ServiceOptions, startService } from '../../../service/listen.ts';
import type { Metrics } from '../../../service/metrics.ts';
import { type PublicTimetables, timetablePath } from '../../../service/public-timetables.ts';
import { parseRate } from '../../../service/rate-limit.ts';
import { openStore } from '../../../service/store/open.ts';
import type { Store } from '../../../service/store/store.ts';
import type { Context } from '../../context.ts';
import { type DataFlag, databaseOf } from '../../database.ts';
import { sayNow, write } from '../../io.ts';
import { version } from '../../version.ts';

interface ServeFlags extends DataFlag {
  readonly host: string;
  readonly port: number;
  readonly rateLimit: string | undefined;
  readonly public: readonly string[];
  readonly lang: PageLanguage;
  readonly metricsPort: number | undefined;
  /** In milliseconds. */
  readonly drain: number;
}

/** Returns after a signal, when all requests in progress are finished. */
export async function serve(context: Context<ServeFlags>): Promise<void> {
  const { host, port, metricsPort, drain: drainMs } = context.flags;
  const rateLimit = context.flags.rateLimit === undefined ? undefined : parseRate(context.flags.rateLimit);
  const metrics = metricsPort === undefined ? undefined : await startMetrics(host, metricsPort);
  try {
    await serveStore(context, { host, port, rateLimit, drainMs, metrics });
  } finally {
    await metrics?.close();
  }
}

/** Loads what counts only if it is needed. */
async function startMetrics(host: string, port: number): Promise<Metrics> {
  const service = await import('../../../service/metrics.ts');
  return service.startMetrics({ host, port, version });
}

interface ServeOptions extends Pick<ServiceOptions, 'host' | 'port' | 'rateLimit'> {
  readonly drainMs: number;
  readonly metrics: Metrics | undefined;
}

async function serveStore(context: Context<ServeFlags>, { drainMs, metrics, ...options }: ServeOptions): Promise<void> {
  const { io, global } = context;
  const store = await openStore(
    databaseOf(context, context.flags.data).data,
    metrics && { observer: metrics.observer },
  );
  try {
    const timetables = await openTimetables(store, context.flags);
    const log = global.quiet ? undefined : { write: (lines: string) => sayNow(io, lines) };
    const service = await startService(store, {
      ...options,
      version,
      log,
      timetables,
      onResponse: metrics?.onResponse,
    });
    try {
      const paths = timetables?.events.map((event) => `${service.url}${timetablePath(event)}`);
      await announce(context, { url: service.url, metricsUrl: metrics?.url, timetables: paths });
      if (!io.stopped.aborted) await once(io.stopped, 'abort');
      service.drain();
      await delay(drainMs);
    } finally {
      await service.close();
    }
  } finally {
    await store.close();
  }
}

/** Loads what pages are written with only if it is needed. */
async function openTimetables(
  store: Store,
  { public: wanted, lang }: ServeFlags,
): Promise<PublicTimetables | undefined> {
  if (wanted.length === 0) return undefined;
  return (await import('./timetables.ts')).timetablesOf(await store.listEvents(), wanted, lang);
}

interface Addresses {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  readonly timetables: readonly string[] | undefined;
}

async function announce(context: Context, addresses: Addresses): Promise<void> {
  if ((await context.format()) === 'json') return write(context.io.stdout, `${JSON.stringify(addresses)}\n`);
  const { url, metricsUrl, timetables = [] } = addresses;
  const metrics = metricsUrl === undefined ? '' : ` ${metricsUrl} has metrics.`;
  const open = timetables.map((address) => ` ${address} is public.`).join('');
  await context.notice(`Listening on ${url}. ${url}/docs describes the API.${open}${metrics} Press Ctrl-C to stop.`);
}
