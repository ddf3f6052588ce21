// A run of `sessions apply`: kept and journaled as an import's is, so that it can be gone on with after a kill.

import type { Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { isSameTarget, type RunFolder, type RunHeader, type RunSummary, type Runs } from '../runs/folder.ts';
import { tally } from '../runs/history.ts';
import { cannotWrite, type Journal } from '../runs/journal.ts';
import { createRowFile } from '../runs/row-file.ts';
import { type ApplyOutcome, applyChanges } from './apply.ts';
import { checkFreshness, type Freshness, type ScheduleChange } from './changes.ts';
import { conflictingPlacements, findPlacementsInDoubt } from './in-doubt.ts';
import type { SchedulePlan } from './plan.ts';
import { type EventSubmission, fetchSubmissions } from './submissions.ts';

/** Of a run that places sessions. */
export interface ScheduleRunHeader extends RunHeader {
  readonly options: { readonly allowPartial: boolean };
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
  /** How long a service may take over a request, in milliseconds. */
  readonly settleMs: number;
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
      const before = await unfinishedRuns(options);
      if (fresh.toDo.length === 0) {
        await closeRuns(before);
        return { plan, fresh, run: undefined, applied: 0, failed: [], stoppedBy: undefined };
      }
      const journal = await begin(fresh.toDo, folder, options);
      await closeRuns(before);
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
  const { client, event, timeZone, baseUrl, runs, clock, settleMs, onWait, signal } = options;
  const read = async () => {
    const program = await fetchSubmissions(client, { event, timeZone });
    return { program, plan: makePlan(program) };
  };
  const target = { resource: 'sessions', event, baseUrl };
  const underWay = await findPlacementsInDoubt({ runs, target, now: clock.now(), settleMs });
  const first = await read();
  const waits = conflictingPlacements(underWay, first.plan.changes, first.program).map(
    ({ settledAt }) => settledAt - clock.now(),
  );
  if (waits.length === 0) return first;
  // By now it may have arrived, and after what was read.
  const ms = Math.max(0, ...waits);
  if (ms > 0) {
    await onWait(ms);
    await clock.sleep(ms, signal);
  }
  return read();
}

async function send(
  toDo: readonly ScheduleChange[],
  folder: RunFolder,
  journal: Journal,
  { client, workers, onProgress, signal }: ScheduleRunOptions,
): Promise<ApplyOutcome> {
  const isHeld = folder.lock();
  const application = await applyChanges(toDo, { client, journal, run: folder.run, workers, onProgress, signal });
  const { applied, failed, stoppedBy } = application;
  const isOver = stoppedBy === undefined && failed.every(({ kind }) => kind === 'refused');
  if (isOver) journal.finish({ placed: applied, failed: failed.length });
  const failure = await journal.close().then(
    () => undefined,
    (error: unknown) => error,
  );
  isHeld.release();
  if (isOver && failure === undefined) await folder.forgetRows();
  return { ...application, stoppedBy: stoppedBy ?? failure };
}

async function begin(
  changes: readonly ScheduleChange[],
  folder: RunFolder,
  options: ScheduleRunOptions,
): Promise<Journal> {
  try {
    const file = createRowFile(folder.rowsPath);
    for (const change of changes) file.append(change);
    file.sync();
    file.close();
  } catch (cause) {
    throw cannotWrite(folder.rowsPath, cause);
  }
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

/** Runs of this file that left something undone: the new one takes it over, whatever it was. */
async function unfinishedRuns({ runs, event, baseUrl, sha256 }: ScheduleRunOptions): Promise<readonly RunFolder[]> {
  const isOurs = ({ header, ended }: RunSummary) =>
    ended === undefined && isSameTarget(header, { resource: 'sessions', event, baseUrl }) && header.sha256 === sha256;
  return (await runs.list()).filter(isOurs).map(({ header }) => runs.folder(header.run));
}

async function closeRuns(runs: readonly RunFolder[]): Promise<void> {
  for (const run of runs) {
    const { unknown, ...counts } = await tally(run.entries());
    await run.supersede(counts);
    // What it has on its way has to be known to whoever comes next.
    if (unknown === 0) await run.forgetRows();
  }
}
