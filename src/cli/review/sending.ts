// Prepares a command for many writes: with the pace of its flags, with progress, and without
// leaving a write in doubt after a signal.
import { join } from 'node:path';
import { canonicalBaseUrl } from '../../client/base-url.ts';
import { stateDirectory } from '../../config/paths.ts';
import { parseDuration } from '../../config/settings.ts';
import { amount } from '../../contract/amount.ts';
import { openRuns, type Runs } from '../../runs/folder.ts';
import type { RunSending } from '../../runs/task.ts';
import type { Context } from '../context.ts';
import type { PaceFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import type { Io } from '../io.ts';
import { createProgress } from '../progress.ts';
import { noticeText } from './notices.ts';

export function savedRuns(io: Io): Runs {
  return openRuns(join(stateDirectory(io), 'runs'), io.clock);
}

/**
 * The base URL in canonical form, so that a run finds its service under any spelling.
 * @throws {UsageError}
 */
export async function addressOf(context: Context): Promise<string> {
  return canonicalBaseUrl(await context.required('base-url'));
}

/** Must come before the first request of the command, so that reading keeps the pace as well. */
export async function prepareSending(context: Context<Some<PaceFlags>>) {
  const { io } = context;
  const { concurrency = 32, rate: ratePerSecond } = context.flags;
  const lateMs = parseDuration(await context.required('timeout')) ?? 0;
  const progress = createProgress(context, 'records');
  const abortInFlight = new AbortController();
  let release: (() => Promise<void>) | undefined;
  context.onStop(() => {
    // Writes in flight finish first, so that none is left in doubt.
    if (release !== undefined) void notice(stopping);
    else abortInFlight.abort(io.stopped.reason);
  });

  context.prepareClient({
    concurrency,
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    abortInFlight: abortInFlight.signal,
    onPause: progress.pause,
    onSilence: (left) =>
      void notice(`The service does not respond. Trying ${amount(left, 'more time')}.`),
  });

  /** On a line of its own. */
  function notice(text: string): Promise<void> {
    progress.clear();
    return context.notice(text);
  }

  return {
    /** How a run is sent: with the command's client, which opens with its first request. */
    options: (): RunSending => ({
      runs: savedRuns(io),
      clock: io.clock,
      signal: io.stopped,
      client: () => context.client(),
      workers: concurrency,
      lateMs,
      onWait: (ms) =>
        notice(`Waiting ${Math.ceil(ms / 1000)} s, because the last writes may still take effect.`),
      onProgress: progress.update,
      onNotice: (runNotice) => notice(noticeText(runNotice, context.serviceFlags)),
    }),
    /** Starts the sending. From now on, a signal lets the writes in flight finish. */
    begin() {
      release = io.holdSignals();
    },
    /** Ends it, and clears the progress; again if it has ended already. */
    async end() {
      const held = release;
      release = undefined;
      await held?.();
      progress.clear();
    },
  };
}

const stopping = 'Stopping after the requests in flight. Press Ctrl-C again to stop immediately.';
