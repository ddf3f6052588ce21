// PostgreSQL behind PgBouncer in transaction mode, which does not keep the statements of a session.
import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPooler, type Pooler, startPooler } from '../../../../test/support/pooler.ts';
import { createAccount } from '../../../../test/support/postgres-stage.ts';
import {
  emptyPostgresDatabase,
  hasPostgres,
  type TestDatabaseOnPostgres,
} from '../../../../test/support/shared-postgres.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { openStore } from '../open.ts';
import { blankSpeaker } from '../records.ts';

describe.skipIf(!hasPostgres || !hasPooler)('a pooler', () => {
  const folder = temporaryFolder();
  let database: TestDatabaseOnPostgres;
  let pooler: Pooler;

  beforeAll(async () => {
    chmodSync(folder.path, 0o777);
    database = await emptyPostgresDatabase();
    pooler = await startPooler(folder.path, database.folder);
  });
  afterAll(async () => {
    await pooler.stop();
    await database.remove();
    folder.remove();
  });

  it('works for several processes', async () => {
    const data = pooler.address(database.name);
    const { organizationId } = await createAccount(data);
    const event = { organizationId, eventId: 'conf' };
    const stores = await Promise.all([openStore(data), openStore(data), openStore(data)]);
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        stores[i % 3]?.speakers.create(event, { ...blankSpeaker, email: `speaker-${i}@example.org` }),
      ),
    );
    expect(new Set(outcomes.map((creation) => creation?.outcome))).toEqual(new Set(['created']));
    const lists = await Promise.all(stores.map((store) => store.list('speakers', event, { page: 1, pageSize: 100 })));
    expect(lists.map((list) => list?.totalResults)).toEqual([60, 60, 60]);
    await Promise.all(stores.map((store) => store.close()));
  });
});
