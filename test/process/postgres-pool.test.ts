// The connections of one process to PostgreSQL: how long each is used, and how a lost one is noticed.
import { existsSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/service/store/postgres.ts';
import { connectionOf } from '../../src/service/store/postgres-address.ts';
import { type Connection, connectionsTo } from '../../src/service/store/postgres-connections.ts';
import { reasonOf } from '../../src/service/store/postgres-errors.ts';
import { startPostgresProxy } from '../support/postgres-proxy.ts';
import {
  emptyPostgresDatabase,
  hasPostgres,
  sharedServer,
  type TestDatabaseOnPostgres,
} from '../support/shared-postgres.ts';

const sockets = '/proc/net/tcp';

describe.skipIf(!hasPostgres)('a connection', () => {
  let database: TestDatabaseOnPostgres;

  beforeEach(async () => {
    database = await emptyPostgresDatabase();
    onTestFinished(database.remove);
  });

  const stage = (address = database.address, lifeMs?: number) => {
    const connections = connectionsTo(connectionOf(address), lifeMs);
    onTestFinished(connections.close);
    return connections;
  };
  const processOf = async (client: Connection) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return rows[0]?.pid;
  };
  const processes = async () => {
    const rows = await database.query(`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'plenary'`);
    return rows.map(({ pid }) => pid);
  };

  it('that is older than its life is closed and replaced between two requests', async () => {
    const { reading, uses } = stage(database.address, 300);
    const first = await reading(processOf);
    // Each of these succeeds.
    while ((await reading(processOf)) === first);
    await expect.poll(processes).not.toContain(first);
    expect(uses()[0]).toMatchObject({ pool: 'reads', used: 0, waiting: 0 });
  });

  it('that reaches the end of its life while it is used is closed after it', async () => {
    const { writing } = stage(database.address, 100);
    const { before, after } = await writing(async (client) => {
      const before = await processOf(client);
      await client.query('SELECT pg_sleep(0.5)');
      return { before, after: await processOf(client) };
    });
    expect(after).toBe(before);
    await expect.poll(processes).toEqual([]);
    expect(await writing(processOf)).not.toBe(before);
  });

  it('that is not free in time is an overload, and not a server that cannot be reached', async () => {
    const driver = await openPostgres(database.address, 100);
    onTestFinished(() => driver.close());
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writes = Array.from({ length: 4 }, () => driver.transaction(() => isReleased));
    await expect(driver.transaction(async () => undefined)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      reason: 'overloaded',
      cause: { message: 'every connection to the database is in use' },
    });
    release();
    await Promise.all(writes);
  });

  it('to a server that is down cannot be reached, however many operations wait', async () => {
    const { writing, close } = connectionsTo(connectionOf('postgres://plenary@127.0.0.1:1/none'));
    onTestFinished(close);
    const errors = Array.from({ length: 40 }, () =>
      writing(async () => undefined).catch((error) => reasonOf(error)),
    );
    expect(new Set(await Promise.all(errors))).toEqual(new Set(['unreachable']));
  });

  it.skipIf(!existsSync(sockets))('is probed by the system after 5 idle seconds', async () => {
    const { socket } = sharedServer();
    const proxy = await startPostgresProxy(() => socket);
    onTestFinished(() => proxy.close());
    const { reading } = stage(proxy.address(database.name));
    const port = await reading(async ({ connection }) => {
      if (!(connection.stream instanceof Socket)) throw new TypeError('it has no socket');
      return connection.stream.localPort ?? 0;
    });
    const [kind, ticks] = timerOf(port);
    expect(kind).toBe('02');
    expect(Number.parseInt(ticks ?? '', 16)).toBeGreaterThan(0);
    expect(Number.parseInt(ticks ?? '', 16)).toBeLessThanOrEqual(500);
  });
});

/**
 * What the system does next with the socket of a port: its kind, 02 for a keepalive probe, and when,
 * in hundredths of a second (https://docs.kernel.org/networking/proc_net_tcp.html).
 */
function timerOf(port: number): readonly string[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync(sockets, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const row = rows.find(([, address]) => address?.endsWith(local));
  return row?.[5]?.split(':') ?? [];
}
