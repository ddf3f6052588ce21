// Owns the shape of one row of the endpoint table, and what follows from a row: input types,
// status, repeatability. Must not know any single endpoint.
import type { input, output } from 'zod/mini';
import type { ObjectSchema } from './fields.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The API's nouns, as written in paths and commands. */
export type Resource = 'speakers' | 'submissions' | 'sessions' | 'contacts' | 'content-items';

/**
 * Those that files have, in the order in which a run sends them: a session needs its submission.
 */
export const fileResources = ['speakers', 'submissions', 'sessions'] as const;

export type FileResource = (typeof fileResources)[number];

/** Those with records of their own: a session is a submission that has a place. */
export type RecordResource = Exclude<FileResource, 'sessions'>;

/** Something for each of them. */
export function byResource<Value>(
  of: (resource: FileResource) => Value,
): Readonly<Record<FileResource, Value>> {
  return { speakers: of('speakers'), submissions: of('submissions'), sessions: of('sessions') };
}

/** Those, and what only optional operations return. */
export type Noun = Resource | 'events' | 'rooms' | 'tracks' | 'formats';

const singular = {
  speakers: 'speaker',
  submissions: 'submission',
  sessions: 'session',
  contacts: 'contact',
  'content-items': 'content item',
  events: 'event',
  rooms: 'room',
  tracks: 'track',
  formats: 'format',
} as const satisfies Readonly<Record<Noun, string>>;

const singulars: ReadonlyMap<string, string> = new Map(Object.entries(singular));

/** What one record of a resource is called; for any other word, the word itself. */
export function singularOf<Name extends Noun>(resource: Name): (typeof singular)[Name];
export function singularOf(resource: string): string;
export function singularOf(resource: string): string {
  return singulars.get(resource) ?? resource;
}

/**
 * What a successful response holds: one new record, one that already existed, or a list of records
 * with paging.
 */
export type Returns = 'created' | 'record' | 'page';

/** Of a body or a query; undefined if a request has none. */
type Schema = ObjectSchema | undefined;

/** What a request needs, and what its response holds. */
export interface Operation<
  Path extends string = string,
  Body extends Schema = Schema,
  Query extends Schema = Schema,
  Kind extends Returns = Returns,
> {
  /** For help and OpenAPI: a verb phrase without a full stop. */
  readonly summary: string;
  readonly method: Method;
  /** Parameters are in braces, and each is a required string. */
  readonly path: Path;
  readonly resource: Noun;
  readonly verb: string;
  readonly body: Body;
  readonly query: Query;
  readonly returns: Kind;
}

/**
 * One endpoint of the API, as data only. Behavior of a single endpoint belongs in its handler or in
 * a command.
 */
export interface Endpoint<
  Path extends string = string,
  Body extends Schema = Schema,
  Query extends Schema = Schema,
  Kind extends Returns = Returns,
> extends Operation<Path, Body, Query, Kind> {
  /** Its number in the specification; rows are listed in this order. */
  readonly number: number;
  /** Its title in the specification. */
  readonly title: string;
  readonly resource: Resource;
  /** The second word of its command; the first is the resource. */
  readonly verb: string;
  /** On creations only: the body fields that identify a record, compared as `key.ts` says. */
  readonly key?: readonly string[];
  /** A realistic body or query for help and documentation; empty for a row without fields. */
  readonly example: Readonly<Record<string, string | number>>;
}

/** What a row is written with: each schema is a function. */
interface Schemas<Body extends Schema, Query extends Schema> {
  readonly body?: () => Body;
  readonly query?: () => Query;
}

/** Declares a row, and preserves the types of its path, schemas and response. */
export function defineEndpoint<
  const Path extends string,
  Body extends Schema = undefined,
  Query extends Schema = undefined,
  const Kind extends Returns = Returns,
>(
  row: Omit<Endpoint<Path, Body, Query, Kind>, 'body' | 'query'> & Schemas<Body, Query>,
): Endpoint<Path, Body, Query, Kind> {
  return withSchemas(row);
}

/** Declares the row of an optional operation in the same way. None of them has a body. */
export function defineOperation<
  const Path extends string,
  Query extends Schema = undefined,
  const Kind extends Returns = Returns,
>(
  row: Omit<Operation<Path, undefined, Query, Kind>, 'body' | 'query'> & Schemas<undefined, Query>,
): Operation<Path, undefined, Query, Kind> {
  return withSchemas(row);
}

/**
 * A schema is created when it is first used: all of them take a fifth of the time in which the
 * program prints help, and a command needs few.
 */
function withSchemas<Row extends object, Body extends Schema, Query extends Schema>(
  row: Row & Schemas<Body, Query>,
): Row & { readonly body: Body; readonly query: Query } {
  let body: Body | undefined;
  let query: Query | undefined;
  return {
    ...row,
    get body() {
      body ??= row.body?.();
      return body as Body;
    },
    get query() {
      query ??= row.query?.();
      return query as Query;
    },
  };
}

/**
 * `'/v1/events/{event_id}/speakers'` → `'event_id'`; `string` for a row unknown at compile time.
 */
export type PathParameter<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameter<Rest>
    : never;

type BodyInput<Body> = Body extends ObjectSchema
  ? { readonly body: input<Body> }
  : { readonly body?: undefined };
// A server may support further filters, so a query accepts names that are not in the schema.
type QueryInput<Query> = Query extends ObjectSchema
  ? { readonly query?: input<Query> & Readonly<Record<string, unknown>> }
  : { readonly query?: undefined };

/** A caller's input to an endpoint: its path parameters, and a body or query if the row has one. */
export type InputOf<E extends Operation> = {
  readonly path: Readonly<Record<PathParameter<E['path']>, string>>;
} & BodyInput<E['body']> &
  QueryInput<E['query']>;

/** A handler's input: the same after validation, with defaults filled in. */
export interface ParsedInputOf<E extends Endpoint> {
  readonly path: Readonly<Record<PathParameter<E['path']>, string>>;
  readonly body: E['body'] extends ObjectSchema ? output<E['body']> : undefined;
  readonly query: E['query'] extends ObjectSchema ? output<E['query']> : undefined;
}

/** The names in a path's braces, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** The path parameters that identify one record; they are the arguments of its command. */
export function recordParameters(endpoint: Pick<Endpoint, 'path'>): readonly string[] {
  return pathParameters(endpoint.path).filter((name) => name !== 'event_id');
}

export function isEventScoped(endpoint: Pick<Endpoint, 'path'>): boolean {
  return pathParameters(endpoint.path).includes('event_id');
}

/** The status of a success from our service; the client accepts any 2xx. */
export function successStatus({ returns }: Pick<Endpoint, 'returns'>): 200 | 201 {
  return returns === 'created' ? 201 : 200;
}

/** Whether it creates a record, so that sending it twice may create two. */
export function isCreation(endpoint: Pick<Endpoint, 'returns'>): boolean {
  return endpoint.returns === 'created';
}

/**
 * Whether sending it twice has the effect of sending it once (RFC 9110 §9.2.2; a search only reads,
 * whatever its method).
 */
export function isRepeatable(endpoint: Pick<Endpoint, 'method' | 'returns'>): boolean {
  return endpoint.method !== 'POST' || isRead(endpoint);
}

/** Whether it only reads. A search does, whatever its method. */
export function isRead(endpoint: Pick<Endpoint, 'method' | 'returns'>): boolean {
  return endpoint.method === 'GET' || endpoint.returns === 'page';
}
