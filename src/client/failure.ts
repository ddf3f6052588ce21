// Says why no whole answer came, and whether another try may go better. Pure.
import type { Failure } from './retry.ts';
import { excerpt } from './service-text.ts';
import { duration } from './wording.ts';

/** What a transport knows of an exchange that came to nothing. */
export interface Breakdown {
  /** Whether any of the request may have left. */
  readonly sent: boolean;
  readonly cause: unknown;
  /** Where the time was up: how long it had been. */
  readonly timedOutMs?: number;
}

export function toFailure({ sent, cause, timedOutMs }: Breakdown): Failure {
  if (timedOutMs !== undefined) {
    const fix = 'try again, or give it longer with --timeout';
    return { kind: 'failure', sent, reason: `timed out after ${duration(timedOutMs)}`, passing: true, fix };
  }
  const code = codeOf(cause);
  const known = reasons[code] ?? families.find(([pattern]) => pattern.test(code))?.[1];
  return {
    kind: 'failure',
    sent,
    passing: true,
    cause: `${code}: ${wordsOf(cause)}`,
    ...(known ?? { reason: excerpt(wordsOf(cause)) }),
  };
}

type Known = Pick<Failure, 'reason'> & Partial<Pick<Failure, 'passing' | 'fix'>>;

const untrusted: Known = {
  reason: 'certificate not trusted',
  passing: false,
  fix: 'if the service has its own certificate authority, name its file with --ca-cert',
};
const notTls: Known = {
  reason: 'it does not speak TLS',
  passing: false,
  fix: 'check the base URL: http or https?',
};
const closed: Known = { reason: 'the connection was closed' };
const unreachable: Known = { reason: 'no way to that host' };

const reasons: Readonly<Record<string, Known>> = {
  ECONNREFUSED: { reason: 'connection refused' },
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { reason: 'the answer broke off' },
  ENOTFOUND: { reason: 'name not found', fix: 'check the base URL for a typing error' },
  EAI_AGAIN: { reason: 'the name could not be looked up' },
  ETIMEDOUT: { reason: 'timed out' },
  UND_ERR_CONNECT_TIMEOUT: { reason: 'timed out' },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EPROTO: notTls,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  CERT_HAS_EXPIRED: { reason: 'its certificate has expired', passing: false, fix: 'its operator has to renew it' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'its certificate is for another name',
    passing: false,
    fix: 'use the name that the certificate was made for',
  },
};

const families: readonly (readonly [RegExp, Known])[] = [
  [/CERT|^UNABLE_TO_(GET|VERIFY)/, untrusted],
  [/^(ERR_SSL|ERR_TLS)/, { reason: 'no secure connection could be made', passing: false }],
  [
    /^HPE_|^HTTPParserError$/,
    { reason: 'it does not speak HTTP', passing: false, fix: 'check the base URL: http or https?' },
  ],
];

// An error of the connection may hold the bytes that came, or the socket: of those only the words are kept.
function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** An error's code, or its causes' where it has none; else its name. */
function codeOf(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return cause instanceof Error ? cause.name : 'unknown';
}
