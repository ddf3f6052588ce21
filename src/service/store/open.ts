// Opens a database. The only file that knows which databases exist.
import { statSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { isPostgresAddress } from './postgres/address.ts';
import type { OpenOptions, Store } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * @param data the path of an SQLite file, or the address of a PostgreSQL database
 * @throws UsageError for the address of any other database
 * @throws DatabaseError if the database cannot be opened, belongs to another program, or is of a newer version
 */
export async function openStore(data: string, options: OpenOptions = {}): Promise<Store> {
  return isPostgres(data)
    ? (await import('./postgres/store.ts')).openPostgres(data, options)
    : (await import('./sqlite/store.ts')).openSqlite(data, options);
}

/**
 * Creates the tables of this version, or brings older ones to it. Returns the version of the schema.
 * @throws as openStore does
 */
export async function migrateStore(data: string): Promise<number> {
  const store = await openStore(data, { create: true });
  await store.close();
  const { schemaVersion } = isPostgres(data) ? await import('./postgres/store.ts') : await import('./sqlite/store.ts');
  return schemaVersion;
}

/** Opens a database to copy it, and migrates it like openStore. @param create creates a file that does not exist @throws as openStore does */
export async function openTables(data: string, { create = false }: { create?: boolean } = {}): Promise<Tables> {
  return isPostgres(data)
    ? (await import('./postgres/tables.ts')).openPostgresTables(data)
    : (await import('./sqlite/tables.ts')).openSqliteTables(data, create);
}

/** Whether both are the same file, or the same address. An address can have several names. */
export function isSameDatabase(one: string, other: string): boolean {
  if (isPostgres(one) || isPostgres(other)) return one === other;
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

/** Whether it is the address of a PostgreSQL database, rather than a file. @throws UsageError for that of another database */
export function isPostgres(data: string): boolean {
  const scheme = /^[\s"']*([a-z][a-z0-9+.-]*):\/\//i.exec(data)?.[1];
  if (scheme === undefined || /^postgres(?:ql)?$/i.test(scheme)) return isPostgresAddress(data);
  // An address may contain a password, so only its scheme is repeated.
  throw new UsageError(`databases with the scheme ${scheme}:// are not supported`, {
    fix: 'give the path of an SQLite file, or an address such as postgres://user@host/database',
  });
}
