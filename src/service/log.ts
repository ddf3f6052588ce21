// Writes the request log: one JSON line for each response, without secret or personal data.
import type { FastifyRequest } from 'fastify';
import { timestamp } from './store/stamps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** By `performance.now()`. */
    startedAt: number;
  }
}

/** Where responses are recorded. */
export interface ResponseRecords {
  /** Receives one JSON line for each response, except that a probe succeeded. Default: no log. */
  readonly log?: LogStream | undefined;
  /** Called for each response. */
  readonly onResponse?: ((facts: ResponseFacts) => void) | undefined;
}

/** The destination of log lines, e.g. standard error. */
export interface LogStream {
  write(text: string): unknown;
}

/** Writes lines in groups, because a system call for each request would cost more than the request itself. */
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

/**
 * What is recorded of a response. It has the route's pattern instead of the address, which contains ids and filters, and
 * never a header or a body.
 */
export interface ResponseFacts {
  /** Undefined for something that is not a request. */
  readonly method?: string;
  /** `none` if there is no such route. */
  readonly route: string;
  readonly status: number;
  /** From the request's head to the response. */
  readonly ms?: number;
}

export function factsOf(request: FastifyRequest, status: number): ResponseFacts {
  const ms = Math.round((performance.now() - request.startedAt) * 10) / 10;
  return { method: request.method, route: request.routeOptions.url ?? 'none', status, ms };
}

/** A probe comes every few seconds, and nobody needs to know that it succeeded. */
export function isLogged({ route, status }: ResponseFacts): boolean {
  return status !== 200 || (route !== '/healthz' && route !== '/readyz');
}

export function logLine(requestId: string, facts: ResponseFacts, failure?: Error): string {
  const { method, route, status, ms } = facts;
  // Most lines have this form. Without an object it takes a third of the time, and no part of it needs escaping.
  if (method !== undefined && ms !== undefined && failure === undefined) {
    return `{"time":"${timestamp(Date.now())}","level":"info","requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms}}\n`;
  }
  // What is undefined is left out.
  const line = {
    time: timestamp(Date.now()),
    level: failure === undefined ? 'info' : 'error',
    requestId,
    method,
    route,
    status,
    ms,
    error: failure?.name,
    stack: failure?.stack,
    cause: failure?.cause instanceof Error ? failure.cause.message : undefined,
  };
  return `${JSON.stringify(line)}\n`;
}
