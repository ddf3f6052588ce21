// Owns the Store on PostgreSQL: combines the parts that read and write the database.
import { randomUUID } from 'node:crypto';
import { idSource } from '../../ids.ts';
import { keyLifetimeMs } from '../idempotency.ts';
import { kinds } from '../records.ts';
import { type OpenOptions, type RequestCount, type Store, type StoreObserver, StoreUnavailable } from '../store.ts';
import { writeHealth } from '../write-health.ts';
import { administrationStore } from './administration.ts';
import { creationQueue } from './creation-queue.ts';
import type { Database } from './database.ts';
import { eventFinder } from './events.ts';
import { listing } from './listing.ts';
import { migrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { recordStore } from './records.ts';
import { statements } from './sql.ts';

/** Of this program. */
export const schemaVersion = migrations.length;

const sweepMs = 60_000;

/**
 * Connects to a database, and migrates one that is empty or of an older version. Any number of processes may use it.
 * Without `now`, times are those of the database's clock, which all processes share.
 * @throws DatabaseError if it cannot be reached, belongs to another program, or is of a newer version
 */
export async function openPostgres(data: string, { now, patienceMs, observer }: OpenOptions = {}): Promise<Store> {
  return storeOn(await openDatabase(data, { patienceMs, observer }), now, observer);
}

function storeOn(database: Database, now: (() => number) | undefined, observer: StoreObserver | undefined): Store {
  const health = writeHealth(async (text) => {
    await database.query(statements.heartbeat, [text]);
    return true;
  });
  const watched: Database = {
    ...database,
    transaction: (work, settings) => health.watch(database.transaction(work, settings)),
  };
  const events = eventFinder(database);
  const { create, drain } = creationQueue(watched, { now, observer });
  const context = { database: watched, create, events, newId: idSource(now ?? Date.now), now };
  // Identifies this process's counts, so that one whose result was lost is not counted twice.
  const self = randomUUID();
  let counts = 0;
  const sweeping = setInterval(() => sweep().catch(() => undefined), sweepMs).unref();
  return {
    speakers: recordStore('speakers', kinds.speakers, context),
    submissions: recordStore('submissions', kinds.submissions, context),
    list: listing(database, events),
    ...administrationStore(watched, events),
    countRequests: async (organizationId, requests, windowMs) => {
      const values = [organizationId, requests, windowMs, now?.() ?? null, self, ++counts];
      const [counted] = await database.query<RequestCount>(statements.countRequests, values);
      if (counted === undefined) throw new Error('no request was counted');
      return counted;
    },
    ping: async () => {
      const [state] = await database.query<{ isReadOnly: boolean; version: number }>(statements.readState);
      if (state?.isReadOnly !== false) throw new StoreUnavailable('unreachable');
      // A newer process may already have migrated it further.
      if (state.version < schemaVersion) throw new StoreUnavailable('unwritable');
      await health.check();
    },
    close,
    discard: close,
  };

  async function close(): Promise<void> {
    clearInterval(sweeping);
    await drain();
    await database.close();
  }

  async function sweep(): Promise<void> {
    await database.query(statements.deleteExpiredKeys, [keyLifetimeMs, now?.() ?? null]);
  }
}
