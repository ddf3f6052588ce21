// Owns what is in the place of a file or a folder that is read and written: a link, for one, is
// refused where the file itself must be.
import { lstatSync, type Stats } from 'node:fs';
import { InvalidInputError } from '../errors.ts';

/**
 * What does not exist is not refused.
 * @throws {InvalidInputError} if something else is there, such as a symbolic link or a pipe
 */
export function refuseOther(path: string, expected: 'file' | 'folder'): void {
  const entry = entryAt(path);
  if (entry === undefined) return;
  if (expected === 'folder' ? entry.isDirectory() : entry.isFile()) return;
  throw new InvalidInputError(
    `${path} is ${entry.isSymbolicLink() ? 'a symbolic link' : `not a ${expected}`}`,
    {
      fix: `remove it, or put a ${expected} in its place; the files of a folder must be in it`,
    },
  );
}

/** Whether a link is there. False also for a path through a file, which opening it explains. */
export function isLink(path: string): boolean {
  return entryAt(path)?.isSymbolicLink() === true;
}

/** Undefined if nothing is there, or if it cannot be known: reading it says why. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
