// What the driver of PostgreSQL promises: protected connections, and an outcome that is true when connections, commits, locks or standbys fail.
import { chmodSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Driver, StoreUnavailable, StoreUncertain } from '../../src/service/store/driver.ts';
import { openStore } from '../../src/service/store/open.ts';
import { openPostgres } from '../../src/service/store/postgres.ts';
import { blankSpeaker, blankSubmission } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';
import { certificate, privateKey } from '../support/loopback-certificate.ts';
import {
  freePort,
  type PostgresServer,
  removePostgres,
  requireAbsentStandby,
  startPostgres,
  startStandby,
  writeForServer,
} from '../support/postgres.ts';
import { type CommitFate, type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { createAccount } from '../support/postgres-stage.ts';
import { hasPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(!hasPostgres)('on a server', () => {
  const folder = temporaryFolder();
  let server: PostgresServer;
  let databases = 0;

  beforeAll(async () => {
    chmodSync(folder.path, 0o755);
    writeForServer(folder.file('server.key'), privateKey);
    writeForServer(folder.file('server.crt'), certificate);
    const access = ['local all,replication all trust', 'hostssl all all 127.0.0.1/32 scram-sha-256', ''];
    writeForServer(folder.file('access.conf'), access.join('\n'));
    server = await startPostgres(folder.file('server'), {
      port: await freePort(),
      configuration: [
        ...['fsync = off', 'ssl = on', `ssl_cert_file = '${folder.file('server.crt')}'`],
        ...[`ssl_key_file = '${folder.file('server.key')}'`, `hba_file = '${folder.file('access.conf')}'`],
      ],
    });
    await server.query("ALTER ROLE postgres PASSWORD 'correct horse'");
  });
  afterAll(async () => {
    await removePostgres(server.folder);
    folder.remove();
  });

  const overSocket = (name = 'postgres', { folder: host, port } = server) =>
    `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port || 5432}&user=postgres`;

  async function driverOn(address = overSocket()): Promise<Driver> {
    const driver = await openPostgres(address, 300);
    onTestFinished(() => driver.close());
    return driver;
  }

  /** A database with an event, and speakers to be updated. */
  async function account() {
    const name = `driver_${databases++}`;
    await server.createDatabase(name);
    const { organizationId } = await createAccount(overSocket(name));
    return { name, organizationId, ref: { organizationId, eventId: 'conf' } };
  }

  async function stage() {
    const { name, organizationId, ref } = await account();
    const store = await openStore(overSocket(name));
    onTestFinished(() => store.close());
    const create = (email: string) => store.speakers.create(ref, { ...blankSpeaker, email });
    const list = () => store.list('submissions', ref, { page: 1, pageSize: 1 });
    return { name, store, organizationId, create, list };
  }

  /** The largest number of connections that Plenary has to a database, on the server, until `work` settles. */
  async function mostBackends(name: string, work: Promise<unknown>): Promise<number> {
    let isDone = false;
    const end = work.finally(() => {
      isDone = true;
    });
    let most = 0;
    while (!isDone) {
      most = Math.max(most, await backends(name));
      await delay(20);
    }
    await end;
    return most;
  }

  async function backends(name: string, condition = 'true'): Promise<number> {
    const [found] = await server.query(`SELECT count(*)::int AS total FROM pg_stat_activity
      WHERE datname = '${name}' AND application_name = 'plenary' AND ${condition}`);
    return Number(found?.total);
  }

  describe('a connection', () => {
    afterEach(() => void vi.unstubAllEnvs());

    const overTls = (password: string, parameters: string) =>
      `postgres://postgres${password}@127.0.0.1:${server.port}/postgres?${parameters}`;
    const verified = () => `sslmode=verify-full&sslrootcert=${encodeURIComponent(folder.file('server.crt'))}`;
    const refusalOf = (address: string) => openPostgres(address, 300).catch((error) => error);

    it('is encrypted, and only to a server whose certificate is trusted', async () => {
      const driver = await driverOn(overTls(':correct%20horse', verified()));
      const encrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      expect(await driver.read(encrypted)).toEqual([{ ssl: true }]);
      const untrusted = await refusalOf(overTls(':correct%20horse', 'sslmode=verify-full'));
      expect(untrusted.message).toContain('self-signed certificate');
      expect(untrusted.fix).toContain('sslrootcert=FILE');
      expect((await refusalOf(overTls(':correct%20horse', 'sslmode=disable'))).message).toContain('no encryption');
    });

    it('takes the password from the address, PGPASSWORD or PGPASSFILE, and shows none', async () => {
      const passwords = folder.file('passwords');
      writeFileSync(passwords, `127.0.0.1:${server.port}:postgres:postgres:correct horse\n`, { mode: 0o600 });
      vi.stubEnv('PGPASSFILE', folder.file('none'));
      const missing = await refusalOf(overTls('', verified()));
      expect(missing.fix).toMatch(/^check the user and the password .*PGPASSWORD.*PGPASSFILE/);
      vi.stubEnv('PGPASSFILE', passwords);
      await driverOn(overTls('', verified()));
      const wrong = await refusalOf(overTls(':battery', verified()));
      expect(wrong.message).toBe(
        `cannot open the database postgres://postgres@127.0.0.1:${server.port}/postgres: password authentication failed for user "postgres"`,
      );
      expect(JSON.stringify([wrong, missing, String(wrong.cause)])).not.toMatch(/battery|horse/);
      vi.stubEnv('PGPASSFILE', folder.file('none'));
      vi.stubEnv('PGPASSWORD', 'correct horse');
      await driverOn(overTls('', verified()));
    });

    it('is made again if it is lost before a COMMIT, within the time that a request may wait', async () => {
      const driver = await driverOn();
      const lose = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plenary'";
      await server.query(lose);
      expect(await driver.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const attempts: boolean[] = [];
      const written = driver.transaction(async (query, mayBeStored) => {
        attempts.push(mayBeStored);
        if (attempts.length === 1) await server.query(lose);
        return query('SELECT 2 AS two');
      });
      expect([await written, attempts]).toEqual([[{ two: 2 }], [false, false]]);
      const endless = driver.transaction(async (query) => {
        await server.query(lose);
        return query('SELECT 3 AS three');
      });
      await expect(endless).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'unreachable' });
    });

    it('reports a statement that the database refuses as it is, and can be used after it', async () => {
      const driver = await driverOn();
      await expect(driver.read('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
      await expect(driver.transaction((query) => query('SELECT nothing'))).rejects.toMatchObject({ code: '42703' });
      expect(await driver.transaction((query) => query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    });
  });

  describe('a lost COMMIT', () => {
    const created_at = '2026-01-01T00:00:00.000Z';
    const idempotency = { key: 'lost', fingerprint: '1' };
    let proxy: PostgresProxy;
    let stored: Awaited<ReturnType<typeof account>>;
    let store: Store;
    let speaker: string;
    let fates: CommitFate[];
    let isReachable: boolean;

    beforeEach(async () => {
      [fates, isReachable] = [[], true];
      stored = await account();
      const fateOf = () => {
        const fate = fates.shift() ?? 'passes';
        if (fate !== 'passes' && fates.length === 0) isReachable = fates !== away;
        return fate;
      };
      proxy = await startPostgresProxy(() => (isReachable ? server.socket : undefined), fateOf);
      store = await openStore(proxy.address(stored.name), { patienceMs: 1000 });
      // After the COMMIT that follows the opening.
      const created = await store.speakers.create(stored.ref, { ...blankSpeaker, email: 'first@example.org' });
      speaker = created.outcome === 'created' ? created.record.id : created.outcome;
    });
    afterEach(async () => {
      await store.close();
      proxy.close();
    });
    /** Afterwards, the server cannot be reached. */
    let away: CommitFate[];

    const token = (id: string, organization_id: string) => ({ id, organization_id, name: id, hash: id, created_at });

    const writes: Readonly<Record<string, [write: () => Promise<unknown>, expected: unknown, rows: string]>> = {
      'the creation of a speaker': [
        () => store.speakers.create(stored.ref, { ...blankSpeaker, email: 'lost@example.org' }),
        { outcome: 'created', record: { email: 'lost@example.org' } },
        "speakers WHERE email = 'lost@example.org'",
      ],
      'the creation of a submission with a key': [
        () => store.submissions.create(stored.ref, { ...blankSubmission, title: 'Lost' }, idempotency),
        { outcome: 'created', record: { title: 'Lost' } },
        "submissions s JOIN idempotency_keys k ON k.id = s.id WHERE key = 'lost'",
      ],
      'an update': [
        () => store.speakers.update({ ...stored.ref, id: speaker }, { title: 'Lost' }),
        { outcome: 'updated', record: { title: 'Lost' } },
        "speakers WHERE title = 'Lost'",
      ],
      'an event': [
        () =>
          store.insertEvent({
            ...{ id: 'lost', organization_id: stored.organizationId, name: 'Lost', timezone: 'UTC', created_at },
          }),
        true,
        "events WHERE id = 'lost'",
      ],
      'a token': [() => store.insertToken(token('lost', stored.organizationId)), undefined, "tokens WHERE id = 'lost'"],
      'an organization': [
        () => store.insertOrganization({ id: 'lost', name: 'Lost', created_at }, token('lost', 'lost')),
        undefined,
        "organizations o JOIN tokens t ON t.organization_id = o.id WHERE o.id = 'lost'",
      ],
      'a revocation': [
        async () => store.revokeToken((await store.listTokens())[0]?.id ?? '', created_at),
        { revoked_at: created_at },
        'tokens WHERE revoked_at IS NOT NULL',
      ],
    };
    const count = async (rows: string) =>
      (await server.query(`SELECT count(*)::int AS total FROM ${rows}`, stored.name))[0]?.total;

    describe.each(['is executed, but not reported', 'never arrives'] as const)('that %s', (fate) => {
      it.each(Object.entries(writes))('of %s is found out, and there is one', async (_, [write, expected, rows]) => {
        fates.push(fate);
        const outcome = await write();
        if (typeof expected === 'object') expect(outcome).toMatchObject(expected);
        else expect(outcome).toBe(expected);
        expect([fates, await count(rows)]).toEqual([[], 1]);
      });

      it('is unknown, and not a failure, while the server cannot be reached', async () => {
        fates = away = [fate];
        const create = writes['the creation of a speaker']?.[0] ?? expect.fail();
        await expect(create()).rejects.toThrow(StoreUncertain);
        await expect(create()).rejects.toThrow(StoreUnavailable);
      });
    });
  });

  describe('a statement', () => {
    const reasons = async (work: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(work)).map((settled) =>
        settled.status === 'rejected' ? [settled.reason.reason, settled.reason.cause?.message] : 'done',
      );

    it('that reads ends after its time limit, in the database too', async () => {
      const driver = await driverOn();
      const sleeping = reasons(Array.from({ length: 8 }, () => driver.read('SELECT pg_sleep(60)')));
      expect(await mostBackends('postgres', sleeping)).toBeLessThanOrEqual(6);
      const slow = ['slow', 'canceling statement due to statement timeout'];
      expect((await sleeping).slice(0, 6)).toEqual(Array(6).fill(slow));
      expect(await backends('postgres', "state = 'active'")).toBe(0);
      expect(await driver.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('that waits for a lock ends as locked, while reads continue', async () => {
      const { name, create, list } = await stage();
      const holder = server.query('BEGIN; LOCK TABLE speakers; SELECT pg_sleep(600)', name).catch(() => undefined);
      const isHeld = async () =>
        (await server.query("SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock'", name)).length > 0;
      await expect.poll(isHeld).toBe(true);
      const creations = reasons([create('second@example.org'), create('third@example.org')]);
      expect(await mostBackends(name, creations)).toBeLessThanOrEqual(10);
      expect(await creations).toEqual(Array(2).fill(['locked', 'canceling statement due to lock timeout']));
      expect(await list()).toMatchObject({ totalResults: 0 });
      await server.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'BEGIN; LOCK%'");
      await holder;
      expect(await create('second@example.org')).toMatchObject({ outcome: 'created' });
    });

    it('that waits for a standby at its COMMIT keeps its connection, while reads continue', async () => {
      const driver = await driverOn();
      await server.query('CREATE TABLE waits (id int)');
      onTestFinished(() => setStandby(''));
      await requireAbsentStandby(server);
      let acknowledged = 0;
      const write = async (id: number) => {
        await driver.transaction((query) => query('INSERT INTO waits VALUES (?1)', [id]));
        acknowledged++;
      };
      const writes = Array.from({ length: 7 }, (_, id) => write(id));
      const refused = reasons(writes.slice(4));
      expect(await mostBackends('postgres', refused)).toBeLessThanOrEqual(10);
      expect(await refused).toEqual(Array(3).fill(['unreachable', 'timeout exceeded when trying to connect']));
      const reads = Array.from({ length: 20 }, () => driver.read('SELECT count(*) AS total FROM waits'));
      expect(await Promise.all(reads)).toEqual(Array(20).fill([{ total: 0 }]));
      expect(acknowledged).toBe(0);
      await setStandby('');
      await Promise.all(writes.slice(0, 4));
      await write(7);
      expect(await driver.read('SELECT id FROM waits ORDER BY id')).toEqual([0, 1, 2, 3, 7].map((id) => ({ id })));
    });

    it('is not trusted if its COMMIT was canceled while it waited for a standby', async () => {
      const { name, store, organizationId } = await stage();
      onTestFinished(() => setStandby(''));
      await requireAbsentStandby(server);
      const event = { id: 'b', organization_id: organizationId, name: 'B', timezone: 'UTC', created_at: 'then' };
      const inserted = store.insertEvent(event);
      await waitsForStandby(name);
      await server.query(`SELECT pg_cancel_backend(pid) ${waiting(name)}`);
      // It is visible now, although no standby has it, so the next attempt waits for one as well.
      await expect.poll(() => server.query("SELECT 1 FROM events WHERE id = 'b'", name)).toHaveLength(1);
      await waitsForStandby(name);
      await setStandby('');
      expect(await inserted).toBe(true);
    });

    it('is trusted if a trigger warns at its COMMIT', async () => {
      await server.query(`CREATE TABLE watched (attempt text);
        CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE WARNING 'canceling wait for synchronous replication'; RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON watched DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION warn()`);
      const driver = await driverOn();
      await driver.transaction((query, mayBeStored) => query('INSERT INTO watched VALUES (?1)', [String(mayBeStored)]));
      expect(await server.query('SELECT attempt FROM watched')).toEqual([{ attempt: 'false' }]);
    });

    const waiting = (name: string) => `FROM pg_stat_activity WHERE datname = '${name}' AND wait_event = 'SyncRep'`;
    const waitsForStandby = (name: string) =>
      expect.poll(() => server.query(`SELECT pid ${waiting(name)}`)).toHaveLength(1);

    async function setStandby(name: string): Promise<void> {
      await server.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await server.query('SELECT pg_reload_conf()');
    }
  });

  it('readiness refuses a standby and a database that accepts only reads', async () => {
    const { name } = await account();
    const standby = await startStandby(folder.file('standby'), server);
    onTestFinished(() => removePostgres(standby.folder));
    const readiness = async (address: string) => {
      const store = await openStore(address, { patienceMs: 300 });
      const refusal = await store.ping().catch(({ reason }) => reason);
      await store.close();
      return refusal;
    };
    expect(await readiness(overSocket(name))).toBeUndefined();
    expect(await readiness(overSocket(name, standby))).toBe('unreachable');
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await readiness(overSocket(name))).toBe('unreachable');
  });
});
