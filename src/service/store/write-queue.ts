// Commits together what arrives together, so that one flush to disk makes all of it durable. Must
// not know any statement.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Driver, type Query, StoreUnavailable, StoreUncertain } from './driver.ts';

/** Does several writes of one kind in a transaction, and returns an outcome for each. */
export type GroupedWrite<Input, Outcome> = (
  query: Query,
  inputs: readonly Input[],
  mayBeStored: boolean,
) => Promise<readonly Outcome[]>;

export interface WriteQueue {
  /** Resolves when the write is durable. If it fails, others of its group are not affected. */
  enqueue<Input, Outcome>(write: GroupedWrite<Input, Outcome>, input: Input): Promise<Outcome>;
  /** Resolves when no write is waiting or in progress. */
  drain(): Promise<void>;
}

interface Waiting {
  // One queue for writes of all kinds. Each gets its own inputs back.
  readonly write: GroupedWrite<unknown, unknown>;
  readonly input: unknown;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

// Waiting for more makes a group of this size no faster, and nothing else is served while SQLite
// writes it.
const largestGroup = 256;
const mostWaiting = 20_000;

export function writeQueue(driver: Driver): WriteQueue {
  const waiting: Waiting[] = [];
  const running = new Set<Promise<void>>();
  let isScheduled = false;
  return { enqueue, drain };

  function enqueue<Input, Outcome>(
    write: GroupedWrite<Input, Outcome>,
    input: Input,
  ): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new StoreUnavailable('overloaded'));
      waiting.push({ write, input, resolve, reject } as Waiting);
      if (isScheduled) return;
      isScheduled = true;
      track(runAll());
    });
  }

  async function drain(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      // Until a turn of the event loop brings no further write.
      for (let seen = 0; waiting.length > seen && seen < largestGroup; await nextTurn())
        seen = waiting.length;
      const group = track(commit(driver, waiting.splice(0, largestGroup)));
      await settledOrLate(group, driver.overtakenAfterMs);
    }
    isScheduled = false;
  }

  function track(work: Promise<void>): Promise<void> {
    running.add(work);
    return work.finally(() => running.delete(work));
  }
}

async function commit(driver: Driver, group: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await driver.transaction((query, mayBeStored) =>
      runGroup(query, group, mayBeStored),
    );
    for (const [i, { resolve }] of group.entries()) resolve(outcomes[i]);
  } catch (error) {
    if (
      group.length === 1 ||
      error instanceof StoreUnavailable ||
      error instanceof StoreUncertain
    ) {
      for (const { reject } of group) reject(error);
    } else {
      // One of them has something that the database refuses: only that one fails.
      for (const waiting of group) await commit(driver, [waiting]);
    }
  }
}

async function runGroup(
  query: Query,
  group: readonly Waiting[],
  mayBeStored: boolean,
): Promise<readonly unknown[]> {
  const outcomes = new Map<Waiting, unknown>();
  let isOver = false;
  // When one write has failed, what others still send must not run outside of the transaction.
  const guarded: Query = async (sql, values) => {
    if (isOver) throw new RangeError('the transaction is over');
    return query(sql, values);
  };
  try {
    for (const write of new Set(group.map((waiting) => waiting.write))) {
      const same = group.filter((waiting) => waiting.write === write);
      const inputs = same.map(({ input }) => input);
      const results = await write(guarded, inputs, mayBeStored);
      for (const [i, waiting] of same.entries()) outcomes.set(waiting, results[i]);
    }
  } finally {
    isOver = true;
  }
  return group.map((waiting) => outcomes.get(waiting));
}

function settledOrLate(work: Promise<void>, lateMs: number | undefined): Promise<void> {
  if (lateMs === undefined) return work;
  return new Promise((resolve) => {
    const late = setTimeout(resolve, lateMs);
    work.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
