// The files that a user names: opened to be read or written, with an error that says what is wrong with the name.
import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { UsageError } from '../errors.ts';
import type { Io } from './io.ts';

/** A file that is read. */
export interface Source {
  /** As messages name it. */
  readonly file: string;
  /** Its bytes, from the start. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** @param path `-` is standard input @throws {UsageError} where it cannot be read */
export async function openSource(io: Io, path: string): Promise<Source> {
  // Whoever waits for standard input must not wait for more of it after a signal.
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
  return new UsageError(`cannot read ${file}: ${reason(cause)}`, { cause, fix: 'check the name of the file' });
}

/** Whether two names are one file's. */
export function isSameFile(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other);
}

/** A file by whatever name. */
export function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A file that is made when there is something to write; that it can be made is found out now.
 * @throws {UsageError} where it cannot be written
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
      // Nothing to say makes no file, but what an earlier command has said there is over.
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
  return new UsageError(`cannot write ${file}: ${reason(cause)}`, { cause, fix: 'name a file that can be written' });
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
