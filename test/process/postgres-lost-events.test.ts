// An event that an asynchronous standby has not received when it takes over: its number belongs to another, or it was added again.
import { expect, it, onTestFinished } from 'vitest';
import { administration } from '../../src/service/administration.ts';
import { openStore } from '../../src/service/store/open.ts';
import { blankSpeaker, type EventRef } from '../../src/service/store/records.ts';
import { hasPostgres, postgresDatabase } from '../support/shared-postgres.ts';

it.skipIf(!hasPostgres)('is not found by a process that knew it, until it was added again', async () => {
  const test = await postgresDatabase();
  const store = await openStore(test.address);
  onTestFinished(async () => {
    await store.close();
    await test.remove();
  });
  const operator = administration(store, undefined);
  const newEvent = async (): Promise<EventRef> => {
    const { id: organizationId } = (await operator.createOrganization('Tests')).organization;
    await operator.addEvent({ id: 'conf', name: 'Conf', timezone: 'UTC', organizationId });
    return { organizationId, eventId: 'conf' };
  };
  const create = async (event: EventRef, email: string) =>
    (await store.speakers.create(event, { ...blankSpeaker, email, speaker_status: 'accepted' })).outcome;
  const listed = async (name: 'speakers' | 'contacts', event: EventRef, status?: string) =>
    (await store.list(name, event, { page: 1, pageSize: 10, status }))?.records.map(({ email }) => email);

  const lost = await newEvent();
  expect(await create(lost, 'ada@example.org')).toBe('created');
  await test.query('DELETE FROM events; DELETE FROM counters; DELETE FROM contacts; DELETE FROM speakers');
  await test.query("SELECT setval('events_seq_seq', (SELECT last_value FROM events_seq_seq), false)");
  // Of another organization, with the same id and number.
  const other = await newEvent();

  const emails = ['bo', 'cy', 'dan', 'eve'].map((name) => `${name}@example.org`);
  const outcomes = await Promise.all(emails.map((email, i) => create(i % 2 === 0 ? lost : other, email)));
  expect(outcomes).toEqual(['not_found', 'created', 'not_found', 'created']);
  for (const name of ['speakers', 'contacts'] as const) {
    for (const status of [undefined, 'accepted']) {
      expect(await listed(name, lost, status)).toBeUndefined();
      expect(await listed(name, other, status)).toEqual(['cy@example.org', 'eve@example.org']);
    }
  }

  await operator.addEvent({ id: 'conf', name: 'Again', timezone: 'Asia/Kolkata', organizationId: lost.organizationId });
  expect(await listed('speakers', lost)).toEqual([]);
  expect(await store.findEvent(lost)).toMatchObject({ name: 'Again', timezone: 'Asia/Kolkata' });
  expect(await create(lost, 'ada@example.org')).toBe('created');
  expect(await listed('contacts', lost)).toEqual(['ada@example.org']);
});
