// Puts the service on a port, and takes it off again without losing what is in flight.
import { UsageError } from '../errors.ts';
import { type AppOptions, createApp } from './app.ts';
import { bufferLines } from './log.ts';
import type { Store } from './store/store.ts';

export interface ServiceOptions extends AppOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0, which takes a free one. */
  readonly port?: number;
  /** How long `close` waits for requests in flight before it cuts them off; default 10,000. */
  readonly graceMs?: number;
}

export interface RunningService {
  /** With the port that was taken, without a slash at the end. */
  readonly url: string;
  /** Takes no new connection, finishes what is in flight, writes out the log. The store stays open. */
  close(): Promise<void>;
}

/** @throws UsageError where the address cannot be taken */
export async function startService(store: Store, options: ServiceOptions = {}): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0, graceMs = 10_000 } = options;
  const lines = options.log && bufferLines(options.log);
  const app = createApp(store, { ...options, log: lines });
  try {
    const url = await app.listen({ host, port });
    return { url, close };
  } catch (error) {
    await app.close();
    throw cannotListen(host, port, error);
  }

  async function close(): Promise<void> {
    // A connection becomes idle when its last answer is out, and would be kept alive for a minute.
    const idle = setInterval(() => app.server.closeIdleConnections(), 20);
    const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
    try {
      await app.close();
    } finally {
      clearInterval(idle);
      clearTimeout(late);
      lines?.flush();
    }
  }
}

function cannotListen(host: string, port: number, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = reasons[String(code)];
  if (reason === undefined) return error instanceof Error ? error : new Error(String(error));
  return new UsageError(`cannot listen on ${host}:${port}: ${reason}`, {
    fix: 'choose another --port (0 takes a free one) or another --host',
    cause: error,
  });
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'that port needs more rights',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};
