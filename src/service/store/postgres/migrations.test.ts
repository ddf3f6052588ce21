// Migration on a real server: many first starts, older and newer schemas, databases of other programs.
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  emptyPostgresDatabase,
  hasPostgres,
  type TestDatabaseOnPostgres,
} from '../../../../test/support/shared-postgres.ts';
import { DatabaseError } from '../../../errors.ts';
import { administration } from '../../administration.ts';
import { migrateStore, openStore } from '../open.ts';
import { parseAddress } from './address.ts';
import { connectTo, type Database } from './database.ts';
import { migrate, migrations } from './migrations.ts';

describe.skipIf(!hasPostgres)('a database', () => {
  let test: TestDatabaseOnPostgres;
  let database: Database;

  const use = async (created: Promise<TestDatabaseOnPostgres>) => {
    test = await created;
    database = connectTo(parseAddress(test.address));
  };
  beforeEach(() => use(emptyPostgresDatabase()));
  afterEach(async () => {
    await database.close();
    await test.remove();
  });

  it('is migrated once by eight first starts at once', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(test.address)));
    expect(await database.query('SELECT id, version FROM plenary_schema')).toEqual([
      { id: 1, version: migrations.length },
    ]);
    await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('of an older version gets the steps that it lacks, and keeps its data', async () => {
    await migrate(database, 'db', migrations);
    await database.query("INSERT INTO organizations (id, name, created_at) VALUES ('org', 'Ours', 'then')");
    const next = 'ALTER TABLE organizations ADD COLUMN city text';
    await Promise.all([migrate(database, 'db', [...migrations, next]), migrate(database, 'db', [...migrations, next])]);
    expect(await database.query('SELECT id, city FROM organizations')).toEqual([{ id: 'org', city: null }]);
  });

  it('of a newer version is refused', async () => {
    await migrate(database, 'db', [...migrations, 'CREATE TABLE later (id int)']);
    const refusal = await openStore(test.address).catch((error) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect(refusal.message).toMatch(/was written by a newer version of Plenary \(its schema has version \d+;/);
  });

  it('of another program is refused and not changed', async () => {
    await database.query('CREATE TABLE invoices (id int)');
    await expect(openStore(test.address)).rejects.toThrow('is a database of another program');
    const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
    expect(await database.query(tables)).toEqual([{ table_name: 'invoices' }]);
  });

  it('whose tables belong to another role is refused and not changed', async () => {
    const user = `guest_${process.pid}`;
    await database.query(`CREATE ROLE ${user} LOGIN`);
    await database.query(`GRANT CREATE, USAGE ON SCHEMA public TO ${user}`);
    await database.query('CREATE TABLE events (id int)');
    await expect(openStore(`${test.address}&user=${user}`)).rejects.toThrow('is a database of another program');
    const tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace";
    expect(await database.query(tables)).toEqual([{ relname: 'events' }]);
    await database.query(`DROP OWNED BY ${user}`);
    await database.query(`DROP ROLE ${user}`);
  });

  it('that another user has migrated is enough for one who may only read and write rows', async () => {
    const user = `rows_${process.pid}`;
    await database.query(`CREATE ROLE ${user} LOGIN`);
    const own = `${test.address}&user=${user}`;
    const failure = () => openStore(own).catch((error) => error);

    const missing = await failure();
    expect(missing).toBeInstanceOf(DatabaseError);
    expect(missing.message).toMatch(
      /has no tables of Plenary, and this user may not change that: permission denied for schema public$/,
    );
    expect(missing.advice).toEqual({ kind: 'migrate_database' });

    await migrate(database, 'db', migrations.slice(0, -1));
    await database.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${user}`);
    const old = await failure();
    expect(old.message).toMatch(
      /has the tables of an older version .*, and this user may not change that: (permission denied|must be owner)/,
    );
    expect(old.advice).toEqual({ kind: 'migrate_database' });

    expect(await migrateStore(test.address)).toBe(migrations.length);
    await database.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${user}`);
    const store = await openStore(own);
    await administration(store, undefined).createOrganization('Ours');
    await store.ping();
    await store.close();
    await database.query(`DROP OWNED BY ${user}`);
    await database.query(`DROP ROLE ${user}`);
  });

  it('in another encoding than UTF-8 is refused with how to create one', async () => {
    const name = `latin_${process.pid}`;
    await database.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const refusal = await openStore(test.address.replace(test.name, name)).catch((error) => error);
    await database.query(`DROP DATABASE ${name}`);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect(refusal.message).toMatch(/has the encoding LATIN1, and must have UTF8$/);
    expect(refusal.fix).toMatch(/^create another one, with the encoding UTF8/);
  });

  it('that does not exist is refused with how to create it', async () => {
    const refusal = await openStore(test.address.replace(test.name, 'absent')).catch((error) => error);
    expect(refusal.message).toContain('database "absent" does not exist');
    expect(refusal.fix).toMatch(/^create the database/);
  });

  it('that cannot be reached is reported with its address, without the password', async () => {
    const address = 'postgres://plenary:secret@127.0.0.1:1/plenary';
    const refusal = await openStore(address, { patienceMs: 50 }).catch((error) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect(refusal.message).toBe(
      'cannot open the database postgres://plenary@127.0.0.1:1/plenary: connect ECONNREFUSED 127.0.0.1:1',
    );
  });
});

it('on a server without TLS is refused with the parameters that matter', async () => {
  // "N" responds to the request for TLS.
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end('N')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `postgres://plenary@127.0.0.1:${port}/plenary?sslmode=require`;
  const refusal = await openStore(address, { patienceMs: 50 }).catch((error) => error);
  server.close();
  expect(refusal.message).toContain('SSL');
  expect(refusal.fix).toMatch(/sslrootcert=FILE .* sslmode=disable/);
});
