// Which database a command uses: --data, else PLENARY_DATA, else a file in this folder.
import { UsageError } from '../errors.ts';
import { isPostgres } from '../service/store/open.ts';
import { containsPassword, redacted } from '../service/store/postgres-address.ts';
import type { Context } from './context.ts';

/** The flag of commands that use one database. */
export interface DataFlag {
  readonly data: string | undefined;
}

export interface DatabaseChoice {
  /** A path or an address. May contain a password. */
  readonly data: string;
  /** For messages: without a password. */
  readonly name: string;
  /** What a command to paste passes; undefined if it needs no flag, because the variable is set. */
  readonly given: string | undefined;
}

/**
 * @param given the value of the flag
 * @param name of the flag
 * @throws UsageError for a password in an argument, which other users of the machine can read
 */
export function databaseOf(
  { io }: Context,
  given: string | undefined,
  name: 'data' | 'from' | 'to' = 'data',
): DatabaseChoice {
  if (given !== undefined && isPostgres(given) && containsPassword(given)) {
    throw new UsageError(
      `--${name} has a password, which other users of this machine can read while the command runs`,
      {
        fix:
          'leave it out, and set PGPASSWORD, or PGPASSFILE to a file of passwords, or ' +
          'PLENARY_DATA to the whole address',
      },
    );
  }
  const variable = io.env.PLENARY_DATA || undefined;
  const data = given ?? variable ?? 'plenary.db';
  const isFromVariable = given === undefined && variable !== undefined;
  return { data, name: redacted(data), given: isFromVariable ? undefined : data };
}
