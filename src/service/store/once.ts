// Remembers under an idempotency key what a creation made, in the same transaction, for 24 hours.
import { statements } from './sql.ts';
import type { Creation, Once } from './store.ts';
import type { World } from './world.ts';

const keptMilliseconds = 24 * 60 * 60 * 1000;
const sweepMilliseconds = 60 * 1000;

/** Runs `create` unless the key has been used. A creation that is refused leaves the key free. */
export type CreateOnce = <T>(
  organizationId: string,
  request: Once | undefined,
  create: () => Creation<T>,
) => Creation<T>;

export function once({ connection, now }: World): CreateOnce {
  const find = connection.one<{ fingerprint: string; record: string }>(statements.findOnce);
  const insert = connection.run(statements.insertOnce);
  const forget = connection.run(statements.forgetOnce);
  let nextSweep = 0;

  return (organizationId, request, create) => {
    if (request === undefined) return create();
    sweep();
    const first = find.get([organizationId, request.key]);
    if (first !== undefined) {
      if (first.fingerprint !== request.fingerprint) return { outcome: 'key_reused' };
      return { outcome: 'replayed', record: JSON.parse(first.record) };
    }
    const creation = create();
    if (creation.outcome === 'created') {
      insert.run([organizationId, request.key, request.fingerprint, JSON.stringify(creation.record), now()]);
    }
    return creation;
  };

  function sweep(): void {
    if (now() < nextSweep) return;
    nextSweep = now() + sweepMilliseconds;
    forget.run([now() - keptMilliseconds]);
  }
}
