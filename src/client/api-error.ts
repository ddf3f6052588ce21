// Turns a response with a status outside 2xx into an ApiError with a readable message. Pure.
import type { Advice } from '../advice.ts';
import { withoutCredentials } from '../contract/base-url.ts';
import { ApiError, type InputFault } from '../errors.ts';
import { duration, excerpt } from './message-text.ts';
import type { ErrorResponse } from './outcome.ts';
import { isRecord } from './response.ts';

export interface ApiErrorContext {
  /** `GET /v1/events/demo/speakers` */
  readonly request: string;
  readonly attempts: number;
  /** The wait that the service asks for, if it is longer than the time left. Milliseconds. */
  readonly requestedMs?: number | undefined;
  /** The base URL that a redirect suggests. */
  readonly movedTo?: string | undefined;
}

/** The response must already be redacted: its text appears in the error. */
export function toApiError({ response }: ErrorResponse, context: ApiErrorContext): ApiError {
  const { status, requestId, body } = response;
  const details = faultsIn(body);
  const { message, ...help } = describe(response, messageIn(body), context);
  return new ApiError(message, {
    status,
    body,
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

/** The target of a redirect, which may contain a password. */
function shownTarget(location: string): string {
  const relativeTo = 'http://service';
  if (!URL.canParse(location, relativeTo)) return withoutCredentials(location);
  const { username, password } = new URL(location, relativeTo);
  return username === '' && password === '' ? location : withoutCredentials(location);
}

function describe(
  { status, headers, body }: ErrorResponse['response'],
  serviceMessage: string,
  { request, attempts, requestedMs, movedTo }: ApiErrorContext,
): Description {
  const reason = serviceMessage === '' ? '' : `: ${serviceMessage}`;
  const count = attempts > 1 ? ` after ${attempts} attempts` : '';
  const later = requestedMs === undefined ? 'try again later' : `try again in ${duration(requestedMs)}`;
  if (status >= 300 && status < 400) {
    const target = headers.location ? excerpt(shownTarget(String(headers.location))) : 'an unspecified address';
    const message = `the service redirects (${status}) to ${target}; the token was not sent there`;
    if (movedTo !== undefined) return { message, advice: { kind: 'change_base_url', baseUrl: movedTo } };
    return { message, fix: 'check that the base URL is the address of the API, including any path prefix' };
  }
  if (status === 401) {
    return {
      message: `the service refused the token (401)${reason}`,
      fix: 'log in with a token that this service accepts',
      advice: { kind: 'log_in' },
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
      message: `not found: ${serviceMessage === '' || serviceMessage === 'Not Found' ? request : serviceMessage}`,
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
  if (status === 429) {
    const wait = requestedMs === undefined ? '' : ` and wait ${duration(requestedMs)}`;
    return { message: `the service asks to slow down (429)${wait}${count}${reason}`, fix: later };
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

/** The message in an error's body: `detail` or `message` as text, `error` as text or with a `message`, else an excerpt. */
export function messageIn(body: unknown): string {
  if (typeof body === 'string') return excerpt(body);
  if (!isRecord(body) || Object.keys(body).length === 0) return '';
  const { detail, message, error } = body;
  for (const value of [detail, message, error]) {
    if (typeof value === 'string') return excerpt(value);
    if (isRecord(value) && typeof value.message === 'string') return excerpt(value.message);
  }
  // The entries of an array become the error's details.
  return Array.isArray(detail) ? '' : excerpt(JSON.stringify(body));
}

function faultsIn(body: unknown): readonly InputFault[] {
  if (!isRecord(body) || !Array.isArray(body.detail)) return [];
  return body.detail.map((entry: unknown): InputFault => {
    if (!isRecord(entry)) return { message: excerpt(String(entry)) };
    const message = excerpt(typeof entry.msg === 'string' ? entry.msg : JSON.stringify(entry));
    // The first element is `body`, `path` or `query`.
    const field = Array.isArray(entry.loc) ? excerpt(entry.loc.slice(1).join('.')) : '';
    return field === '' ? { message } : { field, message };
  });
}
