// A database of each kind for the service: on the disk, with every commit flushed.
import {
  postgresPrograms,
  removePostgres,
  serverFolder,
  startPostgres,
} from '../test/support/postgres.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';

export interface Databases {
  /** @returns the address of a new database */
  create(name: string): Promise<string>;
  /** Does what autovacuum does within a minute. */
  settle(name: string): Promise<unknown>;
  close(): Promise<void>;
}

async function openFiles(): Promise<Databases> {
  const folder = temporaryFolder();
  return {
    create: async (name) => folder.file(`${name}.db`),
    settle: async () => undefined,
    close: async () => folder.remove(),
  };
}

async function openServer(): Promise<Databases> {
  const folder = serverFolder();
  const server = await startPostgres(folder.file('server'), {
    configuration: ['shared_buffers=256MB', 'max_wal_size=4GB'],
  });
  return {
    async create(name) {
      await server.createDatabase(name);
      return server.address(name);
    },
    settle: (name) => server.query('VACUUM ANALYZE', name),
    async close() {
      await removePostgres(folder.file('server'));
      folder.remove();
    },
  };
}

/** PostgreSQL only if it is installed. */
export const stores: Readonly<Record<string, () => Promise<Databases>>> = {
  sqlite: openFiles,
  ...(postgresPrograms !== undefined && { postgres: openServer }),
};
