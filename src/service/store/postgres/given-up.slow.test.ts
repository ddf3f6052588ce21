// Statements that are given up: the server ends them too, it never has more connections than the pool, and the log says what was wrong.
import { chmodSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type PostgresServer,
  removePostgres,
  requireAbsentStandby,
  startPostgres,
} from '../../../../test/support/postgres.ts';
import { createAccount } from '../../../../test/support/postgres-stage.ts';
import { hasPostgres } from '../../../../test/support/shared-postgres.ts';
import { startSilentProxy } from '../../../../test/support/silent-proxy.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { openStore } from '../open.ts';
import { blankSpeaker } from '../records.ts';
import { parseAddress } from './address.ts';
import { connectTo } from './database.ts';

describe.skipIf(!hasPostgres)('a statement that is given up', () => {
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
    const name = `given_up_${databases++}`;
    await server.createDatabase(name);
    const { organizationId } = await createAccount(server.address(name));
    const address = `${server.address(name)}&pool_size=${poolSize}`;
    const store = await openStore(address);
    onTestFinished(() => store.close());
    const create = (email: string) =>
      store.speakers.create({ organizationId, eventId: 'conf' }, { ...blankSpeaker, email });
    const list = () => store.list('submissions', { organizationId, eventId: 'conf' }, { page: 1, pageSize: 1 });
    return { name, address, store, organizationId, create, list };
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
    const { name, address, store } = await stage(3);
    await store.close();
    const database = connectTo(parseAddress(address));
    onTestFinished(() => database.close());
    const sleeping = Array.from({ length: 3 }, () => database.query('SELECT pg_sleep(60)'));
    const settled = reasons(sleeping);
    expect(await mostBackends(name, Promise.allSettled(sleeping))).toBeLessThanOrEqual(3);
    expect(await settled).toEqual(Array(3).fill(['slow', 'canceling statement due to statement timeout']));
    await expect.poll(() => backends(name, "state = 'active'")).toBe(0);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is canceled if it waits for a lock, which is reported as such', async () => {
    const { name, create, list } = await stage(4);
    await create('first@example.org');
    const holder = server.query('BEGIN; LOCK TABLE speakers; SELECT pg_sleep(600)', name).catch(() => undefined);
    await expect.poll(() => backends(name)).toBeGreaterThan(0);
    await expect
      .poll(async () => (await server.query("SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock'", name)).length)
      .toBeGreaterThan(0);
    const creations = [create('second@example.org'), create('third@example.org')];
    const settled = reasons(creations);
    expect(await mostBackends(name, Promise.allSettled(creations))).toBeLessThanOrEqual(4);
    expect(await settled).toEqual(Array(2).fill(['locked', 'canceling statement due to lock timeout']));
    expect(await list()).toMatchObject({ totalResults: 0 });
    await server.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'BEGIN; LOCK%'");
    await holder;
    expect(await create('second@example.org')).toMatchObject({ outcome: 'created' });
  });

  it('is repeated in time if the connections were lost without a sign', async () => {
    const { name, organizationId } = await stage(10);
    const proxy = await startSilentProxy(server.folder);
    const store = await openStore(`postgres://postgres@127.0.0.1:${proxy.port}/${name}`);
    onTestFinished(async () => {
      await store.close();
      await proxy.close();
    });
    const create = (i: number) =>
      store.speakers.create({ organizationId, eventId: 'conf' }, { ...blankSpeaker, email: `cut-${i}@example.org` });
    const list = () => store.list('speakers', { organizationId, eventId: 'conf' }, { page: 1, pageSize: 100 });
    await Promise.all([create(0), ...Array.from({ length: 8 }, list)]);
    proxy.cut();
    const requests = [create(1), list(), create(2), list(), list()];
    await delay(1500);
    proxy.restore();
    expect(proxy.lost()).toBeGreaterThan(2);
    expect((await Promise.allSettled(requests)).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    expect(await list()).toMatchObject({ totalResults: 3 });
    await expect.poll(() => backends(name, "state = 'active'")).toBe(0);
  });

  it('keeps its connection while a commit waits for a standby, and reads continue', async () => {
    const { name, store, organizationId, create, list } = await stage(4);
    const created = await create('first@example.org');
    if (created.outcome !== 'created') throw new Error(created.outcome);
    await requireAbsentStandby(server);
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
    await configure("synchronous_standby_names = ''");
    expect(await create('third@example.org')).toMatchObject({ outcome: 'created' });
    await expect.poll(() => backends(name, "state = 'active'")).toBe(0);
  });

  async function configure(setting: string): Promise<void> {
    await server.query(`ALTER SYSTEM SET ${setting}`);
    await server.query('SELECT pg_reload_conf()');
  }
});
