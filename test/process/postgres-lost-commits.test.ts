// Creations whose COMMIT was lost, and whose next attempt fails for another reason.
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/service/store/open.ts';
import { parseAddress } from '../../src/service/store/postgres/address.ts';
import { creationOf } from '../../src/service/store/postgres/creation.ts';
import { creationQueue } from '../../src/service/store/postgres/creation-queue.ts';
import { connectTo, type Database } from '../../src/service/store/postgres/database.ts';
import { eventFinder } from '../../src/service/store/postgres/events.ts';
import { blankSpeaker, blankSubmission } from '../../src/service/store/records.ts';
import { createAccount } from '../support/postgres-stage.ts';
import { hasPostgres, postgresDatabase } from '../support/shared-postgres.ts';

describe.skipIf(!hasPostgres)('a creation that was committed without being reported', () => {
  // The first is tried again as a group, the second one by one.
  it.each(['23505', '22021'])('is reported as created after the error %s', async (code) => {
    const { address, remove } = await postgresDatabase();
    const database = connectTo(parseAddress(address));
    const store = await openStore(address);
    onTestFinished(async () => {
      await store.close();
      await database.close();
      await remove();
    });
    const ref = { organizationId: (await createAccount(address)).organizationId, eventId: 'conf' };
    const event = await eventFinder(database).find(ref);
    if (event === undefined) throw new Error('no event');

    let failures = 1;
    const failing: Database['transaction'] = async (work) => {
      const result = await database.transaction(work);
      if (failures-- > 0) throw Object.assign(new Error('refused'), { code });
      return result;
    };
    const { create } = creationQueue({ ...database, transaction: failing });
    const speaker = { ...blankSpeaker, email: 'ada@example.org' };
    const submission = { ...blankSubmission, title: 'Queues' };
    const idempotency = { key: 'once', fingerprint: '1' };
    const outcomes = await Promise.all([
      create(event, creationOf('speakers', { eventId: 'conf', id: 'SPE1', fields: speaker, idempotency })),
      create(
        event,
        creationOf('submissions', { eventId: 'conf', id: 'SUB1', fields: submission, idempotency: undefined }),
      ),
    ]);
    expect(outcomes).toMatchObject([
      { outcome: 'created', record: { id: 'SPE1' } },
      { outcome: 'created', record: { id: 'SUB1' } },
    ]);
    for (const name of ['speakers', 'submissions'] as const) {
      expect(await store.list(name, ref, { page: 1, pageSize: 10 })).toMatchObject({ totalResults: 1 });
    }
  });
});
