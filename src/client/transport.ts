// Sends one request over the network, once, and returns its response. Of this folder, only this file loads undici.
import type { Socket } from 'node:net';
import type { buildConnector as Build, Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { RawFailure } from './no-response.ts';
import { type RawResponse, ResponseReader } from './response-reader.ts';

export interface Transport {
  /** Never retries, never follows a redirect. Rejects only with the signal's reason. */
  send(request: HttpRequest): Promise<RawResponse | RawFailure>;
  /** Waits for the requests in flight, then closes the connections. */
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** For the whole attempt: connection, headers and body. */
  readonly timeoutMs: number;
}

export interface TransportOptions {
  readonly origin: string;
  readonly connections: number;
  /** For establishing a connection. */
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

  // One listener for all requests is cheaper than one for each.
  const onAbort = async () => (await opened)?.destroy(signal?.reason);
  signal?.addEventListener('abort', onAbort);

  return {
    async send({ method, path, headers, body, timeoutMs }) {
      signal?.throwIfAborted();
      const reader = new ResponseReader(timeoutMs);
      const request = { origin, path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
      inFlight++;
      try {
        opened ??= open(options, connecting);
        (await opened).dispatch(request, reader);
      } catch (cause) {
        reader.fail(cause);
      }
      const result = await reader.result;
      if (--inFlight === 0) whenIdle();
      signal?.throwIfAborted();
      return result;
    },
    async close() {
      if (inFlight > 0) {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      }
      signal?.removeEventListener('abort', onAbort);
      for (const socket of connecting) socket.destroy();
      await (await opened)?.destroy();
    },
  };
}

async function open(options: TransportOptions, connecting: Set<Socket>): Promise<Dispatcher> {
  const { origin, connections, connectTimeoutMs: timeout, caCert, proxy } = options;
  const tls = caCert === undefined ? {} : { ca: caCert };
  // The response reader has its own timer, for the whole attempt.
  const common = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  if (proxy === undefined) {
    return new Pool(origin, { ...common, connect: tracked(buildConnector({ ...tls, timeout }), connecting) });
  }
  // A proxy needs all of undici, which costs start-up time. Once bundled, a CommonJS package has only its default export.
  const { ProxyAgent } = (await import('undici')).default;
  return new ProxyAgent({
    ...common,
    uri: proxy,
    requestTls: { ...tls, timeout },
    proxyTls: { ...tls, timeout },
    factory: (target: string | URL, poolOptions: Pool.Options) =>
      new Pool(target, { ...poolOptions, connect: failing(poolOptions.connect) }),
  });
}

/** Turns a failed proxy connection into a final error; otherwise the pool reconnects without a pause. */
function failing(connect: Pool.Options['connect']): Build.connector {
  if (typeof connect !== 'function') throw new TypeError('a proxy pool must bring its own connector');
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new Error(`the proxy could not connect: ${error.message}`, { cause: error }), null);
    });
}

/** A connector whose sockets can be destroyed while they are connecting: one that hangs would keep the program alive. */
function tracked(connect: Build.connector, connecting: Set<Socket>): Build.connector {
  return (options, callback) => {
    const socket: unknown = connect(options, (...result) => {
      if (isSocket(socket)) connecting.delete(socket);
      callback(...result);
    });
    if (isSocket(socket)) connecting.add(socket);
  };
}

// undici's types hide that a connector returns its socket.
function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}
