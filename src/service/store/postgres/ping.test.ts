// Whether the store reports that it can serve: on a server that accepts writes, and with the tables of this version.
import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccount } from '../../../../test/support/postgres-stage.ts';
import {
  hasPostgres,
  postgresDatabase,
  type TestDatabaseOnPostgres,
} from '../../../../test/support/shared-postgres.ts';
import { openStore } from '../open.ts';
import { blankSpeaker } from '../records.ts';
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
  await database.query('UPDATE plenary_schema SET version = version + 1');
});

it('rejects while a table is locked, although nothing has been written yet, and resolves afterwards', async () => {
  await store.ping();
  const holder = new EventEmitter();
  const holding = database.transaction(async ({ query }) => {
    await query('LOCK TABLE submissions');
    const free = once(holder, 'free');
    holder.emit('locked');
    await free;
  });
  await once(holder, 'locked');
  await expect.poll(() => store.ping().catch((error) => error)).toMatchObject({ reason: 'locked' });
  holder.emit('free');
  await holding;
  await expect.poll(() => store.ping().catch((error) => error)).toBeUndefined();
});

it('rejects while the role must not insert, as does a write', async () => {
  const role = `writer_${process.pid}`;
  await database.query(`CREATE ROLE ${role} LOGIN`);
  await database.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  const { organizationId } = await createAccount(test.address);
  const own = await openStore(test.address.replace('user=postgres', `user=${role}`), { patienceMs: 50 });
  const create = (email: string) =>
    own.speakers.create({ organizationId, eventId: 'conf' }, { ...blankSpeaker, email }).catch((error) => error);
  expect(await create('ada@example.org')).toMatchObject({ outcome: 'created' });
  await own.ping();
  await database.query(`REVOKE INSERT ON speakers FROM ${role}`);
  const refusal = { reason: 'unwritable', cause: { message: 'permission denied for table speakers' } };
  expect(await create('grace@example.org')).toMatchObject(refusal);
  expect(await own.ping().catch((error) => error)).toMatchObject(refusal);
  await database.query(`GRANT INSERT ON speakers TO ${role}`);
  await expect.poll(() => own.ping().catch((error) => error)).toBeUndefined();
  expect(await create('grace@example.org')).toMatchObject({ outcome: 'created' });
  await own.close();
  await database.query(`DROP OWNED BY ${role}`);
  await database.query(`DROP ROLE ${role}`);
});

/** For new connections; the others end. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const [own] = await database.query<{ name: string }>('SELECT current_database() AS name');
  await database.query(`ALTER DATABASE ${own?.name} SET default_transaction_read_only = ${value}`);
  await database.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}
