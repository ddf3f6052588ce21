// `plenary serve`: opens the database, starts the service, prints its address, and closes both after a signal.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServiceOptions, startService } from '../../../service/listen.ts';
import type { Metrics } from '../../../service/metrics.ts';
import { parseRate } from '../../../service/rate-limit.ts';
import { openStore } from '../../../service/store/open.ts';
import type { Context } from '../../context.ts';
import { type DataFlag, databaseOf } from '../../database.ts';
import { sayNow, write } from '../../io.ts';
import { version } from '../../version.ts';

interface ServeFlags extends DataFlag {
  readonly host: string;
  readonly port: number;
  readonly rateLimit: string | undefined;
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
    const log = global.quiet ? undefined : { write: (lines: string) => sayNow(io, lines) };
    const service = await startService(store, {
      ...options,
      version,
      log,
      onResponse: metrics?.onResponse,
    });
    try {
      await announce(context, { url: service.url, metricsUrl: metrics?.url });
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

interface Addresses {
  readonly url: string;
  readonly metricsUrl: string | undefined;
}

async function announce(context: Context, addresses: Addresses): Promise<void> {
  if ((await context.format()) === 'json') return write(context.io.stdout, `${JSON.stringify(addresses)}\n`);
  const { url, metricsUrl } = addresses;
  const metrics = metricsUrl === undefined ? '' : ` ${metricsUrl} has metrics.`;
  await context.notice(`Listening on ${url}. ${url}/docs describes the API.${metrics} Press Ctrl-C to stop.`);
}
