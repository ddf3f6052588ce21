// The outcome of one attempt: a success, an error response, an unusable response, or none. Pure.
import { isTransient } from '../errors.ts';
import { excerpt, redact } from './message-text.ts';
import { type NoResponse, type RawFailure, toNoResponse } from './no-response.ts';
import { parseJsonBody, type Response, requestIdIn } from './response.ts';
import type { RawResponse } from './response-reader.ts';

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
      if (isRateLimited(failure)) return 'unsent';
      return isTransient(failure.response.status) ? 'lost' : 'refused';
  }
}

/** Whether the service refused the request only because it came too soon (429). */
export function isRateLimited(outcome: Outcome): boolean {
  return outcome.kind === 'error_response' && outcome.response.status === 429;
}

/** Removes the token from failures, in case the service repeats it; leaves a success as served. */
export function toOutcome(raw: RawResponse | RawFailure, token: string): Outcome {
  if (!('status' in raw)) return redactValues(toNoResponse(raw), token);
  const { status, text = '', fault } = raw;
  const headers = status < 300 ? raw.headers : redactValues(raw.headers, token);
  const head = { status, headers, requestId: redactTyped(requestIdIn(headers), token) };
  if (fault !== undefined) {
    const response = { ...head, body: undefined };
    // A status outside 2xx says enough without its body.
    return status >= 300 ? { kind: 'error_response', response } : { kind: 'malformed_response', response, fault };
  }
  const json = parseJson(text);
  if (status >= 300) {
    return { kind: 'error_response', response: { ...head, body: redact(json.ok ? json.value : text, token) } };
  }
  if (json.ok) return { kind: 'success', response: { ...head, body: json.value } };
  const shown = excerpt(String(redact(text, token)));
  return { kind: 'malformed_response', response: { ...head, body: undefined }, fault: `is not JSON: ${shown}` };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: parseJsonBody(text) };
  } catch {
    return { ok: false };
  }
}

/** Redacts the values but not the names: the client reads the record by them. */
function redactValues<T extends object>(record: T, token: string): T {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, redact(value, token)])) as T;
}

// Redaction changes no type.
function redactTyped<T>(value: T, token: string): T {
  return redact(value, token) as T;
}
