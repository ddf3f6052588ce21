// Opens the files that a user names, for reading or writing, with errors that explain what is wrong. Must not know formats.
import { createReadStream, fstatSync, statSync } from 'node:fs';
import { access, constants, open, realpath, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { OutputError, UsageError } from '../errors.ts';
import type { Io } from './io.ts';
import { shellWord } from './output/text.ts';

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
    const found = await stat(path);
    if (found.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (!found.isFIFO()) return { file: path, open: () => createReadStream(path) };
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  const { readPipe } = await import('./named-pipes.ts');
  return { file: path, open: () => readPipe(path, io.stopped) };
}

/** Reads a whole file; `-` is standard input. @throws {UsageError} if it cannot be read */
export async function readWhole(io: Io, path: string): Promise<Buffer> {
  const { open } = await openSource(io, path);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  } catch (cause) {
    if (io.stopped.aborted) throw cause;
    throw cannotRead(path, cause);
  }
  return Buffer.concat(chunks);
}

function cannotRead(file: string, cause: unknown): UsageError {
  return new UsageError(`cannot read ${file}: ${reason(cause)}`, { cause, fix: 'check the path of the file' });
}

function cannotOpen(file: string, cause: unknown): UsageError {
  const fix =
    codeOf(cause) === 'ENXIO' ? 'start the process that reads it first' : 'choose a file that you can write to';
  return new UsageError(`cannot write ${file}: ${reason(cause)}`, { cause, fix });
}

/** The first characters of a file; empty if it is none, or cannot be read again. */
export async function readOpening(path: string): Promise<string> {
  if (!isRegularFile(path)) return '';
  const chunks = createReadStream(path, { end: 255 });
  try {
    let opening = '';
    for await (const chunk of chunks) opening += chunk;
    return opening;
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

/** Whether it can be read again, unlike a pipe or a device. */
export function isRegularFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A file as a word of a command to paste; `FILE` if it cannot be read again. */
export function fileWord(path = '-'): string {
  return isRegularFile(path) ? shellWord(path) : 'FILE';
}

/** Whether two paths name the same file. */
export function isSameFile(one: string, other: string): boolean {
  return identityOf(one) === identityOf(other);
}

/**
 * What two names of one file have in common, symbolic and hard links included.
 * @param file a path, or the number of an open file
 */
export function identityOf(file: string | number): string {
  try {
    const { dev, ino } =
      typeof file === 'number' ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return resolve(String(file));
  }
}

export interface Sink {
  /** @throws {OutputError} */
  write(text: string): Promise<void>;
  /** Removes a file that was created and has no text. May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens a file for writing. What an existing one contains is replaced by the first text that is written.
 * @param mode the permissions of a new file, and of any if only its owner may read it
 * @throws {UsageError} if the file cannot be written
 */
export async function openSink(io: Io, file: string, mode = 0o666): Promise<Sink> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFIFO()) return openPipe(io, file);
  const isNew = found === undefined;
  // Unlike the flag `w`, these do not empty an existing file.
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT, mode).catch((cause) => {
    throw cannotOpen(file, cause);
  });
  // Of a symbolic link, the file. An existing one may have no path, such as standard output in /dev/fd.
  const place = isNew ? await realpath(file) : file;
  let isEmptied = isNew;
  let isEmpty = true;
  let isOpen = true;
  return {
    async write(text) {
      try {
        // A pipe or a device cannot be emptied.
        if (!isEmptied && (await handle.stat()).isFile()) {
          await handle.truncate();
          // What is private must not get the open mode of what it replaces.
          if (mode === privateMode) await handle.chmod(mode);
        }
        isEmptied = true;
        if (text === '') return;
        isEmpty = false;
        await handle.appendFile(text);
      } catch (cause) {
        throw cannotWrite(file, cause);
      }
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await handle.close();
      if (isNew && isEmpty) await rm(place, { force: true });
    },
  };
}

/** Tries to open a file that is written later. A pipe is opened only then. @throws {UsageError} if it cannot be written */
export async function checkWritable(io: Io, file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFIFO()) return;
  const sink = await openSink(io, file);
  await sink.close();
}

const privateMode = 0o600;

async function openPipe({ stopped }: Io, path: string): Promise<Sink> {
  const { writePipe } = await import('./named-pipes.ts');
  try {
    const pipe = writePipe(path, stopped);
    return {
      write: (text) =>
        pipe.write(text).catch((cause) => {
          throw cannotWrite(path, cause);
        }),
      close: async () => pipe.close(),
    };
  } catch (cause) {
    throw cannotOpen(path, cause);
  }
}

/** Closes a file after its use, however that ends. */
export async function usingSink<T>(sink: Sink | undefined, use: (sink: Sink | undefined) => Promise<T>): Promise<T> {
  try {
    return await use(sink);
  } finally {
    await sink?.close();
  }
}

function cannotWrite(file: string, cause: unknown): OutputError {
  return new OutputError(`cannot write ${file}: ${reason(cause)}`, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space left on device',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long',
  ENXIO: 'no process reads this pipe',
  EPIPE: 'the process that read this pipe has closed it',
  EAGAIN: 'the process at the other end of this pipe does not read',
};

function reason(cause: unknown): string {
  const code = codeOf(cause) ?? 'unreadable';
  return reasons[code] ?? code;
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
