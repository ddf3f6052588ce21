// A run of `sessions apply`: kept and journaled as an import's is, so that it can be gone on with after a kill.
import type { Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { cannotWrite, type Journal } from '../import/journal.ts';
import { createRowFile } from '../import/row-file.ts';
import type { RunFolder, RunHeader, RunSummary, Runs } from '../import/runs.ts';
import { settlingMs } from '../import/unfinished.ts';
import { type Application, applyChanges, type Freshness, freshness } from './apply.ts';
import type { Change } from './plan.ts';
import { readProgram, type Submission } from './program.ts';
import type { SchedulePlan } from './schedule.ts';

/** Of a run that places sessions. */
export interface ScheduleRunHeader extends RunHeader {
  readonly options: { readonly allowPartial: boolean };
}

export interface ScheduleRunOptions {
  readonly client: Pick<Client, 'attempt' | 'pages' | 'concurrency' | 'dismiss'>;
  readonly event: string;
  readonly timeZone: string | undefined;
  readonly baseUrl: string;
  /** Goes on without the changes that are stale. */
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
  /** Told of a wait before anything is read, in milliseconds. */
  readonly onWait: (ms: number) => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Asked before anything is sent, with what is still to be done; where the answer is no, nothing is. */
  readonly review: (fresh: Freshness) => Promise<boolean>;
}

type ChangePlan = Pick<SchedulePlan, 'changes'>;

export interface ScheduleRun<Plan extends ChangePlan = ChangePlan> extends Application {
  readonly plan: Plan;
  /** Undefined where nothing was begun. */
  readonly run: string | undefined;
  readonly fresh: Freshness;
  /** Why nothing was sent: something is stale, or it was not wanted. */
  readonly refused: 'stale' | 'cancelled' | undefined;
}

/**
 * Makes a plan of the program as it is, and sends what of it is still to be done. Whatever was sent by a run that was
 * interrupted is found to be done.
 * @param makePlan may throw, so that nothing is sent
 * @throws {ConflictError} where another run works on the event's sessions
 * @throws {JournalError} where nothing can be kept on disk
 */
export async function runChanges<Plan extends ChangePlan>(
  makePlan: (program: readonly Submission[]) => Promise<Plan>,
  options: ScheduleRunOptions,
): Promise<ScheduleRun<Plan>> {
  const { client, event, timeZone, baseUrl, allowPartial, runs, review } = options;
  const folder = await runs.prepare();
  try {
    const lock = runs.lock({ resource: 'sessions', event, baseUrl });
    try {
      await settle(folder.run, options);
      const program = await readProgram(client, { event, timeZone });
      const plan = await makePlan(program);
      const fresh = freshness(plan.changes, program);
      const nothing = { plan, run: undefined, fresh, applied: 0, failed: [], stoppedBy: undefined, refused: undefined };
      if (fresh.stale.length > 0 && !allowPartial) return { ...nothing, refused: 'stale' };
      if (!(await review(fresh))) return { ...nothing, refused: 'cancelled' };
      const before = await unfinishedRuns(options);
      if (fresh.toDo.length === 0) {
        await closeRuns(before);
        return nothing;
      }
      const journal = await begin(fresh.toDo, folder, options);
      await closeRuns(before);
      const application = await send(fresh.toDo, folder, journal, options);
      return { ...application, plan, run: folder.run, fresh, refused: undefined };
    } finally {
      lock.release();
    }
  } finally {
    await folder.removeUnlessBegun();
  }
}

/** A placement that a killed run has sent may take effect late: after one of this run, it would undo it. */
async function settle(run: string, options: ScheduleRunOptions): Promise<void> {
  const { runs, clock, settleMs, onWait, signal } = options;
  const ms = await settlingMs(headerOf([], run, options), { runs, now: clock.now(), settleMs });
  if (ms <= 0) return;
  await onWait(ms);
  await clock.sleep(ms, signal);
}

async function send(
  toDo: readonly Change[],
  folder: RunFolder,
  journal: Journal,
  { client, workers, onProgress, signal }: ScheduleRunOptions,
): Promise<Application> {
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

async function begin(changes: readonly Change[], folder: RunFolder, options: ScheduleRunOptions): Promise<Journal> {
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

function headerOf(changes: readonly Change[], run: string, options: ScheduleRunOptions): ScheduleRunHeader {
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
    ended === undefined &&
    header.resource === 'sessions' &&
    header.event === event &&
    header.baseUrl === baseUrl &&
    header.sha256 === sha256;
  return (await runs.list()).filter(isOurs).map(({ header }) => runs.folder(header.run));
}

async function closeRuns(runs: readonly RunFolder[]): Promise<void> {
  for (const run of runs) {
    const journal = await run.resume();
    journal.finish({});
    await journal.close();
    await run.forgetRows();
  }
}
