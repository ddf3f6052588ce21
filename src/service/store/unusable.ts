// The errors of a database that cannot be used: why, and what an operator can do.
import { DatabaseError } from '../../errors.ts';
import type { StoreUnavailable, UnavailableReason } from './driver.ts';

/** @param name of the database, without a password */
export function cannotUse(name: string, error: StoreUnavailable): DatabaseError {
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new DatabaseError(`cannot use the database ${name}: ${error.message}${cause}`, {
    fix: error.fix ?? fixes[error.reason] ?? wait,
    cause: error,
  });
}

const wait = 'free the database, or wait until it is free, and run the command again';
const fixes: Partial<Readonly<Record<UnavailableReason, string>>> = {
  forbidden: 'as the owner of the database, grant this user the privilege that is missing',
  full: 'free space on the disk of the database, and run the command again',
  unreachable: 'check that the server is running and accepts writes, and run the command again',
};
