// Replaces files as a whole: a file is written elsewhere, and takes its place only if it differs.
// Must not know what it contains.
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { OutputError, systemFault } from './errors.ts';

/**
 * Files that are written together. Each function throws OutputError if a file cannot be written.
 */
export interface Replacements {
  /**
   * @param mode the most permissions that the file may have; one that is in its place keeps its own
   *   within these
   */
  begin(path: string, mode?: number): Pick<OpenFile, 'write'>;
  /** For a file that must not be newer than the others. */
  beginLast(path: string, mode?: number): Pick<OpenFile, 'write'>;
  /** Puts the files that differ in their places, one after the other. @returns their paths */
  commit(): readonly string[];
  /** Removes what is not in its place. */
  discard(): void;
}

/** Removes what a command that was killed has left in a folder. @throws the system's error */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^\.plenary-.*\.tmp$/.test(name)) rmSync(join(folder, name));
}

/**
 * Writes files together, and puts those that differ in their places.
 * @param folder where they are written, on the same disk
 * @returns the paths of those that differ
 * @throws {OutputError} if a file cannot be written
 */
export function replaceFiles(
  folder: string,
  write: (files: Replacements) => void,
): readonly string[] {
  const files = createReplacements(folder);
  try {
    write(files);
    return files.commit();
  } finally {
    files.discard();
  }
}

/** @param folder where the files are written, on the same disk */
export function createReplacements(folder: string): Replacements {
  const first: OpenFile[] = [];
  const last: OpenFile[] = [];
  const add = (files: OpenFile[], path: string, mode?: number) => {
    const file = openFile(path, folder, mode);
    files.push(file);
    return file;
  };
  return {
    begin: (path, mode) => add(first, path, mode),
    beginLast: (path, mode) => add(last, path, mode),
    commit() {
      const changed = [...first, ...last].filter((file) => file.finish());
      for (const file of changed) file.commit();
      return changed.map(({ path }) => path);
    },
    discard() {
      for (const file of [...first, ...last]) file.discard();
    },
  };
}

/** A file that is written, and is not in its place yet. */
interface OpenFile {
  readonly path: string;
  write(text: string): void;
  /**
   * Ends the writing.
   * @returns whether it differs from what is in its place
   */
  finish(): boolean;
  commit(): void;
  /** May be called twice. */
  discard(): void;
}

function openFile(path: string, folder: string, mode?: number): OpenFile {
  const temporary = join(folder, `.plenary-${crypto.randomUUID()}.tmp`);
  const file = attempt(path, () => openSync(temporary, 'wx', mode ?? 0o666));
  const old = statSync(path, { throwIfNoEntry: false });
  if (old !== undefined) attempt(path, () => fchmodSync(file, old.mode & (mode ?? 0o7777)));
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    path,
    write(text) {
      const bytes = Buffer.from(text);
      attempt(path, () => {
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      });
    },
    finish() {
      attempt(path, () => fsyncSync(file));
      close();
      return old === undefined || !hasSameMode(temporary, path) || !hasSameBytes(temporary, path);
    },
    commit: () => attempt(path, () => whileInUse(() => renameSync(temporary, path))),
    discard() {
      close();
      rmSync(temporary, { force: true });
    },
  };
}

/**
 * Windows refuses to replace a file that another program has open, such as a virus scanner, which
 * opens each new file for a moment. Elsewhere, these errors are rare.
 * @param longestPauseMs the last of the pauses; each is twice as long as the one before
 * @throws what `action` throws, in the end
 */
export function whileInUse(action: () => void, longestPauseMs = 512): void {
  for (let pauseMs = 1; ; pauseMs *= 2) {
    try {
      action();
      return;
    } catch (error) {
      const isInUse = inUseCodes.includes(Object(error).code);
      if (!isInUse || pauseMs > longestPauseMs) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

const inUseCodes: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw new OutputError(...systemFault(`cannot write ${path}`, cause));
  }
}

function hasSameMode(one: string, other: string): boolean {
  return statSync(one).mode === statSync(other).mode;
}

function hasSameBytes(one: string, other: string): boolean {
  if (statSync(one).size !== statSync(other).size) return false;
  const files = [openSync(one, 'r'), openSync(other, 'r')] as const;
  try {
    const [a, b] = [Buffer.alloc(chunkSize), Buffer.alloc(chunkSize)];
    for (;;) {
      const [length, otherLength] = [readSync(files[0], a), readSync(files[1], b)];
      if (length !== otherLength || !a.subarray(0, length).equals(b.subarray(0, length)))
        return false;
      if (length === 0) return true;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}

const chunkSize = 64 * 1024;
