// Owns every error that the program throws on purpose, as data, and the only table from error code
// to exit code.
//
//   PlenaryError
//   ├── UsageError              a flag, an argument or a setting is wrong or missing
//   ├── InvalidInputError       values that break a limit, found locally or by the service (422)
//   ├── AuthenticationError     no token, or one that must not be sent there
//   ├── ApiError                a response outside 2xx
//   ├── NotFoundError           no record of the event has the name that the user gave
//   ├── NetworkError            no response: refused, reset, timed out, not TLS
//   ├── MalformedResponseError  a response that does not follow the specification
//   ├── BusyError               another run works on the same records
//   ├── ConflictError           the request conflicts with existing records or sessions
//   ├── TooManyChangesError     a plan changes more records than the caller allows
//   ├── PartlyDoneError         some rows failed, or all of them
//   ├── OutcomeUnknownError     a write was sent, and it is unknown whether it took effect
//   ├── DatabaseError           the service's database cannot be opened, or is another program's
//   ├── ChangesPendingError     a plan has changes; reported by the exit code alone
//   ├── JournalError            a run's journal cannot be written
//   ├── OutputError             standard output, or a file of the user, cannot be written
//   ├── UnexpectedError         a bug
//   └── InterruptedError        SIGHUP, SIGINT or SIGTERM
//
// Those of `cli/wrapped-errors.ts` are others of these, with what their catcher knows.

/**
 * A fault in the user's input: where it is, and what is wrong. `row` counts records, `line` counts
 * lines of the file; both from 1.
 */
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
  /** The flag that gives the value, if no file does. */
  readonly flag?: string;
  readonly message: string;
  /** How many rows have this kind of fault, if more than are listed have it. */
  readonly count?: number;
}

/** A command to run next. */
export interface NextStep {
  readonly command: string;
}

export interface ErrorData {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly details?: readonly InputFault[];
  /** What to do about it: a sentence in the imperative, without a full stop. */
  readonly fix?: string | undefined;
  /** Commands that work when pasted; those flags of the service that were typed are added. */
  readonly next?: readonly NextStep[];
  /** What a summary shows after the error, in Markdown: the plan, or what was done. */
  readonly summary?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The root: `code` is stable for scripts, `exitCode` follows from the table below. No error is
 * edited: who knows more throws an `ExplainedError`.
 */
export abstract class PlenaryError extends Error {
  abstract readonly code: keyof typeof exitCodeOf;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly details: readonly InputFault[];
  readonly fix: string | undefined;
  readonly next: readonly NextStep[];
  readonly summary: string | undefined;

  constructor(message: string, data: ErrorData = {}) {
    super(message, data.cause === undefined ? undefined : { cause: data.cause });
    this.name = new.target.name;
    this.status = data.status;
    this.requestId = data.requestId;
    this.retryable = data.retryable ?? false;
    this.details = data.details ?? [];
    this.fix = data.fix;
    this.next = data.next ?? [];
    this.summary = data.summary;
  }

  get exitCode(): ExitCode {
    return exitCodeOf[this.code];
  }
}

/** The base of a class whose errors have one code. */
function withCode<const Code extends PlenaryError['code']>(code: Code) {
  return class extends PlenaryError {
    readonly code = code;
  };
}

export class UsageError extends withCode('usage') {}
export class InvalidInputError extends withCode('invalid_input') {}
export class AuthenticationError extends withCode('authentication') {}
export class NetworkError extends withCode('network') {}
export class MalformedResponseError extends withCode('malformed_response') {}
export class NotFoundError extends withCode('not_found') {}
export class BusyError extends withCode('busy') {}
export class ConflictError extends withCode('conflict') {}
export class TooManyChangesError extends withCode('too_many_changes') {}
export class OutcomeUnknownError extends withCode('outcome_unknown') {}
export class DatabaseError extends withCode('database') {}
export class ChangesPendingError extends withCode('changes_pending') {}
export class JournalError extends withCode('journal') {}
export class OutputError extends withCode('output') {}
export class UnexpectedError extends withCode('unexpected') {}

export class PartlyDoneError extends PlenaryError {
  readonly code: PlenaryError['code'];

  /** @param code of the error by which all rows failed, if it is the same one */
  constructor(message: string, data: ErrorData = {}, code: PlenaryError['code'] = 'partly_done') {
    super(message, data);
    this.code = code;
  }
}

const checkPermissions = 'check the permissions of the file and its folder';
const freeSpace = 'free some space on the disk, or use another one';

/** By the system's code, why a call failed, and what to do. */
const systemFaults: Readonly<Record<string, readonly [reason: string, fix?: string]>> = {
  ENOENT: ['no such file or folder'],
  EISDIR: ['it is a folder'],
  ENOSPC: ['the disk is full', freeSpace],
  EDQUOT: ['the disk quota is used up', freeSpace],
  EFBIG: ['the file is too large', 'raise the limit for the size of files'],
  EACCES: ['permission denied', checkPermissions],
  EPERM: ['permission denied', `${checkPermissions}, and close programs that use the file`],
  EBUSY: ['another program uses it', 'close the program that uses it, such as a spreadsheet'],
  EROFS: ['the disk is read-only', 'use another disk'],
  EIO: ['the disk does not work', 'use another disk'],
  ENOTDIR: ['a part of the path is not a folder'],
  ENAMETOOLONG: ['the name is too long'],
  EMFILE: ['too many files are open', 'raise the limit, for example with `ulimit -n 1024`'],
  ENFILE: ['too many files are open on this computer', 'end other programs, then try again'],
  EPIPE: ['the process that read this pipe has closed it', 'run the command again'],
};

function systemFaultOf(cause: unknown): readonly [reason: string, fix?: string] | undefined {
  return cause instanceof Error && 'code' in cause ? systemFaults[String(cause.code)] : undefined;
}

/**
 * Why a call of the system failed: `the disk is full` of `ENOSPC: no space left on device, write`.
 */
export function systemReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unreadable';
  return (
    systemFaultOf(cause)?.[0] ??
    /^E[A-Z0-9]+: (.+?), [a-z]+\b/.exec(cause.message)?.[1] ??
    cause.message
  );
}

/**
 * What an error is created with after a call of the system failed.
 * @param what failed: `cannot read talks.csv`
 */
export function systemFault(
  what: string,
  cause: unknown,
  fix = 'check the path',
): [message: string, data: ErrorData] {
  return [`${what}: ${systemReason(cause)}`, { cause, fix: systemFaultOf(cause)?.[1] ?? fix }];
}

/** The signals that end the work, and the code of each. */
const interruptionCodes = {
  SIGHUP: 'hung_up',
  SIGINT: 'interrupted',
  SIGTERM: 'terminated',
} as const;

export type StopSignal = keyof typeof interruptionCodes;

export const stopSignals = Object.keys(interruptionCodes) as readonly StopSignal[];

/** A signal ended the work, or a person who answered no to the question before it. */
export class InterruptedError extends PlenaryError {
  readonly code: (typeof interruptionCodes)[StopSignal];

  constructor(signal: StopSignal, data: ErrorData & { readonly message?: string } = {}) {
    super(data.message ?? interruptionCodes[signal].replace('_', ' '), data);
    this.code = interruptionCodes[signal];
  }
}

/** A response outside 2xx. `body` is the parsed body, or its text if it is not JSON. */
export class ApiError extends PlenaryError {
  readonly code: PlenaryError['code'];
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  declare readonly status: number;

  constructor(
    message: string,
    data: ErrorData & Pick<ApiError, 'status'> & Partial<Pick<ApiError, 'body' | 'headers'>>,
  ) {
    super(message, { retryable: isTransient(data.status), ...data });
    this.code = apiErrorCode(data.status);
    this.body = data.body;
    this.headers = data.headers ?? {};
  }
}

function apiErrorCode(status: number): PlenaryError['code'] {
  if (isTransient(status)) return 'unavailable';
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
  busy: 7,
  network: 7,
  unavailable: 7,
  changes_pending: 8,
  partly_done: 9,
  outcome_unknown: 10,
  hung_up: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** Whether a fault of a row was the error of its request. */
export function isErrorCode(code: string | undefined): code is PlenaryError['code'] {
  return code !== undefined && code in exitCodeOf;
}

export type ExitCode = 0 | (typeof exitCodeOf)[keyof typeof exitCodeOf];
