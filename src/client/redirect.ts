// Decides where a redirect leads: to another path of the same service, which is followed, or to another base URL. Pure.
import type { BaseUrl } from './base-url.ts';
import type { RawFailure } from './no-response.ts';
import type { RawResponse } from './transport.ts';

/**
 * The path to send the same request to, with its method and body (RFC 9110 §15.4.8 and §15.4.9); undefined if the
 * response is no such redirect, or leads to another scheme, host or port: the token is for this one.
 */
export function redirectedPath(
  base: BaseUrl,
  path: string,
  response: (Pick<RawResponse, 'status' | 'headers'> & Partial<RawResponse>) | RawFailure,
): string | undefined {
  if (!('status' in response) || (response.status !== 307 && response.status !== 308)) return undefined;
  const target = targetOf(base, path, response.headers);
  return target?.origin === base.origin ? `${target.pathname}${target.search}` : undefined;
}

/**
 * Whether a redirect leads to something other than the requested path. A service may send one after it has carried out a
 * request, with a status that lets clients continue with a GET (RFC 9110 §15.4.2 to §15.4.4).
 */
export function isElsewhere(base: BaseUrl, path: string, response: RawResponse | RawFailure): boolean {
  if (!('status' in response) || ![301, 302, 303].includes(response.status)) return false;
  const target = targetOf(base, path, response.headers);
  const [below = ''] = path.slice(base.prefix.length).split('?');
  return target === undefined || !target.pathname.replace(/\/$/, '').endsWith(below);
}

/** The base URL under which the redirect expects the request; undefined if that is unknown, or would be less secure. */
export function redirectedBaseUrl(base: BaseUrl, path: string, headers: RawResponse['headers']): string | undefined {
  const target = targetOf(base, path, headers);
  if (target === undefined || (base.protocol === 'https:' && target.protocol === 'http:')) return undefined;
  const [below = ''] = path.slice(base.prefix.length).split('?');
  if (!target.pathname.endsWith(below)) return undefined;
  const baseUrl = `${target.origin}${target.pathname.slice(0, target.pathname.length - below.length)}`;
  return baseUrl === `${base.origin}${base.prefix}` ? undefined : baseUrl;
}

function targetOf({ origin }: BaseUrl, path: string, { location }: RawResponse['headers']): URL | undefined {
  const [text] = Array.isArray(location) ? location : [location];
  const from = `${origin}${path}`;
  const target = text !== undefined && URL.canParse(text, from) ? new URL(text, from) : undefined;
  return target?.protocol === 'http:' || target?.protocol === 'https:' ? target : undefined;
}
