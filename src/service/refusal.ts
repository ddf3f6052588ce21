// Responses that are not a success: what each error becomes, and what of it is logged.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAt, faults, type ValidationError } from '../contract/validation-error.ts';
import { loggedOf } from './request-log.ts';
import { StoreUnavailable, StoreUncertain } from './store/driver.ts';

/** Thrown by anything that a route calls; becomes the response. */
export class RequestRefusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`refused with ${status}`);
    this.name = 'RequestRefusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 422 with these faults; with one only, if an input is nested too deep to be repeated. */
export function invalid(errors: readonly ValidationError[]): RequestRefusal {
  try {
    JSON.stringify(errors);
  } catch {
    return new RequestRefusal(422, {
      detail: [errorAt(['body'], faults.jsonInvalid('nested too deep'), {})],
    });
  }
  return new RequestRefusal(422, { detail: errors });
}

/** 400: a value that the service does not take, in a sentence. */
export function badRequest(detail: string): RequestRefusal {
  return new RequestRefusal(400, { detail });
}

/** 404. A record of another organization gets the same response as one that does not exist. */
export function notFound(what: 'Event' | 'Speaker' | 'Submission'): RequestRefusal {
  return new RequestRefusal(404, { detail: `${what} not found` });
}

/**
 * Responds with what the caller may know about an error. One of the service itself is logged, and
 * reveals nothing.
 */
export function errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof RequestRefusal) {
    return void reply.code(error.status).headers(error.headers).send(error.body);
  }
  const status = error instanceof StoreUnavailable ? 503 : statusOf(error);
  if (status < 500) return void reply.code(status).send({ detail: error.message });
  if (error instanceof StoreUncertain) {
    logFailure(error, loggedOf(request), request);
    // The client finds out itself what happened; any response would claim to know.
    reply.hijack();
    request.raw.socket.destroy();
    return;
  }
  logFailure(error, loggedOf(request, status), request);
  if (error instanceof StoreUnavailable) {
    reply.code(status).header('retry-after', String(error.retryAfterSeconds));
    reply.send({ detail: 'The service cannot store anything right now' });
  } else reply.code(500).send({ detail: 'Internal Server Error' });
}

/** Fastify's own errors have a status. */
function statusOf(error: Error): number {
  return 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
}

/** An error's other properties are not logged: those of a database may have values of a row. */
function logFailure({ name, stack, cause }: Error, logged: object, { log }: FastifyRequest): void {
  const reason = cause instanceof Error ? cause.message : undefined;
  log.error({
    ...logged,
    error: name,
    stack,
    cause: reason,
  });
}
