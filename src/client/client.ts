// Calls the API: composes requests, pace, retries and responses. Must not know commands, files or
// terminals. Each attempt of a request has an Outcome: a Success with its Response, or a Failure. A
// write has a WriteOutcome.
import type { InputOf, Operation } from '../contract/endpoint.ts';
import { AuthenticationError, UsageError } from '../errors.ts';
import { readBaseUrl, refuseUnencrypted } from './base-url.ts';
import { type Clock, longestTimerMs, systemClock } from './clock.ts';
import { Pace } from './pace.ts';
import { type Page, pageIn } from './page.ts';
import { followPages, type PagePlace } from './pages.ts';
import { proxyFor } from './proxy.ts';
import { readRecord } from './records.ts';
import {
  buildPageRequest,
  buildRawRequest,
  buildRequest,
  type RawRequest,
  type Request,
  requestedSize,
} from './request.ts';
import { faultIn, type RecordData, type Response, shapeOf } from './response.ts';
import {
  createSender,
  finalError,
  type Sender,
  startRequest,
  type TraceEvent,
  type WriteOptions,
} from './sender.ts';
import { createTransport } from './transport.ts';
import { sendForRecord, type WriteOutcome, writeRecord } from './write.ts';

export type { Page } from './page.ts';
export type { RawRequest } from './request.ts';
export type { RecordData, Response } from './response.ts';
export type { TraceEvent } from './sender.ts';
export type { WriteOutcome } from './write.ts';

export interface ClientOptions {
  /** May have a path prefix and a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** The environment variable that it comes from, if it does: the error of a refusal names it. */
  readonly tokenVariable?: string | undefined;
  /**
   * For one attempt, headers and body. Between two attempts, a wait that the service asks for is at
   * most as long as all of them, with the longest backoffs (250 ms, 500 ms, 1 s, … 8 s).
   */
  readonly timeoutMs: number;
  /** Further attempts after the first. */
  readonly retries: number;
  /** Allows sending the token over plain http to other hosts. */
  readonly insecureHttp?: boolean;
  /** PEM text of the certificate authority to trust instead of the well-known ones. */
  readonly caCert?: string;
  /** Requests in flight at once, by default 6. */
  readonly concurrency?: number;
  readonly ratePerSecond?: number;
  /** Read only for HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly userAgent?: string;
  /** `none` if lists are not divided, or the parameter of their page numbers, by default `page`. */
  readonly paging?: string;
  readonly onTrace?: (event: TraceEvent) => void;
  /** Ends all work: calls reject with its reason. */
  readonly signal?: AbortSignal;
  /** Called when a request begins, and what it returns when it has ended, with its last attempt. */
  readonly onRequest?: () => () => Promise<void>;
  /** If given, requests in flight continue after `signal`, until this one aborts them. */
  readonly abortInFlight?: AbortSignal;
}

export interface Client {
  /** How many requests may be in flight at once. */
  readonly concurrency: number;
  /**
   * Reads or changes one record, with retries; empty if the response shows none.
   * @throws {PlenaryError}
   */
  send<E extends Operation>(endpoint: E, input: InputOf<E>): Promise<RecordData>;
  /**
   * One write of many, creations included: repeated if that is safe, never looked up. A 429 does
   * not count as an attempt while other requests of this client succeed. A record whose id cannot
   * be part of a path is `refused` without a request. Rejects only with the signal's reason, and
   * with what `onSend` throws.
   */
  write<E extends Operation>(
    endpoint: E,
    input: InputOf<E>,
    options?: WriteOptions,
  ): Promise<WriteOutcome>;
  /**
   * Cancels the writes that wait for their turn, or to be repeated: they end as `unsent`, or
   * `lost`. Requests in flight continue.
   */
  cancelWaiting(): void;
  /** Reads one page; its records are read as `records.ts` says. @throws {PlenaryError} */
  page<E extends Operation>(endpoint: E, input: InputOf<E>): Promise<Page>;
  /** Reads all pages, of 100 records each unless a size is given. @throws {PlenaryError} */
  pages<E extends Operation>(endpoint: E, input: InputOf<E>): AsyncGenerator<Page>;
  /**
   * Sends any request below the base URL; repeats it only if the method is GET, PUT, PATCH, HEAD or
   * DELETE.
   * @throws {PlenaryError}
   */
  request(request: RawRequest): Promise<Response>;
  /**
   * Reads all pages of any list below the base URL as served, with GET or, for a search, with POST.
   * @throws {PlenaryError}
   */
  requestPages(request: RawRequest, resource: string): AsyncGenerator<Page>;
  /** Waits for the requests in flight, then closes the connections. */
  close(): Promise<void>;
}

// The public server refuses more.
const largestPage = 100;

/**
 * @throws {UsageError} if the base URL is invalid, or the token would leave this machine over plain
 *   http
 */
export function createClient(options: ClientOptions, clock: Clock = systemClock): Client {
  const { signal, concurrency = 6 } = options;
  const connection = connect(options, concurrency, clock);
  const { base, sender, pace, transport } = connection;
  return {
    concurrency,
    async send(endpoint, input) {
      const pending = startRequest(buildRequest(base, endpoint, input));
      const result = await sendForRecord(pending, endpoint, sender);
      if (result.kind === 'done') return result.record;
      throw finalError(result, pending);
    },
    write(endpoint, input, options) {
      const start = () => startRequest(buildRequest(base, endpoint, input), options);
      return writeRecord(sender, endpoint, start, signal);
    },
    cancelWaiting: pace.cancelWaiting,
    async page(endpoint, input) {
      const served = await readPage(sender, buildRequest(base, endpoint, input), endpoint.resource);
      return withReadRecords(served, endpoint);
    },
    async *pages(endpoint, input) {
      const request = buildRequest(base, endpoint, input);
      const pages = readPages(connection, request, endpoint.resource);
      for await (const page of pages) yield withReadRecords(page, endpoint);
    },
    requestPages: (raw, resource) => readPages(connection, buildRawRequest(base, raw), resource),
    request: async (request) => sender.sendOrThrow(startRequest(buildRawRequest(base, request))),
    async close() {
      await transport.close();
      pace.close();
    },
  };
}

/** What the requests of a client share. @throws {UsageError} */
function connect(options: ClientOptions, concurrency: number, clock: Clock) {
  const {
    token,
    tokenVariable,
    retries,
    ratePerSecond,
    caCert,
    paging,
    signal,
    onRequest,
    onTrace: trace,
    userAgent = 'plenary',
  } = options;
  const timeoutMs = Math.min(options.timeoutMs, longestTimerMs);
  const base = readBaseUrl(options.baseUrl);
  checkToken(token);
  if (options.insecureHttp !== true) refuseUnencrypted(base);
  checkCertificate(caCert);
  const onPause = (ms: number) => trace?.({ kind: 'pause', ms });
  const onSilence = (left: number) => trace?.({ kind: 'silence', left });
  const pace = new Pace({
    concurrency,
    ratePerSecond,
    retries,
    clock,
    signal,
    onPause,
    onSilence,
  });
  const transport = createTransport({
    origin: base.origin,
    connections: concurrency,
    connectTimeoutMs: timeoutMs,
    caCert,
    proxy: proxyFor(base, options.env ?? {}),
    signal: options.abortInFlight ?? signal,
  });
  const sender = createSender({
    base,
    token,
    tokenVariable,
    userAgent,
    timeoutMs,
    retries,
    transport,
    pace,
    clock,
    trace,
    onRequest,
  });
  return { base, pace, transport, sender, paging };
}

async function readPage(sender: Sender, request: Request, resource: string): Promise<Page> {
  const pending = startRequest(request);
  const response = await sender.sendOrThrow(pending);
  const fault = faultIn(response, request.body);
  const page = fault === undefined ? pageIn(response, resource) : undefined;
  if (page !== undefined) return page;
  const absence = `contains no list of ${resource}, but ${shapeOf(response.body)}`;
  throw sender.unusable(pending, response, fault ?? absence).error;
}

/** Reads all pages, of 100 records each unless the request has a size. */
function readPages(
  { base, sender, paging }: ReturnType<typeof connect>,
  request: Request,
  resource: string,
): AsyncGenerator<Page> {
  const read = (place: PagePlace) => {
    return readPage(sender, buildPageRequest(base, request, place), resource);
  };
  const size = requestedSize(request) ?? largestPage;
  return followPages(read, { resource, paging, size });
}

function withReadRecords(page: Page, { resource }: Operation): Page {
  return { ...page, records: page.records.map((record) => readRecord(resource, record)) };
}

/**
 * The value must not appear in the message.
 * @throws {AuthenticationError} if it is empty
 * @throws {UsageError} for a character that no token has
 */
export function checkToken(token: string): void {
  const next = [{ command: 'plenary auth login' }];
  if (token === '') throw new AuthenticationError('the token is empty', { next });
  if (/^[\x21-\x7e]+$/.test(token)) return;
  const message =
    'the token contains a character that is not allowed in a token, such as a space or a line ' +
    'break';
  throw new UsageError(message, { fix: 'copy the token again', next });
}

/** Node accepts any text as a certificate, and then trusts no server. @throws {UsageError} */
function checkCertificate(text: string | undefined): void {
  if (text === undefined || text.includes('-----BEGIN CERTIFICATE-----')) return;
  throw new UsageError('the certificate authority file contains no certificate in PEM format', {
    fix: 'use a file that contains -----BEGIN CERTIFICATE-----',
  });
}
