// Owns the run of any changes: its rows are read, found, reviewed, saved and sent, part by part,
// and what is left is resumed.

import { keyMark } from '../changes/names.ts';
import { lockTarget } from './busy.ts';
import { type DeliveryOptions, deliver } from './deliver.ts';
import { createdRecords, skipUnlisted, writtenRecords } from './earlier-runs.ts';
import { type Target, targetOf } from './entry.ts';
import { shareFates } from './folded.ts';
import type { RunFolder, RunSummary, Runs } from './folder.ts';
import type { Journal } from './journal.ts';
import type { Lock } from './lock.ts';
import { loadNamed, type OpenRun, openRun } from './open-run.ts';
import { interimRows, isDone, isIdle, type Part, rowsIn, type Scope } from './part.ts';
import { replay } from './resume.ts';
import { endRow, type RunRow } from './row.ts';
import type { Run, Running, RunTask, TaskSending } from './task.ts';
import { supersede, type UnfinishedRuns } from './unfinished.ts';

/**
 * Runs the changes of a command to their end.
 * @throws {BusyError} if another run works on the same records
 * @throws {JournalError} if nothing can be saved on disk, or a saved run is damaged
 * @throws what the task throws; the signal's reason, before anything was sent
 */
export async function runChanges<P extends Part>(
  task: RunTask<P>,
  running: Running<P>,
): Promise<Run<P>> {
  const { runs, dryRun, onNotice } = running;
  const locks: Lock[] = [];
  const resumed = async () =>
    task.resumes === undefined ? undefined : await runs.find(task.resumes);
  const before = await resumed();
  if (before?.ended !== undefined) return alreadyEnded(before, running);
  try {
    // A dry run sends nothing, so it does not block another run.
    for (const resource of dryRun ? [] : task.resources)
      locks.push(await lockTarget(runs, targetOf(task, resource)));
    // Another process may have ended it before this one had the locks.
    const summary = before && (await resumed());
    if (summary?.ended !== undefined) return await alreadyEnded(summary, running);
    const named = summary && (await loadNamed(runs, summary));
    const parts = await task.open(running);
    let written: Promise<void> | undefined;
    const writeFiles = async (run?: string) => {
      written ??= task.writeFiles?.(parts, run);
      return written;
    };
    try {
      const ended = await runParts({ ...running, task, writeFiles }, parts, named);
      const unwritten = await writeFiles().catch((error: unknown) => error);
      return { ...ended, stoppedBy: ended.stoppedBy ?? unwritten };
    } catch (error) {
      // The error of the run matters more.
      const reason = await writeFiles().catch(({ message }) => String(message));
      if (reason !== undefined) await onNotice?.({ kind: 'unwritten_file', reason });
      throw error;
    }
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function runParts<P extends Part>(
  sending: TaskSending<P>,
  parts: readonly P[],
  named: UnfinishedRuns | undefined,
): Promise<Run<P>> {
  const refusal = sending.dryRun ? undefined : sending.task.refusal?.(parts);
  if (refusal !== undefined) throw refusal;
  return planAndSend(sending, await openRun(sending, parts, named));
}

/** The rows of a run that has ended are removed. */
async function alreadyEnded<P extends Part>(
  { header: { run } }: RunSummary,
  { onNotice }: Running<P>,
): Promise<Run<P>> {
  await onNotice?.({ kind: 'ended_run', run });
  return {
    parts: [],
    isResumed: true,
    run,
    isWanted: true,
    canResume: false,
  };
}

async function planAndSend<P extends Part>(
  sending: TaskSending<P>,
  open: OpenRun<P>,
): Promise<Run<P>> {
  const { parts, folder, resumed, damaged } = open;
  const { task, runs, signal } = sending;
  const client = await sending.client();
  const scope: Scope = {
    client,
    signal,
    created: remembering(sending, createdRecords),
    memory: remembering(sending, writtenRecords),
  };
  const inDoubt = await findRows(sending, open, scope);
  const planned = {
    parts,
    isResumed: resumed !== undefined,
    header: resumed,
    isWanted: true,
    canResume: false,
  };
  const isWanted = await sending.review(planned);
  if (sending.dryRun || !isWanted) return { ...planned, isWanted };
  signal?.throwIfAborted();
  const isEmpty =
    resumed === undefined && parts.every(({ rows }) => rows.count('create', 'update') === 0);
  // First: a kill in between must not leave a run that can be resumed although this one does its
  // work, or undoes it.
  await supersede(runs, (other) => {
    if (other.run === folder.run) return false;
    return task.replaces?.(other) === true || [task.undoes, damaged].includes(other.run);
  });
  if (isEmpty) return planned;
  const journal =
    resumed === undefined ? await begin(sending, parts, folder) : await folder.resume();
  recordCreated(inDoubt, journal);
  const run = { ...planned, run: folder.run };
  return { ...run, ...(await sendAndEnd(sending, open, run, { ...scope, client, journal })) };
}

/**
 * Decides what becomes of the rows of all parts, and what became of those of a run that is resumed.
 * @returns the rows whose creation was in doubt
 */
async function findRows<P extends Part>(
  { task, ...sending }: TaskSending<P>,
  { parts, resumed, history }: OpenRun<P>,
  scope: Scope,
): Promise<readonly RunRow[]> {
  const replayed = parts.map((part) => replay(history, part));
  const inDoubt = parts.flatMap(({ rows }) => [...rows.in('unknown')]);
  for (const [at, part] of parts.entries()) {
    if (resumed === undefined) await task.plan?.(part, scope, sending);
    if (isIdle(part)) continue;
    await part.find(scope);
    // The run has changed these before it was interrupted.
    for (const row of replayed[at] ?? []) if (row.state === 'unchanged') endRow(row, 'updated');
    if (part.endpoint !== undefined)
      await skipUnlisted(part, targetOf(task, part.resource), sending);
  }
  if (resumed === undefined) for (const part of parts) task.refuse?.(part);
  return inDoubt;
}

/** An undo must know rows that were found as records that the run has created. */
function recordCreated(inDoubt: readonly RunRow[], journal: Journal): void {
  for (const { state, note, number, names } of inDoubt) {
    if (state !== 'created' && note.isNew !== true) continue;
    const key = names.key && keyMark(names.key);
    journal.recordOutcome({ row: number, did: 'created', id: note.id, key });
  }
}

/** What journals of this computer say of a kind of records, read once. */
function remembering<P extends Part, Memory>(
  { task, runs }: TaskSending<P>,
  read: (target: Target, runs: Runs) => Promise<Memory>,
): (resource: string) => Promise<Memory> {
  const memories = new Map<string, Promise<Memory>>();
  return (resource) => {
    const memory = memories.get(resource) ?? read(targetOf(task, resource), runs);
    memories.set(resource, memory);
    return memory;
  };
}

/** Saves what the run is to do, and begins its journal. */
function begin<P extends Part>(
  { task, command }: TaskSending<P>,
  parts: readonly P[],
  folder: RunFolder,
): Promise<Journal> {
  let first = 1;
  const ranges = parts.map((part) => {
    const { resource, rows } = part;
    const range = { resource, first };
    first = rows.last + 1;
    return isIdle(part) ? { ...range, isIdle: true as const } : range;
  });
  const header = { ...task.header(parts), command, rows: countAll(parts) };
  const isAlone = ranges.every(({ resource }) => resource === header.resource);
  const rows = parts.flatMap((part) => [...part.rows]).filter(({ state }) => state !== 'left-out');
  return folder.begin({ ...header, ...(!isAlone && { parts: ranges }) }, rows);
}

/**
 * Sends the rows of a run that was begun. Once nothing is left to do, it is marked as ended, and
 * its rows are removed.
 */
async function sendAndEnd<P extends Part>(
  sending: TaskSending<P>,
  { parts, folder, lateUntil }: OpenRun<P>,
  run: Run<P>,
  scope: Pick<DeliveryOptions, 'client' | 'journal' | 'created' | 'memory'>,
): Promise<Pick<Run<P>, 'stoppedBy' | 'canResume'>> {
  const { task } = sending;
  const lock = folder.lock();
  let stoppedBy: unknown;
  let isEnded = false;
  try {
    stoppedBy = await sendParts(task, parts, { ...sending, ...scope, lateUntil }).catch(
      (thrown: unknown) => thrown,
    );
    for (const { rows } of parts) shareFates(rows);
    // Before the run ends: what it has saved is needed until they are written.
    stoppedBy ??= await sending.writeFiles(folder.run).catch((error: unknown) => error);
    const isRefused =
      task.retriesRefused === true && parts.some(({ rows }) => rows.count('failed') > 0);
    const isInterim = parts.some((part) => interimRows(part).length > 0);
    if (stoppedBy === undefined && !isRefused && !isInterim && parts.every(isDone)) {
      await scope.journal.flush();
      isEnded = (await sending.finish?.(run)) ?? true;
    }
    if (isEnded) scope.journal.recordEnd(task.counts(parts));
  } catch (error) {
    stoppedBy = error;
  } finally {
    await scope.journal.close().catch((error: unknown) => {
      stoppedBy ??= error;
      isEnded = false;
    });
    lock.release();
  }
  if (isEnded) await folder.removeRows();
  return { stoppedBy, canResume: !isEnded };
}

function countAll(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + rowsIn(part), 0);
}

/** Sends one part after the other; what was not done stops the rest. */
async function sendParts<P extends Part>(
  { undoes }: RunTask<P>,
  parts: readonly P[],
  delivery: DeliveryOptions,
): Promise<void> {
  const total = countAll(parts);
  for (const part of undoes === undefined ? parts : parts.toReversed()) {
    await part.prepare?.(delivery);
    await deliver(part, delivery, part.maxErrors(total));
    // Also if rows are left: what was created by others meanwhile is not looked for again before a
    // resume.
    await part.confirm?.(delivery);
    if (!isDone(part)) return;
    if (part.rows.count('failed') > 0) return;
  }
}
