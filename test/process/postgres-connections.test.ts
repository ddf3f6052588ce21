// The service when its connections to PostgreSQL fall silent, or lead to a server that is no longer
// the primary: it finds the primary by itself.
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/service/store/open.ts';
import { blankSpeaker } from '../../src/service/store/record-fields.ts';
import { startServiceOn } from '../support/database-service.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import {
  type PostgresServer,
  removePostgres,
  startPostgres,
  startStandby,
} from '../support/postgres.ts';
import { type CommitFate, startPostgresProxy } from '../support/postgres-proxy.ts';
import { requireAbsentStandby, requireNoStandby } from '../support/postgres-standbys.ts';
import { hasPostgres } from '../support/shared-postgres.ts';

/** As docs/service.md promises it for a write. */
const promisedMs = 15_000;

interface Stage {
  /** Where its connections lead at this moment. */
  readonly target?: () => PostgresServer;
  /** Of the next COMMITs. */
  readonly fates?: CommitFate[];
  readonly patienceMs?: number;
}

describe.skipIf(!hasPostgres)('a service whose connections', () => {
  const { folder, server: primary } = ownPostgres();
  let databases = 0;

  /** A service on a new database. */
  async function stage({ target = () => primary, fates = [], patienceMs }: Stage = {}) {
    const name = `fail_over_${databases++}`;
    await primary.createDatabase(name);
    const proxy = await startPostgresProxy(
      () => target().socket,
      () => fates.shift() ?? 'passes',
    );
    onTestFinished(() => proxy.close());
    const data = primary.address(name);
    const service = await startServiceOn(data, proxy.address(name), patienceMs);
    onTestFinished(service.stop);
    return { name, proxy, ...service };
  }

  it('lose the results of four commits accepts more, and claims only what is stored', async () => {
    const fates: CommitFate[] = ['is executed in silence'];
    const { name, create } = await stage({ fates });
    const begun = performance.now();
    expect(await create('found-out')).toBe(201);
    // The one that finds it out is lost as well.
    fates.push(...Array<CommitFate>(3).fill('is executed in silence'));
    expect(await create('unknown')).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(2 * promisedMs);
    await expect.poll(() => create('last')).toBe(201);
    expect(fates).toEqual([]);
    expect(await primary.query('SELECT email FROM speakers ORDER BY number', name)).toEqual(
      ['found-out', 'unknown', 'last'].map((email) => ({ email: `${email}@example.org` })),
    );
  });

  it.each(['all', 'answers'] as const)('fall silent (%s) serves on others', async (lost) => {
    const { proxy, create, list, isReady } = await stage();
    await Promise.all(Array.from({ length: 6 }, list));
    expect(await create('before')).toBe(201);
    proxy.silence(lost);
    const begun = performance.now();
    const during = [create('during'), list(), list()];
    expect(await Promise.all(during)).toEqual([201, 200, 200]);
    expect(performance.now() - begun).toBeLessThan(promisedMs);
    expect([await list(), await isReady()]).toEqual([200, true]);
  });

  it('have led to a standby accepts no token that was revoked since', async () => {
    const standby = await startStandby(folder.file('standby'), primary);
    onTestFinished(() => removePostgres(standby.folder));
    let target = primary;
    const { name, store, proxy, create, list, isReady } = await stage({
      target: () => target,
      patienceMs: 300,
    });
    await standby.query('SELECT pg_wal_replay_pause()');
    target = standby;
    // Of all connections that are open.
    await primary.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = '${name}' AND application_name = 'plenary'`);
    expect([await list(), await create('refused'), await isReady()]).toEqual([503, 503, false]);
    target = primary;
    const other = await openStore(proxy.address(name));
    onTestFinished(() => other.close());
    const [token] = await store.listTokens();
    expect(await list()).toBe(200);
    await other.revokeToken(token?.id ?? '', '2027-01-01T00:00:00.000Z');
    expect(await list()).toBe(401);
    await expect.poll(isReady).toBe(true);
  });

  it('lead to two servers uses those to the later one', async () => {
    const later = await startPostgres(folder.file('later'));
    onTestFinished(() => removePostgres(later.folder));
    let target = primary;
    const { name, proxy, store, list } = await stage({ target: () => target });
    await later.createDatabase(name);
    const address = later.address(name);
    const service = await startServiceOn(address);
    onTestFinished(service.stop);
    expect(await list()).toBe(200);
    target = later;
    // The first write connects anew. The connection of the reads has not ended.
    expect(await store.revokeToken('absent', '2027-01-01T00:00:00.000Z')).toBeUndefined();
    expect(await list()).toBe(401);
    proxy.close();
  });

  it('wait for a lock of a commit that is never confirmed find the new primary', async () => {
    let target = primary;
    const { name, organizationId, create } = await stage({ target: () => target });
    expect(await create('before')).toBe(201);
    const standby = await startStandby(folder.file('promoted'), primary);
    await standby.query('SELECT pg_promote(true)');
    const other = await openStore(primary.address(name));
    onTestFinished(async () => {
      await requireNoStandby(primary);
      await other.close();
      await removePostgres(standby.folder);
    });
    await requireAbsentStandby(primary);
    const ref = { organizationId, eventId: 'conf' };
    const fields = { ...blankSpeaker, email: 'unconfirmed@example.org' };
    const unconfirmed = other.speakers.create(ref, fields).catch(({ name }) => name);
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE datname = '${name}' AND wait_event = 'SyncRep'`;
    await expect.poll(() => primary.query(waiting)).toHaveLength(1);
    target = standby;
    await expect.poll(() => create('after'), { timeout: promisedMs }).toBe(201);
    expect(await unconfirmed).toBe('StoreUncertain');
  });
});
