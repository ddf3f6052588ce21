// A database with records of two events.
import { openStore } from '../../src/service/store/open.ts';
import { blankSpeaker, blankSubmission } from '../../src/service/store/records.ts';
import { timestamp } from '../../src/service/store/stamps.ts';

/** Fills a database with records of two events, half of them with an idempotency key. */
export async function fillDatabase(data: string, records: number): Promise<void> {
  const store = await openStore(data, { create: true });
  const created_at = timestamp(Date.now());
  const token = { id: 'tok_1', organization_id: 'org_1', name: 'Trial', hash: 'hash', created_at };
  await store.insertOrganization({ id: 'org_1', name: 'Trial', created_at }, token);
  for (const id of ['one', 'two']) {
    await store.insertEvent({ id, organization_id: 'org_1', name: id, timezone: 'UTC', created_at });
  }
  const about = 'A text of usual length. '.repeat(15);
  const create = (n: number): Promise<unknown> => {
    const ref = { organizationId: 'org_1', eventId: n % 4 < 2 ? 'one' : 'two' };
    const address = `person-${n >> 1}@example.org`;
    return n % 2 === 0
      ? store.speakers.create(ref, { ...blankSpeaker, email: address, about }, { key: `key-${n}`, fingerprint: 'same' })
      : store.submissions.create(ref, {
          ...blankSubmission,
          title: `Talk ${n}`,
          submitter_email: address,
          abstract: about,
        });
  };
  const atOnce = 500;
  for (let first = 0; first < records; first += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, records - first) }, (_, i) => create(first + i)));
  }
  await store.close();
}
