// Makes an answer outside 2xx into an ApiError with words for people. Pure.
import { ApiError, type InputFault, type NextStep } from '../errors.ts';
import { isRecord } from './response.ts';
import type { Refusal } from './retry.ts';
import { excerpt } from './service-text.ts';
import { duration } from './wording.ts';

export interface Circumstances {
  /** `GET /v1/events/demo/speakers` */
  readonly request: string;
  readonly attempts: number;
  /** The wait that the service asks for, where it is too long to be waited for. Milliseconds. */
  readonly askedMs?: number | undefined;
}

/** `answer` holds no token any more. */
export function toApiError({ answer }: Refusal, circumstances: Circumstances): ApiError {
  const { status, requestId, body } = answer;
  const said = messageIn(body);
  const details = faultsIn(body);
  const { message, ...advice } = describe(answer, said, circumstances);
  return new ApiError(message, {
    status,
    body,
    ...advice,
    ...(requestId === undefined ? {} : { requestId }),
    ...(details.length === 0 ? {} : { details }),
  });
}

interface Description {
  readonly message: string;
  readonly fix?: string;
  readonly next?: readonly NextStep[];
}

function describe(
  { status, headers, body }: Refusal['answer'],
  said: string,
  circumstances: Circumstances,
): Description {
  const { request, attempts, askedMs } = circumstances;
  const reason = said === '' ? '' : `: ${said}`;
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  const later = askedMs === undefined ? 'try again later' : `try again in ${duration(askedMs)}`;
  if (status >= 300 && status < 400) {
    const target = excerpt(String(headers.location ?? 'nowhere'));
    return {
      message: `the service redirects (${status}) to ${target}; the token was not sent on`,
      fix: 'if that address is right, make it the base URL',
    };
  }
  if (status === 401) {
    return {
      message: `the service refused the token (401)${reason}`,
      fix: 'log in with a token that is valid there',
      next: [{ command: 'plenary auth login' }],
    };
  }
  if (status === 403) {
    return {
      message: `the token does not allow this (403)${reason}`,
      fix: 'use a token of the organization that the event belongs to',
      next: [{ command: 'plenary auth status' }],
    };
  }
  if (status === 404 || status === 410) {
    return {
      message: `not found: ${said === '' || said === 'Not Found' ? request : said}`,
      fix: 'check the event and the identifiers, and that the token belongs to their organization',
    };
  }
  if (status === 409) {
    const id = existingId(body);
    return {
      message: `conflict (409)${reason}${id === undefined ? '' : `; it is there as ${id}`}`,
      ...(id === undefined ? {} : { fix: `update ${id} instead` }),
    };
  }
  if (status === 429) {
    const asked = askedMs === undefined ? '' : `, for ${duration(askedMs)}`;
    return { message: `the service asks to slow down (429)${asked}${tries}${reason}`, fix: later };
  }
  if (status === 408 || status >= 500) {
    return {
      message: `the service failed (${status})${tries}${reason}`,
      fix: later,
      next: [{ command: 'plenary auth status' }],
    };
  }
  return { message: `the service refused the request (${status})${reason}` };
}

/** The id of the record that stands in the way, where a 409 names it. */
function existingId(body: unknown): string | undefined {
  const id = isRecord(body) ? body.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? excerpt(String(id)) : undefined;
}

/** What an error's body says: `detail` or `message` as text, `error` as text or with a `message`, else an excerpt. */
function messageIn(body: unknown): string {
  if (typeof body === 'string') return excerpt(body);
  if (!isRecord(body) || Object.keys(body).length === 0) return '';
  const { detail, message, error } = body;
  for (const said of [detail, message, error]) {
    if (typeof said === 'string') return excerpt(said);
    if (isRecord(said) && typeof said.message === 'string') return excerpt(said.message);
  }
  // An array is told one by one, in the error's details.
  return Array.isArray(detail) ? '' : excerpt(JSON.stringify(body));
}

function faultsIn(body: unknown): readonly InputFault[] {
  if (!isRecord(body) || !Array.isArray(body.detail)) return [];
  return body.detail.map((entry: unknown): InputFault => {
    if (!isRecord(entry)) return { message: excerpt(String(entry)) };
    const message = excerpt(typeof entry.msg === 'string' ? entry.msg : JSON.stringify(entry));
    // The first element says whether the body, the path or the query is meant.
    const field = Array.isArray(entry.loc) ? excerpt(entry.loc.slice(1).join('.')) : '';
    return field === '' ? { message } : { field, message };
  });
}
