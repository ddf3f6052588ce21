// Owns what HTTP leaves to a server: expectations, requests that cannot be read, and bodies that
// nobody reads. Must not know any route.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { RequestRefusal } from './refusal.ts';

/**
 * Node itself responds to `Expect: 100-continue`, and to any other expectation with a 417 that has
 * neither a request id nor a body. That one is left to the application here.
 */
export function takeExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * @throws RequestRefusal 417 for an expectation that this service does not know (RFC 9110 §10.1.1)
 */
export function checkExpectation({ headers, raw }: FastifyRequest): void {
  const { expect } = headers;
  if (expect === undefined || raw.httpVersion === '1.0' || isContinue.test(expect)) return;
  throw new RequestRefusal(417, { detail: `Expectation Failed: ${JSON.stringify(expect)}` });
}

/** Those to which Node responds itself. */
const isContinue = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Whether some of its body has not arrived, although its response is there. What follows may be no
 * HTTP, and would get a second response.
 */
export function hasUnreadBody({ raw, headers }: FastifyRequest): boolean {
  const length = headers['content-length'] ?? '0';
  return !raw.complete && (headers['transfer-encoding'] !== undefined || length !== '0');
}

/** Responds to bytes that are no HTTP, or that come too late, and ends the connection. */
export function refuseUnreadable(
  this: { readonly log: FastifyBaseLogger },
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // The response to a request before may be there, and has ended this side of the connection.
  if (socket.writable) {
    const status = statuses[error.code ?? ''] ?? 400;
    const requestId = randomUUID();
    this.log.info({ requestId, route: 'none', status, cause: error.message });
    const body = JSON.stringify({ detail: STATUS_CODES[status] });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `x-request-id: ${requestId}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${body.length}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** Of the errors that Node reports; any other one is 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
