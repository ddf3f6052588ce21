// Events that an asynchronous standby has not received when it takes over: their numbers belong to others, or they were added again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hasPostgres,
  postgresDatabase,
  type TestDatabaseOnPostgres,
} from '../../../../test/support/shared-postgres.ts';
import { administration } from '../../administration.ts';
import { openStore } from '../open.ts';
import { blankSpeaker, blankSubmission, type EventRef } from '../records.ts';
import type { Store } from '../store.ts';
import { parseAddress } from './address.ts';
import { connectTo, type Database } from './database.ts';

describe.skipIf(!hasPostgres)('an event that was lost, and is known to a process', () => {
  const names = ['speakers', 'submissions', 'sessions', 'contentItems', 'contacts'] as const;
  let test: TestDatabaseOnPostgres;
  let database: Database;
  let store: Store;
  let lost: EventRef;
  let other: EventRef;

  beforeEach(async () => {
    test = await postgresDatabase();
    database = connectTo(parseAddress(test.address));
    store = await openStore(test.address);
    lost = await newEvent('conf');
    await fill(lost, 'ada@example.org');
    await database.query('DELETE FROM events; DELETE FROM counters; DELETE FROM contacts');
    await database.query('DELETE FROM speakers; DELETE FROM submissions');
    await database.query(
      "SELECT setval(pg_get_serial_sequence('events', 'seq'), currval, false) FROM (SELECT last_value AS currval FROM events_seq_seq) AS s",
    );
    // Of another organization, with the same id.
    other = await newEvent('conf');
    await fill(other, 'bo@example.org');
  });
  afterEach(async () => {
    await store.close();
    await database.close();
    await test.remove();
  });

  async function newEvent(eventId: string, name = 'Tests'): Promise<EventRef> {
    const operator = administration(store, undefined);
    const { organization } = await operator.createOrganization(name);
    const ref = { organizationId: organization.id, eventId };
    await operator.addEvent({ ...ref, id: eventId, name, timezone: 'UTC' });
    return ref;
  }

  async function fill(event: EventRef, email: string): Promise<void> {
    const place = { room: 'Saal 1', start: '2027-05-20T09:30:00+02:00', status: 'accepted' };
    await store.speakers.create(event, { ...blankSpeaker, email, speaker_status: 'accepted' });
    await store.submissions.create(event, { ...blankSubmission, title: 'Queues', submitter_email: email, ...place });
  }

  const listed = <Name extends (typeof names)[number]>(event: EventRef, name: Name, status?: string) =>
    store.list(name, event, { page: 1, pageSize: 10, status });
  const numbers = () => database.query('SELECT seq FROM events');

  it.each(names)('is not found in the list of %s, filtered or not', async (name) => {
    expect(await numbers()).toHaveLength(1);
    expect((await listed(other, name))?.totalResults).toBe(1);
    expect(await listed(lost, name, 'accepted')).toBeUndefined();
    expect(await listed(lost, name)).toBeUndefined();
    expect((await listed(other, name, 'accepted'))?.totalResults).toBe(1);
  });

  it('is not found by a creation, and the other event is at the same instant', async () => {
    const outcomes = await Promise.all(
      [lost, other, lost, other].map((event, i) =>
        store.speakers.create(event, { ...blankSpeaker, email: `cy-${i}@example.org` }),
      ),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not_found', 'created', 'not_found', 'created']);
    expect((await listed(other, 'speakers'))?.totalResults).toBe(3);
    expect((await listed(other, 'contacts'))?.totalResults).toBe(3);
  });

  it('is found again when it was added again, with what it is now', async () => {
    const operator = administration(store, undefined);
    await operator.addEvent({
      id: 'conf',
      name: 'Again',
      timezone: 'Asia/Kolkata',
      organizationId: lost.organizationId,
    });
    expect((await listed(lost, 'speakers', 'accepted'))?.totalResults).toBe(0);
    expect(await store.findEvent(lost)).toMatchObject({ name: 'Again', timezone: 'Asia/Kolkata' });
    expect((await store.speakers.create(lost, { ...blankSpeaker, email: 'ada@example.org' })).outcome).toBe('created');
    expect((await listed(lost, 'contacts'))?.records.map(({ email }) => email)).toEqual(['ada@example.org']);
    expect((await listed(other, 'contacts'))?.records.map(({ email }) => email)).toEqual(['bo@example.org']);
  });
});
