// Sends and logs every response to a request, including refusals and errors. Must not know the endpoints.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discardBody } from './discard-body.ts';
import { factsOf, isLogged, logLine, type ResponseRecords } from './log.ts';
import { pageHeaders } from './pages.ts';
import { Refusal } from './refusal.ts';
import { StoreUnavailable } from './store/driver.ts';

export interface Responses {
  send(reply: FastifyReply, status: number, body: object): FastifyReply;
  sendPage(reply: FastifyReply, html: string): FastifyReply;
  /**
   * Responds with what the caller may know about an error. An error of the service itself reveals nothing. If the
   * request's body is still arriving, the response follows it: most clients read no response before they have sent
   * everything.
   */
  sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void;
}

export interface ResponseOptions extends ResponseRecords {
  /** Whether the service is about to stop: then no connection is used for a further request. */
  readonly isDraining?: (() => boolean) | undefined;
}

export function responses({ log, onResponse, isDraining = () => false }: ResponseOptions): Responses {
  return { send, sendPage, sendError };

  function send(reply: FastifyReply, status: number, body: object, failure?: Error): FastifyReply {
    // Without a serializer, Fastify would add a character set, which JSON does not have (RFC 8259 §11).
    reply.header('content-type', 'application/json').serializer(asIs);
    return respond(reply, status, JSON.stringify(body), failure);
  }

  function sendPage(reply: FastifyReply, html: string): FastifyReply {
    return respond(reply.headers(pageHeaders), 200, html);
  }

  function respond(reply: FastifyReply, status: number, text: string, failure?: Error): FastifyReply {
    const { request } = reply;
    reply.code(status).header('x-request-id', request.id);
    if (isDraining()) reply.header('connection', 'close');
    if (log !== undefined || onResponse !== undefined) {
      const facts = factsOf(request, status);
      if (isLogged(facts)) log?.write(logLine(request.id, facts, failure));
      onResponse?.(facts);
    }
    return reply.send(text);
  }

  function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    discardBody(request.raw, () => {
      if (error instanceof Refusal) {
        send(reply.headers(error.headers), error.status, error.body);
      } else if (error instanceof StoreUnavailable) {
        reply.header('retry-after', String(error.retryAfterSeconds));
        send(reply, 503, { detail: 'The service cannot store anything right now' }, error);
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
