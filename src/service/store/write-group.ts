// Commits a group of writes in one transaction. Must not know any statement, or how the group came
// about.
import { type Driver, type Query, StoreUnavailable, StoreUncertain } from './driver.ts';

export interface GroupedWrite<Input, Outcome> {
  /** Does several writes of this kind in a transaction, and returns an outcome for each. */
  run(query: Query, inputs: readonly Input[], mayBeStored: boolean): Promise<readonly Outcome[]>;
  /** A name of what each of them locks: its event. Asked only when some lock is held. */
  scopesOf(read: Query, inputs: readonly Input[]): Promise<readonly string[]>;
}

/** A write whose outcome is not known yet. */
export interface PendingWrite {
  // One queue for writes of all kinds. Each gets its own inputs back.
  readonly write: GroupedWrite<unknown, unknown>;
  readonly input: unknown;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Another transaction holds a lock that some write of a group needs. */
export class LockHeld extends StoreUnavailable {
  constructor(cause: unknown) {
    super('locked', cause);
  }
}

/** Runs a transaction that waits for each lock once. Its time limit is that of the database. */
export function withoutPatience(
  transaction: Driver['transaction'],
  isLockTimeout: Driver['isLockTimeout'],
): Driver['transaction'] {
  return (work) =>
    transaction(async (query, mayBeStored) => {
      try {
        return await work(query, mayBeStored);
      } catch (error) {
        // After a lost COMMIT, the lock may be that of the first attempt, which is in progress.
        throw isLockTimeout(error) && !mayBeStored ? new LockHeld(error) : error;
      }
    });
}

/** Writes that were not settled, and the error that would meet each of them. */
export interface Unsettled {
  readonly writes: readonly PendingWrite[];
  /** A StoreUnavailable, or a StoreUncertain. */
  readonly error: unknown;
}

/**
 * Settles each write of a group. One that the database refuses fails alone.
 * @returns what it has not settled, if anything
 */
export async function commitGroup(
  transaction: Driver['transaction'],
  group: readonly PendingWrite[],
): Promise<Unsettled | undefined> {
  try {
    const outcomes = await transaction((query, mayBeStored) => runGroup(query, group, mayBeStored));
    for (const [i, { resolve }] of group.entries()) resolve(outcomes[i]);
    return undefined;
  } catch (error) {
    const isOfAll = error instanceof StoreUnavailable || error instanceof StoreUncertain;
    if (isOfAll) return { writes: group, error };
    if (group.length > 1) return commitEach(transaction, group);
    rejectAll(group, error);
    return undefined;
  }
}

export function rejectAll(writes: readonly PendingWrite[], error: unknown): void {
  for (const { reject } of writes) reject(error);
}

/** Ends at the first one for which the database is unavailable. */
async function commitEach(
  transaction: Driver['transaction'],
  group: readonly PendingWrite[],
): Promise<Unsettled | undefined> {
  for (const [i, write] of group.entries()) {
    const unsettled = await commitGroup(transaction, [write]);
    if (unsettled?.error instanceof StoreUnavailable) {
      return { writes: group.slice(i), error: unsettled.error };
    }
    if (unsettled !== undefined) rejectAll([write], unsettled.error);
  }
  return undefined;
}

/** The writes by what they lock. */
export async function scopesOf(
  read: Query,
  group: readonly PendingWrite[],
): Promise<ReadonlyMap<string, readonly PendingWrite[]>> {
  const scopes = new Map<string, PendingWrite[]>();
  for (const [write, same] of byKind(group)) {
    const names = await write.scopesOf(
      read,
      same.map(({ input }) => input),
    );
    for (const [i, pending] of same.entries()) {
      const name = names[i] ?? '';
      const part = scopes.get(name);
      if (part === undefined) scopes.set(name, [pending]);
      else part.push(pending);
    }
  }
  return scopes;
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
