// Opens the files that a user names, for reading or writing, with errors that explain what is
// wrong. Must not know formats.

import {
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { access, appendFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { shellWord } from '../contract/escape.ts';
import { toKebab } from '../contract/fields.ts';
import { OutputError, systemFault, UsageError } from '../errors.ts';
import { realPath } from '../real-path.ts';
import { createReplacements } from '../replace-file.ts';
import type { Some } from './flags.ts';
import type { Io } from './io.ts';

/** A file to read. */
export interface Source {
  /** The name in messages. */
  readonly file: string;
  /** Its bytes, from the start. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/**
 * @param path `-` is standard input
 * @throws {UsageError} if the file cannot be read
 */
export async function openSource(io: Io, path: string): Promise<Source> {
  // After a signal, the program must not wait for more of standard input.
  if (path === '-') return { file: '<stdin>', open: () => addAbortSignal(io.stopped, io.stdin) };
  try {
    await access(path, constants.R_OK);
    const stats = await stat(path);
    if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (!stats.isFIFO()) return { file: path, open: () => createReadStream(path) };
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  return { file: path, open: () => readPipe(path, io.stopped) };
}

/**
 * Waits for the writer in the event loop: a file operation would wait in a thread, which keeps the
 * process after a signal.
 */
function readPipe(path: string, stopped: AbortSignal): AsyncIterable<Uint8Array> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return addAbortSignal(stopped, new Socket({ fd, readable: true, writable: false }));
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
  return new UsageError(...systemFault(`cannot read ${file}`, cause, 'check the path of the file'));
}

function cannotWrite(file: string, error: unknown): UsageError {
  const cause = error instanceof OutputError ? error.cause : error;
  return new UsageError(
    ...systemFault(`cannot write ${file}`, cause, 'choose a file that you can write to'),
  );
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
export function isSameFile(path: string, other: string): boolean {
  return identityOf(path) === identityOf(other);
}

/**
 * What two names of one file have in common, symbolic and hard links included.
 * @param file a path, or the number of an open file
 */
function identityOf(file: string | number): string {
  try {
    const { dev, ino } =
      typeof file === 'number'
        ? fstatSync(file, { bigint: true })
        : statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    const path = placeOf(String(file));
    return join(realPath(dirname(path)), basename(path));
  }
}

/**
 * A file to write. It is written beside its place, and takes that as a whole when it is complete.
 */
export interface Sink {
  /** @throws {OutputError} and leaves a regular file as it is */
  write(text: string | Iterable<string>): Promise<void>;
}

/**
 * Checks that a file can be written. Nothing is changed before its text is written. To a pipe or a
 * device, such as standard output, the text is added.
 * @param mode the most permissions that the file may have
 * @throws {UsageError} if the file cannot be written
 */
export async function openSink(file: string, mode = 0o666): Promise<Sink> {
  const stats = await stat(file).catch(() => undefined);
  const isReplaced = !isOpenFile(file) && (stats === undefined || stats.isFile());
  const begin = () => {
    const place = placeOf(file);
    const files = createReplacements(dirname(place));
    return { ...files, file: files.begin(place, mode) };
  };
  try {
    if (stats?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (stats !== undefined) await access(file, constants.W_OK);
    if (isReplaced) begin().discard();
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
  return {
    async write(pieces) {
      const text = typeof pieces === 'string' ? pieces : [...pieces].join('');
      if (!isReplaced) {
        return appendFile(file, text).catch((cause) => {
          throw new OutputError(...systemFault(`cannot write ${file}`, cause));
        });
      }
      const created = begin();
      try {
        created.file.write(text);
        if (stats !== undefined || text !== '') created.commit();
      } finally {
        created.discard();
      }
    },
  };
}

/** Such as standard output, whose file must not be replaced. */
function isOpenFile(file: string): boolean {
  return /^\/(dev\/(fd\/|std)|proc\/)/.test(resolve(file));
}

/** Where a file is, or will be: of a symbolic link, what it leads to. */
function placeOf(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file;
  return existsSync(file) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file));
}

const written = ['rejects', 'results'] as const;

/** The flags that name files to write, as far as a command has them. */
export type SinkFlags = Some<
  Readonly<Record<(typeof written)[number] | 'out', string | undefined>>
>;

export type Sinks = Readonly<Partial<Record<(typeof written)[number], Sink>>>;

/**
 * Opens the rejects and the results before anything else is done. They and the file that is read
 * must all differ.
 * @param source the file that is read; `-` is standard input
 * @throws {UsageError} for a file that cannot be written, or is named twice; what `use` throws
 */
export async function usingSinks<T>(
  { io, flags }: { readonly io: Pick<Io, 'stdin'>; readonly flags: SinkFlags },
  source: string,
  use: (sinks: Sinks) => Promise<T>,
): Promise<T> {
  const sinks: { -readonly [name in keyof Sinks]: Sink } = {};
  const taken = new Map([
    [identityOf(source === '-' ? inputOf(io) : source), 'the file that is read'],
  ]);
  // A saved plan is opened elsewhere.
  const { out } = flags;
  if (out !== undefined) taken.set(identityOf(out), 'the file of --out');
  for (const name of written) {
    const path = flags[name];
    if (path === undefined) continue;
    const flag = `--${toKebab(name)}`;
    sinks[name] = await openSink(path);
    const other = taken.get(identityOf(path));
    if (other !== undefined)
      throw new UsageError(`${flag} would overwrite ${other}`, {
        fix: `choose another file for ${flag}`,
      });
    taken.set(identityOf(path), `the file of ${flag}`);
  }
  return use(sinks);
}

/**
 * The number of standard input, which may be a file that is written as well; its name, if it has
 * none.
 */
function inputOf({ stdin }: Pick<Io, 'stdin'>): number | string {
  return 'fd' in stdin && typeof stdin.fd === 'number' ? stdin.fd : '-';
}
