// `plenary serve`: opens the database, starts the service, prints its address, and closes both after a signal.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../../../service/listen.ts';
import { parseRate } from '../../../service/rate-limit.ts';
import { openStore } from '../../../service/store/open.ts';
import type { Context } from '../../context.ts';
import { databaseOf } from '../../database.ts';
import { readDurationFlag, readWholeNumber } from '../../flags.ts';
import { write } from '../../io.ts';

/** Returns after a signal, when all requests in progress are finished. */
export async function serve(context: Context): Promise<void> {
  const { io, own, global } = context;
  const port = readWholeNumber('--port', own.port, { from: 0, to: 65_535 });
  const rateLimit = own.rateLimit === undefined ? undefined : parseRate(String(own.rateLimit));
  const drainMs = readDurationFlag('--drain', own.drain, { from: 0 });
  const store = await openStore(databaseOf(context).data);
  try {
    const log = global.quiet ? undefined : io.stderr;
    const service = await startService(store, { host: String(own.host), port, rateLimit, log });
    try {
      await announce(context, service.url);
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

async function announce(context: Context, url: string): Promise<void> {
  if ((await context.format()) === 'json') return write(context.io.stdout, `${JSON.stringify({ url })}\n`);
  await context.notice(`Listening on ${url}. ${url}/openapi.json describes the API. Press Ctrl-C to stop.`);
}
