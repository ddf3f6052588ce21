// Sends the changes of a plan, records them in a journal, and reports the outcome of each. Must not know the terminal.
import type { Client, WriteOutcome } from '../client/client.ts';
import { endpoints } from '../contract/index.ts';
import type { PlenaryError } from '../errors.ts';
import { createFailureWatch } from '../runs/failure-watch.ts';
import type { Journal } from '../runs/journal.ts';
import { type Step, sendSteps } from '../runs/send.ts';
import type { ScheduleChange } from './changes.ts';

/** A change that was not applied, or whose outcome is unknown. */
export interface FailedChange {
  readonly change: ScheduleChange;
  readonly kind: Exclude<WriteOutcome['kind'], 'done'>;
  readonly error: PlenaryError;
}

export interface ApplyOutcome {
  readonly applied: number;
  readonly failed: readonly FailedChange[];
  /** What ended it early: a {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
}

export interface ApplyOptions {
  readonly client: Pick<Client, 'write' | 'concurrency' | 'cancelWaiting'>;
  readonly journal: Journal;
  /** Names the run, for idempotency keys. */
  readonly run: string;
  readonly workers: number;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Sends every change. Repeating a placement is safe, so a lost response rarely leaves one in doubt. */
export async function applyChanges(changes: readonly ScheduleChange[], options: ApplyOptions): Promise<ApplyOutcome> {
  const { client, journal, run, workers, onProgress, signal } = options;
  const failures = createFailureWatch();
  const failed: FailedChange[] = [];
  let applied = 0;

  function onEnd({ row }: Step, outcome: WriteOutcome): void {
    const change = changes[row - 1];
    if (change === undefined) throw new TypeError(`there is no change ${row}`);
    if (outcome.kind === 'done') {
      failures.succeeded();
      applied++;
      journal.recordOutcome({ row, did: 'placed', id: change.submissionId });
      onProgress(applied + failed.length, changes.length);
      return;
    }
    const { kind, error } = outcome;
    if (error.code === 'authentication') {
      // The token is refused, not this session, so the session can be sent later with another token.
      journal.recordUnsent([row]);
      throw error;
    }
    failed.push({ change, kind, error });
    onProgress(applied + failed.length, changes.length);
    if (kind === 'refused') journal.recordOutcome({ row, did: 'failed', message: error.message });
    failures[kind](error);
  }

  const stoppedBy = await sendSteps(stepsOf(changes), {
    client,
    endpoint: endpoints.placeSession,
    journal,
    workers,
    idempotencyKey: (row) => `${run}-${row}`,
    signal,
    onEnd,
  }).catch((error: unknown) => error);
  return { applied, failed, stoppedBy };
}

function* stepsOf(changes: readonly ScheduleChange[]): IterableIterator<Step> {
  for (const [at, { submissionId, to }] of changes.entries()) {
    yield { row: at + 1, path: { submission_id: submissionId }, body: { room: to.room, start: to.start } };
  }
}
