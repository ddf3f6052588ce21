// Owns a run of `sessions apply`: plans, confirms, saves and sends, so that a killed run can be resumed. Must not know the terminal.
import { boolean, object } from 'zod/mini';
import type { Client } from '../client/client.ts';
import { JournalError } from '../errors.ts';
import type { RunHeader, Target } from '../runs/entry.ts';
import type { RunFolder, Runs } from '../runs/folder.ts';
import type { Journal } from '../runs/journal.ts';
import { readJsonLines } from '../runs/json-lines.ts';
import { findLateRequests, waitUntil } from '../runs/late-requests.ts';
import { performRun } from '../runs/perform.ts';
import { writeRows } from '../runs/row-file.ts';
import { findReplaced, findUndone, supersede } from '../runs/unfinished.ts';
import { type ApplyOptions, type ApplyOutcome, applyChanges } from './apply.ts';
import { checkFreshness, type Freshness, isSamePlacement, type ScheduleChange } from './changes.ts';
import type { SchedulePlan } from './plan.ts';
import { readChange } from './saved-plan.ts';
import { type EventSubmission, fetchSubmissions } from './submissions.ts';

/** The header of a run that places sessions. */
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

export interface ScheduleRunOptions extends Omit<ApplyOptions, 'journal' | 'run' | 'readProgram'> {
  readonly client: Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>;
  readonly event: string;
  readonly timeZone: string | undefined;
  readonly baseUrl: string;
  /** Whether stale changes are skipped; saved, so that a resumed run does the same. */
  readonly allowPartial: boolean;
  /** As the user named it. */
  readonly file: string;
  /** SHA-256 of the file's bytes in hexadecimal: a new run of the same file replaces an unfinished one. */
  readonly sha256: string;
  /** The run that this one is a phase of. */
  readonly parent?: string | undefined;
  /** The run that this one undoes. */
  readonly undoes?: string | undefined;
  readonly runs: Runs;
  /** Called before anything is sent. Nothing is sent if it resolves to false or throws. */
  readonly review: (plan: SchedulePlan, fresh: Freshness) => Promise<boolean>;
}

export interface ScheduleRun extends ApplyOutcome {
  readonly plan: SchedulePlan;
  /** Undefined if there was nothing to send. */
  readonly run: string | undefined;
  readonly fresh: Freshness;
}

/**
 * Plans against the present placements, and sends the remaining changes. Changes that an interrupted run has already
 * applied are recognized by the present placements.
 * @param makePlan may be called twice
 * @returns undefined if `review` resolves to false
 * @throws {ConflictError} if another run works on the event's sessions
 * @throws {JournalError} if the run cannot be saved on disk
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
      const before = [
        ...(await findReplaced({ resource: 'sessions', ...options }, runs)),
        ...(await findUndone(options.undoes, runs)),
      ];
      if (fresh.toDo.length === 0) {
        await supersede(before);
        return { plan, fresh, run: undefined, applied: 0, failed: [], unshown: [], stoppedBy: undefined };
      }
      const journal = await begin(fresh.toDo, folder, options);
      await supersede(before);
      const application = await send(fresh, folder, journal, options);
      return { ...application, plan, fresh, run: folder.run };
    } finally {
      lock.release();
    }
  } finally {
    await folder.removeUnlessBegun();
  }
}

/** If a late placement could undo the plan, waits until it cannot, and then plans again. */
async function planNow(makePlan: MakePlan, options: ScheduleRunOptions) {
  const { client, event, timeZone, baseUrl } = options;
  const read = async () => {
    const program = await fetchSubmissions(client, { event, timeZone });
    return { program, plan: makePlan(program) };
  };
  const inDoubt = await findPlacementsInDoubt({ resource: 'sessions', event, baseUrl }, options);
  const first = await read();
  const conflicting = conflictingPlacements(inDoubt, first.plan.changes, first.program);
  if (conflicting.length === 0) return first;
  await waitUntil(Math.max(...conflicting.map(({ until }) => until)), options);
  // Even if there was nothing to wait for, one may have taken effect after the program was read.
  return read();
}

async function send(
  { toDo, stale }: Freshness,
  folder: RunFolder,
  journal: Journal,
  options: ScheduleRunOptions,
): Promise<ApplyOutcome> {
  const { finalCounts: _, ...outcome } = await performRun(folder, journal, async () => {
    const readProgram = () => fetchSubmissions(options.client, options);
    const sent = await applyChanges(toDo, { ...options, journal, run: folder.run, readProgram });
    const { applied, failed, stoppedBy } = sent;
    const isDone = stoppedBy === undefined && failed.every(({ kind }) => kind === 'refused');
    const counts = { placed: applied, failed: failed.length, ...(stale.length > 0 && { stale: stale.length }) };
    return { ...sent, finalCounts: isDone ? counts : undefined };
  });
  return outcome;
}

async function begin(
  changes: readonly ScheduleChange[],
  folder: RunFolder,
  options: ScheduleRunOptions,
): Promise<Journal> {
  const { event, baseUrl, allowPartial, file, sha256, parent, undoes, clock } = options;
  writeRows(folder.rowsPath, changes);
  const header: ScheduleRunHeader = {
    journal: 1,
    run: folder.run,
    startedAt: new Date(clock.now()).toISOString(),
    resource: 'sessions',
    event,
    baseUrl,
    file,
    rows: changes.length,
    sha256,
    ...(parent !== undefined && { parent }),
    ...(undoes !== undefined && { undoes }),
    options: { allowPartial },
  };
  return folder.begin(header);
}

interface PlacementInDoubt {
  readonly change: ScheduleChange;
  /** After this moment it has taken effect, or never will; in milliseconds since 1970. */
  readonly until: number;
}

/** The placements of earlier runs of the target that may still take effect, even if another run has replaced those runs. */
async function findPlacementsInDoubt(
  target: Target,
  options: ScheduleRunOptions,
): Promise<readonly PlacementInDoubt[]> {
  const { runs, clock, lateMs } = options;
  const found: PlacementInDoubt[] = [];
  for (const { folder, rows, until } of await findLateRequests(target, { runs, now: clock.now(), lateMs })) {
    let row = 0;
    for await (const { line, value } of readJsonLines(folder.rowsPath)) {
      if (rows.has(++row)) found.push({ change: readChange(value, folder.rowsPath, line), until });
    }
  }
  return found;
}

/** The placements in doubt that contradict the changes or, for other sessions, their present placement. */
function conflictingPlacements(
  inDoubt: readonly PlacementInDoubt[],
  changes: readonly ScheduleChange[],
  program: readonly EventSubmission[],
): readonly PlacementInDoubt[] {
  const present = new Map(program.map(({ id, placement }) => [id, placement]));
  const places = new Map([...present, ...changes.map(({ submissionId, to }) => [submissionId, to] as const)]);
  return inDoubt.filter(({ change: { submissionId, to } }) => {
    const place = places.get(submissionId);
    return place === undefined || !isSamePlacement(place, to);
  });
}
