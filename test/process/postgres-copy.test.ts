// Runs the tests of copies between a file and PostgreSQL, in both directions.
import { afterAll, describe } from 'vitest';
import { describeCopies } from '../support/conformance/copies.ts';
import { emptyPostgresDatabase, hasPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(!hasPostgres)('with a server', () => {
  const folder = temporaryFolder();
  const removals: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all(removals.map((remove) => remove()));
    folder.remove();
  });

  let files = 0;
  const sqlite = { name: 'SQLite', newDatabase: async () => folder.file(`${++files}.db`) };
  const newDatabase = async () => {
    const { address, remove } = await emptyPostgresDatabase();
    removals.push(remove);
    return address;
  };
  const postgres = { name: 'PostgreSQL', newDatabase };

  describeCopies(sqlite, postgres);
  describeCopies(postgres, sqlite);
});
