// Groups of writes: one transaction each, and no promise resolves before its commit.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Driver, StoreUnavailable, StoreUncertain } from './driver.ts';
import { type GroupedWrite, writeQueue } from './write-queue.ts';

/** A driver that records what is committed. `commit` may wait, or throw. */
function fakeDriver(
  commit: (group: number) => unknown = () => undefined,
  overtakenAfterMs?: number,
) {
  const committed: string[][] = [];
  /** What was sent when its transaction was over. */
  const late: string[] = [];
  let groups = 0;
  const driver: Driver = {
    read: async () => [],
    async transaction(work) {
      const group = ++groups;
      const texts: string[] = [];
      let isOver = false;
      const query = async (sql: string) => {
        if (isOver) late.push(sql);
        if (sql.startsWith('bad')) throw new TypeError(sql);
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
    checkDisk: async () => undefined,
    close: async () => undefined,
    discard: async () => undefined,
  };
  return { driver, committed, late };
}

const writing: GroupedWrite<string, string> = async (query, texts) => {
  for (const text of texts) await query(text);
  return texts.map((text) => `${text} done`);
};
const other: GroupedWrite<string, string> = async (query, texts) => {
  for (const text of texts) await query(`other ${text}`);
  return texts;
};

it('commits together what arrives together, also of several kinds, and returns to each its own outcome', async () => {
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
  const slow: GroupedWrite<string, unknown> = (query, texts) =>
    Promise.all(
      texts.map(async (text) => {
        await query(text);
        for (let turn = 0; turn < 3; turn++) await nextTurn();
        return query(`${text} again`);
      }),
    );
  await Promise.allSettled(['bad', 'b'].map((text) => enqueue(slow, text)));
  expect([committed, late]).toEqual([[['b', 'b again']], []]);
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
