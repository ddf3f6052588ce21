// Creations whose COMMIT was lost, and whose next attempt fails for another reason.
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, postgresDatabase } from '../../../../test/support/shared-postgres.ts';
import { administration } from '../../administration.ts';
import { openStore } from '../open.ts';
import { blankSpeaker, blankSubmission } from '../records.ts';
import { parseAddress } from './address.ts';
import { creationOf } from './creation.ts';
import { creationQueue } from './creation-queue.ts';
import { connectTo, type Database } from './database.ts';
import { eventFinder } from './events.ts';

describe.skipIf(!hasPostgres)('a creation that was committed without being reported', () => {
  // The first is tried again as a group, the second one by one.
  it.each(['23505', '22021'])('is reported as created after the error %s', async (code) => {
    const { address, remove } = await postgresDatabase();
    const store = await openStore(address);
    const database = connectTo(parseAddress(address));
    onTestFinished(async () => {
      await store.close();
      await database.close();
      await remove();
    });
    const operator = administration(store, undefined);
    const organizationId = (await operator.createOrganization('Tests')).organization.id;
    await operator.addEvent({ id: 'conf', name: 'Conf', timezone: 'UTC', organizationId });
    const event = await eventFinder(database).find({ organizationId, eventId: 'conf' });
    if (event === undefined) throw new Error('no event');

    let failures = 1;
    const failing: Database['transaction'] = async (work) => {
      const result = await database.transaction(work);
      if (failures-- > 0) throw Object.assign(new Error('refused'), { code });
      return result;
    };
    const { create } = creationQueue({ ...database, transaction: failing });
    const outcomes = await Promise.all([
      create(
        event,
        creationOf('speakers', {
          eventId: 'conf',
          id: 'SPE1',
          fields: { ...blankSpeaker, email: 'ada@example.org' },
          idempotency: { key: 'once', fingerprint: '1' },
        }),
      ),
      create(
        event,
        creationOf('submissions', {
          eventId: 'conf',
          id: 'SUB1',
          fields: { ...blankSubmission, title: 'Queues' },
          idempotency: undefined,
        }),
      ),
    ]);
    expect(outcomes).toMatchObject([
      { outcome: 'created', record: { id: 'SPE1' } },
      { outcome: 'created', record: { id: 'SUB1' } },
    ]);
    for (const name of ['speakers', 'submissions'] as const) {
      const list = await store.list(name, { organizationId, eventId: 'conf' }, { page: 1, pageSize: 10 });
      expect(list?.totalResults).toBe(1);
    }
  });
});
