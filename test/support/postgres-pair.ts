// A primary PostgreSQL server and its standby, which takes over when the primary is killed.
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type PostgresServer, removePostgres, startPostgres, startStandby } from './postgres.ts';

export interface PostgresPair {
  /** The address of a database that leads to both servers. */
  address(database: string): string;
  primary(): PostgresServer;
  /** Whether a commit waits for the standby. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** Ends the replication, as if the network between the servers failed. */
  disconnectStandby(): Promise<void>;
  /** Kills the primary. `quit`: it closes its connections. `kill`: all of its processes end at once. */
  killPrimary(how: 'quit' | 'kill'): Promise<void>;
  /** The standby becomes the primary. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

export async function startPair(folder: string): Promise<PostgresPair> {
  const places = [
    { folder: join(folder, 'a'), port: await freePort() },
    { folder: join(folder, 'b'), port: await freePort() },
  ];
  const [first = missing(), second = missing()] = places;
  let primary = await startPostgres(first.folder, { port: first.port });
  let standby = await startStandby(second.folder, primary, { port: second.port });

  return {
    address: (database) =>
      `postgres://postgres@${places.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    primary: () => primary,
    async setSynchronous(isSynchronous) {
      await configure(primary, 'synchronous_standby_names', isSynchronous ? '*' : '');
      const state = isSynchronous ? 'sync' : 'async';
      await until(primary, `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '${state}'`);
    },
    async disconnectStandby() {
      await configure(standby, 'primary_conninfo', '');
      await until(standby, 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_wal_receiver)');
    },
    killPrimary: (how) => primary.kill(how),
    async promote() {
      // Until it has a standby of its own, its commits must not wait for one.
      await configure(standby, 'synchronous_standby_names', '');
      await standby.query('SELECT pg_promote(true)');
      [primary, standby] = [standby, primary];
    },
    remove: async () => {
      await Promise.all(places.map((place) => removePostgres(place.folder)));
    },
  };
}

async function configure(server: PostgresServer, name: string, value: string): Promise<void> {
  await server.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await server.query('SELECT pg_reload_conf()');
}

async function until(server: PostgresServer, hasRow: string): Promise<void> {
  const end = performance.now() + 30_000;
  while ((await server.query(hasRow)).length === 0) {
    if (performance.now() > end) throw new Error(`no row: ${hasRow}`);
    await delay(10);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function missing(): never {
  throw new Error('a pair has two servers');
}
