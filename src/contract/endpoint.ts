// What one row of the endpoint table is, and how its input types follow from it.
import type { input, output } from 'zod/mini';
import type { ObjectSchema } from './fields.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The API's nouns, as they stand in paths and commands. */
export type Resource = 'speakers' | 'submissions' | 'sessions' | 'contacts' | 'content-items';

/** One endpoint of the API: data only. What a single endpoint does beyond this is written where it is done. */
export interface Endpoint<
  Path extends string = string,
  Body extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
> {
  /** The specification's number, which is also the order of the table. */
  readonly number: number;
  /** The specification's own name for it. */
  readonly title: string;
  /** One sentence for people: help, reference and OpenAPI. */
  readonly summary: string;
  readonly method: Method;
  /** With `{parameters}`, each a required string. */
  readonly path: Path;
  readonly resource: Resource;
  /** The second word of its command; the first is the resource. */
  readonly verb: string;
  readonly body: Body;
  readonly query: Query;
  /** The status that our service answers with; a client takes any 2xx. */
  readonly success: 200 | 201;
  /** `record`: one JSON object; `page`: a list of records with paging. */
  readonly returns: 'record' | 'page';
  /** The body fields that tell one record from another, compared without case; on creations only. */
  readonly key?: readonly string[];
  /** A believable body or query, for help and documentation. */
  readonly example: Readonly<Record<string, string | number>>;
}

/** Declares a row; keeps the literal types of its path and schemas. */
export function defineEndpoint<
  const Path extends string,
  Body extends ObjectSchema | undefined = undefined,
  Query extends ObjectSchema | undefined = undefined,
>(
  row: Omit<Endpoint<Path, Body, Query>, 'body' | 'query'> & { readonly body?: Body; readonly query?: Query },
): Endpoint<Path, Body, Query> {
  return { ...row, body: row.body as Body, query: row.query as Query };
}

/** `'/v1/events/{event_id}/speakers'` → `'event_id'`; any string for a row not known at compile time. */
export type PathParameter<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameter<Rest>
    : never;

type BodyInput<Body> = Body extends ObjectSchema ? { readonly body: input<Body> } : { readonly body?: undefined };
// A server may know further filters, so a query takes names beyond the schema; the schema's own keep their types.
type QueryInput<Query> = Query extends ObjectSchema
  ? { readonly query?: input<Query> & Readonly<Record<string, unknown>> }
  : { readonly query?: undefined };

/** What a caller gives an endpoint: its path parameters, and a body or query where it has one. */
export type InputOf<E extends Endpoint> = {
  readonly path: Readonly<Record<PathParameter<E['path']>, string>>;
} & BodyInput<E['body']> &
  QueryInput<E['query']>;

/** What a handler is given: the same after validation, with defaults filled in. */
export interface ParsedInputOf<E extends Endpoint> {
  readonly path: Readonly<Record<PathParameter<E['path']>, string>>;
  readonly body: E['body'] extends ObjectSchema ? output<E['body']> : undefined;
  readonly query: E['query'] extends ObjectSchema ? output<E['query']> : undefined;
}

/** The names in a path's braces, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** The path parameters that name one record. */
export function recordParameters(endpoint: Pick<Endpoint, 'path'>): readonly string[] {
  return pathParameters(endpoint.path).filter((name) => name !== 'event_id');
}

/** Whether its path names an event. */
export function isEventScoped(endpoint: Pick<Endpoint, 'path'>): boolean {
  return pathParameters(endpoint.path).includes('event_id');
}

/** Whether sending it twice has the effect of sending it once (RFC 9110 §9.2.2; a search reads, whatever its method). */
export function isRepeatable(endpoint: Pick<Endpoint, 'method' | 'returns'>): boolean {
  return endpoint.method !== 'POST' || endpoint.returns === 'page';
}

/** Whether it only reads; a search does, whatever its method. */
export function isRead(endpoint: Pick<Endpoint, 'method' | 'returns'>): boolean {
  return endpoint.method === 'GET' || endpoint.returns === 'page';
}
