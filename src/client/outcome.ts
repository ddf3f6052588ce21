// The outcome of one attempt: a success, an error response, an unusable response, or none. Pure.
import { isTransient } from '../errors.ts';
import { redact } from '../secrets.ts';
import { excerpt, isHtml } from './message-text.ts';
import type { NoResponse } from './no-response.ts';
import { remainingRequests } from './pace-headers.ts';
import { parseJsonBody, type Response, requestIdIn } from './response.ts';
import type { RawResponse } from './transport.ts';

/** How one attempt ended. */
export type Outcome = Success | Failure;

export interface Success {
  readonly kind: 'success';
  readonly response: Response;
}

export type Failure = ErrorResponse | MalformedResponse | NoResponse;

/** A status outside 2xx; `body` is parsed JSON, or its text if it is not JSON. */
export interface ErrorResponse {
  readonly kind: 'error_response';
  readonly response: Response;
}

/** A status in 2xx with a body that cannot be used. */
export interface MalformedResponse {
  readonly kind: 'malformed_response';
  readonly response: Response;
  /** The end of a sentence about the response: `is not JSON: …`. */
  readonly fault: string;
  /** Whether it shows nevertheless that the service carried out the request. An HTML page may come from a proxy. */
  readonly confirms?: boolean;
}

/** What a failure means for a write: rejected by the service, certainly not carried out, or possibly carried out. */
export type Effect = 'refused' | 'unsent' | 'lost';

export function effectOf(failure: Failure): Effect {
  if (failure.kind === 'malformed_response') return 'lost';
  if (failure.kind === 'no_response') return failure.sent ? 'lost' : 'unsent';
  const { status } = failure.response;
  // 425: the service does not process a request that could be a repetition (RFC 8470).
  if (isRateLimited(failure) || status === 425) return 'unsent';
  return isSeeOther(failure) || isTransient(status) ? 'lost' : 'refused';
}

/**
 * What a lost write leads to expect: the service began to confirm it, reported its own failure, or did not respond. A
 * confirmed creation is never sent again. One that failed and does not take effect in time never will; of the others that is unknown.
 */
export type Loss = 'confirmed' | 'failed' | 'unanswered';

export function lossOf(failure: Failure): Loss {
  if (failure.kind !== 'error_response') return failure.confirms === true ? 'confirmed' : 'unanswered';
  if (isSeeOther(failure)) return 'confirmed';
  // 502, 504, and the codes of proxies whose server did not respond properly.
  const { status } = failure.response;
  return status === 502 || status === 504 || status >= 520 ? 'unanswered' : 'failed';
}

/** Whether a response leads elsewhere, as services send it after they have carried out a request (RFC 9110 §15.4.3 and §15.4.4). */
export function isSeeOther(failure: Failure): boolean {
  return failure.kind === 'error_response' && [302, 303].includes(failure.response.status);
}

/** Whether the service refused the request only because it came too soon: with 429, or as GitHub does, with 403. */
export function isRateLimited(outcome: Outcome): boolean {
  if (outcome.kind !== 'error_response') return false;
  const { status, headers } = outcome.response;
  return status === 429 || (status === 403 && remainingRequests(headers) === 0);
}

/** Removes the token from failures, in case the service repeats it; leaves a success as served. */
export function toOutcome(raw: RawResponse | NoResponse, token: string): Outcome {
  if (!('status' in raw)) return withoutToken(raw, token);
  const { status, text, headers } = raw;
  const requestId = redact(requestIdIn(headers), token) as string | undefined;
  const head = { status, headers, requestId };
  const json = text === undefined ? { fault: raw.fault ?? '' } : parseJson(text, token);
  const body = 'value' in json ? json.value : text;
  if (status >= 300) return withoutToken({ kind: 'error_response', response: { ...head, body } }, token);
  if ('value' in json) return { kind: 'success', response: { ...head, body } };
  const confirms = status === 201 || !isHtml(text ?? '');
  return withoutToken({ kind: 'malformed_response', response: { ...head, body: undefined }, ...json, confirms }, token);
}

/** A failure as errors report it. Each passes this function, whatever part of the response it quotes. */
export function withoutToken<F extends Failure>(failure: F, token: string): F {
  const { kind } = failure;
  if (kind === 'no_response') return { ...redactValues(failure, token), kind };
  const { status, headers, requestId, body } = failure.response;
  const response = {
    status,
    headers: redactValues(headers, token),
    requestId: redact(requestId, token),
    body: redact(body, token),
  };
  return { ...redactValues(failure, token), kind, response };
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

/** Redacts the values, which changes no type, but not the names: the client reads the record by them. */
function redactValues<T extends object>(record: T, token: string): T {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, redact(value, token)])) as T;
}
