// Remembers idempotency keys in the same transaction as the records that they created, and deletes them when they expire.
import { isExpired, keyLifetimeMs, type RememberedKey, replayed } from '../idempotency.ts';
import type { Stamp } from '../stamps.ts';
import type { CreateOutcome, IdempotencyKey } from '../store.ts';
import type { Connection } from './connection.ts';
import { statements } from './sql.ts';

export interface NewRecord<T> {
  /** The record as it is when it is new. */
  readonly recordOf: (stamp: Stamp) => T;
  readonly insert: (record: T) => CreateOutcome<T>;
}

/** Creates a record unless the key is in use. A creation that is refused leaves the key free. */
export type CreateOnce = <T>(
  organizationId: string,
  request: IdempotencyKey | undefined,
  stamp: Stamp,
  newRecord: NewRecord<T>,
) => CreateOutcome<T>;

const sweepMilliseconds = 60 * 1000;

export function idempotencyKeys(connection: Connection, now: () => number): CreateOnce {
  const insertKey = connection.run(statements.insertKey);
  const findKey = connection.one<RememberedKey>(statements.findKey);
  const freeKey = connection.run(statements.freeKey);
  const sweep = sweeper(connection);
  let nextSweep = 0;

  return (organizationId, request, stamp, { recordOf, insert }) => {
    if (request === undefined) return insert(recordOf(stamp));
    if (now() >= nextSweep) {
      nextSweep = now() + sweepMilliseconds;
      sweep(now() - keyLifetimeMs);
    }
    const { key, fingerprint } = request;
    const isFirst = () => insertKey.run([organizationId, key, fingerprint, stamp.id, stamp.at]).changes === 1;
    if (isFirst() || (expire() && isFirst())) {
      const creation = insert(recordOf(stamp));
      if (creation.outcome !== 'created') freeKey.run([organizationId, key]);
      return creation;
    }
    return replayed(findKey.get([organizationId, key]), request, recordOf);

    /** Deletes the key if it has expired and no sweep has found it since. */
    function expire(): boolean {
      const first = findKey.get([organizationId, key]);
      return first !== undefined && isExpired(first, now()) && freeKey.run([organizationId, key]).changes === 1;
    }
  };
}

// Takes a few milliseconds; an index by age would make every creation slower.
const keysPerSweep = 10_000;

/** Deletes the keys older than `before`; each call looks at the next range of keys, and starts over after the last. */
function sweeper(connection: Connection): (before: number) => void {
  const endOfRange = connection.one<{ organization_id: string; key: string }>(statements.endOfKeyRange);
  const deleteExpired = connection.run(statements.deleteExpiredKeys);
  const start = ['', ''] as const;
  const end = ['\u{10ffff}', ''] as const;
  let from: readonly [string, string] = start;
  return (before) => {
    const last = endOfRange.get([...from, keysPerSweep]);
    const to = last === undefined ? end : ([last.organization_id, last.key] as const);
    deleteExpired.run([...from, ...to, before]);
    from = last === undefined ? start : to;
  };
}
