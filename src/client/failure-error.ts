// Words the error for a response outside 2xx. Pure.
import type { Advice } from '../advice.ts';
import { withoutCredentials } from '../contract/base-url.ts';
import { ApiError, type InputFault } from '../errors.ts';
import type { BaseUrl } from './base-url.ts';
import { duration, excerpt, isHtml } from './message-text.ts';
import type { Request } from './request.ts';
import { isRecord, messageIn, type Response } from './response.ts';

/** What an error reports about a request, besides the response. */
export interface Attempt {
  readonly base: BaseUrl;
  /** No error shows it. */
  readonly token: string;
  readonly request: Request;
  /** How many there were, with this one. */
  readonly attempts: number;
}

interface Wait {
  readonly isRateLimited: boolean;
  /** In milliseconds, if the service asks for it. */
  readonly requestedMs: number | undefined;
}

export const checkBaseUrl = 'check that the base URL is the address of the API, including any path prefix';

export function apiError(response: Response, attempt: Attempt, wait: Wait): ApiError {
  const { status, requestId, headers, body } = response;
  const { message, ...help } = status < 400 ? redirection(response, attempt) : describe(response, attempt, wait);
  const details = isRecord(body) && Array.isArray(body.detail) ? body.detail.map(toFault) : [];
  const { isRateLimited } = wait;
  return new ApiError(message, { status, requestId, body, headers, isRateLimited, details, ...help });
}

interface Description {
  readonly message: string;
  readonly fix?: string;
  readonly advice?: Advice;
}

/** No redirect is followed. */
function redirection({ status, headers }: Response, { base, request }: Attempt): Description {
  const location = String(headers.location ?? '');
  const from = `${base.origin}${request.path.split('?')[0]}`;
  const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
  // It may contain a password.
  const isPublic = target?.username === '' && target.password === '';
  const shown = excerpt(isPublic ? location : withoutCredentials(location)) || 'an unspecified address';
  if (target?.href.split('?')[0] === `${from}/`) {
    return {
      message: `the service redirects (${status}) to the same path with a slash at its end: ${shown}`,
      fix: 'correct --base-url, or let the server accept paths without a slash at their end',
    };
  }
  return { message: `the service redirects (${status}) to ${shown}; the token was not sent there`, fix: checkBaseUrl };
}

function describe(
  { status, body }: Response,
  { request: { method, path }, attempts }: Attempt,
  { isRateLimited, requestedMs }: Wait,
): Description {
  const said = messageIn(body);
  const reason = said === '' ? '' : `: ${said}`;
  const count = attempts > 1 ? ` after ${attempts} attempts` : '';
  const later = requestedMs === undefined ? 'try again later' : `try again in ${duration(requestedMs)}`;
  if (isRateLimited) {
    const wait = requestedMs === undefined ? '' : ` and wait ${duration(requestedMs)}`;
    return { message: `the service asks to slow down (${status})${wait}${count}${reason}`, fix: later };
  }
  if (status === 408 || status >= 500) {
    const message = `the service failed (${status})${count}${reason}`;
    return { message, fix: later, advice: { kind: 'check_access' } };
  }
  switch (status) {
    case 401:
      return {
        message: `the service refused the token (401)${reason}`,
        fix: 'log in with a token that this service accepts',
        advice: { kind: 'log_in' },
      };
    case 403:
      return typeof body === 'string' && isHtml(body)
        ? {
            message: `a web page refuses the request (403), such as that of a firewall or a proxy before the service${reason}`,
            fix: 'ask the operator of the service to admit API clients, or use another network; the token was not checked',
          }
        : {
            message: `the token does not allow this (403)${reason}`,
            fix: 'use a token of the organization that owns the event',
            advice: { kind: 'check_access' },
          };
    case 404:
    case 410:
      return {
        message: `not found: ${said === '' || said === 'Not Found' ? `${method} ${path}` : said}`,
        fix: 'check the base URL, the event and the ids, and that the token belongs to the organization of the event',
      };
    case 409: {
      const id = isRecord(body) && ['string', 'number'].includes(typeof body.id) ? excerpt(String(body.id)) : undefined;
      if (id === undefined) return { message: `conflict (409)${reason}` };
      return { message: `conflict (409)${reason}; the existing record is ${id}`, fix: `update ${id} instead` };
    }
    default:
      return { message: `the service refused the request (${status})${reason}` };
  }
}

/** @param entry of `detail` */
function toFault(entry: unknown): InputFault {
  if (!isRecord(entry)) return { message: excerpt(String(entry)) };
  const { loc, msg } = entry;
  const message = excerpt(typeof msg === 'string' ? msg : JSON.stringify(entry));
  // It begins with `body`, `path` or `query`.
  const field = Array.isArray(loc) ? excerpt(loc.slice(1).join('.')) : '';
  return field === '' ? { message } : { field, message };
}
