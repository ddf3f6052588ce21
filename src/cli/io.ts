// The world as the command line sees it; everything outside the program comes in through here.
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
  /** Aborted by the first SIGINT or SIGTERM, with the signal's name as the reason. */
  readonly stopped: AbortSignal;
  /** How this program is started again, for what runs itself: an executable and its first arguments. */
  readonly self: readonly [string, ...string[]];
  /** The folder of the package, where `examples/` is. */
  readonly packageDirectory: string;
}

/** Whether a person can be asked. */
export function isInteractive(io: Io): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true;
}

/** Whoever read our output has gone: no fault, but the end of what is to be printed. */
export class ClosedPipe extends Error {
  constructor(cause: unknown) {
    super('nobody reads the output any more', { cause });
    this.name = 'ClosedPipe';
  }
}

/** Writes all of a text and waits where the reader is slow. @throws {ClosedPipe} once the reader has gone */
export async function write(stream: Output, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(isGone(error) ? new ClosedPipe(error) : error) : resolve()));
  });
}

/** Says something on stderr. If nobody listens any more, that is no reason to stop. */
export async function say({ stderr }: Pick<Io, 'stderr'>, text: string): Promise<void> {
  await write(stderr, text).catch(ignoreClosedPipe);
}

/** For work that goes on though nobody reads of it. */
export function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof ClosedPipe)) throw error;
}

function isGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
