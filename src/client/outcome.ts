// Judges what a transport brought back: a success, a refusal, an answer that cannot be used, or none at all. Pure.
import { type Breakdown, toFailure } from './failure.ts';
import type { Delivered } from './reception.ts';
import { parseBody, requestIdIn } from './response.ts';
import type { Outcome } from './retry.ts';
import { excerpt, redact } from './service-text.ts';

/** What goes wrong is cleared of the token, should the service repeat it; a success is left as served. */
export function judge(end: Delivered | Breakdown, token: string): Outcome {
  if (!('status' in end)) return cleanValues(toFailure(end), token);
  const { status, text } = end;
  const headers = status < 300 ? end.headers : cleanValues(end.headers, token);
  const about = { status, headers, requestId: clean(requestIdIn(headers), token) };
  if (text === undefined) {
    return { kind: 'malformed', answer: { ...about, body: undefined }, fault: 'is larger than 64 MiB' };
  }
  const body = parsed(text);
  if (status >= 300) return { kind: 'refusal', answer: { ...about, body: redact(body.ok ? body.value : text, token) } };
  if (body.ok) return { kind: 'success', answer: { ...about, body: body.value } };
  const shown = excerpt(String(redact(text, token)));
  return { kind: 'malformed', answer: { ...about, body: undefined }, fault: `is not JSON: ${shown}` };
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: parseBody(text) };
  } catch {
    return { ok: false };
  }
}

/** Names are not the service's; to change one would change what is known of the end. */
function cleanValues<T extends object>(record: T, token: string): T {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, redact(value, token)])) as T;
}

// Redaction keeps every shape.
function clean<T>(value: T, token: string): T {
  return redact(value, token) as T;
}
