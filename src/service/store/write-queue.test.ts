// Groups of writes: one transaction each, and no promise resolves before its commit.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Driver, StoreUnavailable, StoreUncertain } from './driver.ts';
import type { GroupedWrite } from './write-group.ts';
import { writeQueue } from './write-queue.ts';

class LockTimeout extends Error {}

/**
 * A driver that records what is committed. `commit` may wait, or throw. What is in `locked` waits
 * for a lock, and a transaction in which it has waited for too long is tried again until
 * `endPatience` is called.
 */
function fakeDriver(
  commit: (group: number) => unknown = () => undefined,
  overtakenAfterMs?: number,
) {
  const committed: string[][] = [];
  /** What was sent when its transaction was over. */
  const late: string[] = [];
  const locked = new Set<string>();
  /** What was sent in transactions that leave connections to others. */
  const behindLock: string[] = [];
  let groups = 0;
  let giveUp: (() => void) | undefined;
  const driver: Driver = {
    read: async () => [],
    async transaction(work, options) {
      const group = ++groups;
      const texts: string[] = [];
      let isOver = false;
      const query = async (sql: string) => {
        if (isOver) late.push(sql);
        if (options?.isBehindLock) behindLock.push(sql);
        if (sql.startsWith('bad')) throw new TypeError(sql);
        if (locked.has(sql)) throw new LockTimeout(sql);
        texts.push(sql);
        return [];
      };
      const attempt = () =>
        work(query, false).finally(() => {
          isOver = true;
        });
      const result = await attempt().catch(async (error) => {
        if (!(error instanceof LockTimeout)) throw error;
        await new Promise<void>((resolve) => {
          giveUp = resolve;
        });
        throw new StoreUnavailable('locked', error);
      });
      await commit(group);
      committed.push(texts);
      return result;
    },
    snapshot: (work) => work(async () => []),
    listTables: '',
    overtakenAfterMs,
    checkPrivileges: async () => undefined,
    pools: () => [],
    isLockTimeout: (error) => error instanceof LockTimeout,
    checkDisk: async () => undefined,
    close: async () => undefined,
    discard: async () => undefined,
  };
  /** Once one is tried again. */
  const endPatience = async () => {
    while (giveUp === undefined) await nextTurn();
    giveUp();
    giveUp = undefined;
  };
  return {
    driver,
    committed,
    late,
    locked,
    behindLock,
    endPatience,
  };
}

/** The scope of a write is its first letter. */
const scopesOf = async (_: unknown, texts: readonly string[]) => texts.map((text) => text[0] ?? '');
const writing: GroupedWrite<string, string> = {
  async run(query, texts) {
    for (const text of texts) await query(text);
    return texts.map((text) => `${text} done`);
  },
  scopesOf,
};
const other: GroupedWrite<string, string> = {
  async run(query, texts) {
    for (const text of texts) await query(`other ${text}`);
    return texts;
  },
  scopesOf,
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
    scopesOf,
  };
  await Promise.allSettled(['bad', 'b'].map((text) => enqueue(slow, text)));
  expect([committed, late]).toEqual([[['b', 'b again']], []]);
});

describe('a lock that is held elsewhere', () => {
  it('holds up no write of another scope, and fails all of its own at once', async () => {
    const { driver, committed, locked, endPatience } = fakeDriver();
    const { enqueue } = writeQueue(driver);
    locked.add('a2');
    const [a1, b1, a2, c1] = ['a1', 'b1', 'a2', 'c1'].map((text) => enqueue(writing, text));
    const failures: unknown[] = [];
    const fail = (error: unknown) => failures.push(error);
    const behind = [a1?.catch(fail), a2?.catch(fail)];
    await Promise.all([b1, c1]);
    expect(committed).toEqual([['b1'], ['c1']]);
    // More than a group.
    for (let n = 3; n <= 302; n++) behind.push(enqueue(writing, `a${n}`).catch(fail));
    await enqueue(writing, 'b2');
    expect([committed.slice(2), failures]).toEqual([[['b2']], []]);
    await endPatience();
    await Promise.all(behind);
    expect(failures).toHaveLength(302);
    expect(new Set(failures).size).toBe(1);
    expect(failures[0]).toMatchObject({ name: 'StoreUnavailable', reason: 'locked' });
    expect(committed).toHaveLength(3);
  });

  it('leaves connections to other scopes until a write of its own succeeds', async () => {
    const { driver, committed, locked, behindLock, endPatience } = fakeDriver();
    const { enqueue, drain } = writeQueue(driver);
    const failWith = (text: string) => expect(enqueue(writing, text)).rejects.toThrow('locked');
    locked.add('a1').add('a2');
    const first = failWith('a1');
    await enqueue(writing, 'b1');
    await endPatience();
    await first;
    // It has no lane now. It is known that something of its scope was locked.
    const second = failWith('a2');
    await enqueue(writing, 'b2');
    await endPatience();
    await second;
    expect([committed, behindLock]).toEqual([
      [['b1'], ['b2']],
      ['a1', 'a2'],
    ]);
    await Promise.all([enqueue(writing, 'a3'), enqueue(writing, 'b3')]);
    await drain();
    await Promise.all([enqueue(writing, 'a4'), enqueue(writing, 'b4')]);
    expect(behindLock).toEqual(['a1', 'a2', 'a3']);
    expect(committed.slice(2).toSorted()).toEqual([['a3'], ['a4', 'b4'], ['b3']]);
  });

  it('holds up no write of another scope after a write that the database refuses', async () => {
    const { driver, committed, locked, endPatience } = fakeDriver();
    const { enqueue } = writeQueue(driver);
    const held = ['a0', 'a1', 'a2'];
    for (const text of held) locked.add(text);
    const failures: unknown[] = [];
    const refused = enqueue(writing, 'bad');
    const behind = held.map((text) =>
      enqueue(writing, text).catch((error) => failures.push(error)),
    );
    const free = enqueue(writing, 'c');
    await expect(refused).rejects.toThrow('bad');
    await free;
    expect([committed, failures]).toEqual([[['c']], []]);
    await endPatience();
    await Promise.all(behind);
    expect(new Set(failures).size).toBe(1);
  });

  it('fails only the writes behind it if what is locked cannot be found out', async () => {
    const { driver, locked } = fakeDriver();
    const { enqueue } = writeQueue(driver);
    locked.add('a');
    const unreachable = new StoreUnavailable('unreachable');
    const blind = { ...writing, scopesOf: () => Promise.reject(unreachable) };
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
    20,
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
