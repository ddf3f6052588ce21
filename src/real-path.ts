// Owns the one name of a file or folder, however somebody wrote it, and which ones are links. Must
// not know what is in it.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The absolute path, without symbolic links, and in the letter case that the disk has: Windows and
 * macOS find `Program` as `program`. Of what does not exist, it is only absolute.
 */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : resolve(path);
}

/** Whether it is a link. False also for a path through a file, which opening it explains. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}
