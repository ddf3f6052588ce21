// Responds to what Node's HTTP parser refuses before there is a request: the same form of body, and a request id.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { logLine, type ResponseRecords } from './log.ts';

/** Longer addresses are refused with 414. */
export const longestAddress = 8192;

export type ParserError = Error & { readonly code: string; readonly rawPacket?: unknown };

export interface Malformed {
  /** For Node's event `clientError`. */
  refuse(error: ParserError, socket: Duplex): void;
  /** Handles the events for which Node would respond without a body. */
  listen(server: Server): void;
}

export function malformed({ log, onResponse }: ResponseRecords): Malformed {
  const unanswered = new WeakMap<Duplex, ServerResponse>();
  return { refuse, listen };

  function refuse(error: ParserError, socket: Duplex): void {
    const earlier = unanswered.get(socket);
    const isAnswered = earlier === undefined || earlier.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (isAnswered || (!earlier.req.complete && !earlier.headersSent)) respond(socket, ...reasonOf(error));
    // The response to an earlier request on this connection comes first.
    else if (earlier.req.complete) earlier.once('finish', () => respond(socket, ...reasonOf(error)));
    else socket.destroy();
  }

  function listen(server: Server): void {
    server.on('request', (request, response) => unanswered.set(request.socket, response));
    server.on('connect', (_, socket) => respond(socket, 405, 'Method Not Allowed'));
    server.on('checkExpectation', (request: IncomingMessage) =>
      respond(request.socket, 417, 'Only the expectation 100-continue is supported'),
    );
  }

  function respond(socket: Duplex, status: number, detail: string): void {
    if (!socket.writable) return;
    const requestId = randomUUID();
    const body = JSON.stringify({ detail });
    const facts = { route: 'none', status };
    log?.write(logLine(requestId, facts));
    onResponse?.(facts);
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        `x-request-id: ${requestId}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
    // What the client still sends is read, so that it is not reset before it has read the response.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), 2000);
    socket.once('close', () => clearTimeout(timer));
  }
}

function reasonOf({ code, rawPacket }: ParserError): [status: number, detail: string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long to arrive'];
    case 'HPE_HEADER_OVERFLOW': {
      const line = Buffer.isBuffer(rawPacket) ? rawPacket.indexOf('\n') : 0;
      if (line < 0 || line > longestAddress) return [414, 'The address is too long'];
      return [431, 'The headers are too large'];
    }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'The chunk extensions are too large'];
    default:
      return [400, 'The request is not valid HTTP'];
  }
}
