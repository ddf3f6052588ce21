// A plan that was prepared while an event was small must be right when it is large.
import { expect, it } from 'vitest';
import { createAccount } from '../../../../test/support/postgres-stage.ts';
import { emptyPostgresDatabase, hasPostgres } from '../../../../test/support/shared-postgres.ts';
import { openStore } from '../open.ts';
import { blankSpeaker } from '../records.ts';
import { parseAddress } from './address.ts';
import { connectTo } from './database.ts';
import { statements } from './sql.ts';

it.skipIf(!hasPostgres)('people are looked up in the index of addresses, also while there are few', async () => {
  const test = await emptyPostgresDatabase();
  const { organizationId } = await createAccount(test.address);
  const store = await openStore(test.address);
  for (const name of ['ada', 'bob', 'cy', 'di', 'eve']) {
    const speaker = { ...blankSpeaker, email: `${name}@example.org` };
    await store.speakers.create({ organizationId, eventId: 'conf' }, speaker);
  }
  const database = connectTo(parseAddress(test.address));
  await database.query('ANALYZE');
  const plan = await database.transaction(async ({ query }) => {
    await query('SET LOCAL plan_cache_mode = force_generic_plan');
    await query(`PREPARE looking (bigint, text[]) AS ${statements.findContacts}`);
    return query<Record<string, string>>("EXPLAIN EXECUTE looking (1, ARRAY['ada@example.org'])");
  });
  const indexes = plan.flatMap((line) => /(?:Scan using|Seq Scan on) (\w+)/.exec(line['QUERY PLAN'] ?? '')?.[1] ?? []);
  expect(indexes).toEqual(['contacts_by_address', 'speakers_by_contact']);
  await database.close();
  await store.close();
  await test.remove();
});
