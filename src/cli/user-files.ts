// The files that a user names: opened to be read or written, with an error that says what is wrong with the name.
import { createReadStream, existsSync } from 'node:fs';
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
    throw new UsageError(`cannot write ${file}: ${reason(cause)}`, { cause, fix: 'name a file that you may write' });
  }
  let handle: FileHandle | undefined;
  return {
    async write(text) {
      handle ??= await open(file, 'w');
      await handle.write(text);
    },
    async close() {
      await handle?.close();
    },
  };
}

function reason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
  return { ENOENT: 'no such file or folder', EACCES: 'permission denied', EISDIR: 'it is a folder' }[code] ?? code;
}
