// Owns the Store on an SQLite file: combines the parts that read and write it.
import { idSource } from '../../ids.ts';
import { kinds } from '../records.ts';
import { requestWindows } from '../request-windows.ts';
import { type OpenOptions, type Store, StoreUnavailable } from '../store.ts';
import { writeHealth } from '../write-health.ts';
import { administrationStore } from './administration.ts';
import { type Connection, largestLog, neverWait } from './connection.ts';
import { type DatabaseFile, databaseFile } from './database-file.ts';
import { events as eventsOf } from './events.ts';
import { listing } from './listing.ts';
import { migrations } from './migrations.ts';
import { openFile } from './open-file.ts';
import { peopleOn } from './people.ts';
import { recordStore } from './records.ts';
import { heartbeatInsertion } from './sql.ts';
import { type WriteQueue, writeQueue } from './write-queue.ts';

/** Of this program. */
export const schemaVersion = migrations.length;

const emptyingMs = 5000;

/**
 * Opens a database file, and migrates one of an older version. Only its owner can read a file that is created.
 * @throws DatabaseError if it cannot be opened, is empty, belongs to another program, or is of a newer version
 */
export function openSqlite(path: string, { create = false, now = Date.now, ...others }: OpenOptions = {}): Store {
  const { connection, file, remove } = openFile(path, create);
  const store = storeOn(connection, { ...others, now, file: databaseFile(file) });
  return { ...store, discard: () => store.close().then(remove) };
}

export interface StoreSettings extends Pick<OpenOptions, 'now' | 'patienceMs' | 'observer'> {
  readonly file?: DatabaseFile;
}

/** The store on a connection to a migrated database. `close` closes the connection. */
export function storeOn(connection: Connection, settings: StoreSettings = {}): Store {
  const { now = Date.now, file, patienceMs, observer } = settings;
  neverWait(connection);
  const events = eventsOf(connection);
  const people = peopleOn(connection);
  const { write: enqueue, drain } = writeQueue(connection, {
    onRollback: () => {
      events.forget();
      people.forget();
    },
    ...(file && { checkFile: file.check }),
    ...(patienceMs !== undefined && { patienceMs }),
    ...(observer && { observer }),
  });
  const heartbeat = connection.run(heartbeatInsertion);
  const health = writeHealth((text) =>
    enqueue(() => heartbeat.run([text]), 0).then(
      () => true,
      (error) => {
        // Another process may hold the lock for a moment. A write would wait for it.
        if (error instanceof StoreUnavailable && error.reason === 'locked') return false;
        throw error;
      },
    ),
  );
  const write: WriteQueue['write'] = (work) => health.watch(enqueue(work));
  const context = { connection, write, events, people, now, newId: idSource(now) };
  // SQLite itself empties a log that grew beside a reader only with the next writes.
  const emptying = setInterval(emptyLog, emptyingMs).unref();
  let closed = false;
  return {
    speakers: recordStore('speakers', kinds.speakers, context),
    submissions: recordStore('submissions', kinds.submissions, context),
    list: listing(connection, events),
    // A write for each request would cost more than the request. Each process has its own count.
    countRequests: requestWindows(now),
    ...administrationStore(connection, write, events),
    ping: async () => {
      connection.pragma('user_version');
      file?.check();
      file?.checkWritable();
      await health.check();
    },
    close,
    discard: close,
  };

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    clearInterval(emptying);
    await drain();
    if (isInPlace(file)) connection.close();
  }

  function emptyLog(): void {
    if (file === undefined || file.logSize() <= largestLog || !isInPlace(file)) return;
    try {
      connection.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // Someone is still reading, or the disk is full. The next attempt follows.
    }
  }
}

/** Closing would delete the log of the file that is now at this path. */
function isInPlace(file: DatabaseFile | undefined): boolean {
  try {
    file?.check();
    return true;
  } catch {
    return false;
  }
}
