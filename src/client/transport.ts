// Carries one request to the service and its answer back, once. The only file that knows undici.
import type { Socket } from 'node:net';
import type { buildConnector as Build, Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Breakdown } from './failure.ts';
import { type Delivered, Reception } from './reception.ts';

export interface Transport {
  /** Never retries, never follows a redirect. Rejects only with the signal's reason. */
  send(parcel: Parcel): Promise<Delivered | Breakdown>;
  /** Lets what is in flight end, then the connections go. */
  close(): Promise<void>;
}

export interface Parcel {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** For headers and body together. */
  readonly timeoutMs: number;
}

export interface TransportOptions {
  readonly origin: string;
  readonly connections: number;
  /** For making a connection. */
  readonly connectTimeoutMs: number;
  readonly caCert?: string | undefined;
  /** The address of a proxy. */
  readonly proxy?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export function createTransport(options: TransportOptions): Transport {
  const { origin, signal } = options;
  const connecting = new Set<Socket>();
  let inFlight = 0;
  let whenIdle = () => {};
  let opened: Promise<Dispatcher> | undefined;

  // One listener for all requests: what has an own one each, pays for it each.
  signal?.addEventListener('abort', async () => (await opened)?.destroy(signal.reason));

  return {
    async send({ method, path, headers, body, timeoutMs }) {
      signal?.throwIfAborted();
      const reception = new Reception(timeoutMs);
      const request = { origin, path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
      inFlight++;
      try {
        opened ??= open(options, connecting);
        (await opened).dispatch(request, reception);
      } catch (cause) {
        reception.fail(cause);
      }
      const end = await reception.result;
      if (--inFlight === 0) whenIdle();
      signal?.throwIfAborted();
      return end;
    },
    async close() {
      if (inFlight > 0) {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      }
      for (const socket of connecting) socket.destroy();
      await (await opened)?.destroy();
    },
  };
}

async function open(options: TransportOptions, connecting: Set<Socket>): Promise<Dispatcher> {
  const { origin, connections, connectTimeoutMs: timeout, caCert, proxy } = options;
  const tls = caCert === undefined ? {} : { ca: caCert };
  // The timers are our own: one for the whole attempt.
  const common = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  if (proxy === undefined) {
    return new Pool(origin, { ...common, connect: tracked(buildConnector({ ...tls, timeout }), connecting) });
  }
  // A proxy needs more of undici than a plain start should pay for.
  const { ProxyAgent } = await import('undici');
  return new ProxyAgent({
    ...common,
    uri: proxy,
    requestTls: { ...tls, timeout },
    proxyTls: { ...tls, timeout },
    factory: (target: string | URL, poolOptions: Pool.Options) =>
      new Pool(target, { ...poolOptions, connect: failing(poolOptions.connect) }),
  });
}

/** A pool connects again and again, without a pause, where a proxy closes the connection: to it that is no final error. */
function failing(connect: Pool.Options['connect']): Build.connector {
  if (typeof connect !== 'function') throw new TypeError('a proxy has its own way to connect');
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new Error(`the proxy made no connection: ${error.message}`, { cause: error }), null);
    });
}

/** A connector whose sockets can be given up while they are still connecting: one that hangs would keep the program alive. */
function tracked(connect: Build.connector, connecting: Set<Socket>): Build.connector {
  return (options, callback) => {
    const socket: unknown = connect(options, (...outcome) => {
      if (isSocket(socket)) connecting.delete(socket);
      callback(...outcome);
    });
    if (isSocket(socket)) connecting.add(socket);
  };
}

// undici's types hide that a connector returns its socket.
function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}
