// The errors of a database that cannot be used: why, and what an operator can do.
import { DatabaseError } from '../../errors.ts';
import type { Driver, StoreUnavailable, UnavailableReason } from './driver.ts';
import { columns } from './statements.ts';

/** @param name of the database, without a password */
export function cannotUse(name: string, error: StoreUnavailable): DatabaseError {
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new DatabaseError(`cannot use the database ${name}: ${error.message}${cause}`, {
    fix: fixes[error.reason] ?? wait,
    cause: error,
  });
}

const wait = 'free the database, or wait until it is free, and run the command again';
const fixes: Partial<Readonly<Record<UnavailableReason, string>>> = {
  full: 'free space on the disk of the database, and run the command again',
  forbidden:
    'as the owner of the tables, grant this user SELECT, INSERT, UPDATE and DELETE on all of them',
  unreachable: 'check that the server is running and accepts writes, and run the command again',
};

/**
 * The service reads, creates and changes rows of all tables; that of the version proves that it
 * can.
 * @param name of the database, without a password
 * @throws DatabaseError if its user must not
 */
export async function checkPrivileges(driver: Driver, name: string): Promise<void> {
  const tables = [...Object.keys(columns), 'plenary_schema'];
  const missing = await driver.missingPrivileges(tables);
  if (missing === undefined) return;
  const { user, privileges, grant } = missing;
  throw new DatabaseError(
    `the user ${user} of the database ${name} lacks privileges: ${privileges.join(', ')}`,
    { fix: `as the owner of the tables, run in psql: ${grant}` },
  );
}
