// Brings a plan's changes to the service, journaled as an import is, and says what became of each. It knows no terminal.
import type { Attempted, Client } from '../client/client.ts';
import { endpoints } from '../contract/index.ts';
import type { PlenaryError } from '../errors.ts';
import { createFailureWatch } from '../runs/failure-watch.ts';
import type { Journal } from '../runs/journal.ts';
import { type Step, sendSteps } from '../runs/send.ts';
import { type Change, isSame } from './plan.ts';
import type { Placement, Submission } from './program.ts';

/** A change that was not made, or of which nobody can tell whether it was. */
export interface Undone {
  readonly change: Change;
  readonly kind: Exclude<Attempted['kind'], 'done'>;
  readonly error: PlenaryError;
}

export interface Application {
  readonly applied: number;
  readonly failed: readonly Undone[];
  /** What ended it before its end: a {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
}

export interface ApplyOptions {
  readonly client: Pick<Client, 'attempt' | 'concurrency' | 'dismiss'>;
  readonly journal: Journal;
  /** Names the run, for idempotency keys. */
  readonly run: string;
  readonly workers: number;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What of a saved plan is still to be done, and what it no longer fits. */
export interface Freshness {
  readonly toDo: readonly Change[];
  readonly done: readonly Change[];
  /** Changed since by somebody else, with where the session stands now, if it is still there. */
  readonly stale: readonly Stale[];
}

export interface Stale {
  readonly change: Change;
  readonly now: Placement | undefined;
  readonly isGone: boolean;
}

/** Sets changes against the program as it is now. Pure. */
export function freshness(changes: readonly Change[], submissions: readonly Submission[]): Freshness {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const toDo: Change[] = [];
  const done: Change[] = [];
  const stale: Stale[] = [];
  for (const change of changes) {
    const submission = byId.get(change.submissionId);
    const now = submission?.placement;
    if (now !== undefined && isSame(now, change.to)) done.push(change);
    else if (submission !== undefined && isAsSeen(now, change.from)) toDo.push(change);
    else stale.push({ change, now, isGone: submission === undefined });
  }
  return { toDo, done, stale };
}

function isAsSeen(now: Placement | undefined, seen: Placement | null): boolean {
  return now === undefined || seen === null ? now === undefined && seen === null : isSame(now, seen);
}

/** Sends every change; a placement may be repeated, so that nothing is in doubt for long. */
export async function applyChanges(changes: readonly Change[], options: ApplyOptions): Promise<Application> {
  const { client, journal, run, workers, onProgress, signal } = options;
  const failures = createFailureWatch();
  const failed: Undone[] = [];
  let applied = 0;

  async function onEnd({ row }: Step, attempted: Attempted): Promise<void> {
    const change = changes[row - 1];
    if (change === undefined) throw new TypeError(`there is no change ${row}`);
    if (attempted.kind === 'done') {
      failures.succeeded();
      applied++;
      journal.settle({ row, did: 'placed', id: change.submissionId });
      return onProgress(applied + failed.length, changes.length);
    }
    const { kind, error } = attempted;
    if (error.code === 'authentication') {
      // It is not this session's fault: with another token, it will be sent.
      journal.release([row]);
      throw error;
    }
    failed.push({ change, kind, error });
    onProgress(applied + failed.length, changes.length);
    if (kind !== 'refused') return failures[kind](error);
    journal.settle({ row, did: 'failed', message: error.message });
    failures.refused(error);
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

function* stepsOf(changes: readonly Change[]): IterableIterator<Step> {
  for (const [at, { submissionId, to }] of changes.entries()) {
    yield { row: at + 1, path: { submission_id: submissionId }, body: { room: to.room, start: to.start } };
  }
}
