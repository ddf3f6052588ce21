// Connections to a real server: TLS, passwords, and what happens when a connection is lost.
import { chmodSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseAddress } from '../../src/service/store/postgres/address.ts';
import { connectTo, type Database } from '../../src/service/store/postgres/database.ts';
import { type ConnectionUse, StoreUnavailable } from '../../src/service/store/store.ts';
import { certificate, privateKey } from '../support/loopback-certificate.ts';
import { type PostgresServer, removePostgres, startPostgres, writeForServer } from '../support/postgres.ts';
import { freePort } from '../support/postgres-pair.ts';
import { hasPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(!hasPostgres)('a connection', () => {
  const folder = temporaryFolder();
  let server: PostgresServer;
  let database: Database | undefined;
  let retries = 0;
  let use: () => ConnectionUse;

  beforeAll(async () => {
    chmodSync(folder.path, 0o755);
    writeForServer(folder.file('server.key'), privateKey);
    writeForServer(folder.file('server.crt'), certificate);
    writeForServer(folder.file('access.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n');
    server = await startPostgres(folder.file('server'), {
      port: await freePort(),
      configuration: [
        'fsync = off',
        'ssl = on',
        `ssl_cert_file = '${folder.file('server.crt')}'`,
        `ssl_key_file = '${folder.file('server.key')}'`,
        `hba_file = '${folder.file('access.conf')}'`,
      ],
    });
    await server.query("ALTER ROLE postgres PASSWORD 'correct horse'");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await database?.close();
  });
  afterAll(async () => {
    await removePostgres(server.folder);
    folder.remove();
  });

  const ask = (address: string, text = 'SELECT 1 AS one') => {
    retries = 0;
    const connected = (reads: () => ConnectionUse) => {
      use = reads;
    };
    database = connectTo(parseAddress(address), { patienceMs: 300, observer: { retried: () => retries++, connected } });
    return database.query(text);
  };
  const overTls = (password: string, parameters: string) =>
    `postgres://postgres${password}@127.0.0.1:${server.port}/postgres?${parameters}`;
  const overSocket = () =>
    `postgres:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}&user=postgres`;
  const verified = () => `sslmode=verify-full&sslrootcert=${encodeURIComponent(folder.file('server.crt'))}`;

  it('is encrypted and verified', async () => {
    const query = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    expect(await ask(overTls(':correct%20horse', verified()), query)).toEqual([{ ssl: true }]);
    expect(use()).toEqual({ used: 0, idle: 1, waiting: 0 });
  });

  it('is refused if the certificate is not trusted, and if the server wants TLS', async () => {
    await expect(ask(overTls(':correct%20horse', 'sslmode=verify-full'))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('self-signed certificate') },
    });
    await expect(ask(overTls(':correct%20horse', 'sslmode=disable'))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('no encryption') },
    });
  });

  it('takes the password from the file that PGPASSFILE names, and is not tried again without one', async () => {
    const passwords = folder.file('passwords');
    writeFileSync(passwords, `127.0.0.1:${server.port}:postgres:postgres:correct horse\n`, { mode: 0o600 });
    vi.stubEnv('PGPASSFILE', passwords);
    expect(await ask(overTls('', verified()))).toEqual([{ one: 1 }]);
    await database?.close();
    vi.stubEnv('PGPASSFILE', folder.file('none'));
    await expect(ask(overTls('', verified()))).rejects.toMatchObject({
      reason: 'unreachable',
      cause: {
        message: `the server at 127.0.0.1:${server.port} wants a password of the user postgres, and none is given`,
        fix: expect.stringMatching(/PGPASSWORD.*PGPASSFILE.*address/),
      },
    });
    expect(retries).toBe(0);
  });

  it('does not show a password that is wrong', async () => {
    const refusal = await ask(overTls(':battery', verified())).catch((error) => error);
    expect(refusal).toBeInstanceOf(StoreUnavailable);
    expect(String(refusal.cause)).toBe('error: password authentication failed for user "postgres"');
    expect(JSON.stringify(refusal)).not.toContain('battery');
  });

  it('is made again if it is lost, within the time that a request may wait', async () => {
    expect(await ask(overSocket())).toEqual([{ one: 1 }]);
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
    expect(retries).toBeGreaterThan(0);
    const endless = database?.transaction(async ({ query }) => {
      await server.query(lose);
      return query('SELECT 4 AS four');
    });
    await expect(endless).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'unreachable' });
  });

  it('reports a statement that the database refuses as it is, and can be used after it', async () => {
    await expect(ask(overSocket(), 'SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    expect(await database?.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
