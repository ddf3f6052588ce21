// Whether a database file is still the one that was opened. A program that deletes or replaces an open file takes it away
// from its path, but not from the process that has it open, which would go on writing into nothing.
import { accessSync, constants, statSync } from 'node:fs';
import { StoreUnavailable } from '../store.ts';

export interface DatabaseFile {
  /** @throws StoreUnavailable if the path no longer leads to this file */
  check(): void;
  /** @throws StoreUnavailable if the file may not be written */
  checkWritable(): void;
  /** Of its log, in bytes. */
  logSize(): number;
}

/** The file to which a path leads now. */
export function databaseFile(path: string): DatabaseFile {
  const opened = identityOf(path);
  return { check, checkWritable, logSize };

  function check(): void {
    if (identityOf(path) !== opened) throw new StoreUnavailable('replaced');
  }

  function checkWritable(): void {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      throw new StoreUnavailable('unwritable', error);
    }
  }

  function logSize(): number {
    return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
