// Opens a database, or reports why it cannot be used. The only file that knows which databases
// exist.
import { statSync } from 'node:fs';
import { DatabaseError, UsageError } from '../../errors.ts';
import { type Driver, StoreUnavailable } from './driver.ts';
import { isPostgresAddress, redacted } from './postgres-address.ts';
import { prepareTables } from './schema.ts';
import { storeOn } from './sql-store.ts';
import { columns } from './statements.ts';
import type { OpenOptions, Store } from './store.ts';

/** The service reads and changes rows of all; that of the version proves that it can. */
const servedTables = [...Object.keys(columns), 'plenary_schema'];

/**
 * @param data the path of an SQLite file, or the address of a PostgreSQL database
 * @throws UsageError for the address of any other database
 * @throws DatabaseError if the database cannot be opened, or has the tables of another program or
 * version
 */
export async function openStore(data: string, options: OpenOptions = {}): Promise<Store> {
  return storeOn(await openDatabase(data, options), options.now);
}

/** @throws as openStore does */
export async function openDatabase(
  data: string,
  options: Omit<OpenOptions, 'now'> = {},
): Promise<Driver> {
  const { create = false, isServed = false, patienceMs } = options;
  const driver = isPostgres(data)
    ? await (await import('./postgres.ts')).openPostgres(data, patienceMs)
    : (await import('./sqlite.ts')).openSqlite(data, create, patienceMs);
  try {
    await prepareTables(driver, redacted(data), options);
    if (isServed) await driver.checkPrivileges(servedTables, redacted(data));
    return driver;
  } catch (error) {
    await driver.discard();
    throw error instanceof StoreUnavailable ? cannotUse(redacted(data), error) : error;
  }
}

/** @param name of the database, without a password */
export function cannotUse(name: string, error: StoreUnavailable): DatabaseError {
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new DatabaseError(`cannot use the database ${name}: ${error.message}${cause}`, {
    fix: error.fix,
    cause: error,
  });
}

/** Whether both are the same file, or the same address. An address can have several names. */
export function isSameDatabase(one: string, other: string): boolean {
  if (isPostgres(one) || isPostgres(other)) return one === other;
  const [first, second] = [one, other].map((path) =>
    statSync(path, { throwIfNoEntry: false, bigint: true }),
  );
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

/**
 * Whether it is the address of a PostgreSQL database, rather than a file.
 * @throws UsageError for that of another database
 */
export function isPostgres(data: string): boolean {
  const scheme = /^[\s"']*([a-z][a-z0-9+.-]*):\/\//i.exec(data)?.[1];
  if (scheme === undefined || /^postgres(?:ql)?$/i.test(scheme)) return isPostgresAddress(data);
  // An address may contain a password, so only its scheme is repeated.
  throw new UsageError(`databases with the scheme ${scheme}:// are not supported`, {
    fix: 'give the path of an SQLite file, or an address such as postgres://user@host/database',
  });
}
