// Opens the files that a user names for reading, with errors that explain what is wrong. Must not
// know formats.
import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { systemFault, UsageError } from '../errors.ts';
import type { Io } from './io.ts';
import { isRegularFile } from './user-files.ts';

/** A file to read. */
export interface Source {
  /** The name in messages. */
  readonly file: string;
  /** Its first characters, which `open` returns again. */
  readonly opening: () => Promise<string>;
  /** Its bytes, from the start. */
  readonly open: () => AsyncIterable<Uint8Array>;
  /** Reads no more of a pipe. */
  readonly close?: () => Promise<unknown>;
}

/**
 * @param path `-` is standard input
 * @throws {UsageError} if the file cannot be read
 */
async function openSource(io: Io, path: string): Promise<Source> {
  // After a signal, the program must not wait for more of standard input.
  if (path === '-')
    return pipeSource(sourceName(path), () => held(io, () => addAbortSignal(io.stopped, io.stdin)));
  try {
    await access(path, constants.R_OK);
    const stats = await stat(path);
    if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (stats.isFIFO()) return pipeSource(path, () => held(io, () => readPipe(path, io.stopped)));
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  return {
    file: path,
    opening: () => readOpening(path),
    open: () => createReadStream(path),
  };
}

/** What messages call a file; `-` is standard input. */
export function sourceName(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

/** Whether there is a file to read, and not a folder. @param path `-` is standard input */
export function isSource(path: string): boolean {
  return path === '-' || statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}

/** The files that a command reads: each is opened once, because a pipe can be read once. */
export function createSources(io: Io) {
  const opened = new Map<string, Promise<Source>>();
  return {
    /** The same as `openSource`. */
    open(path: string): Promise<Source> {
      const source = opened.get(path) ?? openSource(io, path);
      opened.set(path, source);
      return source;
    },
    async close(): Promise<void> {
      const sources = await Promise.allSettled(opened.values());
      for (const source of sources) if (source.status === 'fulfilled') await source.value.close?.();
    },
  };
}

/** Reads a whole file; `-` is standard input. @throws {UsageError} if it cannot be read */
export async function readWhole(io: Io, path: string): Promise<Buffer> {
  return readSource(io, await openSource(io, path));
}

/** Reads all of an open file. @throws {UsageError} if it cannot be read */
export async function readSource(io: Io, { file, open }: Source): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  } catch (cause) {
    if (io.stopped.aborted) throw cause;
    throw cannotRead(file, cause);
  }
  return Buffer.concat(chunks);
}

const openingLength = 256;

/** The first characters of a file; empty if it is none, or cannot be read again. */
export async function readOpening(path: string): Promise<string> {
  if (!isRegularFile(path)) return '';
  const chunks = createReadStream(path, { end: openingLength - 1 });
  try {
    let opening = '';
    for await (const chunk of chunks) opening += chunk;
    return opening;
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

/** What can be read once. */
function pipeSource(file: string, connect: () => AsyncIterable<Uint8Array>): Source {
  const begun: Uint8Array[] = [];
  let connected: AsyncIterator<Uint8Array> | undefined;
  function chunks(): AsyncIterator<Uint8Array> {
    connected ??= connect()[Symbol.asyncIterator]();
    return connected;
  }
  return {
    file,
    async opening() {
      while (Buffer.concat(begun).length < openingLength) {
        const { done, value } = await chunks().next();
        if (done === true) break;
        begun.push(value);
      }
      return Buffer.concat(begun).toString('utf8', 0, openingLength);
    },
    async *open() {
      yield* begun.splice(0);
      yield* { [Symbol.asyncIterator]: chunks };
    },
    close: async () => connected?.return?.(),
  };
}

/** A signal ends the waiting for its writer, and is reported. */
async function* held(io: Io, connect: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const release = io.holdSignals();
  try {
    yield* connect();
  } finally {
    await release();
  }
}

/**
 * Waits for the writer in the event loop: a file operation would wait in a thread, which keeps the
 * process after a signal.
 */
function readPipe(path: string, stopped: AbortSignal): AsyncIterable<Uint8Array> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return addAbortSignal(stopped, new Socket({ fd, readable: true, writable: false }));
}

function cannotRead(file: string, cause: unknown): UsageError {
  return new UsageError(...systemFault(`cannot read ${file}`, cause, 'check the path of the file'));
}
