// Starts the service on a port, and stops it without losing the requests in progress.
import { UsageError } from '../errors.ts';
import { type AppOptions, createApp } from './app.ts';
import type { Store } from './store/store.ts';

export interface ServiceOptions extends AppOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0, which selects a free port. */
  readonly port?: number;
  /** How long `close` waits for requests in progress before it cuts them off; default 10,000. */
  readonly graceMs?: number;
}

export interface RunningService {
  /** With the actual port, without a trailing slash. */
  readonly url: string;
  /**
   * From now on the service reports that it is not ready, and ends each connection with the next
   * response.
   */
  drain(): void;
  /**
   * Drains, accepts no new connections, and finishes the requests in progress. The store stays
   * open.
   */
  close(): Promise<void>;
}

/** @throws UsageError if the service cannot listen on the address */
export async function startService(
  store: Store,
  options: ServiceOptions = {},
): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0, graceMs = 10_000 } = options;
  let isDraining = false;
  const app = createApp(store, { ...options, isDraining: () => isDraining });
  try {
    const url = await app.listen({ host, port });
    return { url, drain, close };
  } catch (error) {
    await app.close();
    throw cannotListen(host, port, error);
  }

  function drain(): void {
    isDraining = true;
  }

  async function close(): Promise<void> {
    drain();
    const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
    try {
      await app.close();
    } finally {
      clearTimeout(late);
    }
  }
}

/** What to report if a server cannot listen. */
export function cannotListen(host: string, port: number, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = reasons[String(code)];
  if (reason === undefined) return error instanceof Error ? error : new Error(String(error));
  return new UsageError(`cannot listen on ${host}:${port}: ${reason}`, {
    fix: 'pass another --port or --metrics-port (0 selects a free port), or another --host',
    cause: error,
  });
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is using this port',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};
