// How a database is copied to another one: everything is preserved, and a copy that fails leaves
// nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../../src/service/store/copy.ts';
import { fingerprintOf } from '../../../src/service/store/idempotency.ts';
import { openDatabase, openStore } from '../../../src/service/store/open.ts';
import { blankSpeaker } from '../../../src/service/store/record-fields.ts';
import { timestamp } from '../../../src/service/store/stamps.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { newTalk } from '../new-talk.ts';
import { pageIn, recordOf } from './fixture.ts';

interface DatabaseKind {
  readonly name: string;
  /** The path of a file that does not exist yet, or the address of an empty database. */
  newDatabase(): Promise<string>;
}

const ours = { organizationId: 'org_b', eventId: 'conf' };
const theirs = { organizationId: 'org_a', eventId: 'conf' };
const key = { key: 'k', fingerprint: fingerprintOf('createSpeaker', { path: {}, body: {} }) };
const started = Date.parse('2027-01-02T03:04:05.678Z');

export function describeCopies(source: DatabaseKind, target: DatabaseKind): void {
  describe(`a copy from ${source.name} to ${target.name}`, () => {
    let from: string;
    let first: object;

    beforeAll(async () => {
      from = await source.newDatabase();
      await fill(from);
      first = await contentOf(from);
    });

    it('and back has everything', async () => {
      const to = await target.newDatabase();
      const { tables, missed } = await copy(from, to);
      expect(missed).toEqual({ created: 0, changed: 0 });
      expect(await contentOf(to)).toEqual(first);
      const back = await source.newDatabase();
      expect((await copy(to, back)).tables).toEqual(tables);
      expect(await contentOf(back)).toEqual(first);
      expect(Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))).toEqual({
        organizations: 2,
        tokens: 3,
        events: 3,
        choices: 5,
        speakers: 1206,
        submissions: 4,
      });
    });

    it('is a database in which work goes on', async () => {
      const to = await target.newDatabase();
      await copy(from, to);
      const store = await openStore(to, { now: () => started + 60_000 });
      const before = await listsOf(store);
      const bo = before.speakers.records.find(({ email }) => email === 'bo@example.org');
      await store.insertToken({ ...token('tok_new', ours.organizationId), hash: 'new' });
      await store.insertEvent(event(ours.organizationId, 'next'));
      expect(await store.speakers.create(ours, speaker('bo'), key)).toMatchObject({
        outcome: 'replayed',
        record: { id: bo?.id },
      });
      expect(await store.speakers.create(ours, speaker('Bo'))).toEqual({ outcome: 'taken' });
      await store.speakers.create(ours, speaker('zoe'));
      const talk = newTalk({ submitter_email: 'yan@example.org', track_id: 'WEB' });
      const created = recordOf(await store.submissions.create(ours, talk));
      expect(created).toMatchObject({ number: 4, track: { name: 'web' } });
      const [placed] = before.submissions.records;
      const other = { ...ours, id: created.id };
      await store.submissions.update(other, { status: 'accepted' });
      const placement = { room: 'saal 1', start: placed?.place?.start ?? '' };
      expect(await store.submissions.place(other, placement)).toEqual({
        outcome: 'occupied',
        by: placed?.number,
      });
      const after = await listsOf(store);
      expect(after.submissions.records.slice(0, -1)).toEqual(before.submissions.records);
      const names = after.speakers.records.map(({ email }) => email);
      expect(names).toEqual(expect.arrayContaining(['zoe@example.org', 'yan@example.org']));
      expect(after.speakers.total).toBe(before.speakers.total + 2);
      expect((await store.listTokens()).at(-1)?.id).toBe('tok_new');
      expect((await store.listEvents()).at(-1)?.id).toBe('next');
      await store.close();
    });

    it('needs an empty database, and leaves it empty if it is stopped', async () => {
      const to = await target.newDatabase();
      const stopped = new RangeError('stopped');
      const stop = (rows: number) => {
        if (rows > 1000) throw stopped;
      };
      await expect(copy(from, to, stop)).rejects.toBe(stopped);
      await expect(copy(to, from)).rejects.toThrow(
        'source has no organization, so there is nothing to copy',
      );
      await copy(from, to);
      await expect(copy(from, to)).rejects.toThrow('target is not empty: it has an organization');
      expect(await contentOf(to)).toEqual(first);
    });

    it('that differs is not stored', async () => {
      const to = await target.newDatabase();
      const opened = await openDatabase(to, { create: true });
      const loses: typeof opened = {
        ...opened,
        transaction: (work) =>
          opened.transaction((query, mayBeStored) =>
            work(
              async (sql, values) =>
                /^INSERT INTO submissions/.test(sql) ? [] : query(sql, values),
              mayBeStored,
            ),
          ),
      };
      const reader = await openDatabase(from);
      await expect(copyDatabase(reader, loses, { from: 'source', to: 'target' })).rejects.toThrow(
        'the copy differs from the original, so nothing was stored in target: submissions (4 ' +
          'rows, 0 in the copy)',
      );
      await Promise.all([reader.close(), opened.close()]);
      await copy(from, to);
    });

    it('has nothing of what is written meanwhile, which need not wait, and counts it', async () => {
      const to = await target.newDatabase();
      const store = await openStore(from, { now: () => started + 86_400_000 });
      const before = await listsOf(store);
      const written: string[] = [];
      const write = async () => {
        const { outcome } = await store.submissions.create(theirs, newTalk({ title: 'Late' }));
        const [amina, bo] = before.speakers.records;
        for (const { id } of [amina, bo].filter((record) => record !== undefined))
          await store.speakers.update({ ...ours, id }, { title: 'Dr.' });
        written.push(outcome);
      };
      const onProgress = () => (written.length === 0 ? write() : undefined);
      const { missed } = await copy(from, to, onProgress);
      expect(written).toEqual(['created']);
      // The submission, and its speaker.
      expect(missed).toEqual({ created: 2, changed: 2 });
      await store.close();
      const copied = await openStore(to);
      expect(await listsOf(copied)).toEqual(before);
      expect(await copied.listSubmissions(theirs, all)).toMatchObject({ total: 0 });
      await copied.close();
    });
  });
}

const all = { page: 1, pageSize: 10_000 };

async function copy(
  from: string,
  to: string,
  onProgress: (rows: number) => void | Promise<void> = () => undefined,
) {
  const source = await openDatabase(from);
  const target = await openDatabase(to, { create: true });
  try {
    return await copyDatabase(source, target, { from: 'source', to: 'target', onProgress });
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** With more speakers than a batch of rows, in two events. */
async function fill(data: string): Promise<void> {
  let time = started;
  const store = await openStore(data, { create: true, now: () => time });
  // Added in another order than that of their ids, at the same time.
  for (const id of [ours.organizationId, theirs.organizationId]) {
    const organization = { id, name: `Name of ${id}`, created_at: timestamp(time) };
    await store.insertOrganization(organization, token(`tok_${id}`, id));
    await store.insertEvent(event(id, 'conf'));
  }
  await store.insertEvent(event(ours.organizationId, 'another'));
  await store.insertToken(token('tok_0', ours.organizationId));
  await store.revokeToken('tok_0', timestamp(time));
  const tick = <T>(work: Promise<T>): Promise<T> => {
    time += 1000;
    return work;
  };
  await store.changeEvent(ours, { formats: [{ name: 'Workshop', minutes: 90 }] });
  const amina = recordOf(await tick(store.speakers.create(ours, speaker('amina'))));
  const odd = { ...speaker('bo'), first_name: 'Zoë\n"x"', about: '', title: '' };
  await tick(store.speakers.create(ours, odd, key));
  const talk = (who: string, fields: object = {}) =>
    newTalk({ title: `Talk of ${who}`, submitter_email: who, ...fields });
  const create = (fields: ReturnType<typeof newTalk>) =>
    tick(store.submissions.create(ours, fields));
  await create(talk('Amina@example.org', { abstract: '日本語 \u{1f600}' }));
  const fields = { track_id: 'web', format_id: 'workshop' };
  const moved = recordOf(await create(talk('cy@example.org', fields)));
  await create(talk('dan@example.org', { track_id: '"=' }));
  const another = { ...ours, eventId: 'another' };
  await tick(store.submissions.create(another, talk('bo@example.org', { track_id: 'web' })));
  const ref = { ...ours, id: moved.id };
  await tick(store.submissions.update(ref, { status: 'accepted', feedback: 'F' }));
  const placement = { room: 'Saal 1', start: '2027-05-20T07:30:00+00:00' };
  await tick(store.submissions.place(ref, placement));
  await tick(store.speakers.update({ ...ours, id: amina.id }, { email: 'late@example.org' }));
  const others = Array.from({ length: 1201 }, (_, i) => speaker(`p${i}`));
  await Promise.all(
    others.map((fields, i) => store.speakers.create(i % 2 === 0 ? ours : theirs, fields)),
  );
  await store.close();
}

async function contentOf(data: string) {
  const store = await openStore(data);
  const tokens = await store.listTokens();
  const found: unknown[] = [];
  for (const track of ['web', '"=']) {
    found.push(await store.listSubmissions(ours, { ...all, track }));
  }
  const content = {
    organizations: await store.listOrganizations(),
    tokens,
    hashes: await Promise.all(tokens.map(({ id }) => store.findToken(id))),
    events: await store.listEvents(),
    ours: await listsOf(store),
    speakers: await store.listSpeakers(theirs, all),
    another: await store.listSubmissions({ ...ours, eventId: 'another' }, all),
    formats: await store.listChoices(ours, 'format'),
    rooms: await store.listChoices(ours, 'room'),
    found,
  };
  await store.close();
  return content;
}

async function listsOf(store: Store) {
  return {
    speakers: pageIn(await store.listSpeakers(ours, all)),
    submissions: pageIn(await store.listSubmissions(ours, all)),
    items: await store.listContentItems(ours, { ...all, pageSize: 50 }),
  };
}

function speaker(name: string) {
  return { ...blankSpeaker, email: `${name}@example.org` };
}

function token(id: string, organization_id: string) {
  return {
    id,
    organization_id,
    name: `Name of ${id}`,
    hash: `hash of ${id}`,
    created_at: timestamp(started),
  };
}

function event(organization_id: string, id: string) {
  return {
    id,
    organization_id,
    name: `Name of ${id}`,
    timezone: 'Europe/Berlin',
    created_at: timestamp(started),
  };
}
