// Commits together what arrives together, so that one flush to disk makes all of it durable, and
// later what waits for a lock. Must not know any statement.
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type Driver, StoreUnavailable, StoreUncertain } from './driver.ts';
import {
  commitFree,
  commitsOf,
  type GroupedWrite,
  type PendingWrite,
  rejectAll,
} from './write-group.ts';

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
/** How long after something was locked each group first finds out what is. */
const suspicionMs = 10_000;
/** After this time, what was locked is tried again. */
const retryMs = 25;

/** The queue of all writes of a process to one database. */
export function writeQueue(driver: Driver) {
  const waiting: PendingWrite[] = [];
  /** Writes that wait for a lock of another transaction. */
  let held: readonly PendingWrite[] = [];
  const running = new Set<Promise<void>>();
  const transaction: Driver['transaction'] = async (work, options) => {
    const outcomes = await driver.transaction(work, options);
    groups++;
    return outcomes;
  };
  const { afterLocks, unlessLocked } = commitsOf({ ...driver, transaction });
  let suspectedUntil = Number.NEGATIVE_INFINITY;
  let isRetrying = false;
  let pending = 0;
  let decided = 0;
  let groups = 0;
  let uncertain = 0;
  let isScheduled = false;
  const load = (): WriteLoad => ({ pending, decided, groups, uncertain });
  return { enqueue, drain, load };

  /** Resolves when the write is durable. If it fails, others of its group are not affected. */
  function enqueue<Input, Outcome>(
    write: GroupedWrite<Input, Outcome>,
    input: Input,
  ): Promise<Outcome> {
    if (pending >= mostPending) return Promise.reject(new StoreUnavailable('overloaded'));
    pending++;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      const at = performance.now();
      waiting.push({ write, input, at, resolve, reject } as PendingWrite);
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

  /** Resolves when no write is waiting or in progress. */
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

  /** Resolves when each write is settled or held. */
  async function commitTogether(group: readonly PendingWrite[]): Promise<void> {
    const isSuspected = performance.now() < suspectedUntil;
    const unsettled = isSuspected ? group : await commitFree(afterLocks, group);
    hold(await commitFree(unlessLocked, unsettled));
  }

  /** Those that have waited for too long fail. The others are tried again. */
  function hold(locked: readonly PendingWrite[]): void {
    if (locked.length === 0) return;
    const now = performance.now();
    suspectedUntil = now + suspicionMs;
    const isLate = ({ at }: PendingWrite) => now - at >= driver.patienceMs;
    rejectAll(locked.filter(isLate), new StoreUnavailable('locked'));
    held = held.concat(locked.filter((write) => !isLate(write)));
    if (isRetrying) return;
    isRetrying = true;
    track(retryHeld());
  }

  async function retryHeld(): Promise<void> {
    while (held.length > 0) {
      await delay(retryMs);
      const writes = held;
      held = [];
      for (let first = 0; first < writes.length; first += largestGroup) {
        hold(await commitFree(unlessLocked, writes.slice(first, first + largestGroup)));
      }
    }
    isRetrying = false;
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
