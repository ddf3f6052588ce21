// Owns what the errors of SQLite mean: which of them are failures of the file's surroundings. Must
// not know any statement.
import { StoreUnavailable, type UnavailableReason } from './driver.ts';

/** The symbolic code of a database error, e.g. `SQLITE_BUSY`; undefined for any other error. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

// https://sqlite.org/rescode.html; an extended code begins with the code that it extends.
const reasons: readonly (readonly [code: string, reason: UnavailableReason])[] = [
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'unwritable'],
  ['SQLITE_IOERR', 'unwritable'],
  ['SQLITE_CANTOPEN', 'unwritable'],
  ['SQLITE_PERM', 'unwritable'],
];

/**
 * A failure of the file's surroundings becomes StoreUnavailable. Any other error stays as it is.
 */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = reasons.find(([code]) => sqliteCode(error)?.startsWith(code))?.[1];
    throw reason === undefined ? error : new StoreUnavailable(reason, error);
  }
}
