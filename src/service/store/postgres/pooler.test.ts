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
import { parseAddress } from './address.ts';
import { connectTo } from './database.ts';

describe.skipIf(!hasPostgres || !hasPooler)('a pooler', () => {
  const folder = temporaryFolder();
  let database: TestDatabaseOnPostgres;
  let name: string;
  let pooler: Pooler;

  beforeAll(async () => {
    chmodSync(folder.path, 0o777);
    database = await emptyPostgresDatabase();
    name = database.name;
    pooler = await startPooler(folder.path, database.folder);
  });
  afterAll(async () => {
    await pooler.stop();
    await database.remove();
    folder.remove();
  });

  it('works for several processes', async () => {
    const data = pooler.address(name);
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

  it('passes on the limits of time, and the request to cancel a statement', async () => {
    const database = connectTo(parseAddress(pooler.address(name)));
    const limits = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`;
    await database.query('SELECT 1');
    expect(await database.query(limits)).toEqual([{ statement: '4500ms', lock: '1500ms' }]);
    await expect(database.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ reason: 'slow' });
    const active = `SELECT query FROM pg_stat_activity WHERE datname = '${name}' AND query LIKE '%pg_sleep(60)%'
      AND state = 'active' AND pid <> pg_backend_pid()`;
    await expect.poll(() => database.query(active)).toEqual([]);
    await database.close();
  });
});
