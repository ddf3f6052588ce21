// What all commands that send in bulk have alike: how many at once and how often, how far it is, and what a stop does.
import { join } from 'node:path';
import type { Client } from '../../client/client.ts';
import { stateDirectory } from '../../config/paths.ts';
import { openRuns, type Runs } from '../../import/runs.ts';
import type { Context } from '../context.ts';
import { readWholeNumber } from '../flags.ts';
import type { Io } from '../io.ts';
import { createProgress, type Progress } from '../progress.ts';
import { readRate } from './import-flags.ts';

export interface Bulk {
  /** How many rows may be waiting or in flight. */
  readonly workers: number;
  readonly progress: Progress;
  readonly runs: Runs;
  /** The client, at the pace that the flags ask for. */
  client(): Promise<Client>;
  /** From here on a stop finishes what is under way, so that no row is left in doubt; before, it breaks off. */
  begin(): void;
  /** Says something while the bar is drawn. */
  tell(text: string): Promise<void>;
}

const mostWorkers = 64;
const stopping = 'Stopping: what is in flight is finished first; a second Ctrl-C leaves at once.';

/** @param noun what is counted, e.g. `speakers` @throws {UsageError} for `--concurrency` or `--rate` */
export function startBulk(context: Context, noun: string): Bulk {
  const { io, own } = context;
  const concurrency =
    own.concurrency === 'auto'
      ? 'auto'
      : readWholeNumber('--concurrency', own.concurrency, { from: 1, to: mostWorkers });
  const ratePerSecond = readRate(own.rate);
  const progress = createProgress(context, noun);
  const breakOff = new AbortController();
  let isSending = false;
  const tell = (text: string) => {
    progress.clear();
    return context.notice(text);
  };
  io.stopped.addEventListener('abort', () => {
    if (isSending) void tell(stopping);
    else breakOff.abort(io.stopped.reason);
  });
  return {
    workers: concurrency === 'auto' ? mostWorkers : concurrency,
    progress,
    runs: runsOf(io),
    client: () =>
      context.client({
        concurrency,
        ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
        breakOff: breakOff.signal,
        onPause: progress.pause,
      }),
    begin() {
      isSending = true;
    },
    tell,
  };
}

/** Where runs are kept. */
export function runsOf(io: Io): Runs {
  return openRuns(join(stateDirectory(io), 'imports'), () => io.now().getTime());
}
