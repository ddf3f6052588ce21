// Sends one request over the network, once, and reads its response within limits of time and size.
// Only this file loads undici.
import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { ProxySettings } from './proxy.ts';

export interface Transport {
  /** Never retries, never follows a redirect. Rejects only with the signal's reason. */
  send(request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
    /** For the whole attempt: connection, headers and body. */
    readonly timeoutMs: number;
  }): Promise<RawResponse | LostAttempt>;
  /** Waits for the requests in flight, then closes the connections. */
  close(): Promise<void>;
}

/** A complete response, as it arrived. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decompressed and decoded; undefined if the body cannot be used. */
  readonly text: string | undefined;
  /** Why it cannot, as the end of a sentence about the response. */
  readonly fault?: string | undefined;
}

/** An attempt without a complete response. */
export interface LostAttempt {
  /** Whether any part of the request may have been sent. */
  readonly sent: boolean;
  readonly error?: unknown;
  /** After a timeout: how long the attempt took. */
  readonly timedOutMs?: number;
  /** The variable that configures a proxy, if there is one. */
  readonly proxyVariable?: string | undefined;
  /** The status of a response that is not complete. */
  readonly status?: number | undefined;
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

/** In bytes, compressed or not; far more than any response of this API. */
export const largestBody = 64 * 1024 * 1024;

export function createTransport(options: TransportOptions): Transport {
  const { origin, proxy, signal } = options;
  const inFlight = new Set<ReturnType<typeof exchange>>();
  // Ends all connections, also those that are being established: they would keep the program alive.
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  let dispatcher: Dispatcher | undefined;
  const end = () => {
    ended.abort();
    for (const { stop } of inFlight) stop();
    dispatcher?.destroy().catch(() => undefined);
  };
  signal?.addEventListener('abort', end);

  return {
    async send({ timeoutMs, method, body, ...request }) {
      signal?.throwIfAborted();
      dispatcher ??= open(options, ended.signal);
      const sent = { ...request, origin, method, body: body ?? null };
      const begun = exchange(dispatcher, sent, timeoutMs);
      inFlight.add(begun);
      const result = await begun.result;
      inFlight.delete(begun);
      signal?.throwIfAborted();
      return 'sent' in result ? { ...result, proxyVariable: proxy?.variable } : result;
    },
    async close() {
      await Promise.all([...inFlight].map(({ result }) => result));
      signal?.removeEventListener('abort', end);
      end();
    },
  };
}

/** @param ended aborts when the transport is closed */
function open(options: TransportOptions, ended: AbortSignal): Dispatcher {
  const { origin, connections, connectTimeoutMs: timeout, caCert, proxy } = options;
  const tls = { ...(caCert === undefined ? {} : { ca: caCert }), timeout, signal: ended };
  // Each attempt has a timer of its own. Some services and proxies set many cookies.
  const limits = {
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
    maxResponseSize: largestBody,
  };
  const pool = { connections, allowH2: false, ...limits };
  if (proxy === undefined) return new Pool(origin, { ...pool, connect: tls });
  return new EnvHttpProxyAgent({
    ...pool,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    proxyTunnel: false,
    // A service has one scheme, whose variable has been read already. Empty: the same proxy.
    httpProxy: proxy.url,
    httpsProxy: '',
    noProxy: proxy.except,
    // A proxy may accept a connection and never open the tunnel.
    clientFactory: (url, { connect = tls }: Pool.Options) =>
      new Pool(url, { ...pool, headersTimeout: timeout, connect: asConnector(connect) }),
    factory: (url, { connect = tls }: Pool.Options) =>
      new Pool(url, { ...pool, connect: asConnector(connect) }),
  });
}

/**
 * undici takes the host of an https proxy as its server name, which an IP address cannot be (RFC
 * 6066 §3). After some codes of a connection's error, it would connect again without a pause: the
 * code is left to the cause.
 */
function asConnector(connect: NonNullable<Pool.Options['connect']>): typeof connect {
  if (typeof connect !== 'function') return connect;
  return ({ servername, ...options }, callback) => {
    const isNamed = servername !== undefined && isIP(servername) === 0;
    connect(isNamed ? { ...options, servername } : options, (...[cause, socket]) =>
      cause === null ? callback(null, socket) : callback(new Error(cause.message, { cause }), null),
    );
  };
}

/**
 * Begins to send a request.
 * @returns `result` resolves as soon as the exchange is over, even if undici is not done with it
 */
function exchange(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions, timeoutMs: number) {
  let resolve: (result: RawResponse | LostAttempt) => void = () => undefined;
  const result = new Promise<RawResponse | LostAttempt>((settle) => {
    resolve = settle;
  });
  const chunks: Buffer[] = [];
  let sent = false;
  let isOver = false;
  let begun: Pick<RawResponse, 'status' | 'headers'> | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  const timer = setTimeout(() => fail({ timedOutMs: timeoutMs }), timeoutMs);

  dispatcher.dispatch(request, {
    // The connection is established, and parts of the request may arrive from now on.
    onRequestStart(controllerOfRequest) {
      controller = controllerOfRequest;
      if (isOver) abort();
      else sent = true;
    },
    onResponseStart(_, status, headers) {
      begun = { status, headers };
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd() {
      const response = begun && { ...begun, ...textOf(Buffer.concat(chunks), begun) };
      // undici frees the connection in an immediate that it queues after this call.
      if (response !== undefined) queueMicrotask(() => setImmediate(finish, response));
    },
    onResponseError: (_, error) => fail({ error }),
  });
  return { result, stop: () => fail({ error: new Error('the transport is closed') }) };

  function finish(response: RawResponse | LostAttempt): void {
    isOver = true;
    clearTimeout(timer);
    resolve(response);
  }

  function fail(lost: Pick<LostAttempt, 'error' | 'timedOutMs'>): void {
    finish({ sent, status: begun?.status, ...lost });
    abort();
  }

  /** Without effect on what has ended by itself. */
  function abort(): void {
    controller?.abort(new Error('aborted by the client'));
  }
}

// JSON is UTF-8 (RFC 8259), whatever is declared.
const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(
  bytes: Buffer,
  { status, headers }: Pick<RawResponse, 'status' | 'headers'>,
): Pick<RawResponse, 'text' | 'fault'> {
  try {
    return {
      text: utf8.decode(decompress(bytes, String(headers['content-encoding']).toLowerCase())),
    };
  } catch (error) {
    // The words of an error are only shown. Elsewhere, a name or an address would no longer be the
    // one that the service has.
    if (status >= 300 && headers['content-encoding'] === undefined) return { text: String(bytes) };
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') return { text: undefined, fault: 'is larger than 64 MiB' };
    return {
      text: undefined,
      fault: /^(Z_|ERR__ERROR)/.test(code) ? 'cannot be decompressed' : 'is not text in UTF-8',
    };
  }
}

/** Servers and proxies compress (RFC 9110 §8.4) although the request does not ask for it. */
function decompress(bytes: Buffer, encoding: string): Buffer {
  const limits = { maxOutputLength: largestBody };
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes, limits);
  return /^((x-)?gzip|deflate)$/.test(encoding) ? unzipSync(bytes, limits) : bytes;
}
