// Creates folders and files that only their owner can read. Must not know what is saved in them.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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

/** Whether this user owns a folder and no other user can write to it. Its files can be trusted: they are run. */
export function isOwnFolder(path: string): boolean {
  try {
    const found = lstatSync(path);
    if (!found.isDirectory()) return false;
    // Windows has no such modes; the folders of a user are their own.
    return process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/**
 * Writes a whole file in place of another. Two processes may do so at once, and a file that one has opened stays as it is.
 * @throws the system's error
 */
export function replacePrivateFile(file: string, bytes: Uint8Array): void {
  createPrivateFolder(dirname(file));
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
