// Calls the API: composes request, pace, retry and response. It knows nothing of commands, files or terminals.
import { randomUUID } from 'node:crypto';
import { type Endpoint, type InputOf, isCreation, isRead } from '../contract/endpoint.ts';
import { listOf } from '../contract/index.ts';
import { ApiError, AuthenticationError, UsageError } from '../errors.ts';
import { type Attempted, attempt } from './attempt.ts';
import { readBaseUrl, refuseOpenHttp } from './base-url.ts';
import { type Clock, systemClock } from './clock.ts';
import { mostAtOnce } from './concurrency.ts';
import { type Created, type Creation, create } from './creation.ts';
import { createExchange } from './exchange.ts';
import { createPace } from './pace.ts';
import { followPages } from './pages.ts';
import { proxyFor } from './proxy.ts';
import { type LooseInput, pageAsked, prepare, prepareRaw, type RawRequest, withPage, withPageSize } from './request.ts';
import { type Answer, isRecord, type Page, recordsIn } from './response.ts';
import { malformed } from './shortfall-error.ts';
import type { TraceEvent } from './trace.ts';
import { createTransport } from './transport.ts';

export type { Attempted } from './attempt.ts';
export type { Created } from './creation.ts';
export type { RawRequest } from './request.ts';
export type { Answer, Page, RecordData } from './response.ts';
export type { TraceEvent } from './trace.ts';

export interface ClientOptions {
  /** May carry a path prefix; a trailing slash does no harm. */
  readonly baseUrl: string;
  readonly token: string;
  /**
   * For one attempt, headers and body. All attempts of a call together have `timeoutMs * (retries + 1)` and the longest
   * backoffs between them (250 ms, 500 ms, 1 s, … 8 s); waits that the service asks for have to fit in.
   */
  readonly timeoutMs: number;
  /** Further attempts after the first. */
  readonly retries: number;
  /** Lets the token go over plain http to other hosts than this one. */
  readonly insecureHttp?: boolean;
  /** PEM text of the certificate authority to trust, instead of the well-known ones. */
  readonly caCert?: string;
  /** Requests in flight at once; 6 unless told. `auto` finds out how many the service answers best, up to 64. */
  readonly concurrency?: number | 'auto';
  readonly ratePerSecond?: number;
  /** Only for HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly userAgent?: string;
  readonly onTrace?: (event: TraceEvent) => void;
  /** Ends everything: calls reject with its reason. */
  readonly signal?: AbortSignal;
  /** Where it is given, what is in flight goes on after `signal`, until this breaks it off. */
  readonly breakOff?: AbortSignal;
}

/** What tells a service that it is asked for the same thing again. */
export interface Once {
  /** One for all sendings of one record, by any run. */
  readonly idempotencyKey?: string;
}

export interface Client {
  /** How many requests may be in flight at once, as of now. */
  readonly concurrency: number;
  /** Any endpoint that is not a creation: sends, retries. @throws {PlenaryError} */
  send<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Answer>;
  /** A creation: sent once unless it surely never arrived; otherwise looked up. @throws {PlenaryError} */
  create<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Created>;
  /**
   * One write of many, creations included: sent again where that is safe, never looked up. Being held back (429) is no
   * end while other requests of this client get through. Rejects only with the signal's reason.
   * @throws {UsageError} where a path parameter cannot name a record
   */
  attempt<E extends Endpoint>(endpoint: E, input: InputOf<E>, once?: Once): Promise<Attempted>;
  /** Gives up what waits for its turn: such attempts end as unsent. What is under way goes on. */
  dismiss(): void;
  /** One page, as read. @throws {PlenaryError} */
  page<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Page>;
  /** All pages from the first (or the given one) on; as large as the server allows, up to 100 records, unless a size is given. @throws {PlenaryError} */
  pages<E extends Endpoint>(endpoint: E, input: InputOf<E>): AsyncGenerator<Page>;
  /** Any request below the base URL; repeated only where the method allows it (GET, PUT, PATCH, HEAD, DELETE). @throws {PlenaryError} */
  request(request: RawRequest): Promise<Answer>;
  /** Lets go of the connections; what is in flight ends first. */
  close(): Promise<void>;
}

// Few servers give more at once.
const largePage = 100;

/** @throws {UsageError} where the base URL is none, or the token would leave this host over plain http */
export function createClient(options: ClientOptions, clock: Clock = systemClock): Client {
  const { token, timeoutMs, retries, signal, onTrace: trace } = options;
  const base = readBaseUrl(options.baseUrl);
  checkToken(token);
  if (options.insecureHttp !== true) refuseOpenHttp(base);
  checkCertificate(options.caCert);
  const concurrency = options.concurrency ?? 6;
  const pace = createPace({
    concurrency,
    ratePerSecond: options.ratePerSecond,
    clock,
    signal,
    onPause: (ms) => trace?.({ kind: 'pause', ms }),
  });
  const transport = createTransport({
    origin: base.origin,
    connections: mostAtOnce(concurrency),
    connectTimeoutMs: timeoutMs,
    caCert: options.caCert,
    proxy: proxyFor(base, options.env ?? {}),
    signal: options.breakOff ?? signal,
  });
  const userAgent = options.userAgent ?? 'plenary';
  const about = { base, token, userAgent, timeoutMs, retries };
  const exchange = createExchange({ ...about, transport, pace, clock, trace, signal });

  async function readPage(endpoint: Endpoint, input: LooseInput): Promise<Page> {
    const request = prepare(base, endpoint, input);
    const answer = await exchange.repeat(request);
    const page = recordsIn(answer.body, endpoint.resource);
    if (page !== undefined) return page;
    throw malformed(request, `holds no list of ${endpoint.resource}`, answer);
  }

  function follow(endpoint: Endpoint, input: LooseInput): AsyncGenerator<Page> {
    const read = (page: number | undefined) =>
      readPage(endpoint, page === undefined ? input : withPage(endpoint, input, page));
    return followPages(read, pageAsked(endpoint, input));
  }

  /** In large pages where nobody asked for another size and the server allows them. */
  async function* readPages(endpoint: Endpoint, input: LooseInput): AsyncGenerator<Page> {
    const large = withPageSize(endpoint, input, largePage);
    let begun = large === undefined;
    try {
      for await (const page of follow(endpoint, large ?? input)) {
        begun = true;
        yield page;
      }
      return;
    } catch (error) {
      // Once a page has been given, beginning again would give it twice.
      if (begun || !(error instanceof ApiError && error.code === 'invalid_input')) throw error;
    }
    yield* follow(endpoint, input);
  }

  return {
    get concurrency() {
      return pace.limit;
    },
    async send(endpoint, input) {
      if (isCreation(endpoint)) throw new TypeError(`${endpoint.title} is a creation: it goes through create`);
      const request = prepare(base, endpoint, input);
      const answer = await exchange.repeat(request);
      // A write with an odd answer took place; a read with one brought nothing.
      const isEmptyRead = endpoint.returns === 'record' && isRead(endpoint) && !isRecord(answer.body);
      if (isEmptyRead) throw malformed(request, 'is not a JSON object', answer);
      return answer;
    },
    async create(endpoint, input) {
      if (!isCreation(endpoint)) throw new TypeError(`${endpoint.title} is no creation: it goes through send`);
      const creation = { endpoint, input, request: prepare(base, endpoint, input), idempotencyKey: randomUUID() };
      return create(creation, { exchange, list: listFor(readPages), trace, now: clock.now, signal });
    },
    async attempt(endpoint, input, { idempotencyKey } = {}) {
      return attempt({ endpoint, request: prepare(base, endpoint, input), idempotencyKey }, exchange, signal);
    },
    dismiss: pace.dismiss,
    page: readPage,
    pages: readPages,
    async request(request) {
      return exchange.repeat(prepareRaw(base, request));
    },
    close: transport.close,
  };
}

/** The list in which a creation is looked up. */
function listFor(readPages: (endpoint: Endpoint, input: LooseInput) => AsyncIterable<Page>) {
  return ({ endpoint, input: { path } }: Creation): AsyncIterable<Page> | undefined => {
    const list = listOf(endpoint);
    return list && readPages(list, { path });
  };
}

// The value must not appear in the message.
function checkToken(token: string): void {
  if (token === '') {
    throw new AuthenticationError('there is no token', { advice: { kind: 'log_in' } });
  }
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new UsageError('the token has characters that no token has, such as a space or a line break', {
    fix: 'copy it again',
    advice: { kind: 'log_in' },
  });
}

// Node takes any text for a certificate, and then trusts nothing.
function checkCertificate(text: string | undefined): void {
  if (text === undefined || text.includes('-----BEGIN CERTIFICATE-----')) return;
  throw new UsageError('the file of the certificate authority holds no certificate in PEM form', {
    fix: 'it has to begin with -----BEGIN CERTIFICATE-----',
  });
}
