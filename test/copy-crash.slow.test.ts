// What a copy of a database leaves behind that was killed; `npm run crash -- copy` kills many more.
import { describe, expect, it } from 'vitest';
import { fillDatabase, killCopies } from './support/copy-trial.ts';
import { databaseMaker } from './support/empty-databases.ts';
import { hasPostgres } from './support/shared-postgres.ts';

describe.skipIf(!hasPostgres)('a copy that is killed leaves nothing or everything', () => {
  it.concurrent.each([
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
  ] as const)('from %s to %s', async (source, target) => {
    const { newDatabase, removeAll } = databaseMaker();
    const original = await newDatabase(source);
    await fillDatabase(original, 3000);
    const newTarget = () => newDatabase(target);
    const { killed, empty, whole, faults } = await killCopies({ from: original, newTarget, kills: 2, seed: 5 });
    expect({ killed, left: empty + whole, faults }).toEqual({ killed: 2, left: 2, faults: [] });
    await removeAll();
  });
});
