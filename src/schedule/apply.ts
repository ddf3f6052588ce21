// Sends the changes of a plan, records them in a journal, and reports the outcome of each. Must not know the terminal.
import type { Client, WriteOutcome } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { endpoints } from '../contract/index.ts';
import { PlenaryError } from '../errors.ts';
import { createFailureWatch } from '../runs/failure-watch.ts';
import type { Journal } from '../runs/journal.ts';
import { waitUntil } from '../runs/late-requests.ts';
import { type Step, sendSteps } from '../runs/send.ts';
import { type ComparedChange, isSamePlacement, notInPlace, type ScheduleChange } from './changes.ts';
import type { EventSubmission, Placement } from './submissions.ts';

/** A change that was not applied, or whose outcome is unknown. */
export interface FailedChange {
  readonly change: ScheduleChange;
  readonly kind: Exclude<WriteOutcome['kind'], 'done'>;
  readonly error: PlenaryError;
}

export interface ApplyOutcome {
  readonly applied: number;
  readonly failed: readonly FailedChange[];
  /** Of the applied ones, those that the service shows in another place, or in none. */
  readonly unshown: readonly ComparedChange[];
  /** What ended it early: a {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
}

export interface ApplyOptions {
  readonly client: Pick<Client, 'write' | 'concurrency' | 'cancelWaiting'>;
  readonly journal: Journal;
  /** Names the run, for idempotency keys. */
  readonly run: string;
  readonly workers: number;
  /** Reads the present placements. */
  readonly readProgram: () => Promise<readonly EventSubmission[]>;
  readonly clock: Clock;
  /** How long after it was sent a request may still take effect, in milliseconds. */
  readonly lateMs: number;
  /** Called before a wait for placements in doubt, of this run or of earlier ones; `ms` is its length. */
  readonly onWait: (ms: number) => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends every change. Those whose response was lost are looked up; if the service accepted some of them and they are not in
 * place yet, again when they can no longer take effect. At the end, the applied ones are compared with what the service shows.
 */
export async function applyChanges(changes: readonly ScheduleChange[], options: ApplyOptions): Promise<ApplyOutcome> {
  const { client, journal, run, workers, readProgram, clock, lateMs, onProgress, signal } = options;
  const failures = createFailureWatch();
  let failed: FailedChange[] = [];
  const placed: ScheduleChange[] = [];
  let lateUntil = 0;

  function onEnd({ row }: Step, outcome: WriteOutcome): void {
    const change = changes[row - 1];
    if (change === undefined) throw new TypeError(`there is no change ${row}`);
    if (outcome.kind === 'done') {
      failures.succeeded();
      placed.push(change);
      journal.recordOutcome({ row, did: 'placed', id: change.submissionId });
      onProgress(placed.length + failed.length, changes.length);
      return;
    }
    const { kind, error } = outcome;
    if (error.code === 'authentication') {
      // The token is refused, not this session, so the session can be sent later with another token.
      journal.recordUnsent([row]);
      throw error;
    }
    failed.push({ change, kind, error });
    onProgress(placed.length + failed.length, changes.length);
    if (kind === 'refused') journal.recordOutcome({ row, did: 'failed', message: error.message });
    if (kind !== 'lost') failures[kind](error);
    else {
      if (outcome.loss === 'confirmed') lateUntil = clock.now() + lateMs;
      failures.lost(error, outcome.loss);
    }
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
  if (signal?.aborted) return ended(stoppedBy);
  try {
    const isKnown = await lookUp();
    if (isKnown && stoppedBy === undefined && failed.some(isLost) && clock.now() < lateUntil) {
      await waitUntil(lateUntil, options);
      await lookUp();
    }
  } catch (error) {
    return ended(stoppedBy ?? error);
  }
  return stoppedBy === undefined ? ended(undefined, await findUnshown()) : ended(stoppedBy);

  function ended(stoppedBy: unknown, unshown: readonly ComparedChange[] = []): ApplyOutcome {
    return { applied: placed.length, failed, unshown, stoppedBy };
  }

  /** Reads the program twice, because a list may lag behind. */
  async function findUnshown(): Promise<readonly ComparedChange[]> {
    let unshown: readonly ComparedChange[] = [];
    for (let look = 1; placed.length > 0 && look <= 2; look++) {
      if (look > 1) await clock.sleep(lagMs, signal);
      const program = await readOrGiveUp();
      if (program === undefined) return [];
      unshown = notInPlace(placed, program);
      if (unshown.length === 0) return [];
    }
    return unshown;
  }

  /** Undefined if the program cannot be read now. */
  async function readOrGiveUp(): Promise<readonly EventSubmission[] | undefined> {
    return readProgram().catch((error: unknown) => {
      if (error instanceof PlenaryError) return undefined;
      throw error;
    });
  }

  /** Counts the lost changes that are in place as applied. @returns whether the lookup succeeded */
  async function lookUp(): Promise<boolean> {
    if (!failed.some(isLost)) return true;
    const program = await readOrGiveUp();
    if (program === undefined) return false;
    const places = new Map(program.map(({ id, placement }) => [id, placement]));
    const found = failed.filter((each) => isLost(each) && isInPlace(each.change, places.get(each.change.submissionId)));
    for (const { change } of found) {
      journal.recordOutcome({ row: changes.indexOf(change) + 1, did: 'placed', id: change.submissionId });
    }
    placed.push(...found.map(({ change }) => change));
    failed = failed.filter((each) => !found.includes(each));
    return true;
  }
}

const lagMs = 500;

function isLost({ kind }: FailedChange): boolean {
  return kind === 'lost';
}

function isInPlace({ to }: ScheduleChange, place: Placement | undefined): boolean {
  return place !== undefined && isSamePlacement(place, to);
}

function* stepsOf(changes: readonly ScheduleChange[]): IterableIterator<Step> {
  for (const [at, { submissionId: id, from, to }] of changes.entries()) {
    const body = { room: to.room, start: to.start };
    const fields = {
      room: { from: from?.room ?? null, to: to.room },
      start: { from: from?.start ?? null, to: to.start },
    };
    yield { row: at + 1, path: { submission_id: id }, body, before: { resource: 'sessions', id, fields } };
  }
}
