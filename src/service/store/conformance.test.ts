// Runs the tests that every store must pass on SQLite, and those of copies from one file to
// another.
import { afterAll } from 'vitest';
import { describeCopies } from '../../../test/support/conformance/copies.ts';
import { describeMigrations } from '../../../test/support/conformance/migrations.ts';
import { describeStore } from '../../../test/support/conformance/suite.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openStore } from './open.ts';
import { openSqlite } from './sqlite.ts';

describeStore('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: (now) => openStore(folder.file('plenary.db'), { create: true, now }),
    remove: async () => folder.remove(),
  };
});

const copies = temporaryFolder();
afterAll(() => copies.remove());

let files = 0;
const sqlite = {
  name: 'SQLite',
  newDatabase: async () => copies.file(`${++files}.db`),
  openDriver: async (data: string) => openSqlite(data, true),
};

describeCopies(sqlite, sqlite);
describeMigrations(sqlite);
