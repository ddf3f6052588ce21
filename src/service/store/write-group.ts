// Commits a group of writes in one transaction. Must not know any statement, or how the group came
// about.
import { type Driver, type Query, StoreUnavailable, StoreUncertain } from './driver.ts';

/** A kind of write. One transaction can do several writes of a kind. */
export interface GroupedWrite<Input, Outcome> {
  /** Does several writes of this kind in a transaction, and returns an outcome for each. */
  run(query: Query, inputs: readonly Input[], mayBeStored: boolean): Promise<readonly Outcome[]>;
  /**
   * Whether another transaction has locked what it needs, for each of them. This transaction locks
   * the rest, and waits for nothing.
   */
  areLocked(query: Query, inputs: readonly Input[]): Promise<readonly boolean[]>;
}

/** A write whose outcome is not known yet. */
export interface PendingWrite {
  // One queue has writes of all kinds. Each kind gets its own inputs back.
  readonly write: GroupedWrite<unknown, unknown>;
  readonly input: unknown;
  /** When it arrived, by the clock of `performance`. */
  readonly at: number;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Another transaction holds a lock. */
class LockHeld extends StoreUnavailable {
  /** Those that need it. If that is unknown, the whole group. */
  readonly writes: readonly PendingWrite[];

  constructor(writes: readonly PendingWrite[], cause?: unknown) {
    super('locked', cause);
    this.writes = writes;
  }
}

/** Commits a group in one transaction, and returns an outcome for each write. */
export type Commit = (group: readonly PendingWrite[]) => Promise<readonly unknown[]>;

/**
 * Two ways to commit. `afterLocks` waits for each lock once; its time limit is that of the
 * database. `unlessLocked` first finds out, at once, which of its writes would wait for a lock.
 */
export function commitsOf({
  transaction,
  isLockTimeout,
}: Pick<Driver, 'transaction' | 'isLockTimeout'>) {
  const commit = (run: typeof runGroup): Commit => {
    return (group) =>
      transaction(async (query, mayBeStored) => {
        try {
          return await run(query, group, mayBeStored);
        } catch (error) {
          // After a lost COMMIT, the lock may be that of the first attempt, which is in progress.
          throw isLockTimeout(error) && !mayBeStored ? new LockHeld(group, error) : error;
        }
      });
  };
  return { afterLocks: commit(runGroup), unlessLocked: commit(runUnlocked) };
}

/**
 * Settles each write of a group that no lock of another transaction holds up. One that the database
 * refuses fails alone.
 * @returns all others
 */
export async function commitFree(
  commit: Commit,
  group: readonly PendingWrite[],
): Promise<readonly PendingWrite[]> {
  if (group.length === 0) return [];
  const unsettled = await commitGroup(commit, group);
  if (unsettled === undefined) return [];
  const { writes, error } = unsettled;
  if (!(error instanceof LockHeld)) {
    rejectAll(writes, error);
    return [];
  }
  const locked = new Set(error.writes);
  const others = writes.filter((write) => !locked.has(write));
  return [...locked, ...(await commitFree(commit, others))];
}

export function rejectAll(writes: readonly PendingWrite[], error: unknown): void {
  for (const { reject } of writes) reject(error);
}

/** Writes that were not settled, and the error that would meet each of them. */
interface Unsettled {
  readonly writes: readonly PendingWrite[];
  /** A StoreUnavailable, or a StoreUncertain. */
  readonly error: unknown;
}

/** @returns what it has not settled, if anything */
async function commitGroup(
  commit: Commit,
  group: readonly PendingWrite[],
): Promise<Unsettled | undefined> {
  try {
    const outcomes = await commit(group);
    for (const [i, { resolve }] of group.entries()) resolve(outcomes[i]);
    return undefined;
  } catch (error) {
    const isOfAll = error instanceof StoreUnavailable || error instanceof StoreUncertain;
    if (isOfAll) return { writes: group, error };
    if (group.length > 1) return commitEach(commit, group);
    rejectAll(group, error);
    return undefined;
  }
}

/** Ends at the first one for which the database is unavailable. */
async function commitEach(
  commit: Commit,
  group: readonly PendingWrite[],
): Promise<Unsettled | undefined> {
  for (const [i, write] of group.entries()) {
    const unsettled = await commitGroup(commit, [write]);
    if (unsettled?.error instanceof StoreUnavailable) {
      return { writes: group.slice(i), error: unsettled.error };
    }
    if (unsettled !== undefined) rejectAll([write], unsettled.error);
  }
  return undefined;
}

async function runUnlocked(
  query: Query,
  group: readonly PendingWrite[],
  mayBeStored: boolean,
): Promise<readonly unknown[]> {
  const locked = mayBeStored ? [] : await lockedOf(query, group);
  if (locked.length > 0) throw new LockHeld(locked);
  return runGroup(query, group, mayBeStored);
}

async function lockedOf(
  query: Query,
  group: readonly PendingWrite[],
): Promise<readonly PendingWrite[]> {
  const locked: PendingWrite[] = [];
  for (const [write, same] of byKind(group)) {
    const inputs = same.map(({ input }) => input);
    const areLocked = await write.areLocked(query, inputs);
    locked.push(...same.filter((_, i) => areLocked[i]));
  }
  return locked;
}

async function runGroup(
  query: Query,
  group: readonly PendingWrite[],
  mayBeStored: boolean,
): Promise<readonly unknown[]> {
  const outcomes = new Map<PendingWrite, unknown>();
  let isOver = false;
  // When one write has failed, what others still send must not run outside of the transaction.
  const guarded: Query = async (sql, values) => {
    if (isOver) throw new RangeError('the transaction is over');
    return query(sql, values);
  };
  try {
    for (const [write, same] of byKind(group)) {
      const inputs = same.map(({ input }) => input);
      const results = await write.run(guarded, inputs, mayBeStored);
      for (const [i, pending] of same.entries()) outcomes.set(pending, results[i]);
    }
  } finally {
    isOver = true;
  }
  return group.map((pending) => outcomes.get(pending));
}

function byKind(
  group: readonly PendingWrite[],
): ReadonlyMap<PendingWrite['write'], PendingWrite[]> {
  const kinds = new Map<PendingWrite['write'], PendingWrite[]>();
  for (const pending of group) {
    const same = kinds.get(pending.write);
    if (same === undefined) kinds.set(pending.write, [pending]);
    else same.push(pending);
  }
  return kinds;
}
