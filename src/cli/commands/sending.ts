// How a command sends many writes: at the pace that its flags ask for, with its progress shown, and so that a signal leaves none in doubt.
import { canonicalBaseUrl } from '../../client/base-url.ts';
import type { Client } from '../../client/client.ts';
import { parseDuration } from '../../config/settings.ts';
import type { Context } from '../context.ts';
import { readWholeNumber } from '../flags.ts';
import { createProgress } from '../progress.ts';
import { readRate } from './import/flags.ts';

export interface Sending {
  /** How many writes may be waiting or in flight. */
  readonly workers: number;
  /** The command's client; what reads before it sends has to use this one, too. */
  client(): Promise<Client>;
  /** From now on, a signal lets what is in flight end. */
  begin(): void;
  onProgress(done: number, total: number): void;
  /** How long the service may take over a request, in milliseconds: what was lost is not taken for undone sooner. */
  readonly settleMs: number;
  onWait(ms: number): Promise<void>;
  /** A notice, on a clean line. */
  tell(text: string): Promise<void>;
  clearProgress(): void;
}

/** Where a run goes, however the address is spelled. @throws {UsageError} */
export async function addressOf(context: Context): Promise<string> {
  return canonicalBaseUrl(await context.required('base-url'));
}

/** @param noun what is counted, e.g. `speakers` @throws {UsageError} for a pace that is none */
export async function prepareSending(context: Context, noun: string): Promise<Sending> {
  const { io, own } = context;
  const concurrency =
    own.concurrency === 'auto' ? 'auto' : readWholeNumber('--concurrency', own.concurrency, { from: 1, to: 64 });
  const ratePerSecond = readRate(own.rate);
  const settleMs = parseDuration(await context.required('timeout')) ?? 0;
  const progress = createProgress(context, noun);
  const abortInFlight = new AbortController();
  let isSending = false;
  io.stopped.addEventListener('abort', () => {
    // A write that is under way is finished, so that none is left in doubt.
    if (isSending) void tell(stopping);
    else abortInFlight.abort(io.stopped.reason);
  });

  function tell(text: string): Promise<void> {
    progress.clear();
    return context.notice(text);
  }

  return {
    workers: concurrency === 'auto' ? mostWorkers : concurrency,
    client: () =>
      context.client({
        concurrency,
        ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
        abortInFlight: abortInFlight.signal,
        onPause: progress.pause,
      }),
    begin() {
      isSending = true;
    },
    settleMs,
    onWait: (ms) => tell(`Waiting ${Math.ceil(ms / 1000)} s for what was sent last and may still take effect.`),
    onProgress: progress.update,
    tell,
    clearProgress: progress.clear,
  };
}

const mostWorkers = 64;
const stopping = 'Stopping: what is in flight is finished first; a second Ctrl-C leaves at once.';
