// Copies between all kinds of databases: everything is preserved, and a copy that fails leaves nothing.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { databaseMaker, databaseKinds as kinds } from '../../../test/support/empty-databases.ts';
import { type CopyOptions, copyTables } from './copy.ts';
import { fingerprintOf, keyLifetimeMs } from './idempotency.ts';
import { openStore, openTables } from './open.ts';
import { blankSpeaker, blankSubmission } from './records.ts';
import { timestamp } from './stamps.ts';
import type { CreateOutcome, Store } from './store.ts';
import { tableNames } from './tables.ts';

const { newDatabase, removeAll } = databaseMaker();
afterAll(removeAll);

const ours = { organizationId: 'org_b', eventId: 'conf' };
const theirs = { organizationId: 'org_a', eventId: 'conf' };
const key = { key: 'k', fingerprint: fingerprintOf('createSpeaker', { path: {}, body: {} }) };
const names = { from: 'source', to: 'target' };
const started = Date.parse('2027-01-02T03:04:05.678Z');

describe.each(kinds)('from %s', (source) => {
  let from: string;
  let first: object;

  beforeAll(async () => {
    from = await newDatabase(source);
    await fill(from);
    first = await contentOf(from);
  });

  it.each(kinds)('to %s and back, everything is the same', async (target) => {
    const to = await newDatabase(target);
    const there = await copy(from, to);
    expect(await contentOf(to)).toEqual(first);
    const back = await newDatabase(source);
    expect(await copy(to, back)).toEqual(there);
    expect(await contentOf(back)).toEqual(first);
    expect(Object.fromEntries(there.map(({ table, rows }) => [table, rows]))).toEqual({
      organizations: 2,
      tokens: 3,
      events: 3,
      contacts: 5,
      speakers: 1203,
      submissions: 5,
      idempotency_keys: 1,
    });
    expect(new Set(there.map(({ digest }) => digest)).size).toBe(tableNames.length);
  });

  it.each(kinds)('to %s, where work goes on', async (target) => {
    const to = await newDatabase(target);
    await copy(from, to);
    const store = await openStore(to, { now: () => started + 60_000 });
    const before = await listsOf(store);
    await store.insertToken({ ...token('tok_new', ours.organizationId), hash: 'new' });
    await store.insertEvent(event(ours.organizationId, 'next'));
    const replayed = await store.speakers.create(ours, speaker('bo'), key);
    expect(replayed).toMatchObject({ outcome: 'replayed', record: { id: before.speakers.records[1]?.id } });
    const taken = await store.speakers.create(ours, speaker('Bo'));
    expect(taken).toEqual({ outcome: 'taken', id: before.speakers.records[1]?.id });
    await store.speakers.create(ours, speaker('zoe'));
    await store.submissions.create(ours, { ...blankSubmission, submitter_email: 'yan@example.org' });
    const after = await listsOf(store);
    expect(after.contacts.records.slice(0, -2)).toEqual(before.contacts.records);
    expect(after.contacts.records.slice(-2).map(({ email }) => email)).toEqual(['zoe@example.org', 'yan@example.org']);
    expect(after.speakers.records.slice(0, -1)).toEqual(before.speakers.records);
    expect(after.speakers.totalResults).toBe(before.speakers.totalResults + 1);
    expect((await store.listTokens()).at(-1)?.id).toBe('tok_new');
    expect((await store.listEvents()).at(-1)?.id).toBe('next');
    await store.close();
  });

  it.each(kinds)('to %s, only into an empty database, which a copy that is stopped leaves empty', async (target) => {
    const to = await newDatabase(target);
    for (const stopAt of ['copied', 'compared'] as const) {
      const stopped = new RangeError('stopped');
      const onProgress: CopyOptions['onProgress'] = (phase, rows) => {
        if (phase === stopAt && rows > 1000) throw stopped;
      };
      await expect(copy(from, to, onProgress)).rejects.toBe(stopped);
      await expectEmpty(to);
    }
    await expect(copy(to, from)).rejects.toThrow('source has no organization, so there is nothing to copy');
    await copy(from, to);
    expect(await contentOf(to)).toEqual(first);
    await revokeToken(to);
    const changed = await contentOf(to);
    await expect(copy(from, to)).rejects.toThrow('target is not empty: it has an organization');
    expect(await contentOf(to)).toEqual(changed);
  });

  it('what is written meanwhile is not copied, and need not wait', async () => {
    const to = await newDatabase('SQLite');
    const store = await openStore(from);
    let written: Promise<unknown> | undefined;
    const before = await listsOf(store);
    await copy(from, to, () => {
      written ??= store.submissions.create(theirs, { ...blankSubmission, title: 'Late' });
    });
    expect(await written).toMatchObject({ outcome: 'created' });
    await store.close();
    const copied = await openStore(to);
    expect(await listsOf(copied)).toEqual(before);
    expect((await copied.list('submissions', theirs, all))?.totalResults).toBe(0);
    await copied.close();
  });
});

it('keys that have expired are not copied, not even if they are in use again', async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  let time = started - dayMs - 1;
  const from = await newDatabase('SQLite');
  const store = await openStore(from, { create: true, now: () => time });
  await addOurs(store);
  await store.speakers.create(ours, speaker('one'), key);
  await store.speakers.create(ours, speaker('two'), { ...key, key: 'other' });
  time = started;
  const { id } = recordOf(await store.speakers.create(ours, speaker('three'), key));
  await store.close();
  for (const kind of kinds) {
    const to = await newDatabase(kind);
    expect((await copy(from, to)).at(-1)).toMatchObject({ table: 'idempotency_keys', rows: 1 });
    const copied = await openStore(to, { now: () => time });
    const replayed = await copied.speakers.create(ours, speaker('three'), key);
    expect(replayed).toMatchObject({ outcome: 'replayed', record: { id } });
    await copied.close();
  }
});

it.each(kinds)('from %s, keys expire by the clock of the database, unless a time is given', async (kind) => {
  const from = await newDatabase(kind);
  const store = await openStore(from, { create: true });
  await addOurs(store);
  await store.speakers.create(ours, speaker('one'), key);
  await store.close();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 60 * 60 * 1000);
  onTestFinished(() => void vi.restoreAllMocks());
  const { tables } = await wholeCopy(from, await newDatabase('SQLite'), {});
  // The clock of a file is that of this process.
  expect(tables.at(-1)).toMatchObject({ table: 'idempotency_keys', rows: kind === 'SQLite' ? 0 : 1 });
});

it('a copy that differs is not stored', async () => {
  const [from, to] = [await newDatabase('SQLite'), await newDatabase('SQLite')];
  await fill(from, 2);
  const source = await openTables(from);
  const target = await openTables(to, { create: true });
  const loses: typeof target = {
    ...target,
    write: (use) =>
      target.write((writer) =>
        use({
          ...writer,
          insert: (table, rows) => writer.insert(table, table === 'submissions' ? rows.slice(1) : rows),
        }),
      ),
  };
  await expect(copyTables(source, loses, names)).rejects.toThrow(
    'the copy differs from the original, so nothing was stored in target: submissions (5 rows, 4 in the copy)',
  );
  await Promise.all([source.close(), target.close()]);
  await expectEmpty(to);
});

it.each(kinds)('a copy to %s that was complete is found, and not taken for another one', async (kind) => {
  const [from, to] = [await newDatabase('SQLite'), await newDatabase(kind)];
  await fill(from, 2);
  expect(await wholeCopy(from, to)).toMatchObject({ isNew: true });
  expect(await wholeCopy(from, to)).toMatchObject({ isNew: false });
  const whenKeysHaveExpired = { now: started + 2 * keyLifetimeMs };
  expect(await wholeCopy(from, to, whenKeysHaveExpired)).toMatchObject({ isNew: false });
  await revokeToken(to);
  await expect(wholeCopy(from, to)).rejects.toThrow('target is not empty');
});

const all = { page: 1, pageSize: 10_000 };

async function copy(from: string, to: string, onProgress?: CopyOptions['onProgress']) {
  return (await wholeCopy(from, to, { now: started, ...(onProgress && { onProgress }) })).tables;
}

async function wholeCopy(from: string, to: string, options: Partial<CopyOptions> = { now: started }) {
  const source = await openTables(from);
  const target = await openTables(to, { create: true });
  try {
    return await copyTables(source, target, { ...names, ...options });
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function revokeToken(data: string): Promise<void> {
  const store = await openStore(data);
  await store.revokeToken(`tok_${ours.organizationId}`, timestamp(started));
  await store.close();
}

/** @param many how many speakers there are besides; by default, more than a batch of rows, in two events */
async function fill(data: string, many = 1201): Promise<void> {
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
  const amina = recordOf(await tick(store.speakers.create(ours, speaker('amina'))));
  await tick(store.speakers.create(ours, { ...speaker('bo'), first_name: 'Zoë\n"x"', about: null, title: '' }, key));
  const talk = (who: string) => ({ ...blankSubmission, title: `Talk of ${who}`, submitter_email: who });
  await tick(store.submissions.create(ours, { ...talk('Amina@example.org'), abstract: '日本語 \u{1f600}' }));
  const moved = recordOf(await tick(store.submissions.create(ours, talk('cy@example.org'))));
  await tick(store.submissions.create(ours, talk('dan@example.org')));
  await tick(store.submissions.create(ours, talk('')));
  await tick(store.submissions.create({ ...ours, eventId: 'another' }, talk('bo@example.org')));
  const placement = { room: 'Saal 1', start: '2027-05-20T09:30:00+02:00', status: 'accepted' };
  await tick(store.submissions.update({ ...ours, id: moved.id }, placement));
  // The first contact changes their address: the order of contacts is no longer that of the records.
  await tick(store.speakers.update({ ...ours, id: amina.id }, { email: 'late@example.org' }));
  // A contact without records is gone.
  await tick(store.submissions.update({ ...ours, id: moved.id }, { submitter_email: 'late@example.org' }));
  const others = Array.from({ length: many }, () => ({ ...blankSpeaker, email: '' }));
  await Promise.all(others.map((fields, i) => store.speakers.create(i % 2 === 0 ? ours : theirs, fields)));
  await store.close();
}

async function addOurs(store: Store): Promise<void> {
  const id = ours.organizationId;
  await store.insertOrganization({ id, name: 'Ours', created_at: '' }, token('tok', id));
  await store.insertEvent(event(id, 'conf'));
}

async function contentOf(data: string) {
  const store = await openStore(data);
  const organizations = await store.listOrganizations();
  const tokens = await store.listTokens();
  const content = {
    organizations,
    tokens,
    hashes: await Promise.all(tokens.map(({ id }) => store.findToken(id))),
    events: await store.listEvents(),
    ours: await listsOf(store),
    speakers: await store.list('speakers', theirs, all),
    another: await store.list('contacts', { ...ours, eventId: 'another' }, all),
  };
  await store.close();
  return content;
}

async function listsOf(store: Store) {
  const [speakers, submissions, sessions, contacts] = await Promise.all([
    store.list('speakers', ours, all),
    store.list('submissions', ours, all),
    store.list('sessions', ours, all),
    store.list('contacts', ours, all),
  ]);
  if (!speakers || !submissions || !sessions || !contacts) throw new Error('the event does not exist');
  return { speakers, submissions, sessions, contacts };
}

async function expectEmpty(data: string): Promise<void> {
  const tables = await openTables(data);
  const counts = await tables.read(async (reader) => {
    const found: number[] = [];
    for (const table of tableNames) found.push(await reader.count(table));
    return found;
  });
  await tables.close();
  expect(counts).toEqual(tableNames.map(() => 0));
}

function speaker(name: string) {
  return { ...blankSpeaker, email: `${name}@example.org` };
}

function token(id: string, organization_id: string) {
  return { id, organization_id, name: `Name of ${id}`, hash: `hash of ${id}`, created_at: timestamp(started) };
}

function event(organization_id: string, id: string) {
  return { id, organization_id, name: `Name of ${id}`, timezone: 'Europe/Berlin', created_at: timestamp(started) };
}

function recordOf<T>(creation: CreateOutcome<T>): T {
  if (creation.outcome === 'created') return creation.record;
  throw new Error(creation.outcome);
}
