// Words the errors of failed attempts: for a response outside 2xx, and for none. Pure.
import { withoutCredentials } from '../contract/base-url.ts';
import {
  ApiError,
  type ErrorData,
  type InputFault,
  NetworkError,
  type NextStep,
} from '../errors.ts';
import { redact } from '../secrets.ts';
import type { BaseUrl } from './base-url.ts';
import { duration, excerpt, isHtml } from './message-text.ts';
import { publicBody } from './public-body.ts';
import type { Request } from './request.ts';
import { isRecord, messageIn, type Response } from './response.ts';
import type { LostAttempt } from './transport.ts';

/** What an error reports about a request, besides the response. */
export interface Attempt {
  readonly base: BaseUrl;
  /** No error shows it. */
  readonly token: string;
  /** The environment variable that the token comes from; undefined if that is a login. */
  readonly tokenVariable?: string | undefined;
  readonly request: Request;
  /** How many there were, with this one. */
  readonly attempts: number;
}

/**
 * The service refused a request only because it came too soon; 425: it does not process one that
 * could be a repetition (RFC 8470).
 */
export const tooSoonStatuses: readonly number[] = [425, 429];

/** Shows the settings and where they are from, and tries the service. */
export const diagnosis: readonly NextStep[] = [{ command: 'plenary doctor' }];

export const checkBaseUrl =
  'check that the base URL is the address of the API, including any path prefix';

/** @param requestedMs the wait that the service asks for */
export function apiError(
  response: Response,
  attempt: Attempt,
  requestedMs: number | undefined,
): ApiError {
  const { status, requestId, headers, body } = response;
  const shown = publicBody(body, attempt.request.body);
  const { message, ...help } =
    status < 400
      ? redirection(response, attempt)
      : describe({ status, body: shown }, attempt, requestedMs);
  const details = isRecord(shown) && Array.isArray(shown.detail) ? shown.detail.map(toFault) : [];
  return new ApiError(message, {
    status,
    requestId,
    body,
    headers,
    details,
    ...help,
  });
}

export function networkError(
  lost: LostAttempt,
  { base: { hostname, port }, token, attempts, request }: Attempt,
): NetworkError {
  const { sent, error, timedOutMs, proxyVariable } = lost;
  // The error may hold received bytes or the socket: only its message is used.
  const message = String(redact(error instanceof Error ? error.message : String(error), token));
  const code = codeOf(error);
  const [, usualReason = excerpt(message), help] =
    reasons.find(([pattern]) => pattern.test(code)) ?? [];
  const isTimeout = timedOutMs !== undefined;
  const reason = isTimeout ? `timed out after ${duration(timedOutMs)}` : usualReason;
  const count = attempts > 1 ? ` (${attempts} attempts)` : '';
  const mayHaveChanged = sent && ['PUT', 'PATCH', 'DELETE'].includes(request.method);
  const usualFix = mayHaveChanged
    ? 'try again: if the request took effect, it has no further effect'
    : 'check the base URL, and that the service is running';
  return new NetworkError(
    `${sent ? 'no response from' : 'cannot reach'} ${hostname}:${port}: ${reason}${count}`,
    {
      fix: isTimeout ? 'try again, or allow more time with --timeout' : usualFix,
      next: diagnosis,
      ...(!isTimeout && { ...help, cause: `${code}: ${message}` }),
      ...(proxyVariable !== undefined &&
        !sent && { fix: `check ${proxyVariable} and NO_PROXY in the environment` }),
      // What has to be corrected fails again. A name may be unknown only while the network is down,
      // and other files may be closed.
      retryable: isTimeout || help === undefined || /^(ENOTFOUND|E[MN]FILE)$/.test(code),
    },
  );
}

type Help = Pick<ErrorData, 'fix' | 'next'>;

/** No redirect is followed. */
function redirection({ status, headers }: Response, { base, request }: Attempt) {
  const location = String(headers.location ?? '');
  const from = `${base.origin}${request.path}`;
  const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
  // It may contain a password.
  const isPublic = target?.username === '' && target.password === '';
  const shown =
    excerpt(isPublic ? location : withoutCredentials(location)) || 'an unspecified address';
  return {
    message: `the service redirects (${status}) to ${shown}; the token was not sent there`,
    fix: checkBaseUrl,
  };
}

function describe(
  { status, body }: Pick<Response, 'status' | 'body'>,
  { request: { method, path }, attempts, tokenVariable }: Attempt,
  requestedMs: number | undefined,
): Help & { readonly message: string } {
  const said = messageIn(body);
  const reason = said === '' ? '' : `: ${said}`;
  const count = attempts > 1 ? ` after ${attempts} attempts` : '';
  const later =
    requestedMs === undefined ? 'try again later' : `try again in ${duration(requestedMs)}`;
  if (tooSoonStatuses.includes(status)) {
    const wait = requestedMs === undefined ? '' : ` and wait ${duration(requestedMs)}`;
    return {
      message: `the service asks to slow down (${status})${wait}${count}${reason}`,
      fix: later,
    };
  }
  if (status === 408 || status >= 500) {
    const message = `the service failed (${status})${count}${reason}`;
    return { message, fix: later, next: diagnosis };
  }
  switch (status) {
    case 401:
      return {
        message: `the service refused the token (401)${reason}`,
        ...refusedTokenHelp(tokenVariable),
      };
    case 403:
      return typeof body === 'string' && isHtml(body)
        ? {
            message:
              'a web page refuses the request (403), such as that of a firewall or a proxy ' +
              `before the service${reason}`,
            fix:
              'ask the operator of the service to admit API clients, or use another network; ' +
              'the token was not checked',
          }
        : {
            message: `the token does not allow this (403)${reason}`,
            fix: 'use a token of the organization that owns the event',
            next: diagnosis,
          };
    case 404:
    case 410:
      return {
        message: `not found: ${said === '' || said === 'Not Found' ? `${method} ${path}` : said}`,
        fix:
          'check the base URL, the event and the ids, and that the token belongs to the ' +
          'organization of the event',
      };
    case 409: {
      const id =
        isRecord(body) && ['string', 'number'].includes(typeof body.id)
          ? excerpt(String(body.id))
          : undefined;
      if (id === undefined)
        return { message: `conflict (409)${reason}`, fix: 'look for the record in the list' };
      return {
        message: `conflict (409)${reason}; the existing record is ${id}`,
        fix: `update ${id} instead`,
      };
    }
    default:
      return {
        message: `the service refused the request (${status})${reason}`,
        ...refusalHelp(status),
      };
  }
}

/** Logging in does not help while a variable overrides the token of the login. */
function refusedTokenHelp(variable: string | undefined): Help {
  if (variable === undefined) {
    return {
      fix: 'log in with a token that this service accepts',
      next: [{ command: 'plenary auth login' }],
    };
  }
  return {
    fix:
      `the token comes from ${variable}: set it to a valid token, or unset it to use the token ` +
      'of your login',
  };
}

function refusalHelp(status: number): Help {
  if (status === 400 || status === 422)
    return { fix: 'correct the values that the service refuses' };
  if (status === 413) return { fix: 'shorten the longest texts' };
  return { fix: checkBaseUrl, next: diagnosis };
}

/** @param entry of `detail` */
function toFault(entry: unknown): InputFault {
  if (!isRecord(entry)) return { message: excerpt(String(entry)) };
  const { loc, msg } = entry;
  const message = excerpt(typeof msg === 'string' ? msg : JSON.stringify(entry));
  // It begins with `body`, `path` or `query`.
  const field = Array.isArray(loc) ? excerpt(loc.slice(1).join('.')) : undefined;
  return field ? { field, message } : { message };
}

const checkScheme: Help = { fix: 'check whether the base URL needs http or https' };
const passAuthority =
  'if you trust it, pass the file of its certificate authority with --ca-cert (if it is ' +
  'self-signed, the certificate itself)';
const rename: Help = { fix: 'use the host name that the certificate was issued for' };

/** By the code of the error. Of others, the message is shown. */
const reasons: readonly (readonly [code: RegExp, reason: string, help?: Help])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'timed out'],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'it is larger than 64 MiB', { fix: 'ask for smaller pages' }],
  [/^ENOTFOUND$/, 'unknown host name', { fix: 'check the spelling of the base URL' }],
  [
    /^CERT_HAS_EXPIRED$/,
    'its certificate has expired',
    { fix: 'ask its operator to renew the certificate' },
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name', rename],
  [/CERT|^UNABLE_TO_(GET|VERIFY)/, 'its certificate is not trusted', { fix: passAuthority }],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'it does not support TLS', checkScheme],
  [
    /^E[MN]FILE$/,
    'too many files are open',
    { fix: 'raise the limit, for example with `ulimit -n 1024`' },
  ],
  // undici asserts what it expects of a response: a status of at least 100, for example.
  [/^(HPE_|HTTPParserError$|ERR_ASSERTION$)/, 'it does not support HTTP', checkScheme],
];

/** An error's code, or that of the nearest cause with one; without any, the error's name. */
function codeOf(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return thrown instanceof Error ? thrown.name : 'unknown';
}
