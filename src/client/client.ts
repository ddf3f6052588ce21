// Calls the API: composes request, pace, retry and response. It knows nothing of commands, files or terminals.
import type { Endpoint, InputOf } from '../contract/endpoint.ts';
import type { Answer, Page, RecordData } from './response.ts';
import type { TraceEvent } from './trace.ts';

export type { Answer, Page, RecordData } from './response.ts';
export type { TraceEvent } from './trace.ts';

export interface ClientOptions {
  /** May carry a path prefix; a trailing slash does no harm. */
  readonly baseUrl: string;
  readonly token: string;
  /** For one attempt, headers and body. All attempts of a call together have `timeoutMs * (retries + 1)`, waits included. */
  readonly timeoutMs: number;
  /** Further attempts after the first. */
  readonly retries: number;
  /** Lets the token go over plain http to other hosts than this one. */
  readonly insecureHttp?: boolean;
  /** PEM text of a further certificate authority. */
  readonly caCert?: string;
  /** Requests in flight at once; 6 unless told. */
  readonly concurrency?: number;
  readonly ratePerSecond?: number;
  /** Only for HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly userAgent?: string;
  readonly onTrace?: (event: TraceEvent) => void;
  /** Ends everything: calls reject with its reason. */
  readonly signal?: AbortSignal;
}

export interface Created {
  readonly record: RecordData;
  /** The answer was lost; the record was looked up and is there. */
  readonly foundAfterLoss: boolean;
  readonly requestId?: string;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

export interface Client {
  /** Any endpoint that is not a creation: sends, retries. @throws {PlenaryError} */
  send<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Answer>;
  /** A creation: sent once unless it surely never arrived; otherwise looked up. @throws {PlenaryError} */
  create<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Created>;
  /** One page, as read. @throws {PlenaryError} */
  page<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Page>;
  /** All pages from the first (or the given one) on. @throws {PlenaryError} */
  pages<E extends Endpoint>(endpoint: E, input: InputOf<E>): AsyncGenerator<Page>;
  /** Any request below the base URL; repeated only where the method allows it (GET, PUT, PATCH, HEAD, DELETE). @throws {PlenaryError} */
  request(request: RawRequest): Promise<Answer>;
  /** Lets go of the connections; what is in flight ends first. */
  close(): Promise<void>;
}

/** @throws {UsageError} where the token would leave this host over plain http, or the base URL is none */
export function createClient(options: ClientOptions): Client {
  throw new TypeError(`not built yet: ${options.baseUrl}`);
}
