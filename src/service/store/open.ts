// Opens a store. The only file that knows which databases exist.
import { UsageError } from '../../errors.ts';
import type { OpenOptions, Store } from './store.ts';

/**
 * @param data the path of an SQLite file, or the address of a PostgreSQL database
 * @throws UsageError for the address of any other database
 * @throws DatabaseError if the database cannot be opened, belongs to another program, or is of a newer version
 */
export async function openStore(data: string, options: OpenOptions = {}): Promise<Store> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(data)?.[1];
  if (scheme === undefined) return (await import('./sqlite/store.ts')).openSqlite(data, options);
  if (/^postgres(?:ql)?$/i.test(scheme)) return (await import('./postgres/store.ts')).openPostgres(data, options);
  // An address may contain a password, so only its scheme is repeated.
  throw new UsageError(`databases with the scheme ${scheme}:// are not supported`, {
    fix: 'give the path of an SQLite file, or an address such as postgres://user@host/database',
  });
}
