// Owns the interface to the outside world: environment, streams, clock, signals. Only main.ts provides the real one.
import type { Readable, Writable } from 'node:stream';
import type { Home } from '../config/paths.ts';

export type Input = Readable & { readonly isTTY?: boolean };
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Io extends Home {
  readonly stdin: Input;
  /** Data only. */
  readonly stdout: Output;
  /** Everything else: progress, notices, errors. */
  readonly stderr: Output;
  readonly now: () => Date;
  /** Aborted by the first SIGHUP, SIGINT or SIGTERM, with the signal's name as the reason. */
  readonly stopped: AbortSignal;
  /** How to start this program again: an executable and its first arguments. */
  readonly self: readonly [string, ...string[]];
  /** The folder of the package, where `examples/` is. */
  readonly packageDirectory: string;
  /** Trades the speed of many requests for a quick start. Has an effect only before the first client is opened. */
  prepareForFewRequests(): void;
}

/** Whether there is a terminal to ask questions at. */
export function isInteractive(io: Io): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true;
}

/** The reader of our output has closed the pipe. This is not an error; it ends the printing. */
export class ClosedPipe extends Error {
  constructor(cause: unknown) {
    super('the reader of the output has closed the pipe', { cause });
    this.name = 'ClosedPipe';
  }
}

/** Writes all of a text and waits for a slow reader. @throws {ClosedPipe} if the reader has closed the pipe */
export async function write(stream: Output, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(isClosedPipe(error) ? new ClosedPipe(error) : error) : resolve()));
  });
}

/** Prints a message on stderr. A closed pipe is ignored. */
export async function say({ stderr }: Pick<Io, 'stderr'>, text: string): Promise<void> {
  await write(stderr, text).catch(ignoreClosedPipe);
}

/** For `catch`: lets the work continue without a reader. */
export function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof ClosedPipe)) throw error;
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
