// `plenary serve`: opens the database, starts the service, prints its address, and closes both
// after a signal.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServiceOptions, startService } from '../../../service/listen.ts';
import { openStore } from '../../../service/store/open.ts';
import type { Store } from '../../../service/store/store.ts';
import type { Context } from '../../context.ts';
import { type DataFlag, databaseOf } from '../../database.ts';
import { sayNow, write } from '../../io.ts';
import { version } from '../../version.ts';

interface ServeFlags extends DataFlag {
  readonly host: string;
  readonly port: number;
  readonly strict: boolean;
  readonly rateLimit: string | undefined;
  readonly metricsPort: number | undefined;
  /** In milliseconds. */
  readonly drain: number;
}

/** Returns after a signal, when all requests in progress are finished. */
export async function serve(context: Context<ServeFlags>): Promise<void> {
  const { host, metricsPort, rateLimit: rate, strict: isStrict } = context.flags;
  context.io.holdSignals();
  // What has a flag is loaded only if the flag is given.
  const rateLimit =
    rate === undefined
      ? undefined
      : (await import('../../../service/rate-limit.ts')).parseRate(rate);
  const options = { host, version, rateLimit, isStrict };
  const { data } = databaseOf(context, context.flags.data);
  const store = await openStore(data, { isServed: true, onUpgrade: context.notice });
  try {
    if (metricsPort === undefined) await serveStore(context, store, options);
    else {
      const { startMetrics } = await import('../../../service/metrics.ts');
      const address = { host, port: metricsPort };
      const { url, onResponse, close } = await startMetrics(store, address);
      await serveStore(context, store, { ...options, onResponse }, url).finally(close);
    }
  } finally {
    await store.close();
  }
}

async function serveStore(
  context: Context<ServeFlags>,
  store: Store,
  options: ServiceOptions,
  metricsUrl?: string,
): Promise<void> {
  const { io, flags, global } = context;
  const log = global.quiet ? undefined : { write: (line: string) => sayNow(io, line) };
  const service = await startService(store, { ...options, port: flags.port, log });
  try {
    await announce(context, service.url, metricsUrl);
    if (!io.stopped.aborted) await once(io.stopped, 'abort');
    service.drain();
    await delay(flags.drain);
  } finally {
    await service.close();
  }
}

async function announce(
  context: Context,
  url: string,
  metricsUrl: string | undefined,
): Promise<void> {
  if ((await context.format()) === 'json') {
    return write(context.io.stdout, `${JSON.stringify({ url, metricsUrl })}\n`);
  }
  const metrics = metricsUrl === undefined ? '' : ` ${metricsUrl} has metrics.`;
  await context.notice(
    `Listening on ${url}. ${url}/docs describes the API.${metrics} Press Ctrl-C to stop.`,
  );
}
