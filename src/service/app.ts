// Owns the service as a Fastify instance: a route for each endpoint of the contract, and the checks that all routes share.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { successStatus } from '../contract/endpoint.ts';
import { type EndpointName, endpointList } from '../contract/index.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { organizationOf, tokenHeader } from './access.ts';
import { boundsOf } from './bounds.ts';
import { type Call, handlers, idempotencyHeader, type Result } from './handlers.ts';
import { longestAddress, malformed } from './malformed.ts';
import { docsPage, homePage } from './pages.ts';
import { type Rate, rateLimiter } from './rate-limit.ts';
import { recordSchema } from './record-schemas.ts';
import { Refusal } from './refusal.ts';
import { type CheckedInput, checkInput, parseBody } from './request-input.ts';
import { type ResponseOptions, type Responses, responses } from './responses.ts';
import type { Store } from './store/store.ts';

export interface AppOptions extends ResponseOptions {
  /** Of the program, for the page at the root. */
  readonly version?: string;
  /** For each organization. Default: no limit. */
  readonly rateLimit?: Rate | undefined;
  /** How long a request may take to arrive, in milliseconds; default 60,000. */
  readonly requestTimeoutMs?: number;
}

const bodyLimit = 2 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is. Set when its token is accepted. */
    organizationId: string;
  }
}

/**
 * A request is checked in this order: its token, the organization's rate limit, its content type and size, its JSON,
 * its fields, and last whether the event or record exists.
 */
export function createApp(store: Store, options: AppOptions = {}): FastifyInstance {
  const { send, sendError, ...sendPages } = responses(options);
  const { refuse, listen } = malformed(options);
  const { requestTimeoutMs = 60_000 } = options;
  const app = fastify({
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    // Node checks only so often which requests are late, and would respond to a missing Host header without a body.
    http: {
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 10_000),
      headersTimeout: requestTimeoutMs,
      requireHostHeader: false,
    },
    clientErrorHandler: refuse,
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: requestId,
    routerOptions: { querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) },
    // Hooks do not run for an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      request.startedAt = performance.now();
      sendError(error, request, reply);
    },
  });
  listen(app.server);
  app.decorateRequest('organizationId', '');
  app.decorateRequest('startedAt', 0);
  app.addHook('onRequest', (request, _, done) => {
    request.startedAt = performance.now();
    done(refusalOf(request));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readBody);
  app.setErrorHandler(sendError);

  addOpenRoutes(app, store, send, options.isDraining);
  addPages(app, store, sendPages, options);
  const admit = admission(store, options);
  for (const [name, endpoint] of endpointList) {
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: admit,
      // Not async: Fastify would wait for a promise although the response has been sent.
      handler: (request, reply) => {
        const { params: path, query, body } = request;
        const input = checkInput(endpoint, { path: path as Record<string, string>, query, body });
        handle(name, input, callOf(store, request))
          .then(({ headers, body }) => {
            if (headers !== undefined) reply.headers(headers);
            send(reply, successStatus(endpoint), body);
          })
          .catch((error) => sendError(error, request, reply));
      },
    });
  }
  return app;
}

/** The routes that need no token: the description of the API, whether the process is alive, and whether it can serve. */
function addOpenRoutes(
  app: FastifyInstance,
  store: Store,
  send: Responses['send'],
  isDraining: () => boolean = () => false,
): void {
  const description = openApiDocument({ bounds: boundsOf, records: recordSchema });
  app.get('/openapi.json', (_, reply) => send(reply, 200, description));
  app.get('/healthz', (_, reply) => send(reply, 200, { status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (isDraining()) throw new Refusal(503, { detail: 'The service is shutting down' });
    await store.ping();
    return send(reply, 200, { status: 'ok' });
  });
}

/** The pages for people, which need no token either. */
function addPages(
  app: FastifyInstance,
  store: Store,
  { sendPage }: Pick<Responses, 'sendPage'>,
  { version = '', isDraining = () => false }: AppOptions,
): void {
  app.get('/', async (request, reply) => {
    const isReachable = await store.ping().then(
      () => true,
      () => false,
    );
    return sendPage(reply, homePage({ version, isReady: isReachable && !isDraining() }, request.headers));
  });
  app.get('/docs', (_, reply) => sendPage(reply, docsPage()));
}

/** What is refused before a token is read: what no route handles, and what HTTP does not allow. */
function refusalOf(request: FastifyRequest): Refusal | undefined {
  const { is404, raw } = request;
  if (raw.url !== undefined && raw.url.length > longestAddress) {
    return new Refusal(414, { detail: 'The address is too long' });
  }
  // RFC 9112 §3.2
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
    return new Refusal(400, { detail: 'The Host header is missing' }, { connection: 'close' });
  }
  // RFC 9110 §12.5.3. Nothing here decodes a body.
  const encoding = raw.headers['content-encoding'] ?? 'identity';
  if (!is404 && encoding.toLowerCase() !== 'identity') {
    return new Refusal(415, { detail: 'Unsupported Content-Encoding' }, { 'accept-encoding': 'identity' });
  }
  if (!is404) return undefined;
  const methods = methodsAt(request.url);
  if (methods.length === 0) return new Refusal(404, { detail: 'Not Found' });
  return new Refusal(405, { detail: 'Method Not Allowed' }, { allow: methods.join(', ') });
}

function admission(store: Store, { rateLimit }: AppOptions) {
  const limit = rateLimit && rateLimiter(rateLimit, store.countRequests);
  const ownerOf = organizationOf(store);
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    ownerOf(header(request, tokenHeader)).then((organizationId) => {
      if (organizationId === undefined) return done(new Refusal(401, { detail: 'Missing or invalid API token' }));
      request.organizationId = organizationId;
      if (limit === undefined) return done();
      limit(organizationId).then(({ admitted, headers }) => {
        reply.headers(headers);
        done(admitted ? undefined : new Refusal(429, { detail: 'Too many requests' }));
      }, done);
    }, done);
  };
}

// The input was checked against the endpoint of this name, so it is what this handler takes. TypeScript cannot infer that.
function handle(name: EndpointName, input: CheckedInput, call: Call): Promise<Result> {
  const handler = handlers[name] as unknown as (input: CheckedInput, call: Call) => Promise<Result>;
  return handler(input, call);
}

function callOf(store: Store, request: FastifyRequest): Call {
  return { store, organizationId: request.organizationId, idempotencyKey: header(request, idempotencyHeader) };
}

function readBody(_: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void): void {
  try {
    done(null, parseBody(body));
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The caller's own request id if it is safe to log, otherwise a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** The methods of an address, for the header `Allow`; empty if no route has this path. A HEAD comes with each GET. */
function methodsAt(address: string): readonly string[] {
  const [path = ''] = address.split('?', 1);
  return known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
}

/** These need no token: what the service and its API are, and whether it is well. */
const open = ['/', '/docs', '/openapi.json', '/healthz', '/readyz'].map((path) => ({
  path,
  method: 'GET',
}));

/** All addresses, with the methods that they accept. */
const known = [...open, ...endpointList.map(([, endpoint]) => endpoint)].map(({ path, method }) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
}));
