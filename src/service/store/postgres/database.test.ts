// Connections to a real server: TLS, passwords, several hosts, and what happens when a connection is lost.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { certificate, privateKey } from '../../../../test/support/loopback-certificate.ts';
import {
  type PostgresServer,
  removePostgres,
  startPostgres,
  writeForServer,
} from '../../../../test/support/postgres.ts';
import { hasPostgres } from '../../../../test/support/shared-postgres.ts';
import { UsageError } from '../../../errors.ts';
import { StoreUnavailable } from '../store.ts';
import { parseAddress } from './address.ts';
import { connectTo, type Database } from './database.ts';

describe.skipIf(!hasPostgres)('a connection', () => {
  let folder: string;
  let server: PostgresServer;
  let database: Database | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plenary-tls-'));
    chmodSync(folder, 0o755);
    writeForServer(join(folder, 'server.key'), privateKey);
    writeForServer(join(folder, 'server.crt'), certificate);
    writeForServer(join(folder, 'access.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n');
    server = await startPostgres(join(folder, 'server'), {
      port: await freePort(),
      configuration: [
        'fsync = off',
        'ssl = on',
        `ssl_cert_file = '${folder}/server.crt'`,
        `ssl_key_file = '${folder}/server.key'`,
        `hba_file = '${folder}/access.conf'`,
      ],
    });
    await server.query("ALTER ROLE postgres PASSWORD 'correct horse'");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await database?.close();
  });
  afterAll(async () => {
    await removePostgres(join(folder, 'server'));
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (address: string, text = 'SELECT 1 AS one') => {
    database = connectTo(parseAddress(address), { patienceMs: 300 });
    return database.query(text);
  };
  const overTls = (password: string, parameters: string) =>
    `postgres://postgres${password}@127.0.0.1:${server.port}/postgres?${parameters}`;
  const verified = () => `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, 'server.crt'))}`;

  it('is encrypted and verified', async () => {
    const query = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    expect(await ask(overTls(':correct%20horse', verified()), query)).toEqual([{ ssl: true }]);
  });

  it('asks the server to cancel a statement that is given up, over TLS too', async () => {
    await expect(ask(overTls(':correct%20horse', verified()), 'SELECT pg_sleep(60)')).rejects.toMatchObject({
      reason: 'unanswered',
      cause: { message: 'the server has not answered within 2 seconds' },
    });
    const sleeping =
      "SELECT ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE query = 'SELECT pg_sleep(60)'";
    await expect.poll(() => server.query(`${sleeping} AND state = 'active'`)).toEqual([]);
  });

  it('is refused if the certificate is not trusted, and if the server wants TLS', async () => {
    await expect(ask(overTls(':correct%20horse', 'sslmode=verify-full'))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('self-signed certificate') },
    });
    await expect(ask(overTls(':correct%20horse', 'sslmode=disable'))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('no encryption') },
    });
  });

  it('takes the password from the file that PGPASSFILE names, and does not show one that is wrong', async () => {
    const passwords = join(folder, 'passwords');
    writeFileSync(passwords, `127.0.0.1:${server.port}:postgres:postgres:correct horse\n`, { mode: 0o600 });
    vi.stubEnv('PGPASSFILE', passwords);
    expect(await ask(overTls('', verified()))).toEqual([{ one: 1 }]);
    await database?.close();
    const refusal = await ask(overTls(':battery', verified())).catch((error) => error);
    expect(refusal).toBeInstanceOf(StoreUnavailable);
    expect(String(refusal.cause)).toBe('error: password authentication failed for user "postgres"');
    expect(JSON.stringify(refusal)).not.toContain('battery');
  });

  it('is closed and not tried again if a password is missing', async () => {
    vi.stubEnv('PGPASSFILE', join(folder, 'none'));
    const sockets = () => process.getActiveResourcesInfo().filter((name) => /TCP|TLS/.test(name)).length;
    const before = sockets();
    let retries = 0;
    database = connectTo(parseAddress(overTls('', verified())), {
      observer: { retried: () => retries++, connected: () => undefined },
    });
    await expect(database.query('SELECT 1')).rejects.toMatchObject({
      reason: 'unreachable',
      cause: {
        message: `the server at 127.0.0.1:${server.port} wants a password of the user postgres, and none is given`,
        fix: expect.stringMatching(/PGPASSWORD.*PGPASSFILE.*address/),
      },
    });
    expect(retries).toBe(0);
    await expect.poll(sockets).toBe(before);
  });

  it('is not tried again if the server has no TLS', async () => {
    let connections = 0;
    const plain = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined).on('data', () => socket.write('N'));
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => void plain.close(() => resolve())));
    const { port } = plain.address() as AddressInfo;
    await expect(ask(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=require`)).rejects.toMatchObject({
      cause: { message: 'The server does not support SSL connections' },
    });
    expect(connections).toBe(1);
  });

  it('names the parameter of a file with certificates that is missing', () => {
    const address = overTls('', 'sslmode=verify-full&sslrootcert=/none/root.crt');
    expect(() => connectTo(parseAddress(address))).toThrow(UsageError);
    expect(() => connectTo(parseAddress(address))).toThrow(/sslrootcert.*\/none\/root\.crt/);
  });

  it('leads to the first host that can be reached', async () => {
    const dead = await freePort();
    const address = `postgres://postgres:correct%20horse@127.0.0.1:${dead},127.0.0.1:${server.port}/postgres`;
    expect(await ask(`${address}?${verified()}`)).toEqual([{ one: 1 }]);
  });

  it('is made again if it is lost, within the time that a request may wait', async () => {
    const address = `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=postgres`;
    expect(await ask(address)).toEqual([{ one: 1 }]);
    const lose = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plenary'";
    await server.query(lose);
    expect(await database?.query('SELECT 2 AS two')).toEqual([{ two: 2 }]);
    let attempts = 0;
    const losing = database?.transaction(async ({ query, attempt }) => {
      attempts = attempt + 1;
      if (attempt === 0) await server.query(lose);
      return query<{ three: number }>('SELECT 3 AS three');
    });
    expect([await losing, attempts]).toEqual([[{ three: 3 }], 2]);
    const endless = database?.transaction(async ({ query }) => {
      await server.query(lose);
      return query('SELECT 4 AS four');
    });
    await expect(endless).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'unreachable' });
    await expect(endless).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('is not trusted if its commit was canceled while it waited for a synchronous standby', async () => {
    const address = `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=postgres`;
    const waiting = async () => {
      const find = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
      for (;;) {
        const [found] = await server.query(find);
        if (found !== undefined) return found.pid;
        await setImmediate();
      }
    };
    const setStandby = async (name: string) => {
      await server.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await server.query('SELECT pg_reload_conf()');
    };
    await server.query('CREATE TABLE written (attempt int)');
    await setStandby('nobody');
    onTestFinished(() => setStandby(''));
    database = connectTo(parseAddress(address));
    const attempts: number[] = [];
    const written = database.transaction(async ({ send, attempt }) => {
      attempts.push(attempt);
      send('INSERT INTO written VALUES ($1)', [attempt]);
    });
    await server.query(`SELECT pg_cancel_backend(${await waiting()})`);
    await waiting();
    await setStandby('');
    await written;
    expect(attempts).toEqual([0, 1]);
  });

  it('is trusted if a trigger warned', async () => {
    const address = `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=postgres`;
    await server.query(`CREATE TABLE watched (attempt int);
      CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE WARNING 'canceling wait for synchronous replication'; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON watched DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION warn()`);
    database = connectTo(parseAddress(address), { patienceMs: 300 });
    await database.transaction(async ({ send, attempt }) => send('INSERT INTO watched VALUES ($1)', [attempt]));
    expect(await database.query('INSERT INTO watched VALUES (7) RETURNING attempt')).toEqual([{ attempt: 7 }]);
    expect(await server.query('SELECT attempt FROM watched')).toEqual([{ attempt: 0 }, { attempt: 7 }]);
  });

  it('is trusted if the server warned while it was made', async () => {
    await server.query("UPDATE pg_database SET datcollversion = '1' WHERE datname = 'postgres'");
    onTestFinished(async () => {
      await server.query("UPDATE pg_database SET datcollversion = NULL WHERE datname = 'postgres'");
    });
    const address = `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=postgres`;
    expect(await ask(address)).toEqual([{ one: 1 }]);
  });

  it('runs a transaction again whose statement was canceled', async () => {
    const address = `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=postgres`;
    database = connectTo(parseAddress(address), { patienceMs: 300 });
    const attempts: number[] = [];
    const canceling = (times: number) =>
      database?.transaction(async ({ send, attempt }) => {
        attempts.push(attempt);
        send('SET LOCAL statement_timeout = 10', []);
        if (attempt < times) send('SELECT pg_sleep(1)', []);
      });
    await canceling(1);
    expect(attempts).toEqual([0, 1]);
    await expect(canceling(Number.POSITIVE_INFINITY)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      reason: 'slow',
    });
  });

  it('runs each of several statements again that a pooler has forgotten at the same time', async () => {
    const socket = encodeURIComponent(server.folder);
    database = connectTo(
      parseAddress(`postgres:///postgres?host=${socket}&port=${server.port}&user=postgres&pool_size=2`),
    );
    const { query } = database;
    const twice = (run: (number: number) => Promise<unknown>) => Promise.all([run(1), run(2)]);
    const double = (number: number) =>
      query('SELECT 2 * $1::int AS result, pg_sleep(0.05) IS NULL AS slept', [number], { isPrepared: true });
    await twice(double);
    await twice(() => query('DEALLOCATE ALL; SELECT pg_sleep(0.05)'));
    expect(await twice(double)).toMatchObject([[{ result: 2 }], [{ result: 4 }]]);
  });

  it('prepares a statement once, and none any more when a pooler has forgotten one', async () => {
    const socket = encodeURIComponent(server.folder);
    database = connectTo(
      parseAddress(`postgres:///postgres?host=${socket}&port=${server.port}&user=postgres&pool_size=1`),
    );
    const { query } = database;
    const double = (number: number) => query('SELECT 2 * $1::int AS result', [number], { isPrepared: true });
    const prepared = () => query("SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT 2%'");
    await double(1);
    await double(2);
    expect(await prepared()).toEqual([{ name: expect.stringMatching(/^plenary_[0-9a-f]{16}$/) }]);
    await query('DEALLOCATE ALL');
    expect(await double(3)).toEqual([{ result: 6 }]);
    expect(await double(4)).toEqual([{ result: 8 }]);
    expect(await prepared()).toEqual([]);
  });

  it('reports a statement that the database refuses as it is, and can be used after it', async () => {
    const address = `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=postgres`;
    await expect(ask(address, 'SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    expect(await database?.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
