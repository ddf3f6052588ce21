// Sends one request over the network, once, and returns its response. Only this file and proxied.ts load undici.
import type { Socket } from 'node:net';
import type { buildConnector as Build, Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { RawFailure } from './no-response.ts';
import { ProxyError, type ProxySettings } from './proxy.ts';
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
  readonly proxy?: ProxySettings | undefined;
  readonly signal?: AbortSignal | undefined;
}

export function createTransport(options: TransportOptions): Transport {
  const { origin, signal } = options;
  const sockets = new Set<Socket>();
  // At most one for each connection. A Set would be slower: V8 copies its table again and again, and what an old copy
  // still refers to survives the fast garbage collections.
  const reading: ResponseReader[] = [];
  let whenIdle = () => {};
  let opened: Promise<Dispatcher> | undefined;
  let dispatcher: Dispatcher | undefined;

  // One listener for all requests is cheaper than one for each. Their end does not depend on undici.
  const onAbort = () => {
    for (const reader of reading) reader.fail(signal?.reason);
    void destroy();
  };
  signal?.addEventListener('abort', onAbort);

  async function destroy(): Promise<void> {
    // If they could not be opened, the requests have failed with the reason.
    const destroyed = (await opened?.catch(() => undefined))?.destroy();
    for (const socket of sockets) socket.destroy();
    if (destroyed !== undefined) await atMost(longestCloseMs, destroyed);
  }

  return {
    async send({ method, path, headers, body, timeoutMs }) {
      signal?.throwIfAborted();
      const reader = new ResponseReader(timeoutMs);
      const request = { origin, path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
      reading.push(reader);
      try {
        opened ??= open(options, sockets);
        dispatcher ??= await opened;
        dispatcher.dispatch(request, reader);
      } catch (cause) {
        reader.fail(cause);
      }
      const result = await reader.result;
      remove(reader, reading);
      if (reading.length === 0) whenIdle();
      signal?.throwIfAborted();
      if (options.proxy === undefined || !needsCredentials(result)) return result;
      return { sent: false, cause: new ProxyError(options.proxy, { status: 407 }) };
    },
    async close() {
      if (reading.length > 0) {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      }
      signal?.removeEventListener('abort', onAbort);
      await destroy();
    },
  };
}

const longestCloseMs = 1000;

/** Puts the last reader in the place of another: unlike `splice`, this moves and allocates nothing. */
function remove(reader: ResponseReader, readers: ResponseReader[]): void {
  const last = readers.pop();
  if (last !== undefined && last !== reader) readers[readers.indexOf(reader)] = last;
}

/** Waits for the work, but not longer. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** In bytes; some services and proxies set many cookies. */
const maxHeaderSize = 64 * 1024;

async function open(options: TransportOptions, sockets: Set<Socket>): Promise<Dispatcher> {
  const { origin, connections, connectTimeoutMs: timeout, caCert, proxy } = options;
  const tls = { ...(caCert === undefined ? {} : { ca: caCert }), timeout };
  // The response reader has its own timer, for the whole attempt.
  const pool = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false, maxHeaderSize };
  const track = (connect: Build.connector) => tracked(connect, sockets);
  if (proxy === undefined) return new Pool(origin, { ...pool, connect: track(buildConnector(tls)) });
  const { openProxied } = await import('./proxied.ts');
  return openProxied({ proxy, tls, pool, track });
}

/** A connector whose open sockets are known: one that undici has lost track of, or that hangs, would keep the program alive. */
function tracked(connect: Build.connector, sockets: Set<Socket>): Build.connector {
  return (options, callback) => {
    const socket: unknown = connect(options, callback);
    if (!isSocket(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}

/** Whether a proxy refused to pass a request on. undici reports a proxy's 407 as an invalid argument. */
function needsCredentials(result: RawResponse | RawFailure): boolean {
  if ('status' in result) return result.status === 407;
  const { sent, cause } = result;
  return sent && cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_INVALID_ARG';
}

// undici's types hide that a connector returns its socket.
function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}
