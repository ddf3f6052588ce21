// Owns what is logged of a request: its route and ids. Never a secret, or anything about a person.
import type { FastifyRequest } from 'fastify';
import { timestamp } from './store/stamps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is. Empty until its token is accepted, as the id of the token is. */
    organizationId: string;
    tokenId: string;
  }
}

/** The form in which ids of events are added, and no token. */
const eventId = /^(?!plt_)[A-Za-z0-9][\w.-]{0,63}$/;

/**
 * The pattern of its route, because an address has filters and ids of records.
 * @param status of the response, if there is one
 */
export function loggedOf(request: FastifyRequest, status?: number) {
  const { method, routeOptions, organizationId, tokenId } = request;
  return {
    method,
    route: routeOptions.url ?? 'none',
    organization: organizationId || undefined,
    event: eventOf(request, status),
    token: tokenId || undefined,
    status,
  };
}

/**
 * What is sent as an id may be any text, unless the organization has such an event. Of the
 * refusals, only a conflict shows that it has.
 */
function eventOf({ organizationId, params }: FastifyRequest, status = 0) {
  const isRefused = status >= 400 && status < 500 && status !== 409;
  if (organizationId === '' || isRefused || typeof params !== 'object' || params === null)
    return undefined;
  const id = 'event_id' in params ? String(params.event_id) : '';
  return eventId.test(id) ? id : undefined;
}

/** The settings of a log to a stream: one JSON object a line. */
export function loggerTo(stream: { write(line: string): unknown }) {
  return {
    stream,
    base: null,
    timestamp: () => `,"time":"${timestamp(Date.now())}"`,
    formatters: { level: (level: string) => ({ level }) },
  };
}
