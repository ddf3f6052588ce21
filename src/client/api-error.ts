// Turns a response with a status outside 2xx into an ApiError with a readable message. Pure.
import type { Advice } from '../advice.ts';
import { withoutCredentials } from '../contract/base-url.ts';
import { ApiError, type InputFault } from '../errors.ts';
import type { BaseUrl } from './base-url.ts';
import { duration, excerpt, isHtml } from './message-text.ts';
import { type ErrorResponse, isRateLimited } from './outcome.ts';
import type { Request } from './request.ts';
import { isRecord, messageIn, type Response } from './response.ts';

export interface ApiErrorContext {
  readonly base: BaseUrl;
  readonly request: Request;
  readonly attempts: number;
  /** The wait that the service asks for, if it is longer than the time left. Milliseconds. */
  readonly requestedMs?: number | undefined;
}

/** The response must already be redacted: its text appears in the error. */
export function toApiError(failure: ErrorResponse, context: ApiErrorContext): ApiError {
  const { response } = failure;
  const { status, requestId, headers, body } = response;
  const details = faultsIn(body);
  const isRedirect = status >= 300 && status < 400;
  const { message, ...help } = isRedirect
    ? redirection(response, context)
    : describe(failure, messageIn(body), context);
  return new ApiError(message, {
    status,
    body,
    headers,
    isRateLimited: isRateLimited(failure),
    ...help,
    ...(requestId === undefined ? {} : { requestId }),
    ...(details.length === 0 ? {} : { details }),
  });
}

interface Description {
  readonly message: string;
  readonly fix?: string;
  readonly advice?: Advice;
}

/** What a redirect shows is wrong with the base URL or the server. None is followed. */
function redirection({ status, headers }: Response, { base, request }: ApiErrorContext): Description {
  const location = String(headers.location ?? '');
  const [path = ''] = request.path.split('?');
  const shown = location === '' ? 'an unspecified address' : excerpt(shownTarget(location));
  const message = `the service redirects (${status}) to ${shown}; the token was not sent there`;
  const from = `${base.origin}${path}`;
  const target = location !== '' && URL.canParse(location, from) ? new URL(location, from) : undefined;
  const below = path.slice(base.prefix.length);
  const pathname = target?.pathname.replace(/\/$/, '') ?? '';
  const baseUrl = `${target?.origin}${pathname.slice(0, pathname.length - below.length)}`;
  const isSame = baseUrl === `${base.origin}${base.prefix}`;
  if (isSame && target?.pathname === `${path}/`) {
    return {
      message: `the service redirects (${status}) to the same path with a slash at its end: ${shown}`,
      fix: 'correct --base-url, or let the server accept paths without a slash at their end',
    };
  }
  const isSafe = target?.protocol === 'https:' || (target?.protocol === 'http:' && base.protocol === 'http:');
  if (isSafe && pathname.endsWith(below) && !isSame) {
    return { message, advice: { kind: 'change_base_url', baseUrl } };
  }
  return { message, fix: 'check that the base URL is the address of the API, including any path prefix' };
}

/** The target of a redirect, which may contain a password. */
function shownTarget(location: string): string {
  const relativeTo = 'http://service';
  if (!URL.canParse(location, relativeTo)) return withoutCredentials(location);
  const { username, password } = new URL(location, relativeTo);
  return username === '' && password === '' ? location : withoutCredentials(location);
}

function describe(
  failure: ErrorResponse,
  serviceMessage: string,
  { request, attempts, requestedMs }: ApiErrorContext,
): Description {
  const { status, body } = failure.response;
  const reason = serviceMessage === '' ? '' : `: ${serviceMessage}`;
  const count = attempts > 1 ? ` after ${attempts} attempts` : '';
  const later = requestedMs === undefined ? 'try again later' : `try again in ${duration(requestedMs)}`;
  if (status === 401) {
    return {
      message: `the service refused the token (401)${reason}`,
      fix: 'log in with a token that this service accepts',
      advice: { kind: 'log_in' },
    };
  }
  if (isRateLimited(failure)) {
    const wait = requestedMs === undefined ? '' : ` and wait ${duration(requestedMs)}`;
    return { message: `the service asks to slow down (${status})${wait}${count}${reason}`, fix: later };
  }
  if (status === 403 && typeof body === 'string' && isHtml(body)) {
    return {
      message: `a web page refuses the request (403), such as that of a firewall or a proxy before the service${reason}`,
      fix: 'ask the operator of the service to admit API clients, or use another network; the token was not checked',
    };
  }
  if (status === 403) {
    return {
      message: `the token does not allow this (403)${reason}`,
      fix: 'use a token of the organization that owns the event',
      advice: { kind: 'check_access' },
    };
  }
  if (status === 404 || status === 410) {
    return {
      message: `not found: ${serviceMessage === '' || serviceMessage === 'Not Found' ? `${request.method} ${request.path}` : serviceMessage}`,
      fix: 'check the base URL, the event and the ids, and that the token belongs to the organization of the event',
    };
  }
  if (status === 409) {
    const id = existingId(body);
    return {
      message: `conflict (409)${reason}${id === undefined ? '' : `; the existing record is ${id}`}`,
      ...(id === undefined ? {} : { fix: `update ${id} instead` }),
    };
  }
  if (status === 408 || status >= 500) {
    return {
      message: `the service failed (${status})${count}${reason}`,
      fix: later,
      advice: { kind: 'check_access' },
    };
  }
  return { message: `the service refused the request (${status})${reason}` };
}

/** The id of the conflicting record, if a 409 names it. */
function existingId(body: unknown): string | undefined {
  const id = isRecord(body) ? body.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? excerpt(String(id)) : undefined;
}

/** The faults in `detail`. */
function faultsIn(body: unknown): readonly InputFault[] {
  return isRecord(body) && Array.isArray(body.detail) ? body.detail.map(toFault) : [];
}

function toFault(entry: unknown): InputFault {
  if (!isRecord(entry)) return { message: excerpt(String(entry)) };
  const { loc, msg } = entry;
  const message = excerpt(typeof msg === 'string' ? msg : JSON.stringify(entry));
  // It begins with `body`, `path` or `query`.
  const field = Array.isArray(loc) ? excerpt(loc.slice(1).join('.')) : '';
  return field === '' ? { message } : { field, message };
}
