// Gives each test of a run a database of its own on one PostgreSQL server, which ends with the run.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/service/store/open.ts';
import { postgresPrograms, removePostgres, serverAt, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the server that the tests of a run share. */
    readonly postgres: string;
  }
}

/** Whether tests on PostgreSQL can run here. If not, they are skipped, and the run says so once. */
export const hasPostgres = postgresPrograms !== undefined;

export default async function setup({ provide, config }: TestProject) {
  if (!hasPostgres) {
    process.stderr.write('PostgreSQL is not installed; the tests on it are skipped\n');
    return undefined;
  }
  const folder = mkdtempSync(join(config.env.TMPDIR ?? tmpdir(), 'plenary-postgres-'));
  // The server runs as another user.
  chmodSync(folder, 0o755);
  // It need not survive a crash, and no standby follows it.
  const fast = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];
  const forgetful = [...fast, 'wal_level=minimal', 'max_wal_senders=0'];
  await startPostgres(join(folder, 'shared'), { configuration: forgetful });
  provide('postgres', join(folder, 'shared'));
  return async () => {
    await removePostgres(join(folder, 'shared'));
    rmSync(folder, { recursive: true, force: true });
  };
}

export type TestDatabaseOnPostgres = Awaited<ReturnType<typeof emptyPostgresDatabase>>;

/** The server that the tests of a run share. */
export function sharedServer() {
  return serverAt(inject('postgres'));
}

let created = 0;

/** An empty database. */
export async function emptyPostgresDatabase() {
  const server = sharedServer();
  const name = `test_${process.pid}_${created++}`;
  await server.createDatabase(name);
  return {
    address: server.address(name),
    name,
    /** As the superuser. */
    query: (text: string) => server.query(text, name),
    remove: async () => void (await server.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

const free: TestDatabaseOnPostgres[] = [];

/**
 * A database with Plenary's tables, without rows. It is used again after the test, because creating
 * one takes longer.
 */
export async function postgresDatabase(): Promise<TestDatabaseOnPostgres> {
  const used = free.pop();
  if (used !== undefined) return used;
  const database = await emptyPostgresDatabase();
  await (await openStore(database.address, { create: true })).close();
  const reusable: TestDatabaseOnPostgres = {
    ...database,
    async remove() {
      await database.query(tables.map((table) => `DELETE FROM ${table}`).join('; '));
      free.push(reusable);
    },
  };
  return reusable;
}

const tables = ['speakers', 'submissions', 'choices', 'events', 'tokens', 'organizations'];
