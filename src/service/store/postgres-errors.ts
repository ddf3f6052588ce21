// What an error of PostgreSQL or of a connection to it means. Pure.
import { StoreUnavailable, type UnavailableReason } from './driver.ts';

/** A commit was sent, and its result was lost, or it no longer waits for a synchronous standby. */
export class UnconfirmedCommit extends Error {
  constructor(cause?: unknown) {
    super('the server has not confirmed a commit', { cause });
  }
}

/** A connection leads to a server that accepts no writes. */
export class ReadOnlyServer extends Error {
  readonly code = '25006';

  constructor() {
    super('the server accepts only reads: it is a standby, or set to read-only');
  }
}

/** Every connection of a pool is in use. */
export class NoFreeConnection extends Error {
  /** That of a server which has no free connection. */
  readonly code = '53300';

  constructor(cause: unknown) {
    super('every connection to the database is in use', { cause });
  }
}

/** SQLSTATE, e.g. `40001`; an empty text for an error that the server did not report. */
function stateOf(error: unknown): string {
  // EPIPE has the form of an SQLSTATE.
  if (!(error instanceof Error) || !('code' in error) || 'syscall' in error) return '';
  return /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : '';
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const reasons: readonly (readonly [state: RegExp, reason: UnavailableReason])[] = [
  [/^(?:08|57P0[1-5]|25006|25P03)/, 'unreachable'],
  [/^(?:40001|40P01|55P03|23505|42P07)/, 'locked'],
  // A time limit or an administrator has canceled the statement.
  [/^57014/, 'slow'],
  [/^(?:53300|53400)/, 'overloaded'],
  [/^53100/, 'full'],
  [/^28/, 'unwritable'],
  [/^42501/, 'forbidden'],
];

/** Why the database cannot do now what it can do later; undefined for any other error. */
export function reasonOf(error: unknown): UnavailableReason | undefined {
  if (error instanceof UnconfirmedCommit) return 'unconfirmed';
  const reason = reasons.find(([state]) => state.test(stateOf(error)))?.[1];
  return reason ?? (isLost(error) ? 'unreachable' : undefined);
}

/** Whether the database may do later what it cannot do now. */
export function isTemporary(error: unknown): boolean {
  return error instanceof StoreUnavailable || reasonOf(error) !== undefined;
}

/**
 * Whether another attempt can succeed soon: a disk does not get room in a moment, nor a user a
 * right.
 */
export function isRepeatable(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason !== undefined && !['slow', 'unwritable', 'forbidden', 'full'].includes(reason);
}

/** Whether the server refuses it to this user. */
export function isForbidden(error: unknown): error is Error {
  return error instanceof Error && stateOf(error) === '42501';
}

/** Whether a statement has waited for a lock of another transaction until `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return stateOf(error) === '55P03';
}

/**
 * Whether the connection on which it occurred leads nowhere, or to a server that accepts no writes.
 * Earlier connections then lead there too.
 */
export function isAway(error: unknown): boolean {
  return isLost(error) || error instanceof UnconfirmedCommit || stateOf(error) === '25006';
}

/**
 * Whether the connection was lost, refused or given up. Node reports that with a system call, or
 * together for all addresses of a name; pg reports it as an Error without a code. A certificate
 * that is not trusted has a code of its own.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/^(?:08|57P0[1-5]|25P03)/.test(stateOf(error))) return true;
  return (
    'syscall' in error ||
    error instanceof AggregateError ||
    (error.constructor === Error && !('code' in error))
  );
}

const fixes: readonly (readonly [state: RegExp, fix: string])[] = [
  [
    /^28/,
    'check the user and the password (in the address, PGPASSWORD or the file of PGPASSFILE), ' +
      'and that the server admits this user from this machine (pg_hba.conf)',
  ],
  [/^25006/, 'use an address that leads to the server that accepts writes'],
  [/^3D000/, 'create the database, for example with createdb, or correct its name in the address'],
  // The server does not know yet what else the user lacks.
  [/^42501/, 'as the owner of the database, grant this user CONNECT on it'],
];

/** What to do about a database that cannot be opened. */
export function fixFor(error: unknown): string {
  // pg itself reports that there is no password.
  const state = isLost(error) && /password/.test(String(error)) ? '28P01' : stateOf(error);
  const fix = fixes.find(([pattern]) => pattern.test(state))?.[1];
  if (fix !== undefined) return fix;
  return isTlsFault(error)
    ? 'name the file of the authority of its certificate with sslrootcert=FILE in the address, ' +
        'and the server as in its certificate; on a network that you trust, sslmode=disable does ' +
        'without TLS'
    : 'check the address, and that the server is running';
}

/** Node reports it with a code of its own, and pg by a text. */
function isTlsFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return /CERT|SIGNATURE|_SSL_|_TLS_/.test(code) || error.message.includes('SSL');
}
