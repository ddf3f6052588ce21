// Decides from a transport error why no complete response arrived, and whether another attempt may succeed. Pure.
import type { Advice } from '../advice.ts';
import { duration, excerpt } from './message-text.ts';

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

/** An attempt without a complete response, as the transport sees it. */
export interface LostResponse extends Pick<NoResponse, 'sent'> {
  readonly cause: unknown;
  /** After a timeout: how long the attempt took. */
  readonly timedOutMs?: number;
  /** The status of a response that began and did not end. */
  readonly begunStatus?: number | undefined;
  /** The variable that configures a proxy, if there is one. */
  readonly proxyVariable?: string | undefined;
}

export function toNoResponse({ sent, cause, timedOutMs, begunStatus = 0, proxyVariable }: LostResponse): NoResponse {
  return {
    kind: 'no_response',
    sent,
    ...(begunStatus >= 200 && begunStatus < 300 && { confirms: true }),
    ...(timedOutMs === undefined ? describe(cause) : timedOut(timedOutMs)),
    ...(proxyVariable !== undefined && !sent && { fix: `check ${proxyVariable} and NO_PROXY in the environment` }),
  };
}

type Description = Pick<NoResponse, 'reason' | 'transient' | 'cause' | 'fix' | 'advice'>;

function timedOut(ms: number): Description {
  return { reason: `timed out after ${duration(ms)}`, transient: true, advice: { kind: 'raise_timeout' } };
}

function describe(cause: unknown): Description {
  // The error may hold received bytes or the socket: only its message is used.
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = codeOf(cause);
  const [, known] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  const { isFinal = false, ...description } = known ?? { reason: excerpt(message) };
  return { ...description, transient: !isFinal, cause: `${code}: ${message}` };
}

type Known = Pick<NoResponse, 'reason' | 'fix' | 'advice'> & { readonly isFinal?: true };

const checkScheme = 'check whether the base URL needs http or https';

/** By the code of the error. Of others, the message is shown. */
const reasons: readonly (readonly [RegExp, Known])[] = [
  [/^ECONNREFUSED$/, { reason: 'connection refused' }],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, { reason: 'the connection was closed' }],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, { reason: 'timed out' }],
  [/^ENOTFOUND$/, { reason: 'unknown host name', fix: 'check the spelling of the base URL' }],
  [
    /^CERT_HAS_EXPIRED$/,
    { reason: 'its certificate has expired', fix: 'ask its operator to renew the certificate', isFinal: true },
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    {
      reason: 'its certificate is for another host name',
      fix: 'use the host name that the certificate was issued for',
      isFinal: true,
    },
  ],
  [
    /CERT|^UNABLE_TO_(GET|VERIFY)/,
    { reason: 'its certificate is not trusted', advice: { kind: 'trust_certificate' }, isFinal: true },
  ],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, { reason: 'it does not support TLS', fix: checkScheme, isFinal: true }],
  // undici asserts what it expects of a response: a status of at least 100, for example.
  [/^(HPE_|HTTPParserError$|ERR_ASSERTION$)/, { reason: 'it does not support HTTP', fix: checkScheme, isFinal: true }],
];

/** An error's code, or that of the nearest cause with one; without any, the error's name. */
function codeOf(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return cause instanceof Error ? cause.name : 'unknown';
}
