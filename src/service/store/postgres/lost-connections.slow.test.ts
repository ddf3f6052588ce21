// Every write when the connection to PostgreSQL is lost at its COMMIT: done once, and reported as done.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CommitCutter,
  type CommittingStatement,
  type CutMoment,
  startCommitCutter,
} from '../../../../test/support/commit-cutter.ts';
import {
  emptyPostgresDatabase,
  hasPostgres,
  postgresDatabase,
  type TestDatabaseOnPostgres,
} from '../../../../test/support/shared-postgres.ts';
import { type Administration, administration } from '../../administration.ts';
import { openStore } from '../open.ts';
import { blankSpeaker, blankSubmission } from '../records.ts';
import type { Store } from '../store.ts';
import { parseAddress } from './address.ts';
import { connectTo } from './database.ts';

describe.skipIf(!hasPostgres)('a connection that is lost', () => {
  let database: TestDatabaseOnPostgres;
  let cutter: CommitCutter;
  let behind: Store;
  let direct: Store;
  let operator: Administration;
  let organizationId: string;
  let events = 0;

  beforeAll(async () => {
    database = await postgresDatabase();
    cutter = await startCommitCutter(database.folder);
    behind = await openStore(cutter.address(database.name));
    direct = await openStore(database.address);
    operator = administration(behind, undefined);
    organizationId = (await operator.createOrganization('Tests')).organization.id;
    await delayCommits(database.address);
  });
  afterAll(async () => {
    await behind.close();
    await direct.close();
    await cutter.close();
    await database.remove();
  });

  const moments: readonly CutMoment[] = ['before the commit', 'during the commit', 'after the commit'];

  describe.each(moments)('%s', (moment) => {
    /** Carries out a write while connections are cut. */
    async function whileCutting<T>(write: () => Promise<T>, times = 1, statement?: CommittingStatement): Promise<T> {
      cutter.cut(moment, times, statement);
      const result = await write();
      expect(cutter.left()).toBe(0);
      return result;
    }

    async function newEvent() {
      const eventId = `event-${events++}`;
      await operator.addEvent({ id: eventId, name: 'Conf', timezone: 'UTC', organizationId });
      return { organizationId, eventId };
    }

    const everything = { page: 1, pageSize: 1000 };

    it.each([1, 2])('creates each record of a group once (connections lost: %i)', async (times) => {
      const event = await newEvent();
      const speakers = Array.from({ length: 40 }, (_, i) => ({ ...blankSpeaker, email: `speaker-${i}@example.org` }));
      const outcomes = await whileCutting(
        () =>
          Promise.all([
            ...speakers.map((speaker, i) =>
              behind.speakers.create(
                event,
                speaker,
                i % 2 ? { key: `${event.eventId}-${i}`, fingerprint: '1' } : undefined,
              ),
            ),
            // Without an address, nothing but the id distinguishes two of them.
            ...speakers.map(() => behind.submissions.create(event, { ...blankSubmission, title: 'Queues' })),
          ]),
        times,
      );
      expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
      for (const name of ['speakers', 'submissions'] as const) {
        const stored = await direct.list(name, event, everything);
        expect(stored?.totalResults).toBe(40);
        const records = outcomes.flatMap((creation) => ('record' in creation ? [creation.record] : []));
        expect(records).toEqual(expect.arrayContaining([...(stored?.records ?? [])]));
      }
      expect((await direct.list('contacts', event, everything))?.totalResults).toBe(40);
    });

    it('changes a record and moves it to another contact', async () => {
      const event = await newEvent();
      const created = await behind.speakers.create(event, { ...blankSpeaker, email: 'ada@example.org' });
      if (created.outcome !== 'created') throw new Error(created.outcome);
      const own = { organizationId, id: created.record.id };
      const updated = await whileCutting(() => behind.speakers.update(own, { email: 'ada@example.com', title: 'Dr.' }));
      expect(updated).toMatchObject({ outcome: 'updated', record: { email: 'ada@example.com', title: 'Dr.' } });
      expect(await direct.speakers.find(own)).toMatchObject({ email: 'ada@example.com', title: 'Dr.' });
      const contacts = await direct.list('contacts', event, everything);
      expect(contacts?.records.map(({ email }) => email)).toEqual(['ada@example.com']);
    });

    it('adds an event, issues a token and creates an organization', async () => {
      const id = `added-${events++}`;
      await whileCutting(() => operator.addEvent({ id, name: 'Added', timezone: 'UTC', organizationId }));
      expect((await direct.listEvents(organizationId)).filter((event) => event.id === id)).toHaveLength(1);
      expect(await direct.list('speakers', { organizationId, eventId: id }, everything)).toMatchObject({
        totalResults: 0,
      });

      const token = await whileCutting(() => operator.issueToken('lost', organizationId));
      expect((await direct.listTokens(organizationId)).filter((found) => found.id === token.id)).toHaveLength(1);

      const { organization } = await whileCutting(() => operator.createOrganization('Lost'));
      expect((await direct.listOrganizations()).filter((found) => found.id === organization.id)).toHaveLength(1);
      expect(await direct.listTokens(organization.id)).toHaveLength(1);
    });

    it.each([1, 2])('counts requests once, and keeps their places (connections lost: %i)', async (times) => {
      const count = (store: Store, requests: number) => store.countRequests(`${moment} ${times}`, requests, 60_000);
      expect((await count(behind, 5)).used).toBe(5);
      const counting = whileCutting(() => count(behind, 10), times, {
        command: 'INTO rate_windows',
        completed: 'INSERT 0 1\0',
      });
      // Another process counts before the next attempt, and after it.
      const others = [await count(direct, 100), await counting, await count(direct, 100)].map(({ used }) => used);
      expect(others[2]).toBe(215);
      expect([
        [105, 115, 215],
        [115, 15, 215],
      ]).toContainEqual(others);
      expect((await count(behind, 1)).used).toBe(216);
    });

    it('migrates an empty database', async () => {
      const empty = await emptyPostgresDatabase();
      const store = await whileCutting(() => openStore(cutter.address(empty.name)), 2);
      expect(await store.listOrganizations()).toEqual([]);
      await store.close();
      await empty.remove();
    });
  });
});

/** Commits take 100 ms, as they do while a synchronous standby is slow: the next attempt begins before the last has ended. */
async function delayCommits(address: string): Promise<void> {
  const database = connectTo(parseAddress(address));
  await database.query(`CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END $$`);
  for (const table of ['counters', 'events', 'tokens', 'rate_windows']) {
    await database.query(`CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT OR UPDATE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wait_at_commit()`);
  }
  await database.close();
}
