// Writes the request log: one JSON line for each response, without secret or personal data.
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** By `performance.now()`. */
    startedAt: number;
  }
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
 * The line of a response. It has the route's pattern instead of the address, which contains ids and filters, and never a
 * header or a body. `ms` is the time from the request's head to the response.
 */
export function logLine(request: FastifyRequest, status: number, failure: Error | undefined): string {
  const line = {
    time: new Date().toISOString(),
    level: failure === undefined ? 'info' : 'error',
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status,
    ms: Math.round((performance.now() - request.startedAt) * 10) / 10,
    ...(failure && { error: failure.name, stack: failure.stack }),
  };
  return `${JSON.stringify(line)}\n`;
}

/** The line of a response to something that is not a request. */
export function malformedLine(requestId: string, status: number): string {
  return `${JSON.stringify({ time: new Date().toISOString(), level: 'info', requestId, route: 'none', status })}\n`;
}
