// Reads a base URL, and decides whether the token may be sent to it. Pure.
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

/**
 * @throws {UsageError} if it is not an http(s) address, or holds a password, a query or a fragment
 */
export function readBaseUrl(text: string): BaseUrl {
  const fault = baseUrlFault(text);
  if (fault !== undefined) {
    throw new UsageError(`the base URL ${fault}`, {
      fix: 'use an address such as https://program.example.org',
    });
  }
  const { origin, protocol, hostname, port, pathname } = new URL(text);
  const isSecure = protocol === 'https:';
  return {
    origin,
    protocol: isSecure ? 'https:' : 'http:',
    hostname,
    port: Number(port) || (isSecure ? 443 : 80),
    // Every path begins with /v1: a base URL that ends in it was copied with it.
    prefix: pathname.replace(/\/+$/, '').replace(/\/v1$/, ''),
  };
}

/**
 * The same text for every spelling of an address; runs and plans are identified by it.
 * @throws {UsageError}
 */
export function canonicalBaseUrl(text: string): string {
  const { origin, prefix } = readBaseUrl(text);
  return `${origin}${prefix}`;
}

/** @throws {UsageError} if the token would cross a network unencrypted */
export function refuseUnencrypted({ protocol, hostname, origin }: BaseUrl): void {
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new UsageError(`the token would be sent unencrypted to ${origin}`, {
    fix: 'use https, or pass --insecure-http if you trust the network',
  });
}

/** Whether a URL's hostname is this machine, also as IPv4 in IPv6 (RFC 4291 §2.5.5.2). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d+){3}|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname);
}
