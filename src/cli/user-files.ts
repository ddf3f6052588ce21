// Opens the files that a user names for writing, with errors that explain what is wrong. Must not
// know formats.

import { constants, existsSync, fstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { access, appendFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathWord } from '../contract/escape.ts';
import { toKebab } from '../contract/fields.ts';
import { OutputError, systemFault, UsageError } from '../errors.ts';
import { isLink } from '../program/entries.ts';
import { realPath } from '../real-path.ts';
import { createReplacements } from '../replace-file.ts';
import type { Some } from './flags.ts';
import { type FolderChoice, ignoreWritten } from './ignored-files.ts';
import type { Io } from './io.ts';

function cannotWrite(file: string, error: unknown): UsageError {
  const cause = error instanceof OutputError ? error.cause : error;
  return new UsageError(
    ...systemFault(`cannot write ${file}`, cause, 'choose a file that you can write to'),
  );
}

/** Whether it can be read again, unlike a pipe or a device. */
export function isRegularFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A file as a word of a command to paste; `FILE` if it cannot be read again. */
export function fileWord(path = '-'): string {
  return isRegularFile(path) ? pathWord(path) : 'FILE';
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
 * @throws {InvalidInputError} if a link in the folder of a program leads out of it
 */
export async function openSink(io: SignalHolder, file: string, mode = 0o666): Promise<Sink> {
  const { refuseLinkOut } = await import('../program/outputs.ts');
  refuseLinkOut(file);
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
      const release = io.holdSignals();
      const created = begin();
      try {
        created.file.write(text);
        if (stats !== undefined || text !== '') created.commit();
      } finally {
        created.discard();
        await release();
      }
    },
  };
}

type SignalHolder = Pick<Io, 'holdSignals'>;

/** Such as standard output, whose file must not be replaced. */
function isOpenFile(file: string): boolean {
  return /^\/(dev\/(fd\/|std)|proc\/)/.test(resolve(file));
}

/** Where a file is, or will be: of a symbolic link, what it leads to. */
function placeOf(file: string): string {
  if (!isLink(file)) return file;
  return existsSync(file) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file));
}

const written = ['rejects', 'results'] as const;

/** The flags that name files to write, as far as a command has them. */
export type SinkFlags = Some<
  Readonly<Record<(typeof written)[number] | 'out', string | undefined>>
>;

export type Sinks = Readonly<Partial<Record<(typeof written)[number], Sink>>>;

/** What of a command decides where its sinks are. */
interface SinkTerms extends FolderChoice {
  readonly io: Pick<Io, 'stdin' | 'holdSignals' | 'userId'>;
  readonly flags: SinkFlags;
}

/**
 * Opens the rejects and the results before anything else is done. They and the files that are
 * read must all differ.
 * @param sources the files that are read; `-` is standard input
 * @throws {UsageError} for a file that cannot be written, or is named twice; what `use` throws
 */
export async function usingSinks<T>(
  context: SinkTerms,
  sources: readonly string[],
  use: (sinks: Sinks) => Promise<T>,
): Promise<T> {
  const { io, flags } = context;
  const sinks: { -readonly [name in keyof Sinks]: Sink } = {};
  const taken = new Map(
    sources.map((source) => [
      identityOf(source === '-' ? inputOf(io) : source),
      'the file that is read',
    ]),
  );
  // A saved plan is opened elsewhere.
  const { out } = flags;
  if (out !== undefined) taken.set(identityOf(out), 'the file of --out');
  for (const name of written) {
    const path = flags[name];
    if (path === undefined) continue;
    const flag = `--${toKebab(name)}`;
    const sink = await openSink(io, path);
    sinks[name] = {
      async write(text) {
        await ignoreWritten(context, path);
        await sink.write(text);
      },
    };
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
