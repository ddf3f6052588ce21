// A run of `sessions apply`: kept and journaled as an import's is, so that it can be gone on with after a kill.

import { boolean, object } from 'zod/mini';
import type { Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { JournalError } from '../errors.ts';
import type { RunHeader } from '../runs/entry.ts';
import type { RunFolder, Runs } from '../runs/folder.ts';
import type { Journal } from '../runs/journal.ts';
import { waitUntil } from '../runs/late-requests.ts';
import { performRun } from '../runs/perform.ts';
import { writeRows } from '../runs/row-file.ts';
import { findReplaced, supersede } from '../runs/unfinished.ts';
import { type ApplyOutcome, applyChanges } from './apply.ts';
import { checkFreshness, type Freshness, type ScheduleChange } from './changes.ts';
import { conflictingPlacements, findPlacementsInDoubt } from './in-doubt.ts';
import type { SchedulePlan } from './plan.ts';
import { type EventSubmission, fetchSubmissions } from './submissions.ts';

/** Of a run that places sessions. */
export interface ScheduleRunHeader extends RunHeader {
  readonly options: { readonly allowPartial: boolean };
}

const runOptions = object({ allowPartial: boolean() });

/** The header of a run that places sessions. @throws {JournalError} for options that this version cannot read */
export function readScheduleHeader(header: RunHeader): ScheduleRunHeader {
  const options = runOptions.safeParse(header.options);
  if (options.success) return { ...header, options: options.data };
  throw new JournalError(`run ${header.run} has options that this version cannot read`, {
    advice: { kind: 'apply_schedule_again' },
  });
}

export type MakePlan = (program: readonly EventSubmission[]) => SchedulePlan;

export interface ScheduleRunOptions {
  readonly client: Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>;
  readonly event: string;
  readonly timeZone: string | undefined;
  readonly baseUrl: string;
  /** Whether it goes on without the changes that are stale; kept for when it is gone on with. */
  readonly allowPartial: boolean;
  /** As the user named it. */
  readonly file: string;
  /** Of the file's bytes, in hexadecimal: a run of the same file takes over what another left undone. */
  readonly sha256: string;
  readonly workers: number;
  readonly runs: Runs;
  readonly clock: Clock;
  /** How long after it was sent a request may still take effect, in milliseconds. */
  readonly lateMs: number;
  /** FileDetails of a wait for what earlier runs have on their way, in milliseconds. */
  readonly onWait: (ms: number) => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Asked before anything is sent, with what is still to be done; where the answer is no, or it throws, nothing is. */
  readonly review: (plan: SchedulePlan, fresh: Freshness) => Promise<boolean>;
}

export interface ScheduleRun extends ApplyOutcome {
  readonly plan: SchedulePlan;
  /** Undefined where nothing was begun. */
  readonly run: string | undefined;
  readonly fresh: Freshness;
}

/**
 * Makes a plan of the program as it is, and sends what of it is still to be done. Whatever was sent by a run that was
 * interrupted is found to be done.
 * @param makePlan pure, for it may be asked twice
 * @returns undefined where it was not wanted
 * @throws {ConflictError} where another run works on the event's sessions
 * @throws {JournalError} where nothing can be kept on disk
 */
export async function runChanges(makePlan: MakePlan, options: ScheduleRunOptions): Promise<ScheduleRun | undefined> {
  const { event, baseUrl, runs, review } = options;
  const folder = await runs.prepare();
  try {
    const lock = runs.lock({ resource: 'sessions', event, baseUrl });
    try {
      const { plan, program } = await planNow(makePlan, options);
      const fresh = checkFreshness(plan.changes, program);
      if (!(await review(plan, fresh))) return undefined;
      const before = await findReplaced({ resource: 'sessions', ...options }, runs);
      if (fresh.toDo.length === 0) {
        await supersede(before);
        return { plan, fresh, run: undefined, applied: 0, failed: [], stoppedBy: undefined };
      }
      const journal = await begin(fresh.toDo, folder, options);
      await supersede(before);
      const application = await send(fresh.toDo, folder, journal, options);
      return { ...application, plan, fresh, run: folder.run };
    } finally {
      lock.release();
    }
  } finally {
    await folder.removeUnlessBegun();
  }
}

/** Where something is on its way that would undo the plan, both are made once it must have arrived. */
async function planNow(makePlan: MakePlan, options: ScheduleRunOptions) {
  const { client, event, timeZone, baseUrl, runs, clock, lateMs, onWait, signal } = options;
  const read = async () => {
    const program = await fetchSubmissions(client, { event, timeZone });
    return { program, plan: makePlan(program) };
  };
  const target = { resource: 'sessions', event, baseUrl };
  const underWay = await findPlacementsInDoubt({ runs, target, now: clock.now(), lateMs });
  const first = await read();
  const conflicting = conflictingPlacements(underWay, first.plan.changes, first.program);
  if (conflicting.length === 0) return first;
  await waitUntil(Math.max(...conflicting.map(({ until }) => until)), { clock, onWait, signal });
  // Even without a wait, one may have taken effect after the program was read.
  return read();
}

async function send(
  toDo: readonly ScheduleChange[],
  folder: RunFolder,
  journal: Journal,
  { client, workers, onProgress, signal }: ScheduleRunOptions,
): Promise<ApplyOutcome> {
  const { finalCounts: _, ...outcome } = await performRun(folder, journal, async () => {
    const sent = await applyChanges(toDo, { client, journal, run: folder.run, workers, onProgress, signal });
    const { applied, failed, stoppedBy } = sent;
    const isDone = stoppedBy === undefined && failed.every(({ kind }) => kind === 'refused');
    return { ...sent, finalCounts: isDone ? { placed: applied, failed: failed.length } : undefined };
  });
  return outcome;
}

async function begin(
  changes: readonly ScheduleChange[],
  folder: RunFolder,
  options: ScheduleRunOptions,
): Promise<Journal> {
  writeRows(folder.rowsPath, changes);
  return folder.begin(headerOf(changes, folder.run, options));
}

function headerOf(changes: readonly ScheduleChange[], run: string, options: ScheduleRunOptions): ScheduleRunHeader {
  const { event, baseUrl, allowPartial, file, sha256, clock } = options;
  return {
    journal: 1,
    run,
    startedAt: new Date(clock.now()).toISOString(),
    resource: 'sessions',
    event,
    baseUrl,
    file,
    rows: changes.length,
    sha256,
    options: { allowPartial },
  };
}
