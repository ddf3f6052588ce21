// Empty databases of every kind that can be used here.
import { emptyPostgresDatabase, hasPostgres } from './shared-postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

export const databaseKinds: readonly DatabaseKind[] = hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

export interface DatabaseMaker {
  /** The path of a file that does not exist yet, or the address of an empty database. */
  newDatabase(kind: DatabaseKind): Promise<string>;
  removeAll(): Promise<void>;
}

export function databaseMaker(): DatabaseMaker {
  const folder = temporaryFolder();
  const removals: (() => Promise<void>)[] = [];
  let files = 0;
  return {
    async newDatabase(kind) {
      if (kind === 'SQLite') return folder.file(`${++files}.db`);
      const { address, remove } = await emptyPostgresDatabase();
      removals.push(remove);
      return address;
    },
    async removeAll() {
      await Promise.all(removals.map((remove) => remove()));
      folder.remove();
    },
  };
}
