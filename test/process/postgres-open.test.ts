// Opening a database on PostgreSQL: many first starts, another program, restricted users, TLS,
// passwords, and servers that refuse.
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseError } from '../../src/errors.ts';
import { openStore } from '../../src/service/store/open.ts';
import { openPostgres } from '../../src/service/store/postgres.ts';
import { certificate, privateKey } from '../support/loopback-certificate.ts';
import {
  freePort,
  type PostgresServer,
  removePostgres,
  serverFolder,
  startPostgres,
  writeForServer,
} from '../support/postgres.ts';
import { createAccount, startServiceProcess } from '../support/postgres-stage.ts';
import { plenary, spawnPlenary } from '../support/program.ts';
import {
  emptyPostgresDatabase,
  hasPostgres,
  type TestDatabaseOnPostgres,
} from '../support/shared-postgres.ts';

const refusalOf = (address: string, create = false) =>
  openStore(address, { create, patienceMs: 50 }).catch((error) => error);

describe.skipIf(!hasPostgres)('a database', () => {
  let database: TestDatabaseOnPostgres;

  beforeEach(async () => {
    database = await emptyPostgresDatabase();
  });
  afterEach(() => database.remove());

  it('gets its tables once from eight first starts at once', async () => {
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openStore(database.address, { create: true })),
    );
    expect(await database.query('SELECT count(*)::int AS total FROM plenary_schema')).toEqual([
      { total: 1 },
    ]);
    await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('of another program is refused and not changed', async () => {
    await database.query('CREATE TABLE invoices (id int)');
    expect(String(await refusalOf(database.address, true))).toContain(
      'is a database of another program',
    );
    const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
    expect(await database.query(tables)).toEqual([{ table_name: 'invoices' }]);
  });

  it('in which another user has created the tables is enough for reads and writes', async () => {
    const role = `service_${process.pid}`;
    await database.query(`CREATE ROLE ${role} LOGIN`);
    const data = database.address.replace('user=postgres', `user=${role}`);
    const refused = await plenary(['serve', '--port', '0'], { env: { PLENARY_DATA: data } });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`there is no database of Plenary in postgres://`);

    const init = await plenary(['service', 'init'], { env: { PLENARY_DATA: database.address } });
    expect(init.exitCode).toBe(0);
    await database.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    );
    const { token } = await createAccount(data);
    const service = await startServiceProcess(data);
    const headers = { 'x-access-token': token, 'content-type': 'application/json' };
    const speakers = `${service.url}/v1/events/conf/speakers`;
    const create = await fetch(speakers, {
      method: 'POST',
      headers,
      body: '{"email":"ada@example.org"}',
    });
    const { id }: { id: string } = JSON.parse(await create.text()).data;
    const change = () =>
      fetch(`${service.url}/v1/speakers/${id}`, {
        method: 'PATCH',
        headers,
        body: '{"email":"ada@example.com"}',
      });
    const ready = await fetch(`${service.url}/readyz`);
    const statuses = [
      create.status,
      (await change()).status,
      (await fetch(speakers, { headers })).status,
      ready.status,
    ];
    expect(statuses).toEqual([201, 200, 200, 200]);

    await database.query(`REVOKE UPDATE ON speakers FROM ${role}`);
    const forbidden = await change();
    expect([forbidden.status, forbidden.headers.get('retry-after')]).toEqual([503, '60']);
    await expect
      .poll(() => service.log())
      .toContain('permission denied for table speakers; the statement needs SELECT, UPDATE');
    await database.query(`GRANT UPDATE ON speakers TO ${role}`);
    expect((await change()).status).toBe(200);
    await service.stop('SIGTERM');
    await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it('in which a user may not create tables is refused with the privilege that is missing', async () => {
    const role = `creator_${process.pid}`;
    await database.query(`CREATE ROLE ${role} LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    const data = database.address.replace('user=postgres', `user=${role}`);
    const init = () => plenary(['service', 'init'], { env: { PLENARY_DATA: data } });
    const { exitCode, stderr } = await init();
    const grant = `GRANT CREATE ON SCHEMA public TO ${role};`;
    expect([exitCode, stderr.replaceAll(/ postgres:\S+/g, ' DATABASE')]).toEqual([
      2,
      `Error: the user ${role} of the database DATABASE may not create tables in the schema ` +
        `public\nFix: as the owner of the database, run in psql: ${grant}\n`,
    ]);
    await database.query(grant);
    expect((await init()).exitCode).toBe(0);
    await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it('is not served by a user who lacks a privilege, and each message names it', async () => {
    const role = `reader_${process.pid}`;
    await database.query(`CREATE ROLE ${role} LOGIN`);
    const data = database.address.replace('user=postgres', `user=${role}`);
    await plenary(['service', 'init'], { env: { PLENARY_DATA: database.address } });
    const refusal = async (...args: readonly string[]) => {
      const { exitCode, stderr } = await plenary(args, { env: { PLENARY_DATA: data } });
      return [exitCode, stderr.replaceAll(/ postgres:\S+/g, ' DATABASE')];
    };
    const grant = 'Fix: as the owner of the tables, ';
    expect(await refusal('service', 'token', 'list')).toEqual([
      2,
      'Error: cannot use the database DATABASE this user lacks a privilege in the database ' +
        '(permission denied for table plenary_schema; the statement needs SELECT)\n' +
        `${grant}grant this user SELECT, INSERT, UPDATE and DELETE on all of them\n`,
    ]);
    await database.query(`GRANT SELECT, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    const issued = await refusal('service', 'token', 'issue', '--name', 'ci');
    expect(issued).toEqual([
      2,
      expect.stringContaining('permission denied for table tokens; the statement needs INSERT'),
    ]);
    const tables = ['organizations', 'tokens', 'events', 'choices', 'speakers', 'plenary_schema'];
    const granted = tables.map((table) => `GRANT INSERT, UPDATE ON ${table} TO ${role}`);
    await database.query(granted.join('; '));
    expect(await refusal('serve', '--port', '0')).toEqual([
      2,
      `Error: the user ${role} of the database DATABASE lacks privileges: ` +
        'INSERT on submissions, UPDATE on submissions\n' +
        `${grant}run in psql: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ` +
        'public ' +
        `TO ${role};\n`,
    ]);
    await database.query('REVOKE USAGE ON SCHEMA public FROM PUBLIC');
    expect(await refusal('serve', '--port', '0')).toEqual([
      2,
      `Error: the user ${role} of the database DATABASE may use no schema\n` +
        'Fix: as the owner of the database, run in psql: GRANT USAGE ON SCHEMA public TO ' +
        `${role};\n`,
    ]);
    await database.query(`REVOKE CONNECT ON DATABASE ${database.name} FROM PUBLIC`);
    expect(await refusal('serve', '--port', '0')).toEqual([
      2,
      `Error: cannot open the database DATABASE permission denied for database "${database.name}"\n` +
        'Fix: as the owner of the database, grant this user CONNECT on it\n',
    ]);
    await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it('in another encoding than UTF-8 is refused with how to create one', async () => {
    const name = `latin_${process.pid}`;
    await database.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const refusal = await refusalOf(database.address.replace(database.name, name));
    await database.query(`DROP DATABASE ${name}`);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect(refusal.message).toMatch(/has the encoding LATIN1, and must have UTF8$/);
    expect(refusal.fix).toMatch(/^create another database, with the encoding UTF8/);
  });

  it('that does not exist is refused with how to create it', async () => {
    const refusal = await refusalOf(database.address.replace(database.name, 'absent'));
    expect(refusal.message).toContain('database "absent" does not exist');
    expect(refusal.fix).toMatch(/^create the database/);
  });
});

it('reports a database that cannot be reached with its address, without the password', async () => {
  const refusal = await refusalOf('postgres://plenary:secret@127.0.0.1:1/plenary');
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect(refusal.message).toBe(
    'cannot open the database postgres://plenary@127.0.0.1:1/plenary: connect ECONNREFUSED ' +
      '127.0.0.1:1',
  );
});

it('refuses a server without TLS, with the parameters that matter', async () => {
  const server = createServer((socket) => {
    // "N" responds to the request for TLS.
    socket.on('error', () => undefined).once('data', () => socket.end('N'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const refusal = await refusalOf(
    `postgres://plenary@127.0.0.1:${port}/plenary?sslmode=verify-full`,
  );
  server.close();
  expect(refusal.message).toContain('SSL');
  expect(refusal.fix).toMatch(/sslrootcert=FILE .* sslmode=disable/);
});

describe.skipIf(!hasPostgres)('a connection over TLS', () => {
  const folder = serverFolder();
  let server: PostgresServer;

  beforeAll(async () => {
    writeForServer(folder.file('server.key'), privateKey);
    writeForServer(folder.file('server.crt'), certificate);
    const access = ['local all all trust', 'hostssl all all 127.0.0.1/32 scram-sha-256', ''];
    writeForServer(folder.file('access.conf'), access.join('\n'));
    server = await startPostgres(folder.file('server'), {
      port: await freePort(),
      configuration: [
        'fsync=off',
        'ssl=on',
        `ssl_cert_file=${folder.file('server.crt')}`,
        `ssl_key_file=${folder.file('server.key')}`,
        `hba_file=${folder.file('access.conf')}`,
      ],
    });
    await server.query("ALTER ROLE postgres PASSWORD 'correct horse'");
  });
  afterEach(() => void vi.unstubAllEnvs());
  afterAll(async () => {
    await removePostgres(server.folder);
    folder.remove();
  });

  const overTls = (password: string, parameters: string) =>
    `postgres://postgres${password}@127.0.0.1:${server.port}/postgres?${parameters}`;
  const verified = () =>
    `sslmode=verify-full&sslrootcert=${encodeURIComponent(folder.file('server.crt'))}`;

  async function isEncrypted(address: string): Promise<unknown> {
    const driver = await openPostgres(address, 50);
    const [found] = await driver.read<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    await driver.close();
    return found?.ssl;
  }

  it('is encrypted, and only to a server whose certificate is trusted', async () => {
    expect(await isEncrypted(overTls(':correct%20horse', verified()))).toBe(true);
    const untrusted = await refusalOf(overTls(':correct%20horse', 'sslmode=verify-full'));
    expect(untrusted.message).toContain('self-signed certificate');
    expect(untrusted.fix).toContain('sslrootcert=FILE');
    expect((await refusalOf(overTls(':correct%20horse', 'sslmode=disable'))).message).toContain(
      'no encryption',
    );
  });

  it('takes the password from the address, PGPASSWORD or PGPASSFILE, and shows none', async () => {
    const passwords = folder.file('passwords');
    writeFileSync(passwords, `127.0.0.1:${server.port}:postgres:postgres:correct horse\n`, {
      mode: 0o600,
    });
    vi.stubEnv('PGPASSFILE', folder.file('none'));
    const missing = await refusalOf(overTls('', verified()));
    expect(missing.fix).toMatch(/^check the user and the password .*PGPASSWORD.*PGPASSFILE/);
    const env = { PLENARY_DATA: overTls('', verified()), PGPASSFILE: passwords };
    const listed = await spawnPlenary(['service', 'token', 'list'], { env });
    expect(listed.stderr).toMatch(/^Error: there is no database of Plenary in /);
    const wrong = await refusalOf(overTls(':battery', verified()));
    expect(wrong.message).toBe(
      `cannot open the database postgres://postgres@127.0.0.1:${server.port}/postgres: ` +
        'password authentication failed for user "postgres"',
    );
    expect(JSON.stringify([wrong, missing, String(wrong.cause)])).not.toMatch(/battery|horse/);
    vi.stubEnv('PGPASSFILE', folder.file('none'));
    vi.stubEnv('PGPASSWORD', 'correct horse');
    expect(await isEncrypted(overTls('', verified()))).toBe(true);
  });
});
