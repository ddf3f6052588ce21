// Runs the service: opens its database, says where it listens, and closes both when told to stop.
import { once } from 'node:events';
import { startService } from '../../../service/listen.ts';
import { parseRate } from '../../../service/rate-limit.ts';
import { openStore } from '../../../service/store/open.ts';
import type { Context } from '../../context.ts';
import { readWholeNumber } from '../../flags.ts';
import { write } from '../../io.ts';

/** Returns after the signal, when everything in flight has been answered. */
export async function serve(context: Context): Promise<void> {
  const { io, own, global } = context;
  const port = readWholeNumber('--port', own.port, { from: 0, to: 65_535 });
  const rateLimit = own.rateLimit === undefined ? undefined : parseRate(String(own.rateLimit));
  const store = await openStore(String(own.data));
  try {
    const log = global.quiet ? undefined : io.stderr;
    const service = await startService(store, { host: String(own.host), port, rateLimit, log });
    try {
      await announce(context, service.url);
      if (!io.stopped.aborted) await once(io.stopped, 'abort');
    } finally {
      await service.close();
    }
  } finally {
    await store.close();
  }
}

async function announce(context: Context, url: string): Promise<void> {
  if ((await context.format()) === 'json') return write(context.io.stdout, `${JSON.stringify({ url })}\n`);
  await context.notice(`Listening on ${url} — ${url}/openapi.json describes the API; Ctrl-C stops it.`);
}
