// Sends and logs every response, including refusals and errors. Must not know the endpoints.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LogStream, logLine } from './log.ts';
import { Refusal } from './refusal.ts';
import { StoreUnavailable } from './store/store.ts';

export interface Responses {
  /** Without a body, the response has no content type either. */
  send(reply: FastifyReply, status: number, body: object | undefined): FastifyReply;
  /** Responds with what the caller may know about an error. An error of the service itself reveals nothing. */
  sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void;
}

export function responses(log: LogStream | undefined): Responses {
  return { send, sendError };

  function send(reply: FastifyReply, status: number, body: object | undefined, failure?: Error): FastifyReply {
    const { request } = reply;
    const text = body && textOf(body);
    reply.code(status).header('x-request-id', request.id);
    if (text !== undefined) reply.header('content-type', 'application/json');
    if (log !== undefined) log.write(logLine(request, status, failure));
    return reply.send(text);
  }

  function sendError(error: Error, _: FastifyRequest, reply: FastifyReply): void {
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
  }
}

function textOf(body: object): string {
  try {
    return JSON.stringify(body);
  } catch {
    // Only the `input` of a fault can be nested too deeply to be serialized.
    return JSON.stringify(body, (name, value) => (name === 'input' ? null : value));
  }
}
