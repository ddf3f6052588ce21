// The errors of a database that cannot be used: why, and what an operator can do.
import { DatabaseError } from '../../errors.ts';
import type { StoreUnavailable, UnavailableReason } from './driver.ts';
import { MissingPrivilege } from './postgres-privileges.ts';

/** @param name of the database, without a password */
export function cannotUse(name: string, error: StoreUnavailable): DatabaseError {
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new DatabaseError(`cannot use the database ${name}: ${error.message}${cause}`, {
    fix: fixFor(error),
    cause: error,
  });
}

function fixFor({ reason, cause }: StoreUnavailable): string {
  if (cause instanceof MissingPrivilege) return cause.fix;
  return fixes[reason] ?? wait;
}

const wait = 'free the database, or wait until it is free, and run the command again';
const fixes: Partial<Readonly<Record<UnavailableReason, string>>> = {
  full: 'free space on the disk of the database, and run the command again',
  unreachable: 'check that the server is running and accepts writes, and run the command again',
};
