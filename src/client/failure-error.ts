// Turns a failed attempt into the error that the caller gets. Pure.
import { MalformedResponseError, NetworkError, OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import { toApiError } from './api-error.ts';
import type { BaseUrl } from './base-url.ts';
import type { NoResponse } from './no-response.ts';
import type { Failure } from './outcome.ts';
import type { Request } from './request.ts';
import type { Response } from './response.ts';
import type { RetryDecision } from './retry.ts';

/** What the error reports about the request, besides the failure. */
export interface FailedRequest {
  readonly base: BaseUrl;
  readonly request: Request;
  readonly attempts: number;
  readonly decision?: RetryDecision;
}

export function toError(failure: Failure, { base, request, attempts, decision }: FailedRequest): PlenaryError {
  switch (failure.kind) {
    case 'no_response':
      return toNetworkError(failure, base, attempts);
    case 'malformed_response':
      return malformedResponse(request, failure.fault, failure.response);
    case 'error_response': {
      const requestedMs = decision?.kind === 'stop' ? decision.requestedMs : undefined;
      return toApiError(failure, { base, request, attempts, requestedMs });
    }
  }
}

/** The error for a write without a usable response that is not looked up. */
export function toUnknown(failure: Failure, failed: FailedRequest): OutcomeUnknownError {
  const { request } = failed;
  const { message, status, requestId, cause } = toError(failure, failed);
  return new OutcomeUnknownError(`it is unknown whether ${nameOf(request)} took effect: ${message}`, {
    fix: request.repeatable
      ? 'send it again: if it took effect, it has no further effect'
      : 'check the existing records before you send it again',
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** @param fault the end of the sentence: `is not JSON` */
export function malformedResponse(request: Request, fault: string, response: Response): MalformedResponseError {
  const { status, requestId } = response;
  return new MalformedResponseError(`the response to ${nameOf(request)} ${fault}`, {
    status,
    ...(requestId === undefined ? {} : { requestId }),
    fix: 'check that the base URL is the address of the API, including any path prefix',
    advice: { kind: 'check_access' },
  });
}

/** What went wrong, as part of a sentence. */
export function reasonOf(failure: Failure): string {
  switch (failure.kind) {
    case 'no_response':
      return failure.reason;
    case 'malformed_response':
      return `the response ${failure.fault}`;
    case 'error_response':
      return `status ${failure.response.status}`;
  }
}

function toNetworkError(failure: NoResponse, { hostname, port }: BaseUrl, attempts: number): NetworkError {
  const { sent, reason, transient, fix, advice = { kind: 'check_access' }, cause } = failure;
  const count = attempts > 1 ? ` (${attempts} attempts)` : '';
  const verb = sent ? 'no response from' : 'cannot reach';
  return new NetworkError(`${verb} ${hostname}:${port}: ${reason}${count}`, {
    retryable: transient,
    advice,
    ...(fix === undefined ? {} : { fix }),
    ...(cause === undefined ? {} : { cause }),
  });
}

function nameOf({ method, path }: Request): string {
  return `${method} ${path}`;
}
