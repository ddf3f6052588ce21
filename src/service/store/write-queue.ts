// Commits together what arrives together, so that one flush to disk makes all of it durable, and
// apart what waits for a lock. Must not know any statement.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Driver, StoreUnavailable, StoreUncertain } from './driver.ts';
import {
  commitGroup,
  type GroupedWrite,
  LockHeld,
  type PendingWrite,
  rejectAll,
  scopesOf,
  type Unsettled,
  withoutPatience,
} from './write-group.ts';

export interface WriteQueue {
  /** Resolves when the write is durable. If it fails, others of its group are not affected. */
  enqueue<Input, Outcome>(write: GroupedWrite<Input, Outcome>, input: Input): Promise<Outcome>;
  /** Resolves when no write is waiting or in progress. */
  drain(): Promise<void>;
  load(): WriteLoad;
}

export interface WriteLoad {
  /** Writes that wait or are in progress. */
  readonly pending: number;
  /** Writes that were decided in a transaction so far: stored, or refused as a duplicate. */
  readonly decided: number;
  /** Transactions that have decided them. */
  readonly groups: number;
  /** Writes so far that may be stored or not. */
  readonly uncertain: number;
}

// Waiting for more makes a group of this size no faster, and nothing else is served while SQLite
// writes it.
const largestGroup = 256;
const mostPending = 20_000;
/** How long after it was locked a scope is taken for locked, unless a write to it succeeds. */
const suspicionMs = 10_000;

export function writeQueue(driver: Driver): WriteQueue {
  const waiting: PendingWrite[] = [];
  /** The writes of scopes in which something may be locked. Each lane is committed by itself. */
  const lanes = new Map<string, PendingWrite[]>();
  const running = new Set<Promise<void>>();
  /** Scopes that were just locked, and when. Their writes are committed in lanes from the start. */
  const lockedAt = new Map<string, number>();
  const transaction: Driver['transaction'] = async (work, options) => {
    const outcomes = await driver.transaction(work, options);
    groups++;
    return outcomes;
  };
  const transactionOnce = withoutPatience(transaction, driver.isLockTimeout);
  const behindLock: Driver['transaction'] = (work) => transaction(work, { isBehindLock: true });
  let pending = 0;
  let decided = 0;
  let groups = 0;
  let uncertain = 0;
  let isScheduled = false;
  return { enqueue, drain, load: () => ({ pending, decided, groups, uncertain }) };

  function enqueue<Input, Outcome>(
    write: GroupedWrite<Input, Outcome>,
    input: Input,
  ): Promise<Outcome> {
    if (pending >= mostPending) return Promise.reject(new StoreUnavailable('overloaded'));
    pending++;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      waiting.push({ write, input, resolve, reject } as PendingWrite);
    });
    if (!isScheduled) {
      isScheduled = true;
      track(runAll());
    }
    return outcome.then(
      (result) => {
        pending--;
        decided++;
        return result;
      },
      (error) => {
        pending--;
        if (error instanceof StoreUncertain) uncertain++;
        throw error;
      },
    );
  }

  async function drain(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      // Until a turn of the event loop brings no further write.
      for (let seen = 0; waiting.length > seen && seen < largestGroup; await nextTurn())
        seen = waiting.length;
      const group = track(commitTogether(waiting.splice(0, largestGroup)));
      await settledOrLate(group, driver.overtakenAfterMs);
    }
    isScheduled = false;
  }

  /** Resolves when each write is settled or in a lane. */
  async function commitTogether(group: readonly PendingWrite[]): Promise<void> {
    forgetOldLocks();
    const others = lanes.size + lockedAt.size > 0 ? await divide(group, isApart) : group;
    if (others.length === 0) return;
    const unsettled = await commitGroup(transactionOnce, others);
    if (unsettled === undefined) return;
    const { writes, error } = unsettled;
    // It is unknown which scope is locked. In lanes, the others do not wait for it.
    if (error instanceof LockHeld) await divide(writes, () => true);
    else rejectAll(writes, error);
  }

  /** Moves the writes of some scopes into their lanes. @returns all others */
  async function divide(
    group: readonly PendingWrite[],
    hasLane: (scope: string) => boolean,
  ): Promise<readonly PendingWrite[]> {
    try {
      const parts = [...(await scopesOf(driver.read, group))];
      return parts.flatMap(([scope, writes]) => {
        if (!hasLane(scope)) return writes;
        const lane = lanes.get(scope);
        if (lane === undefined) track(runLane(scope, writes));
        else lane.push(...writes);
        return [];
      });
    } catch (error) {
      rejectAll(group, error);
      return [];
    }
  }

  function isApart(scope: string): boolean {
    return lanes.has(scope) || lockedAt.has(scope);
  }

  function forgetOldLocks(): void {
    const oldest = performance.now() - suspicionMs;
    for (const [scope, at] of lockedAt) if (at < oldest) lockedAt.delete(scope);
  }

  async function runLane(scope: string, writes: readonly PendingWrite[]): Promise<void> {
    const lane = [...writes];
    lanes.set(scope, lane);
    while (lane.length > 0) {
      const unsettled = await commitInLane(scope, lane.splice(0, largestGroup));
      if (unsettled === undefined) {
        lockedAt.delete(scope);
        continue;
      }
      lockedAt.set(scope, performance.now());
      const { writes, error } = unsettled;
      rejectAll(writes, error);
      // The others would wait for the same lock, one group after the other.
      const isLocked = error instanceof StoreUnavailable && error.reason === 'locked';
      if (isLocked) rejectAll(lane.splice(0), error);
    }
    lanes.delete(scope);
  }

  /** What meets a lock waits where it takes no connection from other scopes. */
  async function commitInLane(
    scope: string,
    group: readonly PendingWrite[],
  ): Promise<Unsettled | undefined> {
    if (lockedAt.has(scope)) return commitGroup(behindLock, group);
    const unsettled = await commitGroup(transactionOnce, group);
    if (!(unsettled?.error instanceof LockHeld)) return unsettled;
    return commitGroup(behindLock, unsettled.writes);
  }

  function track(work: Promise<void>): Promise<void> {
    running.add(work);
    return work.finally(() => running.delete(work));
  }
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
