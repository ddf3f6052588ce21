// Owns every error that the program throws on purpose, as data, and the only table from error code to exit code.
//
//   PlenaryError
//   ├── UsageError              a flag, an argument or a setting is wrong or missing
//   ├── InvalidInputError       values that break a limit, found locally or by the service (422)
//   ├── AuthenticationError     no token, or one that must not be sent there
//   ├── ApiError                a response outside 2xx
//   ├── NotFoundError           no record of the event has the name that the user gave
//   ├── NetworkError            no response: refused, reset, timed out, not TLS
//   ├── MalformedResponseError  a response that does not follow the specification
//   ├── ConflictError           the request conflicts with existing records or sessions
//   ├── PartlyDoneError         some rows failed
//   ├── OutcomeUnknownError     a write was sent, and it is unknown whether it took effect
//   ├── DatabaseError           the service's database cannot be opened, or belongs to another program
//   ├── ChangesPendingError     a plan has changes; reported by the exit code alone
//   ├── ReportedError           what failed was printed already; reported by the exit code alone
//   ├── JournalError            a run's journal cannot be written
//   ├── OutputError             standard output, or a file of the user, cannot be written
//   └── InterruptedError        SIGHUP, SIGINT or SIGTERM
import type { Advice } from './advice.ts';

/** A fault in the user's input: where it is, and what is wrong. `row` counts records, `line` counts lines of the file; both from 1. */
export interface InputFault {
  /** What kind of fault it is; stable for scripts. */
  readonly code?: string;
  readonly file?: string;
  readonly row?: number;
  readonly line?: number;
  readonly column?: string;
  /** If several sheets of a workbook were read. */
  readonly sheet?: string;
  readonly field?: string;
  readonly message: string;
  /** How many rows have this fault, if more than are listed have it. */
  readonly count?: number;
}

/** A command to run next. Only the command line creates these; errors below it carry `advice`. */
export interface NextStep {
  readonly command: string;
}

interface ErrorData {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly details?: readonly InputFault[];
  /** What to do about it, in the imperative. Names no flag and no command. */
  readonly fix?: string | undefined;
  /** What to do about it, if that takes a flag or a command. */
  readonly advice?: Advice | undefined;
  readonly next?: readonly NextStep[];
  readonly cause?: unknown;
}

/** The root: `code` is stable for scripts, `exitCode` follows from the table below. */
export abstract class PlenaryError extends Error {
  abstract readonly code: keyof typeof exitCodeOf;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  /** Code that the error passes may add to them. */
  details: readonly InputFault[];
  readonly fix: string | undefined;
  readonly advice: Advice | undefined;
  readonly next: readonly NextStep[];

  constructor(message: string, data: ErrorData = {}) {
    super(message, data.cause === undefined ? undefined : { cause: data.cause });
    this.name = new.target.name;
    this.status = data.status;
    this.requestId = data.requestId;
    this.retryable = data.retryable ?? false;
    this.details = data.details ?? [];
    this.fix = data.fix;
    this.advice = data.advice;
    this.next = data.next ?? [];
  }

  get exitCode(): ExitCode {
    return exitCodeOf[this.code];
  }
}

export class UsageError extends PlenaryError {
  readonly code = 'usage';
}

export class InvalidInputError extends PlenaryError {
  readonly code = 'invalid_input';
}

export class AuthenticationError extends PlenaryError {
  readonly code = 'authentication';
}

export class NetworkError extends PlenaryError {
  readonly code = 'network';
}

export class MalformedResponseError extends PlenaryError {
  readonly code = 'malformed_response';
}

export class NotFoundError extends PlenaryError {
  readonly code = 'not_found';
}

export class ConflictError extends PlenaryError {
  readonly code = 'conflict';
}

/** A plan changes more existing records than the caller allows. */
export class TooManyChangesError extends PlenaryError {
  readonly code = 'too_many_changes';
}

export class PartlyDoneError extends PlenaryError {
  readonly code = 'partly_done';
}

export class OutcomeUnknownError extends PlenaryError {
  readonly code = 'outcome_unknown';
}

export class DatabaseError extends PlenaryError {
  readonly code = 'database';
}

/** Not a fault: it ends a plan with changes, if the caller asked for the detailed exit code. */
export class ChangesPendingError extends PlenaryError {
  readonly code = 'changes_pending';
}

/** What failed was printed already, such as in a list of checks. */
export class ReportedError extends PlenaryError {
  readonly code: PlenaryError['code'];

  /** @param worst decides the exit code */
  constructor(worst: PlenaryError) {
    super(worst.message, { cause: worst });
    this.code = worst.code;
  }
}

export class JournalError extends PlenaryError {
  readonly code = 'journal';
}

export class OutputError extends PlenaryError {
  readonly code = 'output';
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long',
  EPIPE: 'the process that read this pipe has closed it',
};

/** Why a call of the system failed: `no space left on device` of `ENOSPC: no space left on device, write`. */
export function systemReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unreadable';
  const known = 'code' in cause ? systemReasons[String(cause.code)] : undefined;
  return known ?? /^E[A-Z0-9]+: (.+?), [a-z]+\b/.exec(cause.message)?.[1] ?? cause.message;
}

/** The signals that end the work, and the code of each. */
const interruptionCodes = { SIGHUP: 'hung_up', SIGINT: 'interrupted', SIGTERM: 'terminated' } as const;

export type StopSignal = keyof typeof interruptionCodes;

export const stopSignals = Object.keys(interruptionCodes) as readonly StopSignal[];

/** A signal ended the work. */
export class InterruptedError extends PlenaryError {
  readonly code: (typeof interruptionCodes)[StopSignal];

  constructor(signal: StopSignal, data: ErrorData = {}) {
    super(interruptionCodes[signal].replace('_', ' '), data);
    this.code = interruptionCodes[signal];
  }
}

/** A response outside 2xx. `body` is the parsed body, or its text if it is not JSON. */
export class ApiError extends PlenaryError {
  readonly code: ApiErrorCode;
  readonly body: unknown;
  readonly headers: ResponseHeaders;
  declare readonly status: number;

  /** @param data `isRateLimited`: the request came too soon, whatever its status */
  constructor(
    message: string,
    data: ErrorData & Pick<ApiError, 'status'> & { body?: unknown; headers?: ResponseHeaders; isRateLimited?: boolean },
  ) {
    const isLater = data.isRateLimited === true || isTransient(data.status);
    super(message, { retryable: isLater, ...data });
    this.code = isLater ? 'unavailable' : apiErrorCode(data.status);
    this.body = data.body;
    this.headers = data.headers ?? {};
  }
}

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

type ApiErrorCode = 'invalid_input' | 'authentication' | 'not_found' | 'conflict' | 'unavailable' | 'unexpected_status';

function apiErrorCode(status: number): ApiErrorCode {
  if (status === 401 || status === 403) return 'authentication';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409) return 'conflict';
  if ([400, 413, 415, 422].includes(status)) return 'invalid_input';
  return 'unexpected_status';
}

/** Whether another attempt may succeed after this status. */
export function isTransient(status: number): boolean {
  return [408, 425, 429].includes(status) || status >= 500;
}

/** From an error's code to the exit code. The only such table. */
export const exitCodeOf = {
  unexpected: 1,
  malformed_response: 1,
  unexpected_status: 1,
  journal: 1,
  output: 1,
  usage: 2,
  database: 2,
  invalid_input: 3,
  authentication: 4,
  not_found: 5,
  conflict: 6,
  too_many_changes: 6,
  network: 7,
  unavailable: 7,
  changes_pending: 8,
  partly_done: 9,
  outcome_unknown: 10,
  hung_up: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = 0 | (typeof exitCodeOf)[keyof typeof exitCodeOf];
