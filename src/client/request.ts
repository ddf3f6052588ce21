// Makes an endpoint's row and its input into a request: method, path, query, body, headers. Pure.
import { type Endpoint, isRepeatable, pathParameters } from '../contract/endpoint.ts';
import { UsageError } from '../errors.ts';
import type { Base } from './base-url.ts';

/** A request ready to be sent, as often as need be. */
export interface Prepared {
  readonly method: string;
  /** Below the origin, with the query. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** Whether sending it twice has the effect of sending it once. */
  readonly repeatable: boolean;
}

/** An endpoint's input, as it is after type erasure. */
export interface LooseInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly query?: unknown;
}

/** Any request below the base URL. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** @throws {UsageError} where a path parameter is empty, or a step up or nowhere (`..`, `.`) */
export function prepare(base: Base, endpoint: Endpoint, input: LooseInput): Prepared {
  const path = pathParameters(endpoint.path).reduce(
    (text, name) => text.replace(`{${name}}`, () => pathSegment(name, input.path[name])),
    endpoint.path,
  );
  return {
    method: endpoint.method,
    path: `${base.prefix}${path}${queryString(input.query)}`,
    repeatable: isRepeatable(endpoint),
    ...bodyOf(input.body),
  };
}

/** @throws {UsageError} where the path leads elsewhere, or the method is none that is sent here */
export function prepareRaw(base: Base, { method, path, query, body }: RawRequest): Prepared {
  const verb = method.toUpperCase();
  if (!sendable.has(verb))
    throw new UsageError(`${method} is not a method of this API`, { fix: 'use GET, POST, PUT …' });
  return { method: verb, path: pathBelow(base, path, query), repeatable: verb !== 'POST', ...bodyOf(body) };
}

const sendable = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

export interface Identity {
  readonly token: string;
  readonly userAgent: string;
  /** On creations: one key for all sendings of one record. */
  readonly idempotencyKey?: string | undefined;
}

export function headersFor({ body }: Prepared, { token, userAgent, idempotencyKey }: Identity): Record<string, string> {
  const headers: Record<string, string> = {
    'x-access-token': token,
    accept: 'application/json',
    'user-agent': userAgent,
  };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  return headers;
}

/** The same input, asking for another page; where it stands depends on whether the endpoint has a body. */
export function withPage(endpoint: Endpoint, input: LooseInput, page: number): LooseInput {
  const place = pagingPlace(endpoint);
  return { ...input, [place]: { ...fieldsIn(input[place]), page } };
}

/** The same input with a page size; undefined where it asks for one, or for a certain page, itself. */
export function withPageSize(endpoint: Endpoint, input: LooseInput, pageSize: number): LooseInput | undefined {
  const place = pagingPlace(endpoint);
  const fields = fieldsIn(input[place]);
  if (fields.page !== undefined || fields.pageSize !== undefined) return undefined;
  return { ...input, [place]: { ...fields, pageSize } };
}

/** The page that an input asks for: 1 unless told. */
export function pageAsked(endpoint: Endpoint, input: LooseInput): number {
  return Number(fieldsIn(input[pagingPlace(endpoint)]).page ?? 1);
}

function pagingPlace(endpoint: Endpoint): 'body' | 'query' {
  return endpoint.body === undefined ? 'query' : 'body';
}

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function pathSegment(name: string, value: unknown): string {
  // Servers and proxies resolve `.` and `..` even where they are percent-encoded.
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
    throw new UsageError(`${name} ${JSON.stringify(value ?? null)} cannot name a record`, { fix: `give the ${name}` });
  }
  return encodeURIComponent(value);
}

function queryString(query: unknown): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fieldsIn(query))) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) parameters.append(name, String(item));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function pathBelow({ origin, prefix }: Base, path: string, query: RawRequest['query']): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) {
    throw new UsageError(`${path} is a whole address`, { fix: 'give the path alone, such as /v1/events/ID/speakers' });
  }
  const url = new URL(`${origin}${prefix}/${path.replace(/^\//, '')}`);
  if (!url.pathname.startsWith(`${prefix}/`)) {
    throw new UsageError(`${path} leads out of the base URL`, { fix: 'give a path without ..' });
  }
  const added = queryString(query);
  return `${url.pathname}${url.search}${url.search === '' ? added : added.replace('?', '&')}`;
}

function bodyOf(body: unknown): { readonly body?: string } {
  return body === undefined ? {} : { body: JSON.stringify(body) };
}
