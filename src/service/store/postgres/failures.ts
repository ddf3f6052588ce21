// What an error of PostgreSQL or of a connection to it means. Pure.
import type { UnavailableReason } from '../store.ts';

/** This side has given a statement up: the server has not answered. */
export class NoAnswerError extends Error {
  /** Whether the statement was a COMMIT. Then it may be stored. */
  readonly isCommit: boolean;

  constructor(limitMs: number, isCommit: boolean) {
    const seconds = `${limitMs / 1000} seconds`;
    super(
      isCommit
        ? `the server has not confirmed a commit within ${seconds}: it may wait for a synchronous standby`
        : `the server has not answered within ${seconds}`,
    );
    this.name = 'NoAnswerError';
    this.isCommit = isCommit;
  }
}

/**
 * The server has stopped waiting for its synchronous standby, because an administrator or this side has canceled the
 * statement. It reports that as a warning, and the commit as done.
 */
export class UnconfirmedCommitError extends Error {
  readonly code = '08007';
  constructor() {
    super('the commit was canceled while it waited for the synchronous standby');
  }
}

/** SQLSTATE, e.g. `40001`; undefined for an error that the server did not report. */
export function stateOf(error: unknown): string | undefined {
  // EPIPE has the form of an SQLSTATE.
  if (!(error instanceof Error) || !('code' in error) || 'syscall' in error) return undefined;
  return /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : undefined;
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const reasons: readonly (readonly [state: RegExp, reason: UnavailableReason])[] = [
  [/^(?:08|57P0[1-5]|25006)/, 'unreachable'],
  [/^(?:40001|40003|40P01|55P03)/, 'locked'],
  // A time limit or an administrator has canceled the statement.
  [/^57014/, 'slow'],
  [/^(?:53300|53400)/, 'overloaded'],
  [/^53100/, 'full'],
  [/^42501/, 'unwritable'],
];

/** Why the database cannot do now what it can do later; undefined for any other error. */
export function reasonOf(error: unknown): UnavailableReason | undefined {
  if (error instanceof NoAnswerError) return 'unanswered';
  const state = stateOf(error);
  if (state !== undefined) return reasons.find(([pattern]) => pattern.test(state))?.[1];
  return isLost(error) ? 'unreachable' : undefined;
}

/** Whether another attempt can succeed soon: a disk does not get room in a moment, nor a user a right. */
export function isTransient(reason: UnavailableReason): boolean {
  return reason !== 'unwritable' && reason !== 'full';
}

/** Whether a prepared statement does not exist, or exists twice: a pooler may give each transaction another connection. */
export function isForgotten(error: unknown): boolean {
  return ['26000', '42P05'].includes(stateOf(error) ?? '');
}

/** Whether the connection can be used after this error: the server has refused a statement, and is as it was. */
export function isUsable(error: unknown): boolean {
  return /^(?:0A|2[23]|40|42|53100|5[45]|57014)/.test(stateOf(error) ?? '');
}

/**
 * Whether the connection was lost or refused. Node reports that with a system call, or together for all addresses of a
 * name; pg reports it as an Error without a code. A certificate that is not trusted has a code of its own.
 */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || error instanceof AggregateError || (error.constructor === Error && !('code' in error));
}
