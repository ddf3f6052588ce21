// Owns the interface to the outside world: environment, streams, clock, signals. Only main.ts
// provides the real one.
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../client/clock.ts';
import type { Home } from '../config/paths.ts';
import { OutputError, systemFault } from '../errors.ts';
import type { Secrets } from '../secrets.ts';

export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface Io extends Home {
  readonly stdin: Readable & {
    readonly isTTY?: boolean;
    readonly setRawMode?: (isRaw: boolean) => unknown;
  };
  /** Data only. */
  readonly stdout: OutputStream;
  /**
   * Everything else: progress, notices, errors. Only `say` and `sayNow` write to it, and prompts.
   */
  readonly stderr: OutputStream;
  /** What they hide. */
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Frees a file that is held open, so that what words an error can be loaded. */
  readonly releaseFile: () => void;
  /**
   * Aborted by the first SIGHUP, SIGINT or SIGTERM while signals are held, with the signal's name
   * as the reason.
   */
  readonly stopped: AbortSignal;
  /**
   * For work that waits, or that is to be finished or reported: until the function that is returned
   * is called, a signal aborts `stopped`. At any other time it ends the process at once, whatever
   * the process computes.
   */
  readonly holdSignals: () => () => Promise<void>;
  /** Of the user; undefined on Windows. */
  readonly userId: number | undefined;
  /** How to start this program again. */
  readonly self: readonly [node: string, script: string];
  /** The version of Node. */
  readonly nodeVersion: string;
  /** The folder of the package, where `examples/` is. */
  readonly packageDirectory: string;
}

/** Whether standard error is a terminal that can move its cursor, as a bar and a question need. */
export function canDraw({ stderr, env }: Pick<Io, 'stderr' | 'env'>): boolean {
  return stderr.isTTY === true && env.TERM !== 'dumb';
}

/** Whether a person sits at a terminal. Some CI systems run their jobs at one, and save it. */
export function isInteractive({
  stdin,
  stderr,
  env,
}: Pick<Io, 'stdin' | 'stderr' | 'env'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !isSwitchedOn(env.CI);
}

function isSwitchedOn(variable = ''): boolean {
  return !['', '0', 'false'].includes(variable.toLowerCase());
}

/** The reader of our output has closed the pipe. This is not an error; it ends the printing. */
export class ClosedPipe extends Error {
  constructor(cause: unknown) {
    super('the reader of the output has closed the pipe', { cause });
    this.name = 'ClosedPipe';
  }
}

/**
 * Writes all of a text to standard output, and waits for a slow reader.
 * @throws {ClosedPipe} if the reader has closed the pipe
 * @throws {OutputError} if it cannot be written
 */
export async function write(stdout: OutputStream, text: string): Promise<void> {
  if (text === '') return;
  const error = await failureToWrite(stdout, text);
  if (error === undefined) return;
  if (isClosed(error, stdout)) throw new ClosedPipe(error);
  throw new OutputError(
    ...systemFault('cannot write to standard output', error, 'run the command again'),
  );
}

/**
 * Prints a message on stderr, without secrets. If that cannot be written, there is no place to
 * report it.
 */
export async function say(
  { stderr, secrets }: Pick<Io, 'stderr' | 'secrets'>,
  text: string,
): Promise<void> {
  if (text !== '') await failureToWrite(stderr, secrets.hide(text));
}

/** The same, wrapped at the width of the terminal; a pipe has none. */
export async function sayProse(io: Pick<Io, 'stderr' | 'secrets'>, text: string): Promise<void> {
  const { columns = 0 } = io.stderr;
  if (columns === 0) return say(io, text);
  const { wrapProse } = await import('./output/width.ts');
  await say(io, wrapProse(text, columns));
}

/** The same without waiting for a slow reader: for progress, and for the log of a server. */
export function sayNow({ stderr, secrets }: Pick<Io, 'stderr' | 'secrets'>, text: string): void {
  stderr.write(secrets.hide(text));
}

function failureToWrite(stream: OutputStream, text: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    stream.write(text, (error) => resolve(error ?? undefined));
  });
}

/**
 * For `catch` after the work is done: the error that ends the command, unless the work itself has
 * one. A reader that has closed the pipe is no error.
 */
export function unprinted(error: unknown): OutputError | undefined {
  if (error instanceof OutputError) return error;
  if (!(error instanceof ClosedPipe)) throw error;
  return undefined;
}

/** EIO on a terminal: it was closed. */
function isClosed(error: Error, { isTTY }: OutputStream): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || (code === 'EIO' && isTTY === true);
}
