// Groups of writes: one transaction each, and no promise resolves before its commit.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Driver, StoreUnavailable, StoreUncertain } from './driver.ts';
import type { GroupedWrite } from './write-group.ts';
import { writeQueue } from './write-queue.ts';

class LockTimeout extends Error {}

/**
 * A driver that records what is committed. `commit` may wait, or throw. What is in `locked` waits
 * for a lock until the time limit of the database.
 */
function fakeDriver(
  commit: (group: number) => unknown = () => undefined,
  { overtakenAfterMs, patienceMs = 10_000 }: Partial<Driver> = {},
) {
  const committed: string[][] = [];
  /** What was sent when its transaction was over. */
  const late: string[] = [];
  const locked = new Set<string>();
  /** What has waited for a lock. */
  const waited: string[] = [];
  let groups = 0;
  const driver: Driver = {
    read: async () => [],
    async transaction(work) {
      const group = ++groups;
      const texts: string[] = [];
      let isOver = false;
      const query = async <Row>(sql: string) => {
        if (isOver) late.push(sql);
        if (sql.startsWith('find ')) return (locked.has(sql.slice(5)) ? [sql] : []) as Row[];
        if (sql.startsWith('bad')) throw new TypeError(sql);
        if (locked.has(sql)) {
          waited.push(sql);
          throw new LockTimeout(sql);
        }
        texts.push(sql);
        return [];
      };
      const result = await work(query, false).finally(() => {
        isOver = true;
      });
      await commit(group);
      committed.push(texts);
      return result;
    },
    snapshot: (work) => work(async () => []),
    listTables: '',
    overtakenAfterMs,
    patienceMs,
    checkPrivileges: async () => undefined,
    checkCreation: async () => undefined,
    pools: () => [],
    isLockTimeout: (error) => error instanceof LockTimeout,
    checkDisk: async () => undefined,
    close: async () => undefined,
    discard: async () => undefined,
  };
  return {
    driver,
    committed,
    late,
    locked,
    waited,
  };
}

const areLocked: GroupedWrite<string, unknown>['areLocked'] = (query, texts) =>
  Promise.all(texts.map(async (text) => (await query(`find ${text}`)).length > 0));
const writing: GroupedWrite<string, string> = {
  async run(query, texts) {
    for (const text of texts) await query(text);
    return texts.map((text) => `${text} done`);
  },
  areLocked,
};
const other: GroupedWrite<string, string> = {
  async run(query, texts) {
    for (const text of texts) await query(`other ${text}`);
    return texts;
  },
  areLocked,
};

it('commits together what arrives together, and returns to each its own outcome', async () => {
  const { driver, committed } = fakeDriver();
  const { enqueue } = writeQueue(driver);
  const outcomes = await Promise.all([
    enqueue(writing, 'a'),
    enqueue(other, 'b'),
    enqueue(writing, 'c'),
  ]);
  expect(outcomes).toEqual(['a done', 'b', 'c done']);
  expect(committed).toEqual([['a', 'c', 'other b']]);
});

it('resolves after the commit', async () => {
  let commit: () => void = () => undefined;
  const { driver } = fakeDriver(() => new Promise<void>((resolve) => (commit = resolve)));
  let isResolved = false;
  const { enqueue } = writeQueue(driver);
  const write = enqueue(writing, 'a').then(() => (isResolved = true));
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(isResolved).toBe(false);
  commit();
  await write;
});

it('fails only the write that the database refuses', async () => {
  const { driver, committed } = fakeDriver();
  const { enqueue } = writeQueue(driver);
  const outcomes = await Promise.allSettled(
    ['a', 'bad', 'c'].map((text) => enqueue(writing, text)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(committed).toEqual([['a'], ['c']]);
});

it.each([new StoreUnavailable('full'), new StoreUncertain(undefined)])(
  'fails a whole group without another attempt if the database cannot store it: %s',
  async (error) => {
    const { driver, committed } = fakeDriver((group) => {
      if (group === 1) throw error;
    });
    const { enqueue } = writeQueue(driver);
    const outcomes = await Promise.allSettled([enqueue(writing, 'a'), enqueue(writing, 'b')]);
    expect(outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: error }));
    await enqueue(writing, 'c');
    expect(committed).toEqual([['c']]);
  },
);

it('sends nothing for a write after another one of its transaction has failed', async () => {
  const { driver, committed, late } = fakeDriver();
  const { enqueue } = writeQueue(driver);
  const slow: GroupedWrite<string, unknown> = {
    run: (query, texts) =>
      Promise.all(
        texts.map(async (text) => {
          await query(text);
          for (let turn = 0; turn < 3; turn++) await nextTurn();
          return query(`${text} again`);
        }),
      ),
    areLocked,
  };
  await Promise.allSettled(['bad', 'b'].map((text) => enqueue(slow, text)));
  expect([committed, late]).toEqual([[['b', 'b again']], []]);
});

describe('a lock that is held elsewhere', () => {
  it('is waited for once, and holds up no other write', async () => {
    const { driver, committed, locked, waited } = fakeDriver();
    const { enqueue } = writeQueue(driver);
    const held = Array.from({ length: 300 }, (_, n) => `a${n}`);
    for (const text of held) locked.add(text);
    const behind = held.map((text) => enqueue(writing, text));
    await Promise.all([enqueue(writing, 'b'), enqueue(writing, 'c')]);
    await enqueue(writing, 'd');
    expect([committed, waited]).toEqual([[['b', 'c'], ['d']], ['a0']]);
    locked.clear();
    await Promise.all(behind);
    expect([committed.slice(2).flat(), waited]).toEqual([held, ['a0']]);
  });

  it('that is released is noticed while others are held', async () => {
    const { driver, committed, locked } = fakeDriver();
    const { enqueue, drain } = writeQueue(driver);
    locked.add('a').add('b');
    const [first, second] = [enqueue(writing, 'a'), enqueue(writing, 'b')];
    await enqueue(writing, 'c');
    locked.delete('b');
    await second;
    expect(committed).toEqual([['c'], ['b']]);
    locked.delete('a');
    await first;
    await drain();
  });

  it('fails each write behind it when its time is over', async () => {
    const { driver, locked } = fakeDriver(undefined, { patienceMs: 50 });
    const { enqueue, drain } = writeQueue(driver);
    locked.add('a').add('b');
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => enqueue(writing, text)),
    );
    const failure = { status: 'rejected', reason: expect.objectContaining({ reason: 'locked' }) };
    expect(outcomes).toEqual([failure, failure, { status: 'fulfilled', value: 'c done' }]);
    await drain();
  });

  it('holds up no other write after a write that the database refuses', async () => {
    const { driver, committed, locked } = fakeDriver();
    const { enqueue } = writeQueue(driver);
    const held = ['a0', 'a1', 'a2'];
    for (const text of held) locked.add(text);
    const refused = enqueue(writing, 'bad');
    const behind = held.map((text) => enqueue(writing, text));
    const free = enqueue(writing, 'c');
    await expect(refused).rejects.toThrow('bad');
    await free;
    expect(committed).toEqual([['c']]);
    locked.clear();
    await Promise.all(behind);
  });

  it('holds up its group if what is locked cannot be found', async () => {
    const { driver, committed, locked, waited } = fakeDriver();
    const { enqueue } = writeQueue(driver);
    locked.add('other a');
    const group = [enqueue(other, 'a'), enqueue(writing, 'b')];
    while (waited.length < 2) await nextTurn();
    await enqueue(writing, 'c');
    expect(committed).toEqual([['c']]);
    locked.clear();
    await Promise.all(group);
    expect(committed).toEqual([['c'], ['other a', 'b']]);
  });

  it('fails only the writes behind it if the database cannot be asked', async () => {
    const { driver, locked } = fakeDriver();
    const { enqueue } = writeQueue(driver);
    locked.add('a');
    const unreachable = new StoreUnavailable('unreachable');
    const blind = { ...writing, areLocked: () => Promise.reject(unreachable) };
    await expect(enqueue(blind, 'a')).rejects.toBe(unreachable);
    await enqueue(writing, 'b');
  });
});

it('counts writes, their transactions, and those that may be stored or not', async () => {
  const { driver } = fakeDriver((group) => {
    if (group === 2) throw new StoreUncertain(undefined);
  });
  const { enqueue, load } = writeQueue(driver);
  const created = ['a', 'b', 'c'].map((text) => enqueue(writing, text));
  expect(load()).toEqual({ pending: 3, decided: 0, groups: 0, uncertain: 0 });
  await Promise.all(created);
  await Promise.allSettled([enqueue(writing, 'd'), enqueue(writing, 'e')]);
  expect(load()).toEqual({ pending: 0, decided: 3, groups: 1, uncertain: 2 });
});

it('begins the next group when a commit takes long, and drains both', async () => {
  let commitFirst: () => void = () => undefined;
  const { driver, committed } = fakeDriver(
    (group) => (group === 1 ? new Promise<void>((resolve) => (commitFirst = resolve)) : undefined),
    { overtakenAfterMs: 20 },
  );
  const { enqueue, drain } = writeQueue(driver);
  const first = enqueue(writing, 'a');
  await nextTurn();
  await nextTurn();
  await enqueue(writing, 'b');
  expect(committed).toEqual([['b']]);
  commitFirst();
  await drain();
  expect(committed).toEqual([['b'], ['a']]);
  await first;
});

it('refuses more than it can hold', async () => {
  const { driver } = fakeDriver(() => new Promise(() => undefined));
  const { enqueue } = writeQueue(driver);
  const outcomes = Array.from({ length: 20_001 }, (_, i) => enqueue(writing, String(i)));
  for (const outcome of outcomes) outcome.catch(() => undefined);
  await expect(outcomes.at(-1)).rejects.toMatchObject({ reason: 'overloaded' });
});
