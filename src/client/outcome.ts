// The outcome of one attempt: a success, an error response, an unusable response, or none. Pure.
import { isTransient } from '../errors.ts';
import { redact } from '../secrets.ts';
import { excerpt, isHtml } from './message-text.ts';
import { type NoResponse, type RawFailure, toNoResponse } from './no-response.ts';
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
  switch (failure.kind) {
    case 'malformed_response':
      return 'lost';
    case 'no_response':
      return failure.sent ? 'lost' : 'unsent';
    case 'error_response':
      // 425: the service does not process a request that could be a repetition (RFC 8470).
      if (isRateLimited(failure) || failure.response.status === 425) return 'unsent';
      return isSeeOther(failure) || isTransient(failure.response.status) ? 'lost' : 'refused';
  }
}

/**
 * What a lost write leads to expect: the service began to confirm it, reported its own failure, or did not respond. A
 * confirmed creation is never sent again. One that failed and does not take effect in time never will; of the others that is unknown.
 */
export type Loss = 'confirmed' | 'failed' | 'unanswered';

export function lossOf(failure: Failure): Loss {
  if (failure.kind !== 'error_response') return failure.confirms === true ? 'confirmed' : 'unanswered';
  if (isSeeOther(failure)) return 'confirmed';
  return isFromGateway(failure.response.status) ? 'unanswered' : 'failed';
}

/** Whether a response leads elsewhere, as services send it after they have carried out a request (RFC 9110 §15.4.3 and §15.4.4). */
export function isSeeOther(failure: Failure): boolean {
  return failure.kind === 'error_response' && [302, 303].includes(failure.response.status);
}

// 520 and higher: codes of proxies whose server did not respond properly.
function isFromGateway(status: number): boolean {
  return status === 502 || status === 504 || status >= 520;
}

/** Whether the service refused the request only because it came too soon: with 429, or as GitHub does, with 403. */
export function isRateLimited(outcome: Outcome): boolean {
  if (outcome.kind !== 'error_response') return false;
  const { status, headers } = outcome.response;
  return status === 429 || (status === 403 && remainingRequests(headers) === 0);
}

/** Removes the token from failures, in case the service repeats it; leaves a success as served. */
export function toOutcome(raw: RawResponse | RawFailure, token: string): Outcome {
  const outcome = readOutcome(raw, token);
  return outcome.kind === 'success' ? outcome : withoutToken(outcome, token);
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

function readOutcome(raw: RawResponse | RawFailure, token: string): Outcome {
  if (!('status' in raw)) return toNoResponse(raw);
  const { status, text = '', fault, headers } = raw;
  const json = fault === undefined ? parseJson(text) : undefined;
  const requestId = redact(requestIdIn(headers), token) as string | undefined;
  if (status < 300 && json?.kind === 'value') {
    return { kind: 'success', response: { status, headers, requestId, body: json.value } };
  }
  const head = { status, headers, requestId };
  const malformed = (fault: string, confirms: boolean): MalformedResponse => ({
    kind: 'malformed_response',
    response: { ...head, body: undefined },
    fault,
    confirms,
  });
  if (status >= 300) {
    // A status outside 2xx says enough without a body that cannot be read.
    const shown = json === undefined ? undefined : text;
    return { kind: 'error_response', response: { ...head, body: json?.kind === 'value' ? json.value : shown } };
  }
  if (fault !== undefined) return malformed(fault, true);
  if (json?.kind === 'too_deep') return malformed(`is nested more than ${deepest} levels deep`, true);
  // Before it is cut, which could leave a part of the token.
  const shown = excerpt(String(redact(text, token)));
  return malformed(`is not JSON: ${shown}`, status === 201 || !isHtml(text));
}

/** How deep a response may be nested. What reads one later may recurse. */
const deepest = 500;

type Json = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'too_deep' | 'invalid' };

function parseJson(text: string): Json {
  try {
    const value = parseJsonBody(text);
    // Each level takes two characters, so most texts are too short.
    return text.length > 2 * deepest && isTooDeep(value) ? { kind: 'too_deep' } : { kind: 'value', value };
  } catch {
    return { kind: 'invalid' };
  }
}

/** Goes through a value level by level, because a recursion would overflow the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Redacts the values, which changes no type, but not the names: the client reads the record by them. */
function redactValues<T extends object>(record: T, token: string): T {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, redact(value, token)])) as T;
}
