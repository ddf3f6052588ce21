// A primary PostgreSQL server and its standby, which takes over when the primary is killed.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type PostgresServer, removePostgres, startPostgres, startStandby } from './postgres.ts';
import { startPostgresProxy } from './postgres-proxy.ts';

export interface PostgresPair {
  /** The address of a database, which always leads to the primary. */
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
  const folders = [join(folder, 'a'), join(folder, 'b')] as const;
  let primary = await startPostgres(folders[0]);
  let standby = await startStandby(folders[1], primary);
  const proxy = await startPostgresProxy(() => primary.socket);

  return {
    address: proxy.address,
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
      proxy.close();
      await Promise.all(folders.map(removePostgres));
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
