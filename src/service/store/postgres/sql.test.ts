// Statements whose effect depends on the plan, or on the database's clock.
import { expect, it } from 'vitest';
import { createAccount } from '../../../../test/support/postgres-stage.ts';
import { emptyPostgresDatabase, hasPostgres, postgresDatabase } from '../../../../test/support/shared-postgres.ts';
import { keyLifetimeMs } from '../idempotency.ts';
import { openStore } from '../open.ts';
import { blankSpeaker } from '../records.ts';
import { parseAddress } from './address.ts';
import { connectTo } from './database.ts';
import { peopleStatements } from './people-sql.ts';
import { statements } from './sql.ts';

it.skipIf(!hasPostgres)(
  'people are looked up in the indexes of their addresses and numbers, however small the event is',
  async () => {
    const test = await emptyPostgresDatabase();
    const { organizationId } = await createAccount(test.address);
    const store = await openStore(test.address);
    const database = connectTo(parseAddress(test.address));
    let created = 0;
    const create = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => {
          const speaker = { ...blankSpeaker, email: `speaker-${++created}@example.org` };
          return store.speakers.create({ organizationId, eventId: 'conf' }, speaker);
        }),
      );
    const indexes = (statement: string, type: 'text' | 'int') =>
      database.transaction(async ({ query }) => {
        await query('SET LOCAL plan_cache_mode = force_generic_plan');
        await query(`PREPARE looking (bigint, ${type}[]) AS ${statement}`);
        const plan = await query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE looking (1, ARRAY['1']::${type}[])`);
        await query('DEALLOCATE looking');
        return plan.flatMap((line) => /(?:Index|Seq) Scan (?:using|on) (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
      });
    await create(5);
    await database.query('ANALYZE');
    for (const count of [0, 64, 64, 64]) {
      await create(count);
      expect(await indexes(statements.findContacts, 'text')).toEqual(['contacts_by_address', 'speakers_by_contact']);
      expect(await indexes(peopleStatements.lockContacts, 'int')).toEqual(['contacts_pkey']);
      expect(await indexes(peopleStatements.findSpeakers, 'int')).toEqual(['speakers_by_contact']);
    }
    await database.close();
    await store.close();
    await test.remove();
  },
);

it.skipIf(!hasPostgres)("idempotency keys expire by the database's clock, unless a time is given", async () => {
  const test = await postgresDatabase();
  const database = connectTo(parseAddress(test.address));
  const insert = `INSERT INTO idempotency_keys (organization_id, key, fingerprint, id, created_at)
    SELECT 'org', $1, 'f', $1, floor(extract(epoch FROM clock_timestamp()) * 1000) - $2::bigint`;
  await database.query(insert, ['expired', keyLifetimeMs]);
  await database.query(insert, ['valid', keyLifetimeMs - 60_000]);
  const keys = () => database.query('SELECT key FROM idempotency_keys');
  await database.query(statements.deleteExpiredKeys, [keyLifetimeMs, null]);
  expect(await keys()).toEqual([{ key: 'valid' }]);
  await database.query(statements.deleteExpiredKeys, [keyLifetimeMs, Date.now() + 120_000]);
  expect(await keys()).toEqual([]);
  await database.close();
  await test.remove();
});
