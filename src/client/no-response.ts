// Explains why no complete response arrived, by the error of the transport, and whether another attempt may succeed. Pure.
import type { Advice } from '../advice.ts';
import { redact } from '../secrets.ts';
import { excerpt } from './message-text.ts';

export interface Explanation extends Help {
  /** As part of a sentence: `connection refused`. */
  readonly reason: string;
  /** The code and message of the error. */
  readonly cause: string;
}

interface Help {
  /** What to do about it. */
  readonly fix?: string;
  readonly advice?: Advice;
  /** Another attempt fails as well. */
  readonly isFinal?: true;
}

export function explain(error: unknown, token: string): Explanation {
  // The error may hold received bytes or the socket: only its message is used.
  const message = String(redact(error instanceof Error ? error.message : String(error), token));
  const code = codeOf(error);
  const [, reason = excerpt(message), help] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  return { reason, ...help, cause: `${code}: ${message}` };
}

const checkScheme: Help = { fix: 'check whether the base URL needs http or https', isFinal: true };
const renew: Help = { fix: 'ask its operator to renew the certificate', isFinal: true };
const rename: Help = { fix: 'use the host name that the certificate was issued for', isFinal: true };
const trust: Help = { advice: { kind: 'trust_certificate' }, isFinal: true };

/** By the code of the error. Of others, the message is shown. */
const reasons: readonly (readonly [code: RegExp, reason: string, help?: Help])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'timed out'],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'it is larger than 64 MiB', { isFinal: true }],
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
