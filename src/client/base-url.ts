// Reads a base URL, and decides whether the token may be sent to it and through which proxy. Pure.
import { baseUrlFault } from '../contract/base-url.ts';
import { UsageError } from '../errors.ts';

export interface BaseUrl {
  readonly origin: string;
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  /** The protocol's default port if the URL has none. */
  readonly port: number;
  /** The path before `/v1`: empty, or with a leading slash and no trailing one. */
  readonly prefix: string;
}

/** @throws {UsageError} if it is not an http(s) address, or holds a password, a query or a fragment */
export function readBaseUrl(text: string): BaseUrl {
  const fault = baseUrlFault(text);
  if (fault !== undefined) {
    throw new UsageError(`the base URL ${fault}`, { fix: 'use an address such as https://program.example.org' });
  }
  const { origin, protocol, hostname, port, pathname } = new URL(text);
  const isSecure = protocol === 'https:';
  return {
    origin,
    protocol: isSecure ? 'https:' : 'http:',
    hostname,
    port: Number(port) || (isSecure ? 443 : 80),
    prefix: pathname.replace(/\/+$/, ''),
  };
}

/** The same text for every spelling of an address; runs and plans are identified by it. @throws {UsageError} */
export function canonicalBaseUrl(text: string): string {
  const { origin, prefix } = readBaseUrl(text);
  return `${origin}${prefix}`;
}

/** @throws {UsageError} if the token would cross a network unencrypted */
export function refuseUnencrypted({ protocol, hostname, origin }: BaseUrl): void {
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new UsageError(`the token would be sent unencrypted to ${origin}`, {
    advice: { kind: 'allow_insecure_http' },
  });
}

/** Whether a URL's hostname is this machine. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * The address of the proxy that the environment configures. Lower-case names win, as with curl. A loopback address is
 * never proxied: a token for this machine must not leave it.
 */
export function proxyFor(base: BaseUrl, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const uri = base.protocol === 'https:' ? env.https_proxy || env.HTTPS_PROXY : env.http_proxy || env.HTTP_PROXY;
  const noProxy = env.no_proxy || env.NO_PROXY || '';
  if (!uri || isLoopback(base.hostname) || isExcepted(noProxy, base)) return undefined;
  return uri.includes('://') ? uri : `http://${uri}`;
}

function isExcepted(noProxy: string, { hostname, port }: BaseUrl): boolean {
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase().replace(/^\*?\./, '')) ?? [];
    if (name === '' || (onlyPort !== undefined && Number(onlyPort) !== port)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}
