// Sends and logs every response to a request, including refusals and errors. Must not know the endpoints.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discardBody } from './discard-body.ts';
import { factsOf, isLogged, logLine, type ResponseRecords } from './log.ts';
import { referenceHeaders } from './pages.ts';
import { Refusal } from './refusal.ts';
import { StoreUnavailable, StoreUncertain } from './store/driver.ts';

export interface Responses {
  send(reply: FastifyReply, status: number, body: object): FastifyReply;
  /** @param headers of the page; default: those of a page that neither runs nor loads anything */
  sendPage(reply: FastifyReply, html: string | Buffer, headers?: Readonly<Record<string, string>>): FastifyReply;
  /** Responds that the visitor has the page already. */
  sendUnchanged(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply;
  /**
   * Responds with what the caller may know about an error. An error of the service itself reveals nothing. If the
   * request's body is still arriving, the response follows it: most clients read no response before they have sent
   * everything. If it is unknown whether something was stored, the connection is closed without a response.
   */
  sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void;
}

export interface ResponseOptions extends ResponseRecords {
  /** Whether the service is about to stop: then no connection is used for a further request. */
  readonly isDraining?: (() => boolean) | undefined;
}

export function responses({ log, onResponse, isDraining = () => false }: ResponseOptions): Responses {
  return { send, sendPage, sendUnchanged, sendError };

  function send(reply: FastifyReply, status: number, body: object, failure?: Error): FastifyReply {
    // Without a serializer, Fastify would add a character set, which JSON does not have (RFC 8259 §11).
    reply.header('content-type', 'application/json').serializer(asIs);
    return respond(reply, status, JSON.stringify(body), failure);
  }

  function sendPage(
    reply: FastifyReply,
    html: string | Buffer,
    headers: Readonly<Record<string, string>> = referenceHeaders,
  ): FastifyReply {
    return respond(reply.headers(headers), 200, html);
  }

  function sendUnchanged(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
    return respond(reply.headers(headers), 304);
  }

  function respond(reply: FastifyReply, status: number, text?: string | Buffer, failure?: Error): FastifyReply {
    const { request } = reply;
    reply.code(status).header('x-request-id', request.id);
    if (isDraining()) reply.header('connection', 'close');
    record(request, status, failure);
    return reply.send(text);
  }

  function record(request: FastifyRequest, status: number, failure?: Error): void {
    if (log === undefined && onResponse === undefined) return;
    const facts = factsOf(request, status);
    if (isLogged(facts)) log?.write(logLine(request.id, facts, failure));
    onResponse?.(facts);
  }

  function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    discardBody(request.raw, () => {
      if (error instanceof Refusal) {
        send(reply.headers(error.headers), error.status, error.body);
      } else if (error instanceof StoreUnavailable) {
        reply.header('retry-after', String(error.retryAfterSeconds));
        send(reply, 503, { detail: 'The service cannot store anything right now' }, error);
      } else if (error instanceof StoreUncertain) {
        // Any response would claim to know. Without one, the client looks for what it sent.
        record(request, 500, error);
        request.raw.socket.destroy();
      } else {
        const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
        if (status < 500) send(reply, status, { detail: error.message });
        else send(reply, status, { detail: 'Internal Server Error' }, error);
      }
    });
  }
}

function asIs<T>(text: T): T {
  return text;
}
