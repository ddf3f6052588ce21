// Creates and recognizes folders that only their owner can read. Must not know what is saved in them.
import { lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it, one by one: Node's own recursion never ends on a file system that refuses folders
 * as /proc does.
 * @throws the system's error
 */
export function createPrivateFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined) throw new Error(`${path} is not a folder`);
  createPrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Whether this user owns a folder and no other user can write to it. */
export function isOwnFolder(path: string): boolean {
  try {
    const found = lstatSync(path);
    return found.isDirectory() && isOwn(found);
  } catch {
    return false;
  }
}

/** Whether a file or folder belongs to this user, and no other user can write to it. Windows has no such modes. */
export function isOwn({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0);
}
