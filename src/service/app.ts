// Owns the service as a Fastify instance: a route for each endpoint of the contract, and the checks
// that all routes share.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Operation, successStatus } from '../contract/endpoint.ts';
import { endpointList } from '../contract/index.ts';
import { openApiDocument } from '../contract/openapi.ts';
import * as operations from '../contract/operations.ts';
import {
  checkExpectation,
  hasUnreadBody,
  refuseUnreadable,
  takeExpectations,
} from './connections.ts';
import { describe } from './description.ts';
import { type Call, handlers } from './handlers.ts';
import { optionalHandlers } from './optional-handlers.ts';
import { docsPage, homePage, pageHeaders } from './pages.ts';
import type { Rate } from './rate-limit.ts';
import { errorHandler, RequestRefusal } from './refusal.ts';
import { checkInput, parseBody, textBody } from './request-input.ts';
import { loggedOf, loggerTo } from './request-log.ts';
import { idempotencyHeader, type Result } from './results.ts';
import type { Store } from './store/store.ts';
import { ownerOf } from './tokens.ts';

export interface AppOptions {
  /** Of the program, for the page at the root. */
  readonly version?: string;
  /** Whether it leaves away what the public server does not have, and a client could lean on. */
  readonly isStrict?: boolean;
  /** For each organization. Default: no limit. */
  readonly rateLimit?: Rate | undefined;
  /** Receives one JSON line for each request, except that a probe succeeded. Default: no log. */
  readonly log?: { write(line: string): unknown } | undefined;
  /** Called after each response. */
  readonly onResponse?: (response: {
    readonly method: string;
    /** `none` if there is no such route. */
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }) => void;
  /**
   * After how long a connection is cut on which nothing is sent or read, in milliseconds; default
   * 60,000.
   */
  readonly stalledMs?: number;
  /** Whether the service is about to stop: then no connection is used for a further request. */
  readonly isDraining?: (() => boolean) | undefined;
}

/**
 * A request is checked in this order: its path and method, its size, its JSON, its token, the
 * organization's rate limit, its fields, and last whether the event or record exists.
 */
export function createApp(store: Store, options: AppOptions = {}): FastifyInstance {
  const { log, onResponse, isDraining = () => false, rateLimit, stalledMs = 60_000 } = options;
  const { isStrict = false } = options;
  const app = fastify({
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: stalledMs,
    return503OnClosing: false,
    genReqId: requestId,
    routerOptions: { querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) },
    logger: log !== undefined && loggerTo(log),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    clientErrorHandler: refuseUnreadable,
    // No hook runs for an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      if (hasUnreadBody(request)) reply.header('connection', 'close');
      errorHandler(error, request, reply);
      record(request, reply);
    },
  });
  takeExpectations(app);
  app.decorateRequest('organizationId', '');
  app.decorateRequest('tokenId', '');
  // Without promises, because these run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    checkExpectation(request);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining() || hasUnreadBody(request)) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
  app.removeAllContentTypeParsers();
  const whole = { parseAs: 'buffer' } as const;
  const type = /^application\/([^;]+\+)?json/i;
  app.addContentTypeParser(type, whole, async (_: unknown, body: Buffer) => parseBody(body));
  app.addContentTypeParser('*', whole, async (_: unknown, body: Buffer) => textBody(body));
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'Not Found' }));
  addOpenRoutes(app, store, options);
  addOtherMethods(app);
  app.register(async (api) => {
    const findOwner = ownersOn(store);
    // After the body is read, so that one that is no JSON is refused with or without a token.
    api.addHook('preValidation', async (request) => {
      const owner = await findOwner(request.headers['x-access-token']);
      if (owner === undefined)
        throw new RequestRefusal(401, { detail: 'Missing or invalid API token' });
      request.organizationId = owner.organizationId;
      request.tokenId = owner.tokenId;
    });
    if (rateLimit !== undefined)
      await (await import('./rate-limit.ts')).limitRequests(api, rateLimit);
    addRoutes(api, store, isStrict);
  });
  return app;

  function record(request: FastifyRequest, reply: FastifyReply): void {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const logged = { ...loggedOf(request, reply.statusCode), ms };
    // The error handler has logged a failure of the service.
    if (reply.statusCode < 500) request.log.info(logged);
    const { method, route } = logged;
    onResponse?.({ method, route, status: reply.statusCode, ms });
  }
}

/**
 * Looks each token up once per turn of the event loop. Nothing is cached longer, so that a
 * revocation, also by another process, applies to every later request.
 */
function ownersOn(store: Store) {
  const thisTurn = new Map<unknown, ReturnType<typeof ownerOf>>();
  return (token: unknown) => {
    const owner = thisTurn.get(token) ?? ownerOf(store, token);
    if (thisTurn.size === 0) setImmediate(() => thisTurn.clear());
    thisTurn.set(token, owner);
    return owner;
  };
}

/**
 * The routes that need no token: what the service and its API are, whether it is alive, and whether
 * it can serve.
 */
function addOpenRoutes(app: FastifyInstance, store: Store, options: AppOptions): void {
  const { version = '', isDraining } = options;
  const description = describe(options);
  // A probe comes every few seconds, and nobody needs to know that it succeeded.
  const probe = { logLevel: 'warn' } as const;
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get('/openapi.json', async () => {
    document ??= openApiDocument(description);
    return document;
  });
  app.get('/healthz', probe, async () => ({ status: 'ok' }));
  app.get('/readyz', probe, async () => {
    if (isDraining?.()) throw new RequestRefusal(503, { detail: 'The service is shutting down' });
    await store.ping();
    return { status: 'ok' };
  });
  let docs: string | undefined;
  app.get('/docs', async (_, reply) => {
    docs ??= docsPage(description);
    return reply.headers(pageHeaders).send(docs);
  });
  app.get('/', async ({ headers }, reply) => {
    const isReachable = await store.ping().then(
      () => true,
      () => false,
    );
    return reply
      .headers(pageHeaders)
      .send(homePage({ version, isReady: isReachable && !isDraining?.() }, headers));
  });
}

const rows: readonly {
  readonly operation: Operation;
  // The input is checked against the operation of the same name, so that it is what the handler
  // takes. TypeScript cannot infer that.
  readonly handle: (input: never, call: Call) => Promise<Result>;
}[] = [
  ...endpointList.map(([name, operation]) => ({ operation, handle: handlers[name] })),
  ...Object.entries(operations).map(([name, operation]) => ({
    operation,
    handle: optionalHandlers[name as keyof typeof operations],
  })),
];

function addRoutes(api: FastifyInstance, store: Store, isStrict: boolean): void {
  for (const { operation, handle } of rows) {
    api.route({
      method: operation.method,
      url: routeOf(operation),
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { params, query, body: sent, organizationId } = request;
        const path = params as Record<string, string>;
        const input = checkInput(operation, { path, query, body: sent });
        const key = request.headers[idempotencyHeader];
        const idempotencyKey = typeof key === 'string' ? key : undefined;
        const call = { store, organizationId, idempotencyKey, isStrict };
        const { headers = {}, body } = await handle(input as never, call);
        return reply.code(successStatus(operation)).headers(headers).send(body);
      },
    });
  }
}

function routeOf({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The paths of the API with a method that they do not have, or with a slash at the end. */
function addOtherMethods(app: FastifyInstance): void {
  const handler = async () => undefined;
  for (const url of new Set(rows.map(({ operation }) => routeOf(operation)))) {
    const same = rows.filter(({ operation }) => routeOf(operation) === url);
    const methods = same.map(({ operation }) => operation.method);
    app.route({
      method: app.supportedMethods.filter(
        (method) => !methods.some((allowed) => allowed === method),
      ),
      url,
      onRequest: async () => {
        throw new RequestRefusal(
          405,
          { detail: 'Method Not Allowed' },
          { allow: methods.join(', ') },
        );
      },
      handler,
    });
    app.route({
      method: app.supportedMethods,
      url: `${url}/`,
      onRequest: async (request, reply) => {
        const [path = request.url, query] = request.url.split(/\?(.*)/s);
        const address = path.slice(0, -1);
        return reply.redirect(query === undefined ? address : `${address}?${query}`, 307);
      },
      handler,
    });
  }
}

/** The caller's own request id if it is safe to log, otherwise a new one. */
function requestId({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}
