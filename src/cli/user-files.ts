// The files that a user names: opened to be read or written, with an error that says what is wrong with the name.
import { createReadStream, existsSync } from 'node:fs';
import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../errors.ts';

/** A file's bytes, from the start. @throws {UsageError} where it cannot be read */
export async function openSource(file: string): Promise<() => AsyncIterable<Uint8Array>> {
  try {
    await access(file, constants.R_OK);
    if ((await stat(file)).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  } catch (cause) {
    throw cannotRead(file, cause);
  }
  return () => createReadStream(file);
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
