// Owns the outcome of one attempt: a success, or a failure with what it means for a write and for the next attempt. Pure.
import type { Advice } from '../advice.ts';
import { isTransient } from '../errors.ts';
import { redact } from '../secrets.ts';
import { duration, excerpt, isHtml } from './message-text.ts';
import { explain } from './no-response.ts';
import { remainingRequests, requestedWaitMs } from './pace-headers.ts';
import { parseJsonBody, type Response } from './response.ts';
import type { LostAttempt, RawResponse } from './transport.ts';

/** How one attempt ended. */
export type Outcome = Success | Failure;

export interface Success {
  readonly kind: 'success';
  readonly response: Response;
}

/** It holds no token, in case the service repeats it. */
export interface Failure {
  readonly kind: 'failure';
  /** What it means for a write: rejected by the service, certainly not carried out, or possibly carried out. */
  readonly effect: 'refused' | 'unsent' | 'lost';
  /** What to expect of a lost write. */
  readonly loss: Loss;
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;
  /** The service refused the request only because it came too soon: with 429, or as GitHub does, with 403. */
  readonly isRateLimited: boolean;
  /** The wait that the service asks for. Milliseconds, more than 0. */
  readonly requestedMs?: number | undefined;
  /** Why, as part of a sentence: `status 503`, `connection refused`. */
  readonly reason: string;
  /** Undefined if no complete one arrived. */
  readonly response?: Response;
  /** Of a response in 2xx: why its body cannot be used, as the end of a sentence. */
  readonly fault?: string;
  /** What to do about it, if no response arrived. */
  readonly fix?: string;
  readonly advice?: Advice;
  /** The code and message of the underlying error. */
  readonly cause?: string;
}

/**
 * What a lost write leads to expect: the service began to confirm it, reported its own failure, or did not respond. A
 * confirmed creation is never sent again. One that failed and does not take effect in time never will; of the others that is unknown.
 */
export type Loss = 'confirmed' | 'failed' | 'unanswered';

/** @param now in milliseconds since 1970 */
export function toOutcome(raw: RawResponse | LostAttempt, token: string, now: number): Outcome {
  if (!('status' in raw)) return noResponse(raw, token);
  const { status, headers, text } = raw;
  const json = text === undefined ? { fault: raw.fault ?? '' } : parseJson(text, token);
  const body = 'value' in json ? json.value : text;
  const requestId = redact([headers['x-request-id']].flat()[0], token) as string | undefined;
  const response = { status, headers, requestId, body };
  if (status >= 300) return errorResponse(withoutToken(response, token), now);
  if ('value' in json) return { kind: 'success', response };
  // An HTML page may come from a proxy.
  return unusable({ ...response, body: undefined }, json.fault, token, status === 201 || !isHtml(text ?? ''));
}

/**
 * A response in 2xx that cannot be used.
 * @param fault the end of a sentence about the response: `is not JSON: …`
 * @param confirms whether it shows nevertheless that the service carried out the request
 */
export function unusable(response: Response, fault: string, token: string, confirms: boolean): Failure {
  return {
    kind: 'failure',
    effect: 'lost',
    loss: confirms ? 'confirmed' : 'unanswered',
    isTransient: true,
    isRateLimited: false,
    reason: String(redact(`the response ${fault}`, token)),
    fault: String(redact(fault, token)),
    response: withoutToken(response, token),
  };
}

function noResponse(attempt: LostAttempt, token: string): Failure {
  const { sent, error, timedOutMs, begunStatus = 0, proxyVariable } = attempt;
  const { isFinal = false, ...explained } = explain(error, token);
  const timeout = {
    reason: `timed out after ${duration(timedOutMs ?? 0)}`,
    advice: { kind: 'raise_timeout' },
  } as const;
  return {
    kind: 'failure',
    effect: sent ? 'lost' : 'unsent',
    loss: begunStatus >= 200 && begunStatus < 300 ? 'confirmed' : 'unanswered',
    isTransient: !isFinal,
    isRateLimited: false,
    ...(timedOutMs === undefined ? explained : timeout),
    ...(proxyVariable !== undefined && !sent && { fix: `check ${proxyVariable} and NO_PROXY in the environment` }),
  };
}

function errorResponse(response: Response, now: number): Failure {
  const { status, headers } = response;
  const isRateLimited = status === 429 || (status === 403 && remainingRequests(headers) === 0);
  const isLater = isRateLimited || isTransient(status);
  // Services send these after they have carried out a request (RFC 9110 §15.4.3 and §15.4.4).
  const isSeeOther = [302, 303].includes(status);
  // The last are codes of proxies whose server did not respond properly.
  const isUnanswered = [502, 504].includes(status) || status >= 520;
  // 425: the service does not process a request that could be a repetition (RFC 8470).
  const isUnsent = isRateLimited || status === 425;
  return {
    kind: 'failure',
    effect: isUnsent ? 'unsent' : isSeeOther || isLater ? 'lost' : 'refused',
    loss: isSeeOther ? 'confirmed' : isUnanswered ? 'unanswered' : 'failed',
    isTransient: isLater,
    isRateLimited,
    requestedMs: requestedWaitMs(headers, now) || undefined,
    reason: `status ${status}`,
    response,
  };
}

function withoutToken({ status, headers, requestId, body }: Response, token: string): Response {
  const hide = <T>(value: T) => redact(value, token) as T;
  return { status, headers: hide(headers), requestId: hide(requestId), body: hide(body) };
}

/** How deep a response may be nested. What reads one later may recurse. */
const deepest = 500;

function parseJson(text: string, token: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const value = parseJsonBody(text);
    return isDeeper(value, deepest) ? { fault: `is nested more than ${deepest} levels deep` } : { value };
  } catch {
    // Before it is cut, which could leave a part of the token.
    return { fault: `is not JSON: ${excerpt(String(redact(text, token)))}` };
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
