// Creates folders, also those that only their owner can read. Must not know what is saved in them.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder and those above it. @throws the system's error */
export function createFolder(path: string): void {
  create(path, 0o777);
}

/** The same; only their owner can read what is created. @throws the system's error */
export function createPrivateFolder(path: string): void {
  create(path, 0o700);
}

/**
 * One by one: Node's own recursion never ends on a file system that refuses folders as /proc does.
 */
function create(path: string, mode: number): void {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) return;
  if (existing !== undefined) throw new Error(`${path} is not a folder`);
  create(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
