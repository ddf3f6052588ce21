// What a lock of another transaction in PostgreSQL holds up: the writes of one event, and not those
// of others.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Query } from '../../src/service/store/driver.ts';
import { openStore } from '../../src/service/store/open.ts';
import { openPostgres } from '../../src/service/store/postgres.ts';
import { blankSpeaker } from '../../src/service/store/record-fields.ts';
import type { Store } from '../../src/service/store/store.ts';
import { recordOf } from '../support/conformance/fixture.ts';
import { newTalk } from '../support/new-talk.ts';
import { hasPostgres, postgresDatabase } from '../support/shared-postgres.ts';

const at = '2026-01-01T00:00:00.000Z';
const organizationId = 'org_1';
const locked = { organizationId, eventId: 'locked' };
const other = { organizationId, eventId: 'other' };
const manyLocked = [locked];
for (let n = 2; n <= 40; n++) manyLocked.push({ organizationId, eventId: `locked_${n}` });

describe.skipIf(!hasPostgres)('on a database in which another program holds a lock', () => {
  let address: string;
  let store: Store;
  let holdLock: (sql: string, use: () => Promise<void>) => Promise<void>;
  let speakers: number;

  beforeEach(async () => {
    speakers = 0;
    const { remove, ...database } = await postgresDatabase();
    address = database.address;
    store = await openStore(address, { patienceMs: 2000 });
    const holder = await openPostgres(address);
    onTestFinished(async () => {
      await Promise.all([store.close(), holder.close()]);
      await remove();
    });
    holdLock = (sql, use) =>
      holder.transaction(async (query: Query) => {
        await query(sql);
        await use();
      });
    const token = {
      id: 't',
      organization_id: organizationId,
      name: 'T',
      hash: 'h',
      created_at: at,
    };
    await store.insertOrganization({ id: organizationId, name: 'O', created_at: at }, token);
    for (const { eventId } of [...manyLocked, other]) {
      await store.insertEvent({
        id: eventId,
        organization_id: organizationId,
        name: eventId,
        timezone: 'UTC',
        created_at: at,
      });
    }
  });

  const addSpeaker = (ref: typeof locked, on = store) =>
    on.speakers.create(ref, { ...blankSpeaker, email: `p${speakers++}@example.org` });
  const addTalk = async (ref: typeof locked) =>
    recordOf(await store.submissions.create(ref, newTalk()));

  it('writes of a locked event fail together, and those of others are done before', async () => {
    const [lockedTalk, otherTalk] = [await addTalk(locked), await addTalk(other)];
    await holdLock("SELECT seq FROM events WHERE id = 'locked' FOR UPDATE", async () => {
      const failures: unknown[] = [];
      const fail = ({ reason }: { readonly reason: unknown }) => void failures.push(reason);
      const change = (id: string) =>
        store.submissions.update({ organizationId, id }, { status: 'accepted' });
      const behind: Promise<unknown>[] = Array.from({ length: 256 }, () =>
        addSpeaker(locked).catch(fail),
      );
      behind.push(change(lockedTalk.id).catch(fail));
      const done = [addSpeaker(other), addSpeaker(other), change(otherTalk.id)];
      expect((await Promise.all(done)).map(({ outcome }) => outcome)).toEqual([
        'created',
        'created',
        'updated',
      ]);
      behind.push(change(lockedTalk.id).catch(fail));
      await addSpeaker(other);
      expect(failures).toEqual([]);
      expect(store.load().writes.pending).toBe(258);
      await Promise.all(behind);
      expect(failures).toEqual(Array(258).fill('locked'));
    });
    expect(await addSpeaker(locked)).toMatchObject({ outcome: 'created' });
  });

  it('forty locked events hold up no write of another one', async () => {
    const patient = await openStore(address);
    onTestFinished(() => patient.close());
    const settled: unknown[] = [];
    let behind: Promise<unknown>[] = [];
    await holdLock("SELECT seq FROM events WHERE id <> 'other' FOR UPDATE", async () => {
      behind = manyLocked.map(async (ref) => {
        const write = addSpeaker(ref, patient);
        await write.finally(() => settled.push(ref));
        return (await write).outcome;
      });
      const begun = performance.now();
      await addSpeaker(other, patient);
      // The time limit of a lock, which is waited for once, and some more.
      expect(performance.now() - begun).toBeLessThan(1500);
      for (let n = 0; n < 20; n++) await addSpeaker(other, patient);
      expect(settled).toEqual([]);
    });
    expect(await Promise.all(behind)).toEqual(Array(40).fill('created'));
  });

  it('an event that is released is written to while 39 others are locked', async () => {
    const failures: unknown[] = [];
    await holdLock("SELECT seq FROM events WHERE id LIKE 'locked\\__%' FOR UPDATE", async () => {
      let released: ReturnType<typeof addSpeaker> | undefined;
      const behind: Promise<unknown>[] = [];
      const second = await openPostgres(address);
      onTestFinished(() => second.close());
      await second.transaction(async (query) => {
        await query("SELECT seq FROM events WHERE id = 'locked' FOR UPDATE");
        released = addSpeaker(locked);
        for (const ref of manyLocked.slice(1)) {
          behind.push(addSpeaker(ref).catch(({ reason }) => failures.push(reason)));
        }
        await addSpeaker(other);
      });
      expect(await released).toMatchObject({ outcome: 'created' });
      expect(await addSpeaker(locked)).toMatchObject({ outcome: 'created' });
      expect(failures).toEqual([]);
      await Promise.all(behind);
    });
    expect(failures).toEqual(Array(39).fill('locked'));
  });

  it('a session that moves is held up by its event, and a speaker only by the record', async () => {
    const talk = await addTalk(locked);
    const speaker = recordOf(await addSpeaker(locked));
    await holdLock("SELECT seq FROM events WHERE id = 'locked' FOR UPDATE", async () => {
      const move = store.submissions
        .update({ organizationId, id: talk.id }, { status: 'accepted' })
        .catch(({ reason }) => reason);
      await addSpeaker(other);
      const ref = { organizationId, id: speaker.id };
      expect(await store.speakers.update(ref, { title: 'Dr.' })).toMatchObject({
        outcome: 'updated',
      });
      expect(await move).toBe('locked');
    });
  });

  it('a locked organization holds up only its creations with a key', async () => {
    await holdLock('SELECT id FROM organizations FOR UPDATE', async () => {
      const key = { key: 'k', fingerprint: '1' };
      const speaker = { ...blankSpeaker, email: 'keyed@example.org' };
      const keyed = store.speakers.create(locked, speaker, key).catch(({ reason }) => reason);
      expect(await addSpeaker(locked)).toMatchObject({ outcome: 'created' });
      expect(await keyed).toBe('locked');
    });
  });

  it('a locked record holds up only writes of its event', async () => {
    const { id } = recordOf(await addSpeaker(locked));
    await holdLock('SELECT id FROM speakers FOR UPDATE', async () => {
      const ref = { organizationId, id };
      const change = store.speakers.update(ref, { title: 'Dr.' }).catch(({ reason }) => reason);
      expect(await addSpeaker(other)).toMatchObject({ outcome: 'created' });
      expect(await change).toBe('locked');
    });
  });

  it.each([
    [
      'token',
      `tokens (seq, id, organization_id, name, hash, created_at)
        VALUES (9, 'u', '${organizationId}', 'U', 'h', '${at}')`,
    ],
    [
      'event',
      `events (seq, organization_id, id, name, timezone, created_at,
        last_speaker, last_submission, last_choice, has_lists)
        VALUES (99, '${organizationId}', 'third', 'T', 'UTC', '${at}', 0, 0, 0, 0)`,
    ],
  ])('a new %s of another program holds up no creation with a key', async (_, row) => {
    await holdLock(`INSERT INTO ${row}`, async () => {
      const key = { key: 'k', fingerprint: '1' };
      const speaker = { ...blankSpeaker, email: 'keyed@example.org' };
      const { outcome } = await store.speakers.create(other, speaker, key);
      expect(outcome).toBe('created');
    });
  });

  it('a write that waits is done as soon as the lock is released', async () => {
    let waiting: ReturnType<typeof addSpeaker> | undefined;
    await holdLock("SELECT seq FROM events WHERE id = 'locked' FOR UPDATE", async () => {
      waiting = addSpeaker(locked);
      await addSpeaker(other);
    });
    expect(await waiting).toMatchObject({ outcome: 'created' });
  });
});
