// Runs the tests that every store must pass on PostgreSQL, and those of copies between a file and
// PostgreSQL, in both directions.
import { afterAll, describe } from 'vitest';
import { openStore } from '../../src/service/store/open.ts';
import { openPostgres } from '../../src/service/store/postgres.ts';
import { describeCopies } from '../support/conformance/copies.ts';
import { describeMigrations } from '../support/conformance/migrations.ts';
import { describeStore } from '../support/conformance/suite.ts';
import {
  emptyPostgresDatabase,
  hasPostgres,
  postgresDatabase,
} from '../support/shared-postgres.ts';
import { sharedFolder } from '../support/stage.ts';

describe.skipIf(!hasPostgres)('with a server', () => {
  describeStore('PostgreSQL', async () => {
    const { address, remove } = await postgresDatabase();
    return { open: (now) => openStore(address, { create: true, now }), remove };
  });

  const folder = sharedFolder();
  const removals: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(removals.map((remove) => remove())));

  let files = 0;
  const sqlite = { name: 'SQLite', newDatabase: async () => folder.file(`${++files}.db`) };
  const newDatabase = async () => {
    const { address, remove } = await emptyPostgresDatabase();
    removals.push(remove);
    return address;
  };
  const openDriver = (data: string) => openPostgres(data);
  const postgres = { name: 'PostgreSQL', newDatabase, openDriver };

  describeCopies(sqlite, postgres);
  describeCopies(postgres, sqlite);
  describeMigrations(postgres);
});
