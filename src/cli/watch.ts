// Runs a command that reads again and again, and shows the last result on the whole terminal. Must not know any single command.
import { unwatchFile, watchFile } from 'node:fs';
import { InterruptedError, PlenaryError, UsageError } from '../errors.ts';
import type { Context } from './context.ts';
import type { GlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';
import { createFrame } from './output/frame.ts';
import { openScreen, type Screen } from './output/screen.ts';
import { toLine } from './output/terminal-text.ts';
import { canReadAgain } from './user-files.ts';
import { rememberReads } from './watched-client.ts';

/** A command to run again. */
interface Watched<C extends Context> {
  readonly io: Io;
  readonly global: GlobalFlags;
  /** What the user named to read, with the flag of each. */
  readonly files: readonly { readonly flag: string; readonly path: string }[];
  readonly open: (io: Io, global: GlobalFlags) => C;
  readonly run: (context: C) => Promise<void>;
}

/** Milliseconds between the end of one reading of the service and the begin of the next. */
const serviceMs = 30_000;
/** How often a file is looked at. Its folder may be one that reports no changes, as those of networks and containers. */
const fileMs = 200;

/**
 * Shows what the command prints, until q or a signal ends it: again when one of its files changes or the terminal gets
 * another size, and with what the service has then every 30 s. An error after the first result is shown below it.
 * @throws {UsageError} without a terminal @throws {InterruptedError} after Ctrl-C
 */
export async function watch<C extends Context>(watched: Watched<C>): Promise<void> {
  const { io, files } = watched;
  refuseUnwatchable(watched);
  const ended = new AbortController();
  const stopped = AbortSignal.any([io.stopped, ended.signal]);
  const frame = createFrame(io);
  const opened = watched.open(
    { ...io, stdout: frame.stdout, stderr: frame.stderr, stopped },
    { ...watched.global, input: false },
  );
  const reads = rememberReads(() => opened.client());
  const context = { ...opened, client: reads.client };
  const wakes = createWaker();
  const onFile = (now: FileState, before: FileState) => {
    if (now.mtimeNs !== before.mtimeNs || now.ino !== before.ino || now.size !== before.size) wakes.wake();
  };
  try {
    if ((await context.format()) !== 'table') {
      throw new UsageError('--watch shows a table on a terminal, and no other format', { fix: 'remove one of them' });
    }
    for (const { path } of files) watchFile(path, { bigint: true, interval: fileMs }, onFile);
    const screen = openScreen(io, { onResize: wakes.wake, onEnd: (reason) => ended.abort(reason) });
    stopped.addEventListener('abort', wakes.wake);
    try {
      await redraw(screen);
    } catch (error) {
      if (!stopped.aborted) throw error;
    } finally {
      await screen.close();
    }
  } finally {
    stopped.removeEventListener('abort', wakes.wake);
    for (const { path } of files) unwatchFile(path, onFile);
    await opened.close();
  }
  io.stopped.throwIfAborted();
  if (ended.signal.reason instanceof InterruptedError) throw ended.signal.reason;

  async function redraw(screen: Screen): Promise<void> {
    let dueAt = Number.NEGATIVE_INFINITY;
    let isShown = false;
    while (!stopped.aborted) {
      const isDue = io.clock.now() >= dueAt;
      if (isDue) reads.forget();
      try {
        await watched.run(context);
        isShown = true;
        await screen.show(frame.take(), io.clock.now());
      } catch (error) {
        frame.take();
        if (stopped.aborted || !(error instanceof PlenaryError)) throw error;
        // A mistake in the command line ends it, as it does without --watch.
        if (!isShown && !isTemporary(error)) throw error;
        await screen.fail(problemOf(error), io.clock.now());
      }
      if (isDue) dueAt = io.clock.now() + serviceMs;
      await wakes.within(dueAt - io.clock.now(), io.clock);
    }
  }
}

type FileState = { readonly mtimeNs: bigint; readonly ino: bigint; readonly size: bigint };

/** @throws {UsageError} */
function refuseUnwatchable({ io, files }: Pick<Watched<Context>, 'io' | 'files'>): void {
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true) {
    throw new UsageError('--watch needs a terminal', { fix: 'remove --watch, or run the command in a terminal' });
  }
  // Standard input and pipes can be read once.
  const once = files.find(({ path }) => !canReadAgain(path));
  if (once === undefined) return;
  throw new UsageError(`--watch cannot read ${once.flag} ${once.path} a second time`, {
    fix: 'pass the name of a file',
  });
}

function isTemporary({ retryable, code }: PlenaryError): boolean {
  return retryable || code === 'network' || code === 'malformed_response';
}

/** In one line: what failed, and the first place of the fault. */
function problemOf({ message, details: [fault] }: PlenaryError): string {
  const place = [fault?.file, fault?.line].filter((part) => part !== undefined).join(':');
  const more = fault === undefined ? '' : ` (${[place, fault.message].filter(Boolean).join(': ')})`;
  return toLine(`Error: ${message}${more}`);
}

/** Wakes one loop. What happens while it does not wait wakes it as soon as it waits. */
function createWaker() {
  let isWoken = false;
  let resume = () => {};
  return {
    wake: () => {
      isWoken = true;
      resume();
    },
    /** Waits to be woken, at most this long. */
    async within(ms: number, clock: Io['clock']): Promise<void> {
      const woken = new AbortController();
      resume = () => woken.abort();
      if (!isWoken) await clock.sleep(Math.max(0, ms), woken.signal).catch(() => undefined);
      resume = () => {};
      isWoken = false;
    },
  };
}
