// Owns the outcome of one attempt: a success, or a failure with its error and what it means for a
// write. Pure.
import { isTransient, MalformedResponseError, type PlenaryError } from '../errors.ts';
import { redact } from '../secrets.ts';
import {
  type Attempt,
  apiError,
  checkBaseUrl,
  diagnosis,
  networkError,
  tooSoonStatuses,
} from './failure-error.ts';
import { excerpt } from './message-text.ts';
import { requestedWaitMs } from './pace-headers.ts';
import { publicBody } from './public-body.ts';
import { parseJsonBody, type Response } from './response.ts';
import type { LostAttempt, RawResponse } from './transport.ts';

/** How one attempt ended. */
export type Outcome = { readonly kind: 'success'; readonly response: Response } | Failure;

/** It holds no token, in case the service repeats it. */
export interface Failure {
  readonly kind: 'failure';
  /**
   * What it means for a write: `refused` by the service, or certainly not carried out. Otherwise it
   * may have been carried out: the service reports that it `failed`, or it is `unknown` what the
   * service did.
   */
  readonly effect: 'refused' | 'unsent' | 'failed' | 'unknown';
  /**
   * The service has reported success, in a response that does not show a record: sent again, it
   * could have a second one.
   */
  readonly isReported?: true;
  /** The service has responded to no request for all attempts of one. */
  readonly isSilent?: true;
  /** The wait that the service asks for. Milliseconds, more than 0. */
  readonly requestedMs?: number | undefined;
  /** Undefined if no complete one arrived. */
  readonly response?: Response;
  /** Retryable if another attempt may succeed. */
  readonly error: PlenaryError;
}

/**
 * Whether the service has ended its work on a request that it reports as failed: a failure that a
 * proxy reports (502, 503, 504) may be followed by its effect.
 */
export function isFinalFailure({ status }: PlenaryError): boolean {
  return status === 500;
}

/** @param date of this computer, in milliseconds since 1970 */
export function toOutcome(raw: RawResponse | LostAttempt, attempt: Attempt, date: number): Outcome {
  if ('sent' in raw) {
    const { sent, status = 0 } = raw;
    return {
      kind: 'failure',
      effect: sent ? 'unknown' : 'unsent',
      error: networkError(raw, attempt),
      ...(status >= 200 && status < 300 && { isReported: true }),
    };
  }
  const { token } = attempt;
  const { status, headers, text } = raw;
  const json = text === undefined ? { fault: raw.fault ?? '' } : parseJson(text, attempt);
  const requestId = redact([headers['x-request-id']].flat()[0], token) as string | undefined;
  const response = { status, headers, requestId, body: 'value' in json ? json.value : text };
  if (status >= 300) return errorResponse(withoutToken(response, token), attempt, date);
  return 'value' in json ? { kind: 'success', response } : unusable(response, json.fault, attempt);
}

/**
 * A response in 2xx that cannot be used.
 * @param fault the end of a sentence about the response: `is not JSON: …`
 */
export function unusable(
  response: Response,
  fault: string,
  { token, request: { method, path } }: Attempt,
): Failure {
  const shown = withoutToken({ ...response, body: undefined }, token);
  const { status, requestId } = shown;
  const error = new MalformedResponseError(
    `the response to ${method} ${path} ${redact(fault, token)}`,
    {
      status,
      requestId,
      fix: checkBaseUrl,
      next: diagnosis,
    },
  );
  return { kind: 'failure', effect: 'unknown', isReported: true, response: shown, error };
}

/** Whether the service refused the request only because it came too soon. */
export function isRateLimited({ response }: Failure): boolean {
  return response !== undefined && tooSoonStatuses.includes(response.status);
}

function errorResponse(response: Response, attempt: Attempt, date: number): Failure {
  const requestedMs = requestedWaitMs(response.headers, date) || undefined;
  const effect = effectOf(response);
  const error = apiError(response, attempt, requestedMs);
  return { kind: 'failure', effect, requestedMs, response, error };
}

function effectOf({ status }: Response): Failure['effect'] {
  if (tooSoonStatuses.includes(status)) return 'unsent';
  // The first two are sent after a request was carried out (RFC 9110 §15.4.3 and §15.4.4), the
  // others by a proxy without a proper response from its server.
  if ([302, 303, 502, 504].includes(status) || status >= 520) return 'unknown';
  return isTransient(status) ? 'failed' : 'refused';
}

function withoutToken({ status, headers, requestId, body }: Response, token: string): Response {
  const hide = <T>(value: T) => redact(value, token) as T;
  return { status, headers: hide(headers), requestId: hide(requestId), body: hide(body) };
}

/** How deep a response may be nested. What reads one later may recurse. */
const deepest = 500;

function parseJson(
  text: string,
  { token, request }: Attempt,
): { readonly value: unknown } | { readonly fault: string } {
  try {
    const value = parseJsonBody(text);
    return isDeeper(value, deepest)
      ? { fault: `is nested more than ${deepest} levels deep` }
      : { value };
  } catch {
    // Before it is cut, which could leave a part of what is hidden.
    const shown = String(publicBody(redact(text, token), request.body));
    return { fault: `is not JSON: ${excerpt(shown)}` };
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
