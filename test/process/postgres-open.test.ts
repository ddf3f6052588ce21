// Opening a database on PostgreSQL: many first starts, other schemas, restricted users, and servers that refuse.
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError } from '../../src/errors.ts';
import { openStore } from '../../src/service/store/open.ts';
import { parseAddress } from '../../src/service/store/postgres/address.ts';
import { connectTo, type Database } from '../../src/service/store/postgres/database.ts';
import { migrate, migrations } from '../../src/service/store/postgres/migrations.ts';
import { createAccount, startServiceProcess } from '../support/postgres-stage.ts';
import { plenary } from '../support/program.ts';
import { emptyPostgresDatabase, hasPostgres, type TestDatabaseOnPostgres } from '../support/shared-postgres.ts';

const refusalOf = (address: string) => openStore(address, { patienceMs: 50 }).catch((error) => error);

describe.skipIf(!hasPostgres)('a database', () => {
  let test: TestDatabaseOnPostgres;
  let database: Database;

  beforeEach(async () => {
    test = await emptyPostgresDatabase();
    database = connectTo(parseAddress(test.address));
  });
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
    // The program of this version.
    expect(String(await refusalOf(test.address))).toMatch(
      /was written by a newer version of Plenary \(its schema has version \d+;/,
    );
  });

  it('of another program is refused and not changed', async () => {
    await database.query('CREATE TABLE invoices (id int)');
    expect(String(await refusalOf(test.address))).toContain('is a database of another program');
    const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
    expect(await database.query(tables)).toEqual([{ table_name: 'invoices' }]);
  });

  it('that another user has migrated is enough for a service that may only read and write rows', async () => {
    const role = `service_${process.pid}`;
    await database.query(`CREATE ROLE ${role} LOGIN`);
    const data = test.address.replace('user=postgres', `user=${role}`);
    const refused = await plenary(['serve', '--port', '0'], { env: { PLENARY_DATA: data } });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(/has no tables of Plenary, and this user may not change that: permission denied/);
    expect(refused.stderr).toContain('plenary service migrate --data postgres://OWNER@HOST/DATABASE');

    expect((await plenary(['service', 'migrate'], { env: { PLENARY_DATA: test.address } })).exitCode).toBe(0);
    await database.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    const { token } = await createAccount(data);
    const service = await startServiceProcess(data);
    const headers = { 'x-access-token': token, 'content-type': 'application/json' };
    const speakers = `${service.url}/v1/events/conf/speakers`;
    const create = await fetch(speakers, { method: 'POST', headers, body: '{"email":"ada@example.org"}' });
    const { id }: { id: string } = JSON.parse(await create.text());
    const change = () =>
      fetch(`${service.url}/v1/speakers/${id}`, { method: 'PATCH', headers, body: '{"email":"ada@example.com"}' });
    const ready = async () => (await fetch(`${service.url}/readyz`)).status;
    const statuses = [create.status, (await change()).status, (await fetch(speakers, { headers })).status];
    expect([...statuses, await ready()]).toEqual([201, 200, 200, 200]);

    await database.query(`REVOKE UPDATE ON speakers FROM ${role}`);
    const forbidden = await change();
    expect([forbidden.status, forbidden.headers.get('retry-after'), await ready()]).toEqual([503, '60', 503]);
    await expect.poll(() => service.log()).toContain('permission denied for table speakers');
    await database.query(`GRANT UPDATE ON speakers TO ${role}`);
    await expect.poll(ready).toBe(200);
    await service.kill('SIGTERM');
    await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it('in another encoding than UTF-8 is refused with how to create one', async () => {
    const name = `latin_${process.pid}`;
    await database.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const refusal = await refusalOf(test.address.replace(test.name, name));
    await database.query(`DROP DATABASE ${name}`);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect(refusal.message).toMatch(/has the encoding LATIN1, and must have UTF8$/);
    expect(refusal.fix).toMatch(/^create another one, with the encoding UTF8/);
  });

  it('that does not exist is refused with how to create it', async () => {
    const refusal = await refusalOf(test.address.replace(test.name, 'absent'));
    expect(refusal.message).toContain('database "absent" does not exist');
    expect(refusal.fix).toMatch(/^create the database/);
  });
});

it('reports a database that cannot be reached with its address, without the password', async () => {
  const refusal = await refusalOf('postgres://plenary:secret@127.0.0.1:1/plenary');
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect(refusal.message).toBe(
    'cannot open the database postgres://plenary@127.0.0.1:1/plenary: connect ECONNREFUSED 127.0.0.1:1',
  );
});

it('refuses a server without TLS at once, with the parameters that matter', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    // "N" responds to the request for TLS.
    socket.on('error', () => undefined).once('data', () => socket.end('N'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const refusal = await refusalOf(`postgres://plenary@127.0.0.1:${port}/plenary?sslmode=require`);
  server.close();
  expect(refusal.message).toContain('SSL');
  expect(refusal.fix).toMatch(/sslrootcert=FILE .* sslmode=disable/);
  expect(connections).toBe(1);
});
