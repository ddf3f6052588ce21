// Turns an attempt without a complete response into a failure: why none arrived, and whether another attempt may succeed. Pure.
import { redact } from '../secrets.ts';
import type { Failure } from './failure.ts';
import { duration, excerpt } from './message-text.ts';

/** An attempt without a complete response, as the transport sees it. */
export interface LostAttempt {
  /** Whether any part of the request may have been sent. */
  readonly sent: boolean;
  readonly cause: unknown;
  /** After a timeout: how long the attempt took. */
  readonly timedOutMs?: number;
  /** The status of a response that began and did not end. */
  readonly begunStatus?: number | undefined;
  /** The variable that configures a proxy, if there is one. */
  readonly proxyVariable?: string | undefined;
}

export function noResponse(attempt: LostAttempt, token: string): Failure {
  const { sent, cause, timedOutMs, begunStatus = 0, proxyVariable } = attempt;
  // The error may hold received bytes or the socket: only its message is used.
  const message = String(redact(cause instanceof Error ? cause.message : String(cause), token));
  const code = codeOf(cause);
  const [, reason = excerpt(message), { isFinal = false, ...help } = {}] =
    reasons.find(([pattern]) => pattern.test(code)) ?? [];
  const why = { reason, ...help, cause: `${code}: ${message}` };
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
    ...(timedOutMs === undefined ? why : timeout),
    ...(proxyVariable !== undefined && !sent && { fix: `check ${proxyVariable} and NO_PROXY in the environment` }),
  };
}

type Help = Pick<Failure, 'fix' | 'advice'> & { readonly isFinal?: true };

const checkScheme: Help = { fix: 'check whether the base URL needs http or https', isFinal: true };
const renew: Help = { fix: 'ask its operator to renew the certificate', isFinal: true };
const rename: Help = { fix: 'use the host name that the certificate was issued for', isFinal: true };
const trust: Help = { advice: { kind: 'trust_certificate' }, isFinal: true };

/** By the code of the error. Of others, the message is shown. */
const reasons: readonly (readonly [code: RegExp, reason: string, help?: Help])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'timed out'],
  [/^ENOTFOUND$/, 'unknown host name', { fix: 'check the spelling of the base URL' }],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired', renew],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name', rename],
  [/CERT|^UNABLE_TO_(GET|VERIFY)/, 'its certificate is not trusted', trust],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'it does not support TLS', checkScheme],
  // undici asserts what it expects of a response: a status of at least 100, for example.
  [/^(HPE_|HTTPParserError$|ERR_ASSERTION$)/, 'it does not support HTTP', checkScheme],
];

/** An error's code, or that of the nearest cause with one; without any, the error's name. */
function codeOf(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return cause instanceof Error ? cause.name : 'unknown';
}
