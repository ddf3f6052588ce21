// Remembers under an idempotency key which record a creation made, in the same transaction, for 24 hours.

import type { Creation, Once } from '../store.ts';
import type { World } from '../world.ts';
import { statements } from './sql.ts';

const keptMilliseconds = 24 * 60 * 60 * 1000;
const sweepMilliseconds = 60 * 1000;

/** What a record is given when it is made; with the request's fields it is all there is to a new record. */
export interface Stamp {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Making<T> {
  /** The record as it is when it is new. */
  readonly recordOf: (stamp: Stamp) => T;
  readonly insert: (record: T) => Creation<T>;
}

/** Makes a record unless the key has been used. A creation that is refused leaves the key free. */
export type CreateOnce = <T>(
  organizationId: string,
  request: Once | undefined,
  stamp: Stamp,
  making: Making<T>,
) => Creation<T>;

export function once({ connection, now }: World): CreateOnce {
  const insert = connection.run(statements.insertOnce);
  const find = connection.one<Kept>(statements.findOnce);
  const free = connection.run(statements.freeOnce);
  const sweep = sweeper(connection);
  let nextSweep = 0;

  return (organizationId, request, stamp, { recordOf, insert: make }) => {
    if (request === undefined) return make(recordOf(stamp));
    if (now() >= nextSweep) {
      nextSweep = now() + sweepMilliseconds;
      sweep(now() - keptMilliseconds);
    }
    const { key, fingerprint } = request;
    const isFirst = () => insert.run([organizationId, key, fingerprint, stamp.id, stamp.at]).changes === 1;
    if (isFirst() || (isExpired() && isFirst())) {
      const creation = make(recordOf(stamp));
      if (creation.outcome !== 'created') free.run([organizationId, key]);
      return creation;
    }
    const first = find.get([organizationId, key]);
    if (first?.fingerprint !== fingerprint) return { outcome: 'key_reused' };
    // The same request, so that only the stamp has to be remembered for the same answer.
    return { outcome: 'replayed', record: recordOf({ id: first.id, at: first.created_at }) };

    /** Forgets the key where its time is over and no sweep has come by since. */
    function isExpired(): boolean {
      const first = find.get([organizationId, key]);
      return (
        first !== undefined &&
        first.created_at <= now() - keptMilliseconds &&
        free.run([organizationId, key]).changes === 1
      );
    }
  };
}

interface Kept {
  readonly fingerprint: string;
  readonly id: string;
  readonly created_at: number;
}

// A few milliseconds' work; an index by age would cost every creation more.
const sweptAtOnce = 10_000;

/** Forgets what is older than `before`, some of the keys at a time, going round. */
function sweeper(connection: World['connection']): (before: number) => void {
  const some = connection.one<{ organization_id: string; key: string }>(statements.someOnce);
  const forget = connection.run(statements.forgetOnce);
  const start = ['', ''] as const;
  const end = ['\u{10ffff}', ''] as const;
  let from: readonly [string, string] = start;
  return (before) => {
    const last = some.get([...from, sweptAtOnce]);
    const to = last === undefined ? end : ([last.organization_id, last.key] as const);
    forget.run([...from, ...to, before]);
    from = last === undefined ? start : to;
  };
}
