// Words the error for an attempt without a complete response, by the error of the transport. Pure.
import type { Advice } from '../advice.ts';
import { NetworkError } from '../errors.ts';
import { redact } from '../secrets.ts';
import type { Attempt } from './failure-error.ts';
import { duration, excerpt } from './message-text.ts';
import type { LostAttempt } from './transport.ts';

export function networkError(lost: LostAttempt, { base: { hostname, port }, token, attempts }: Attempt): NetworkError {
  const { sent, error, timedOutMs, proxyVariable } = lost;
  // The error may hold received bytes or the socket: only its message is used.
  const message = String(redact(error instanceof Error ? error.message : String(error), token));
  const code = codeOf(error);
  const [, known = excerpt(message), help] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  const isTimeout = timedOutMs !== undefined;
  const reason = isTimeout ? `timed out after ${duration(timedOutMs)}` : known;
  const count = attempts > 1 ? ` (${attempts} attempts)` : '';
  return new NetworkError(`${sent ? 'no response from' : 'cannot reach'} ${hostname}:${port}: ${reason}${count}`, {
    advice: { kind: isTimeout ? 'raise_timeout' : 'check_access' },
    ...(!isTimeout && { ...help, cause: `${code}: ${message}` }),
    ...(proxyVariable !== undefined && !sent && { fix: `check ${proxyVariable} and NO_PROXY in the environment` }),
    // What has to be corrected fails again. A name may be unknown only while the network is down.
    retryable: isTimeout || help === undefined || code === 'ENOTFOUND',
  });
}

interface Help {
  readonly fix?: string;
  readonly advice?: Advice;
}

const checkScheme: Help = { fix: 'check whether the base URL needs http or https' };
const renew: Help = { fix: 'ask its operator to renew the certificate' };
const rename: Help = { fix: 'use the host name that the certificate was issued for' };
const trust: Help = { advice: { kind: 'trust_certificate' } };

/** By the code of the error. Of others, the message is shown. */
const reasons: readonly (readonly [code: RegExp, reason: string, help?: Help])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'timed out'],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'it is larger than 64 MiB', { fix: 'ask for smaller pages' }],
  [/^ENOTFOUND$/, 'unknown host name', { fix: 'check the spelling of the base URL' }],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired', renew],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name', rename],
  [/CERT|^UNABLE_TO_(GET|VERIFY)/, 'its certificate is not trusted', trust],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'it does not support TLS', checkScheme],
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
