// Statements that take too long, wait for a lock or for a standby: each ends in time, the server never has more connections than the pool, and no doubtful commit counts.
import { chmodSync } from 'node:fs';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/service/store/open.ts';
import { parseAddress } from '../../src/service/store/postgres/address.ts';
import { connectTo } from '../../src/service/store/postgres/database.ts';
import { blankSpeaker } from '../../src/service/store/records.ts';
import { type PostgresServer, removePostgres, requireAbsentStandby, startPostgres } from '../support/postgres.ts';
import { createAccount } from '../support/postgres-stage.ts';
import { hasPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(!hasPostgres)('a statement', () => {
  const folder = temporaryFolder();
  let server: PostgresServer;
  let databases = 0;

  beforeAll(async () => {
    chmodSync(folder.path, 0o755);
    server = await startPostgres(folder.file('server'));
  });
  afterAll(async () => {
    await removePostgres(server.folder);
    folder.remove();
  });

  async function stage(poolSize: number) {
    const name = `waits_${databases++}`;
    await server.createDatabase(name);
    const { organizationId } = await createAccount(server.address(name));
    const store = await openStore(`${server.address(name)}&pool_size=${poolSize}`);
    onTestFinished(() => store.close());
    const create = (email: string) =>
      store.speakers.create({ organizationId, eventId: 'conf' }, { ...blankSpeaker, email });
    const list = () => store.list('submissions', { organizationId, eventId: 'conf' }, { page: 1, pageSize: 1 });
    return { name, store, organizationId, create, list };
  }

  function connected(poolSize: number) {
    const database = connectTo(parseAddress(`${server.address('postgres')}&pool_size=${poolSize}`));
    onTestFinished(() => database.close());
    return database;
  }

  /** How many connections Plenary has to a database, on the server. */
  async function backends(name: string, condition = 'true'): Promise<number> {
    const [found] = await server.query(
      `SELECT count(*)::int AS total FROM pg_stat_activity
       WHERE datname = '${name}' AND application_name = 'plenary' AND ${condition}`,
    );
    return Number(found?.total);
  }

  /** The largest number of connections while `work` runs. */
  async function mostBackends(name: string, work: Promise<unknown>): Promise<number> {
    let most = 0;
    let isDone = false;
    work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      most = Math.max(most, await backends(name));
      await delay(20);
    }
    return most;
  }

  const reasons = async (work: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(work)).map((settled) =>
      settled.status === 'rejected' ? [settled.reason.reason, settled.reason.cause?.message] : 'done',
    );

  it('is canceled if it is slow, which is reported as such', async () => {
    const database = connected(3);
    const sleeping = Array.from({ length: 3 }, () => database.query('SELECT pg_sleep(60)'));
    const settled = reasons(sleeping);
    expect(await mostBackends('postgres', Promise.allSettled(sleeping))).toBeLessThanOrEqual(3);
    expect(await settled).toEqual(Array(3).fill(['slow', 'canceling statement due to statement timeout']));
    await expect.poll(() => backends('postgres', "state = 'active'")).toBe(0);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is canceled if it waits for a lock, which is reported as such, also by readiness', async () => {
    const { name, store, create, list } = await stage(4);
    await create('first@example.org');
    await store.ping();
    const holder = server.query('BEGIN; LOCK TABLE speakers; SELECT pg_sleep(600)', name).catch(() => undefined);
    await expect
      .poll(async () => (await server.query("SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock'", name)).length)
      .toBeGreaterThan(0);
    await expect.poll(() => store.ping().catch((error) => error)).toMatchObject({ reason: 'locked' });
    const creations = [create('second@example.org'), create('third@example.org')];
    const settled = reasons(creations);
    expect(await mostBackends(name, Promise.allSettled(creations))).toBeLessThanOrEqual(4);
    expect(await settled).toEqual(Array(2).fill(['locked', 'canceling statement due to lock timeout']));
    expect(await list()).toMatchObject({ totalResults: 0 });
    await server.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'BEGIN; LOCK%'");
    await holder;
    expect(await create('second@example.org')).toMatchObject({ outcome: 'created' });
    await expect.poll(() => store.ping().catch((error) => error)).toBeUndefined();
  });

  it('keeps its connection while its commit waits for a standby, and reads continue', async () => {
    const { name, store, organizationId, create, list } = await stage(4);
    const created = await create('first@example.org');
    if (created.outcome !== 'created') throw new Error(created.outcome);
    await requireAbsentStandby(server);
    onTestFinished(() => setStandby(''));
    const own = { organizationId, id: created.record.id };
    const change = (title: string) => store.speakers.update(own, { title });
    const writes = [change('1'), create('second@example.org'), change('2'), change('3'), change('4'), change('5')];
    const settled = reasons(writes);
    const reading = async () => {
      for (let i = 0; i < 20; i++) {
        expect(await list()).toMatchObject({ totalResults: 0 });
        await delay(200);
      }
    };
    expect(await mostBackends(name, Promise.all([Promise.allSettled(writes), reading()]))).toBeLessThanOrEqual(4);
    const refused = await settled;
    expect(refused).not.toContain('done');
    expect(refused[0]).toEqual(['unanswered', expect.stringContaining('may wait for a synchronous standby')]);
    // What no standby has is not visible.
    expect(await store.speakers.find(own)).toMatchObject({ title: null });
    await expect(store.ping()).rejects.toMatchObject({ reason: 'unanswered' });
    await setStandby('');
    expect(await create('third@example.org')).toMatchObject({ outcome: 'created' });
    await expect.poll(() => backends(name, "state = 'active'")).toBe(0);
  });

  it('is not trusted if its commit was canceled while it waited for a standby', async () => {
    const waiting = async () => {
      for (;;) {
        const [found] = await server.query("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        if (found !== undefined) return found.pid;
        await setImmediate();
      }
    };
    await server.query('CREATE TABLE written (attempt int)');
    await setStandby('nobody');
    onTestFinished(() => setStandby(''));
    const attempts: number[] = [];
    const written = connected(3).transaction(async ({ send, attempt }) => {
      attempts.push(attempt);
      send('INSERT INTO written VALUES ($1)', [attempt]);
    });
    await server.query(`SELECT pg_cancel_backend(${await waiting()})`);
    await waiting();
    await setStandby('');
    await written;
    expect(attempts).toEqual([0, 1]);
  });

  it('is trusted if a trigger warned at its commit', async () => {
    await server.query(`CREATE TABLE watched (attempt int);
      CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE WARNING 'canceling wait for synchronous replication'; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON watched DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION warn()`);
    await connected(3).transaction(async ({ send, attempt }) => send('INSERT INTO watched VALUES ($1)', [attempt]));
    expect(await server.query('SELECT attempt FROM watched')).toEqual([{ attempt: 0 }]);
  });

  async function setStandby(name: string): Promise<void> {
    await server.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await server.query('SELECT pg_reload_conf()');
  }
});
