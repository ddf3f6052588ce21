// Every error the program throws on purpose, as data, and the one table from error to exit code.
//
//   PlenaryError
//   ├── UsageError            a flag, an argument or a setting is wrong or missing
//   ├── InvalidInputError     values that break a limit, found here or by the service (422)
//   ├── AuthenticationError   no token, or one that may not be sent there
//   ├── ApiError              an answer of the service that is not a success
//   ├── NetworkError          no answer: refused, reset, timed out, not TLS
//   ├── MalformedResponseError  an answer that is not what the specification says
//   ├── ConflictError         what was asked clashes with what is there
//   ├── PartlyDoneError       some rows failed
//   ├── OutcomeUnknownError   a write was sent and nobody can tell whether it took place
//   ├── DatabaseError         the service's database cannot be opened or is not ours
//   ├── ChangesPendingError   a plan has something to do; told by the exit code alone
//   ├── JournalError          what a run has to remember cannot be written down
//   └── InterruptedError      SIGINT or SIGTERM
import type { Advice } from './advice.ts';

/** A fault in the user's own input: where it stands, and what is wrong. Rows count records, lines count the file's lines; both from 1. */
export interface InputFault {
  readonly file?: string;
  readonly row?: number;
  readonly line?: number;
  readonly column?: string;
  readonly field?: string;
  readonly message: string;
}

/** A command to run next; only the command line, which knows the commands, names one. */
export interface NextStep {
  readonly command: string;
}

interface ErrorData {
  readonly status?: number;
  readonly requestId?: string;
  readonly retryable?: boolean;
  readonly details?: readonly InputFault[];
  /** What to do about it, in the imperative. Names no flag and no command. */
  readonly fix?: string;
  /** What to do about it, where that takes a flag or a command. */
  readonly advice?: Advice;
  readonly next?: readonly NextStep[];
  readonly cause?: unknown;
}

/** The root: `code` is stable for scripts, `exitCode` follows from the table below. */
export abstract class PlenaryError extends Error {
  abstract readonly code: keyof typeof exitCodeOf;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly details: readonly InputFault[];
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
  readonly code = 'malformed_answer';
}

export class ConflictError extends PlenaryError {
  readonly code = 'conflict';
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

/** Not a fault: what `--detailed-exitcode` asks to be told. */
export class ChangesPendingError extends PlenaryError {
  readonly code = 'changes_pending';
}

export class JournalError extends PlenaryError {
  readonly code = 'journal';
}

/** SIGINT or SIGTERM ended the work. */
export class InterruptedError extends PlenaryError {
  readonly code: 'interrupted' | 'terminated';

  constructor(signal: 'SIGINT' | 'SIGTERM', data: ErrorData = {}) {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated', data);
    this.code = signal === 'SIGINT' ? 'interrupted' : 'terminated';
  }
}

/** An answer outside 2xx. `body` is the parsed body, or its text where it is not JSON. */
export class ApiError extends PlenaryError {
  readonly code: ApiErrorCode;
  readonly body: unknown;
  declare readonly status: number;

  constructor(message: string, data: ErrorData & { readonly status: number; readonly body?: unknown }) {
    super(message, { retryable: isTransient(data.status), ...data });
    this.code = apiErrorCode(data.status);
    this.body = data.body;
  }
}

type ApiErrorCode = 'invalid_input' | 'authentication' | 'not_found' | 'conflict' | 'unavailable' | 'unexpected_status';

function apiErrorCode(status: number): ApiErrorCode {
  if (status === 401 || status === 403) return 'authentication';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409) return 'conflict';
  if (isTransient(status)) return 'unavailable';
  if ([400, 413, 415, 422].includes(status)) return 'invalid_input';
  return 'unexpected_status';
}

/** Whether a status is worth another try later. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** From an error's code to the exit code. The only such table. */
export const exitCodeOf = {
  unexpected: 1,
  malformed_answer: 1,
  unexpected_status: 1,
  journal: 1,
  usage: 2,
  database: 2,
  invalid_input: 3,
  authentication: 4,
  not_found: 5,
  conflict: 6,
  network: 7,
  unavailable: 7,
  changes_pending: 8,
  partly_done: 9,
  outcome_unknown: 10,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = 0 | (typeof exitCodeOf)[keyof typeof exitCodeOf];
