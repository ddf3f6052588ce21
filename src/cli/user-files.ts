// Opens the files that a user names, for reading or writing, with errors that explain what is wrong. Must not know formats.
import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { UsageError } from '../errors.ts';
import type { Io } from './io.ts';

/** A file to read. */
export interface Source {
  /** The name in messages. */
  readonly file: string;
  /** Its bytes, from the start. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** @param path `-` is standard input @throws {UsageError} if the file cannot be read */
export async function openSource(io: Io, path: string): Promise<Source> {
  // After a signal, the program must not wait for more of standard input.
  if (path === '-') return { file: '<stdin>', open: () => addAbortSignal(io.stopped, io.stdin) };
  try {
    await access(path, constants.R_OK);
    if ((await stat(path)).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  return { file: path, open: () => createReadStream(path) };
}

export function cannotRead(file: string, cause: unknown): UsageError {
  return new UsageError(`cannot read ${file}: ${reason(cause)}`, { cause, fix: 'check the path of the file' });
}

/** Whether two paths name the same file. */
export function isSameFile(one: string, other: string): boolean {
  return realPathOf(one) === realPathOf(other);
}

/** The real path of a file, or the absolute one if it does not exist. */
export function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file for writing. The first text creates it; whether that is possible is checked now.
 * @throws {UsageError} if the file cannot be written
 */
export async function openSink(file: string): Promise<Sink> {
  try {
    await access(existsSync(file) ? file : dirname(resolve(file)), constants.W_OK);
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
  let handle: FileHandle | undefined;
  return {
    async write(text) {
      // An empty text creates no file, but it replaces what an earlier command wrote.
      if (text === '' && handle === undefined && !existsSync(file)) return;
      try {
        handle ??= await open(file, 'w');
        await handle.appendFile(text);
      } catch (cause) {
        throw cannotWrite(file, cause);
      }
    },
    async close() {
      await handle?.close();
    },
  };
}

function cannotWrite(file: string, cause: unknown): UsageError {
  return new UsageError(`cannot write ${file}: ${reason(cause)}`, {
    cause,
    fix: 'choose a file that you can write to',
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
};

function reason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
  return reasons[code] ?? code;
}
