// Reads the base URL, and says where a token may be sent. Pure.
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
  if (!URL.canParse(text))
    throw new UsageError(`the base URL ${JSON.stringify(text)} is not an address`, { fix: example });
  const { origin, protocol, hostname, port, pathname, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new UsageError(`the base URL begins with ${protocol}`, { fix: example });
  }
  if (username !== '' || password !== '') {
    throw new UsageError('the base URL holds a user name or a password', { fix: 'give the address alone' });
  }
  if (search !== '' || hash !== '') {
    throw new UsageError('the base URL has a query or a fragment', { fix: 'give the address alone' });
  }
  const standardPort = protocol === 'https:' ? 443 : 80;
  return { origin, protocol, hostname, port: Number(port) || standardPort, prefix: pathname.replace(/\/+$/, '') };
}

const example = 'give one such as https://program.example.org';

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
