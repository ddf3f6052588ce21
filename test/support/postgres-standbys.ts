// Which standbys the commits of a PostgreSQL server wait for.
import type { PostgresServer } from './postgres.ts';

/**
 * Lets commits wait for a standby that does not exist.
 * @returns once they do: the processes of the server learn of it one by one
 */
export async function requireAbsentStandby(server: Pick<PostgresServer, 'query'>): Promise<void> {
  await server.query("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (absent)'");
  await server.query('SELECT pg_reload_conf()');
  for (;;) {
    let isOver = false;
    const commit = server.query('CREATE TEMP TABLE waits ()').finally(() => {
      isOver = true;
    });
    // It ends when the standby is no longer required, or with the server.
    commit.catch(() => undefined);
    while (!isOver) {
      const [waiting] = await server.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      );
      if (waiting !== undefined) return;
    }
    await commit;
  }
}

/** Lets commits wait for no standby. */
export async function requireNoStandby(server: Pick<PostgresServer, 'query'>): Promise<void> {
  await server.query('ALTER SYSTEM RESET synchronous_standby_names');
  await server.query('SELECT pg_reload_conf()');
}
