// Makes an attempt that fell short into the error that the caller gets. Pure.
import { MalformedAnswerError, NetworkError, OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import { toApiError } from './api-error.ts';
import type { Base } from './base-url.ts';
import type { Prepared } from './request.ts';
import type { Answer } from './response.ts';
import type { Decision, Failure, Shortfall } from './retry.ts';

export interface Circumstances {
  readonly base: Base;
  readonly request: Prepared;
  readonly attempts: number;
  readonly decision?: Decision;
}

export function toError(shortfall: Shortfall, { base, request, attempts, decision }: Circumstances): PlenaryError {
  switch (shortfall.kind) {
    case 'failure':
      return toNetworkError(shortfall, base, attempts);
    case 'malformed':
      return malformed(request, shortfall.fault, shortfall.answer);
    case 'refusal': {
      const askedMs = decision?.kind === 'stop' ? decision.askedMs : undefined;
      return toApiError(shortfall, { request: nameOf(request), attempts, askedMs });
    }
  }
}

/** A write that must not be repeated had no answer, and there is nothing to look it up by. */
export function toUnknown(failure: Failure, { base, request, attempts }: Circumstances): OutcomeUnknownError {
  const { message } = toNetworkError(failure, base, attempts);
  return new OutcomeUnknownError(`nobody can tell whether ${nameOf(request)} took place: ${message}`, {
    fix: 'find out what is there before it is sent again',
    ...(failure.cause === undefined ? {} : { cause: failure.cause }),
  });
}

/** @param fault a half-sentence: `is not JSON` */
export function malformed(request: Prepared, fault: string, { status, requestId }: Answer): MalformedAnswerError {
  return new MalformedAnswerError(`the answer to ${nameOf(request)} ${fault}`, {
    status,
    ...(requestId === undefined ? {} : { requestId }),
    fix: 'check that the base URL is that of the API, with any prefix it has',
    next: [{ command: 'plenary auth status' }],
  });
}

/** What went wrong, as a half-sentence. */
export function reasonOf(shortfall: Shortfall): string {
  switch (shortfall.kind) {
    case 'failure':
      return shortfall.reason;
    case 'malformed':
      return `the answer ${shortfall.fault}`;
    case 'refusal':
      return `status ${shortfall.answer.status}`;
  }
}

function toNetworkError(failure: Failure, { hostname, port }: Base, attempts: number): NetworkError {
  const tries = attempts > 1 ? ` (${attempts} attempts)` : '';
  const verb = failure.sent ? 'no answer from' : 'cannot reach';
  return new NetworkError(`${verb} ${hostname}:${port}: ${failure.reason}${tries}`, {
    retryable: failure.passing,
    fix: failure.fix ?? 'check the base URL, and that the service runs',
    next: [{ command: 'plenary auth status' }],
    ...(failure.cause === undefined ? {} : { cause: failure.cause }),
  });
}

function nameOf({ method, path }: Prepared): string {
  return `${method} ${path}`;
}
