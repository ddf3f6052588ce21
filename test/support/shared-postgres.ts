// Gives each test of a run a database of its own on one PostgreSQL server, which ends with the run.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/service/store/open.ts';
import { type PostgresServer, postgresPrograms, removePostgres, sharedPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the run's server. */
    readonly postgres: string;
  }
}

/** Whether tests on PostgreSQL can run here. If not, they are skipped, and the run says so once. */
export const hasPostgres = postgresPrograms !== undefined;

export default function setup({ provide, config }: TestProject): (() => Promise<void>) | undefined {
  if (!hasPostgres) {
    process.stderr.write('PostgreSQL is not installed; the tests on it are skipped\n');
    return undefined;
  }
  const folder = mkdtempSync(join(config.env.TMPDIR ?? tmpdir(), 'plenary-postgres-'));
  // The server runs as another user.
  chmodSync(folder, 0o755);
  provide('postgres', folder);
  return async () => {
    await removePostgres(join(folder, 'shared'));
    rmSync(folder, { recursive: true, force: true });
  };
}

export interface TestDatabaseOnPostgres {
  readonly address: string;
  readonly name: string;
  /** Of the server's Unix socket. */
  readonly folder: string;
  /** As the superuser. */
  query(text: string): Promise<readonly Record<string, unknown>[]>;
  remove(): Promise<void>;
}

let created = 0;

/** An empty database. */
export async function emptyPostgresDatabase(): Promise<TestDatabaseOnPostgres> {
  return copyOf(await sharedPostgres(inject('postgres')), 'template0');
}

const free: TestDatabaseOnPostgres[] = [];

/** A database with Plenary's tables, without rows. It is used again after the test, because creating one takes longer. */
export async function postgresDatabase(): Promise<TestDatabaseOnPostgres> {
  const used = free.pop();
  if (used !== undefined) return used;
  const server = await sharedPostgres(inject('postgres'));
  const database = await copyOf(server, 'template0');
  await (await openStore(database.address, { create: true })).close();
  const reusable: TestDatabaseOnPostgres = {
    ...database,
    async remove() {
      await server.query(tables.map((table) => `DELETE FROM ${table}`).join('; '), database.name);
      free.push(reusable);
    },
  };
  return reusable;
}

const tables = ['speakers', 'submissions', 'events', 'tokens', 'organizations'];

async function copyOf(server: PostgresServer, template: string): Promise<TestDatabaseOnPostgres> {
  const name = `test_${process.pid}_${created++}`;
  await server.createDatabase(name, template);
  return {
    address: server.address(name),
    name,
    folder: server.folder,
    query: (text) => server.query(text, name),
    remove: () => server.dropDatabase(name),
  };
}
