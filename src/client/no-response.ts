// Decides from a transport error why no complete response arrived, and whether another attempt may succeed. Pure.
import type { Advice } from '../advice.ts';
import { isTransient } from '../errors.ts';
import { duration, excerpt } from './message-text.ts';
import { ProxyError } from './proxy.ts';

/** An attempt without a complete response, as the transport reports it. */
export interface RawFailure {
  /** Whether any part of the request may have been sent. */
  readonly sent: boolean;
  readonly cause: unknown;
  /** After a timeout: how long the attempt took. */
  readonly timedOutMs?: number;
  /** The status of a response that began and did not end. */
  readonly begunStatus?: number | undefined;
}

/** No complete response arrived. */
export interface NoResponse {
  readonly kind: 'no_response';
  /** Whether any part of the request may have been sent. */
  readonly sent: boolean;
  /** Why, as part of a sentence: `connection refused`. */
  readonly reason: string;
  /** Whether another attempt may succeed. */
  readonly transient: boolean;
  /** A response with a success status began: the service carried out the request. */
  readonly confirms?: boolean;
  /** What to do about it. */
  readonly fix?: string;
  readonly advice?: Advice;
  /** The code and message of the underlying error. */
  readonly cause?: string;
}

export function toNoResponse({ sent, cause, timedOutMs, begunStatus }: RawFailure): NoResponse {
  const isSuccess = begunStatus !== undefined && begunStatus >= 200 && begunStatus < 300;
  const confirms = isSuccess ? { confirms: true } : {};
  if (timedOutMs !== undefined) {
    const advice = { kind: 'raise_timeout' } as const;
    const reason = `timed out after ${duration(timedOutMs)}`;
    return { kind: 'no_response', sent, reason, transient: true, ...confirms, advice };
  }
  const description = cause instanceof ProxyError ? proxyFailure(cause) : describe(cause);
  return { kind: 'no_response', sent, ...confirms, ...description };
}

type Description = Omit<NoResponse, 'kind' | 'sent' | 'confirms'>;

function describe(cause: unknown): Description {
  const code = codeOf(cause);
  const known = reasons[code] ?? families.find(([pattern]) => pattern.test(code))?.[1];
  return {
    transient: true,
    cause: `${code}: ${messageOf(cause)}`,
    ...(known ?? { reason: excerpt(messageOf(cause)) }),
  };
}

const checkProxy = 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY in the environment';

function proxyFailure({ host, status, cause }: ProxyError): Description {
  if (status === 407) {
    const reason = `the proxy ${host} requires a user name and a password that it accepts (407)`;
    return { reason, transient: false, fix: `${checkProxy}: http://USER:PASSWORD@${host}` };
  }
  if (status !== undefined) {
    const transient = isTransient(status);
    return { reason: `the proxy ${host} refuses to connect to it (${status})`, transient, fix: checkProxy };
  }
  const { fix: _, advice: __, ...description } = describe(cause);
  return { ...description, reason: `the proxy ${host} failed: ${description.reason}`, fix: checkProxy };
}

type Known = Pick<NoResponse, 'reason'> & Partial<Pick<NoResponse, 'transient' | 'fix' | 'advice'>>;

const untrusted: Known = {
  reason: 'its certificate is not trusted',
  transient: false,
  advice: { kind: 'trust_certificate' },
};
const checkScheme = 'check whether the base URL needs http or https';
const notTls: Known = { reason: 'it does not support TLS', transient: false, fix: checkScheme };
const notHttp: Known = { reason: 'it does not support HTTP', transient: false, fix: checkScheme };
const closed: Known = { reason: 'the connection was closed' };
const unreachable: Known = { reason: 'the host is unreachable' };

const reasons: Readonly<Record<string, Known>> = {
  ECONNREFUSED: { reason: 'connection refused' },
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { reason: 'the response is incomplete' },
  UND_ERR_HEADERS_OVERFLOW: { reason: 'its response has more than 64 KiB of headers' },
  ENOTFOUND: { reason: 'unknown host name', fix: 'check the spelling of the base URL' },
  EAI_AGAIN: { reason: 'the host name could not be looked up' },
  ETIMEDOUT: { reason: 'timed out' },
  UND_ERR_CONNECT_TIMEOUT: { reason: 'timed out' },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EPROTO: notTls,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  CERT_HAS_EXPIRED: {
    reason: 'its certificate has expired',
    transient: false,
    fix: 'ask its operator to renew the certificate',
  },
  CERT_NOT_YET_VALID: {
    reason: 'its certificate is not valid yet',
    transient: false,
    fix: 'check the clock of this machine',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'its certificate is for another host name',
    transient: false,
    fix: 'use the host name that the certificate was issued for',
  },
};

const families: readonly (readonly [RegExp, Known])[] = [
  [/CERT|^UNABLE_TO_(GET|VERIFY)/, untrusted],
  [/^(ERR_SSL|ERR_TLS)/, { reason: 'no secure connection could be established', transient: false }],
  // undici asserts what it expects of a response: a status of at least 100, for example.
  [/^HPE_|^HTTPParserError$|^ERR_ASSERTION$/, notHttp],
];

// The error of a connection may hold received bytes or the socket: only its message is used.
function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** An error's code, or that of the nearest cause with one; without any, the error's name. */
function codeOf(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return cause instanceof Error ? cause.name : 'unknown';
}
