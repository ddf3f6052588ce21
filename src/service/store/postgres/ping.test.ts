// Whether the store reports that it can serve: on a server that accepts writes, and with the tables of this version.
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  hasPostgres,
  postgresDatabase,
  type TestDatabaseOnPostgres,
} from '../../../../test/support/shared-postgres.ts';
import { openStore } from '../open.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { parseAddress } from './address.ts';
import { connectTo, type Database } from './database.ts';

let test: TestDatabaseOnPostgres;
let database: Database;
let store: Store;
beforeEach(async ({ skip }) => {
  if (!hasPostgres) skip();
  test = await postgresDatabase();
  database = connectTo(parseAddress(test.address));
  store = await openStore(test.address, { patienceMs: 50 });
});
afterEach(async () => {
  await store?.close();
  await database?.close();
  await test?.remove();
});

it('rejects while the database is read-only, and resolves afterwards', async () => {
  await store.close();
  store = await openStore(`${test.address}&target_session_attrs=any`, { patienceMs: 50 });
  await store.ping();
  await setReadOnly('on');
  await expect(store.ping()).rejects.toThrow(StoreUnavailable);
  await setReadOnly('off');
  await store.ping();
});

it('rejects on a database that lacks tables of this version, and accepts a newer one', async () => {
  await database.query('UPDATE plenary_schema SET version = version + 1');
  await store.ping();
  await database.query('UPDATE plenary_schema SET version = version - 2');
  await expect(store.ping()).rejects.toThrow(StoreUnavailable);
});

/** For new connections; the others end. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const [own] = await database.query<{ name: string }>('SELECT current_database() AS name');
  await database.query(`ALTER DATABASE ${own?.name} SET default_transaction_read_only = ${value}`);
  await database.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}
