// Opens connections through a proxy. Loaded only if the environment configures one: it needs more of undici.
import { isIP } from 'node:net';
import type { buildConnector as Build, Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { ProxyError, type ProxySettings } from './proxy.ts';

interface ProxiedOptions {
  readonly proxy: ProxySettings;
  readonly tls: { readonly ca?: string; readonly timeout: number };
  readonly pool: Pool.Options;
  /** Receives every connector, to follow its sockets. */
  readonly track: (connect: Build.connector) => Build.connector;
}

/** Plain HTTP is passed to the proxy as is; for https, the proxy opens a tunnel. */
export function openProxied({ proxy, tls, pool, track }: ProxiedOptions): Dispatcher {
  const direct = withoutAddressAsName(track(buildConnector({ ...tls })));
  const toProxy = failingAs(direct, (cause) => new ProxyError(proxy, { cause }));

  return new EnvHttpProxyAgent({
    ...pool,
    httpProxy: proxy.address,
    // Empty: the same proxy. One service has one scheme, whose variable has been read already.
    httpsProxy: '',
    // Decided already. Without it, undici reads the environment.
    noProxy: '',
    ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: () => openTunnels(proxy, new Pool(proxy.address, { ...pool, connect: toProxy }), tls.timeout),
    factory(target: string | URL, { connect }: Pool.Options) {
      if (String(target) === proxy.address || String(target) === `${proxy.address}/`) {
        return new Pool(proxy.address, { ...pool, connect: toProxy });
      }
      // A tunnel comes with its connector.
      const connector = typeof connect === 'function' ? failingAs(connect, toFinalError) : direct;
      return new Pool(target, { ...pool, connect: connector });
    },
  });
}

/** The connections to the proxy in which tunnels are opened. A pool itself has no `connect`: all of undici adds it. */
function openTunnels(proxy: ProxySettings, pool: Pool, timeoutMs: number): Dispatcher {
  const open = (options: Dispatcher.ConnectOptions) =>
    new Promise<Dispatcher.ConnectData>((resolve, reject) => {
      connect.call(pool, options, (error, data) => (error === null ? resolve(data) : reject(error)));
    });
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const opened = await open({ ...options, signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
        throw cause instanceof ProxyError ? cause : new ProxyError(proxy, { cause });
      });
      if (opened.statusCode === 200) return opened;
      opened.socket.on('error', () => {}).destroy();
      throw new ProxyError(proxy, { status: opened.statusCode });
    },
  });
}

/** undici takes the host of an https proxy as its server name, which an IP address cannot be (RFC 6066 §3). */
function withoutAddressAsName(connect: Build.connector): Build.connector {
  return ({ servername, ...options }, callback) =>
    connect(servername === undefined || isIP(servername) !== 0 ? options : { ...options, servername }, callback);
}

/** Replaces the error of a failed connection. */
function failingAs(connect: Build.connector, toError: (error: Error) => Error): Build.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(toError(error), null);
    });
}

/** After some codes of a connection's error, a pool would connect again without a pause. */
function toFinalError(error: Error): Error {
  return error instanceof ProxyError ? error : new Error(error.message, { cause: error });
}
