// A PostgreSQL primary with a synchronous standby that takes over, as often as a trial wants.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type PostgresServer,
  removePostgres,
  serverFolder,
  startPostgres,
  startStandby,
} from './postgres.ts';
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts';

/**
 * What becomes of a primary: its processes continue without its standby, so that no commit is
 * confirmed; they end; or they stop, without an end of their connections.
 */
export const primaryFates = ['fenced', 'killed', 'frozen'] as const;
export type PrimaryFate = (typeof primaryFates)[number];

export type PostgresCluster = Awaited<ReturnType<typeof startCluster>>;

/** @param folder the path of a folder for each server, by its number */
async function startCluster(folder: (server: number) => string) {
  let servers = 1;
  let former: PostgresServer | undefined;
  let primary = await startPostgres(folder(0));
  let standby: PostgresServer | undefined;
  let address = primary;
  await addStandby();
  return {
    /** Where its address leads at this moment. */
    socket: () => address.socket,
    createDatabase: (name: string) => primary.createDatabase(name),
    /**
     * Returns when the standby accepts writes.
     * @param staleMs how long before that the address leads to it
     */
    async failOver(fate: PrimaryFate, staleMs: number): Promise<void> {
      if (standby === undefined) throw new Error('there is no standby');
      // Nothing that a client learns from now on may have been confirmed by the primary.
      await configure(standby, 'primary_conninfo', '');
      await hasRow(standby, 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_wal_receiver)');
      await delay(200);
      if (fate === 'killed') await remove(primary);
      else former = primary;
      if (fate === 'frozen') primary.freeze(true);
      address = standby;
      await delay(staleMs);
      // Until it has a standby of its own, its commits must not wait for one.
      await configure(standby, 'synchronous_standby_names', '');
      await standby.query('SELECT pg_promote(true)');
      [primary, standby] = [standby, undefined];
    },
    /** Ends the former primary, and gives the one of today a synchronous standby. */
    async repair(): Promise<void> {
      if (former !== undefined) await remove(former);
      former = undefined;
      await addStandby();
    },
    async close(): Promise<void> {
      for (const server of [former, standby, primary]) {
        if (server !== undefined) await remove(server);
      }
    },
  };

  async function addStandby(): Promise<void> {
    standby = await startStandby(folder(servers++), primary);
    await configure(primary, 'synchronous_standby_names', '*');
    await hasRow(
      primary,
      "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'",
    );
  }
}

/** What a cluster is used for. @param data the address of an empty database, through the proxy */
type Use<T> = (data: string, cluster: PostgresCluster, proxy: PostgresProxy) => Promise<T>;

/** Starts a cluster to which a proxy leads, and removes both when they are used. */
export async function besideCluster<T>(use: Use<T>): Promise<T> {
  const folder = serverFolder();
  const cluster = await startCluster((server) => folder.file(`server-${server}`));
  const proxy = await startPostgresProxy(cluster.socket);
  try {
    await cluster.createDatabase('plenary');
    return await use(proxy.address('plenary'), cluster, proxy);
  } finally {
    proxy.close();
    await cluster.close();
    folder.remove();
  }
}

/** Also one that is frozen. */
async function remove(server: PostgresServer): Promise<void> {
  await server.kill();
  await removePostgres(server.folder);
}

async function configure(server: PostgresServer, name: string, value: string): Promise<void> {
  await server.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await server.query('SELECT pg_reload_conf()');
}

async function hasRow(server: PostgresServer, query: string): Promise<void> {
  while ((await server.query(query)).length === 0) await delay(10);
}
