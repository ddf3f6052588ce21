// Reads the base URL, and says where a token may be sent. Pure.
import { baseUrlFault } from '../contract/base-url.ts';
import { UsageError } from '../errors.ts';

export interface Base {
  readonly origin: string;
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  /** With the protocol's own port where none is written. */
  readonly port: number;
  /** The path in front of `/v1`: empty, or with a leading slash and none at the end. */
  readonly prefix: string;
}

/** @throws {UsageError} where it is no http(s) address, or holds a password, a query or a fragment */
export function readBaseUrl(text: string): Base {
  const fault = baseUrlFault(text);
  if (fault !== undefined) throw new UsageError(`the base URL ${fault}`, { fix: 'give the address alone' });
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

/** One text for one address, however it is spelled: runs and plans are told apart by it. @throws {UsageError} */
export function canonicalBaseUrl(text: string): string {
  const { origin, prefix } = readBaseUrl(text);
  return `${origin}${prefix}`;
}

/** @throws {UsageError} where a token would cross a network unencrypted */
export function refuseOpenHttp({ protocol, hostname, origin }: Base): void {
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new UsageError(`the token would go unencrypted to ${origin}`, {
    fix: 'use https, or --insecure-http where the network is trusted',
  });
}

/** Whether a URL's hostname names this very machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
