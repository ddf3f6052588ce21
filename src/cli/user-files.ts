// Opens the files that a user names, for reading or writing, with errors that explain what is wrong. Must not know formats.

import { createReadStream, existsSync, fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { shellWord } from '../contract/escape.ts';
import { OutputError, systemReason, UsageError } from '../errors.ts';
import { createReplacements } from '../replace-file.ts';
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
  return new UsageError(`cannot read ${file}: ${systemReason(cause)}`, { cause, fix: 'check the path of the file' });
}

function cannotOpen(file: string, error: unknown): UsageError {
  const cause = error instanceof OutputError ? error.cause : error;
  const fix =
    codeOf(cause) === 'ENXIO' ? 'start the process that reads it first' : 'choose a file that you can write to';
  return new UsageError(`cannot write ${file}: ${systemReason(cause)}`, { cause, fix });
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
    const path = placeOf(String(file));
    const folder = dirname(path);
    return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
  }
}

/** A file to write. A regular file is replaced as a whole: it is written beside its place, and takes that when it is complete. */
export interface Sink {
  /** Writes the whole text. @throws {OutputError} and leaves a regular file as it is */
  write(text: string | Iterable<string>): Promise<void>;
  /** May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens a file for writing. Nothing is changed before the first text is written.
 * @param mode the most permissions that the file may have
 * @throws {UsageError} if the file cannot be written
 */
export async function openSink(io: Io, file: string, mode = 0o666): Promise<Sink> {
  try {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFIFO()) return await openPipe(io, file);
    if (isOpenFile(file) || (found !== undefined && !found.isFile())) return await openDevice(file);
    if (found !== undefined) await access(file, constants.W_OK);
    return replacingSink(file, found === undefined, mode);
  } catch (cause) {
    throw cannotOpen(file, cause);
  }
}

/** Such as standard output: what is written is added to what it has. */
function isOpenFile(file: string): boolean {
  return /^\/(dev\/(fd\/|std)|proc\/)/.test(resolve(file));
}

async function openDevice(file: string): Promise<Sink> {
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND);
  return streamingSink(
    file,
    (piece) => handle.appendFile(piece),
    () => handle.close(),
  );
}

function streamingSink(file: string, append: (piece: string) => Promise<void>, close: () => Promise<void>): Sink {
  return {
    async write(text) {
      try {
        for (const piece of piecesOf(text)) await append(piece);
      } catch (cause) {
        throw new OutputError(`cannot write ${file}: ${systemReason(cause)}`, { cause });
      }
    },
    close,
  };
}

/** @throws the system's error, or OutputError, if there can be no file beside it */
function replacingSink(file: string, isNew: boolean, mode: number): Sink {
  const place = placeOf(file);
  const create = () => {
    const files = createReplacements(dirname(place));
    return { files, file: files.begin(place, mode) };
  };
  create().files.discard();
  return {
    async write(text) {
      const created = create();
      let isEmpty = true;
      try {
        for (const piece of piecesOf(text)) {
          created.file.write(piece);
          isEmpty = false;
          // Lets a signal be handled.
          await nextTurn();
        }
        if (!isNew || !isEmpty) created.files.commit();
      } finally {
        created.files.discard();
      }
    },
    close: async () => undefined,
  };
}

/** Joins short pieces, because each write has a cost. */
function* piecesOf(text: string | Iterable<string>): Iterable<string> {
  let joined = '';
  for (const piece of typeof text === 'string' ? [text] : text) {
    joined += piece;
    if (joined.length < pieceLength) continue;
    yield joined;
    joined = '';
  }
  if (joined !== '') yield joined;
}

const pieceLength = 65_536;

/** Where a file is, or will be: of a symbolic link, what it leads to. */
function placeOf(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file;
  return existsSync(file) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file));
}

/** Tries to open a file that is written later. A pipe is opened only then. @throws {UsageError} if it cannot be written */
export async function checkWritable(io: Io, file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFIFO()) return;
  const sink = await openSink(io, file);
  await sink.close();
}

async function openPipe({ stopped }: Io, path: string): Promise<Sink> {
  const { writePipe } = await import('./named-pipes.ts');
  const pipe = writePipe(path, stopped);
  return streamingSink(path, pipe.write, async () => pipe.close());
}

/** Closes a file after its use, however that ends. */
export async function usingSink<T>(sink: Sink | undefined, use: (sink: Sink | undefined) => Promise<T>): Promise<T> {
  try {
    return await use(sink);
  } finally {
    await sink?.close();
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
