// Owns whether a database accepts writes: a write of its own proves it, and after a commit whose
// result is unknown no other write begins before it does. Must not know any database.
import { setTimeout as delay } from 'node:timers/promises';
import { type Driver, StoreUnavailable, StoreUncertain } from './driver.ts';
import { checkVersion } from './schema.ts';
import { statements } from './statements.ts';

/** All who ask within this time share a proof. */
const sharedMs = 2000;
/**
 * A database that takes longer is not ready: for a lock that writes wait for too, or an attempt,
 * and finding a server for it.
 */
const limits = { patienceMs: 2000, attemptMs: 2000 };
const answerMs = 2500;

/** The transactions of a database, and the proof that it accepts writes. */
export function readinessOf(driver: Pick<Driver, 'transaction' | 'checkDisk'>) {
  // Commits that wait for a standby have a connection each, and no time limit in the database. A
  // further proof waits for the row of the last one, and so leaves nothing behind.
  let isInDoubt = false;
  let shared: Promise<void> | undefined;
  const transaction: Driver['transaction'] = async (work, options) => {
    if (isInDoubt) await check();
    try {
      return await driver.transaction(work, options);
    } catch (error) {
      if (error instanceof StoreUncertain) {
        isInDoubt = true;
        shared = undefined;
      }
      throw error;
    }
  };
  return {
    check,
    transaction,
    /** Resolves when no proof is in progress. */
    settle: async () => shared?.catch(() => undefined),
  };

  /** @throws StoreUnavailable within `answerMs` if the database accepts no writes now */
  async function check(): Promise<void> {
    shared ??= begin();
    const first = await Promise.race([shared, delay(answerMs, 'late', { ref: false })]);
    // Without a doubt, it may wait for a write before it, which waits for a lock.
    if (first === 'late') throw new StoreUnavailable(isInDoubt ? 'unconfirmed' : 'slow');
  }

  function begin(): Promise<void> {
    const proof = prove(driver).then(
      () => {
        isInDoubt = false;
      },
      (error: unknown) => {
        const isUnknown = isInDoubt || error instanceof StoreUncertain;
        throw isUnknown ? new StoreUnavailable('unconfirmed', error) : error;
      },
    );
    void Promise.allSettled([proof, delay(sharedMs, undefined, { ref: false })]).then(() => {
      if (shared === proof) shared = undefined;
    });
    return proof;
  }
}

/** Commits a row, because a database can refuse a commit, or never confirm it. */
function prove(driver: Pick<Driver, 'transaction' | 'checkDisk'>): Promise<void> {
  return driver.transaction(async (query) => {
    // All at once, in the order in which a change of the version locks them.
    await Promise.all([
      checkVersion(query),
      ...statements.useTables.map((statement) => query(statement)),
      driver.checkDisk(query),
    ]);
  }, limits);
}
