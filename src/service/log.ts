// The request log: one JSON line for each request, holding nothing that is secret or personal.
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';

/** Where log lines go, e.g. standard error. */
export interface LogStream {
  write(text: string): unknown;
}

/** Lines that wait a moment for others, because a write to a pipe or file for each request would cost more than it. */
export interface BufferedLines extends LogStream {
  flush(): void;
}

const fullCharacters = 16_384;
const lingerMilliseconds = 50;

export function bufferLines(out: LogStream): BufferedLines {
  let waiting = '';
  return { write, flush };

  function write(line: string): void {
    if (waiting === '') setTimeout(flush, lingerMilliseconds).unref();
    waiting += line;
    if (waiting.length >= fullCharacters) flush();
  }

  function flush(): void {
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    out.write(lines);
  }
}

/** Fastify's options for a log of our form; without a stream there is none. */
export function logOptions(stream: LogStream | undefined): FastifyServerOptions {
  if (stream === undefined) return { logger: false };
  return {
    logger: {
      stream: { write: (line) => void stream.write(line) },
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    // Fastify would log two lines for each request, with the whole address.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
  };
}

/**
 * Logs each request when it has been answered: the route's pattern instead of the address, which holds ids and
 * filters; never a header or a body.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    const failure = failures.get(request);
    if (failure === undefined) app.log.info(line);
    else app.log.error({ ...line, ...failure });
    done();
  });
}

/** Notes why a request failed, for its line in the log. */
export function noteFailure(request: FastifyRequest, error: Error): void {
  failures.set(request, { error: error.name, stack: error.stack });
}

const failures = new WeakMap<FastifyRequest, { error: string; stack: string | undefined }>();
