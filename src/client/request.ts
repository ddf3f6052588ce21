// Builds a request from an endpoint's row and its input: method, path, query, body, headers. Pure.
import { withoutCredentials } from '../contract/base-url.ts';
import { isRepeatable, type Operation } from '../contract/endpoint.ts';
import { InvalidInputError, MalformedResponseError, UsageError } from '../errors.ts';
import type { BaseUrl } from './base-url.ts';
import { excerpt } from './message-text.ts';
import type { PagePlace } from './pages.ts';
import { isRecord, type RecordData } from './response.ts';

/** A request ready to be sent, in one attempt or several. */
export interface Request {
  readonly method: string;
  /** Below the origin, with the query. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** Names in lower case. They replace those of the client, except the token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether sending it twice has the effect of sending it once. */
  readonly repeatable: boolean;
}

/** Any request below the base URL. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws {UsageError} if a path parameter is empty, `.` or `..` */
export function buildRequest(
  base: BaseUrl,
  endpoint: Operation,
  input: {
    readonly path: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly query?: unknown;
  },
): Request {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
    pathSegment(name, input.path[name]),
  );
  return {
    method: endpoint.method,
    path: `${base.prefix}${path}${queryString(input.query)}`,
    repeatable: isRepeatable(endpoint),
    ...bodyOf(input.body),
  };
}

/** @throws {UsageError} if the path leaves the base URL, or the method is not one of this API */
export function buildRawRequest(
  base: BaseUrl,
  { method, path, query, body, headers }: RawRequest,
): Request {
  const verb = method.toUpperCase();
  const fix = 'use GET, HEAD, POST, PUT, PATCH or DELETE';
  if (!sendable.has(verb)) throw new UsageError(`${method} is not a method of this API`, { fix });
  return {
    method: verb,
    path: pathBelow(base, path, query),
    repeatable: verb !== 'POST',
    ...bodyOf(body),
    ...(headers && { headers }),
  };
}

const sendable = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** @param idempotencyKey on creations: the same for every attempt to create one record */
export function headersFor(
  { body, headers: ofRequest }: Request,
  { token, userAgent }: { readonly token: string; readonly userAgent: string },
  idempotencyKey?: string,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  return { ...headers, ...ofRequest, 'x-access-token': token };
}

/** The request for a page of a list, whose parameters are in the body if the request has one. */
export function buildPageRequest(base: BaseUrl, request: Request, place: PagePlace): Request {
  if (typeof place === 'string') return linked(base, request, place);
  const { path, body } = request;
  if (body !== undefined) {
    return { ...request, body: JSON.stringify({ ...searchFields(body), ...place }) };
  }
  const [address = path, query] = path.split('?');
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(place)) parameters.set(name, String(value));
  return { ...request, path: parameters.size === 0 ? path : `${address}?${parameters}` };
}

/**
 * The page size that a request for a list has; undefined if it has none.
 * @throws {InvalidInputError} if it has a body that is not a JSON object
 */
export function requestedSize({ path, body }: Request): number | undefined {
  const query = new URLSearchParams(path.split('?')[1]);
  const size = Number(body === undefined ? query.get('pageSize') : searchFields(body).pageSize);
  return Number.isSafeInteger(size) && size > 0 ? size : undefined;
}

function searchFields(body: string): RecordData {
  const fields: unknown = JSON.parse(body);
  if (isRecord(fields)) return fields;
  throw new InvalidInputError('the body of a search is not a JSON object', {
    fix: 'pass an object such as {"status": "pending"}',
  });
}

/** @throws {MalformedResponseError} if the token must not be sent to where the link leads */
function linked(base: BaseUrl, request: Request, link: string): Request {
  const from = `${base.origin}${request.path}`;
  const url = URL.canParse(link, from) ? new URL(link, from) : undefined;
  if (url?.origin === base.origin && url.pathname.startsWith(`${base.prefix}/`)) {
    return { ...request, path: `${url.pathname}${url.search}` };
  }
  const place =
    url?.origin === base.origin ? excerpt(url.pathname) : (url?.origin ?? 'an invalid address');
  const fix = 'use the base URL that the service uses for itself, or pass --paging page';
  const message =
    `the list continues at ${place}, which is not below the base URL; the token was not sent ` +
    'there';
  throw new MalformedResponseError(message, { fix });
}

function pathSegment(name: string, value: unknown): string {
  // Servers and proxies resolve `.` and `..` even if they are percent-encoded. Half a character has
  // no encoding.
  if (
    typeof value !== 'string' ||
    ['', '.', '..'].includes(value) ||
    /\p{Surrogate}/u.test(value)
  ) {
    const fix = `pass the ${name}`;
    throw new UsageError(`${name} ${JSON.stringify(value ?? null)} is not a valid identifier`, {
      fix,
    });
  }
  return encodeURIComponent(value);
}

function queryString(query: unknown): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== null) parameters.append(name, String(item));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function pathBelow({ origin, prefix }: BaseUrl, path: string, query: RawRequest['query']): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) {
    throw new UsageError(`${withoutCredentials(path)} is a complete URL`, {
      fix: 'pass only the path, such as /v1/events/ID/speakers',
    });
  }
  const url = new URL(`${origin}${prefix}/${path.replace(/^\//, '')}`);
  if (!url.pathname.startsWith(`${prefix}/`)) {
    throw new UsageError(`${path} leaves the base URL`, { fix: 'pass a path without ..' });
  }
  const more = queryString(query);
  return `${url.pathname}${url.search}${url.search === '' ? more : more.replace('?', '&')}`;
}

function bodyOf(body: unknown): { readonly body?: string } {
  return body === undefined ? {} : { body: JSON.stringify(body) };
}
