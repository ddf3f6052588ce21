// A short soak of the built service on both stores; `npm run soak` has one of half an hour.
import { describe, expect, it } from 'vitest';
import { emptyPostgresDatabase, hasPostgres } from './support/shared-postgres.ts';
import type { SoakStore } from './support/soak/cluster.ts';
import { judge } from './support/soak/judgment.ts';
import { newRecords, refusedMark } from './support/soak/records.ts';
import { soak } from './support/soak/soak.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

describe.concurrent('under mixed load, with requests cut off and processes started again, nothing is lost and nothing grows', () => {
  // The time does not end a soak: its last requests and its audit follow.
  const time = { timeout: 300_000 };
  const settings = { durationMs: 35_000, rate: 50, seed: 24 };
  const soakFor = (store: SoakStore) =>
    soak({ ...settings, store, signal: new AbortController().signal, onMinute: () => undefined });

  it('on SQLite', time, async ({ onTestFinished }) => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const result = await soakFor({ name: 'SQLite', data: folder.file('plenary.db') });
    expect(result.findings).toEqual([]);
    expect(result).toMatchObject({ restarts: 1, killedConnections: 0 });
    for (const count of [result.cut, result.records, result.rounds]) expect(count).toBeGreaterThan(0);
  });

  it.skipIf(!hasPostgres)('on PostgreSQL, while connections to it are lost', time, async ({ onTestFinished }) => {
    const { address, query, remove } = await emptyPostgresDatabase();
    onTestFinished(remove);
    const result = await soakFor({ name: 'PostgreSQL', data: address, query });
    expect(result.findings).toEqual([]);
    expect(result).toMatchObject({ restarts: 1 });
    const { cut, records, rounds, killedConnections } = result;
    for (const count of [cut, records, rounds, killedConnections]) expect(count).toBeGreaterThan(0);
  });
});

describe('a soak reports', () => {
  const ada = { id: 'spk_1', email: 'ada@example.org', about: 'Wrote a book' };
  const talk = { id: 'sub_1', title: 'Queues', submitter_email: 'bo@example.org', status: 'pending', room: null };
  const lists = {
    speakers: [ada],
    submissions: [talk],
    sessions: [],
    contentItems: [],
    contacts: [{ email: 'ada@example.org' }, { email: 'bo@example.org' }],
  };
  const records = newRecords('conf', Math.random);
  records.add('speakers', ada);
  records.add('submissions', talk);
  records.addUncertain('Types');
  const types = { id: 'sub_2', title: 'Types', submitter_email: 'bo@example.org', status: 'pending', room: null };

  it('nothing if all is as acknowledged, and what is uncertain is there or not', () => {
    expect(records.audit(lists)).toEqual([]);
    expect(records.audit({ ...lists, submissions: [talk, types] })).toEqual([]);
  });

  it.each([
    ['a lost record', { speakers: [], contacts: [{ email: 'bo@example.org' }] }, /^conf: spk_1 is lost/],
    [
      'a lost change',
      { speakers: [{ ...ada, about: null }] },
      /^conf: spk_1 .*about is null instead of "Wrote a book"/,
    ],
    ['a record that is listed twice', { speakers: [ada, ada] }, /^conf: speakers has spk_1 2 times/],
    [
      'a record that is stored twice',
      { submissions: [talk, { ...talk, id: 'sub_2' }] },
      /sub_2 was never acknowledged/,
    ],
    [
      'an uncertain record that is stored twice',
      { submissions: [talk, types, { ...types, id: 'sub_3' }] },
      /sub_2 was never acknowledged/,
    ],
    ['refused content', { submissions: [{ ...talk, feedback: refusedMark }] }, /sub_1 has content that was refused/],
    ['a missing contact', { contacts: [{ email: 'ada@example.org' }] }, /contacts: 1 instead of 2; missing: bo@ex/],
    ['a session that is not placed', { sessions: [talk] }, /sessions: 1 instead of 0; .*too many: sub_1/],
    ['an accepted talk that is not published', { submissions: [{ ...talk, status: 'accepted' }] }, /content items: 0/],
  ])('%s', (_, changed, expected) => {
    expect(records.audit({ ...lists, ...changed }).some((fault) => expected.test(fault))).toBe(true);
  });

  it('an outdated record in a list, unless it has changed meanwhile', () => {
    const old = [{ ...ada, about: null }];
    expect(records.faultsOf(old, performance.now())).toEqual([
      'conf: spk_1 is outdated: about is null instead of "Wrote a book"',
    ]);
    expect(records.faultsOf(old, 0)).toEqual([]);
  });

  it('what grows by more than a tenth, and connections that nobody has returned', () => {
    const before = { heap: 20, descriptors: 30, connections: 4, busy: 0 };
    const quiet = (resident: number, changes: object) => ({
      resident: [resident],
      services: [{ ...before, ...changes }],
      serverConnections: 4,
    });
    const first = quiet(100, {});
    expect(judge(first, quiet(110, { heap: 22, descriptors: 33 }), true)).toEqual([]);
    expect(judge(first, quiet(111, { heap: 22.1, descriptors: 34, busy: 1 }), true)).toEqual([
      'process 1: resident megabytes grew from 100 to 111',
      'process 1: megabytes of the heap grew from 20 to 22.1',
      'process 1: descriptors grew from 30 to 34',
      'process 1 uses 1 connections at rest',
    ]);
    expect(judge(first, quiet(111, {}), false)).toEqual([]);
    expect(judge(first, quiet(100, { connections: 3 }), true)).toEqual([
      'the database server has 4 connections, the services have 3',
    ]);
  });
});
