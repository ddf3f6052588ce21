// Owns the run of any changes: its rows are read, found, reviewed, saved and sent, part by part,
// and what is left is resumed.

import { keyMark } from '../changes/names.ts';
import { lockTarget } from './busy.ts';
import { type DeliveryOptions, deliver } from './deliver.ts';
import {
  createdRecords,
  findLateRequests,
  skipUnlisted,
  waitUntil,
  writtenRecords,
} from './earlier-runs.ts';
import type { RunHeader, Target } from './entry.ts';
import type { RunFolder, RunSummary, Runs } from './folder.ts';
import { type History, noHistory, readHistory } from './history.ts';
import type { Journal } from './journal.ts';
import type { Lock } from './lock.ts';
import { interimRows, isDone, isIdle, type Part, rowsIn, type Scope } from './part.ts';
import { replay, savedRowsOf } from './resume.ts';
import { endRow, type RunRow } from './row.ts';
import { loadRows } from './rows.ts';
import type { Run, Running, RunTask } from './task.ts';
import { findUnfinished, supersede, type UnfinishedRuns } from './unfinished.ts';

/** A task, and how it is sent. */
interface Sending<P extends Part> extends Running<P> {
  readonly task: RunTask<P>;
  /** Writes the files that report on each row; only the first call does. */
  writeFiles(run?: string): Promise<void>;
}

/**
 * Runs the changes of a command to their end.
 * @throws {BusyError} if another run works on the same records
 * @throws {JournalError} if nothing can be saved on disk, or a saved run is damaged
 * @throws what the task throws; the signal's reason, before anything was sent
 */
export async function runChanges<P extends Part>(
  task: RunTask<P>,
  given: Running<P>,
): Promise<Run<P>> {
  const { runs, dryRun, onNotice } = given;
  const locks: Lock[] = [];
  const resumed = async () =>
    task.resumes === undefined ? undefined : await runs.find(task.resumes);
  const before = await resumed();
  if (before?.ended !== undefined) return alreadyEnded(before, given);
  try {
    // A dry run sends nothing, so it does not block another run.
    for (const resource of dryRun ? [] : task.resources)
      locks.push(await lockTarget(runs, targetOf(task, resource)));
    // Another process may have ended it before this one had the locks.
    const summary = before && (await resumed());
    if (summary?.ended !== undefined) return await alreadyEnded(summary, given);
    const named = summary && (await loadNamed(runs, summary));
    const parts = await task.open(given);
    let written: Promise<void> | undefined;
    const writeFiles = async (run?: string) => {
      written ??= task.writeFiles?.(parts, run);
      return written;
    };
    try {
      const ended = await runParts({ ...given, task, writeFiles }, parts, named);
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
  sending: Sending<P>,
  parts: readonly P[],
  named: UnfinishedRuns | undefined,
): Promise<Run<P>> {
  const refusal = sending.dryRun ? undefined : sending.task.refusal?.(parts);
  if (refusal !== undefined) throw refusal;
  return planAndSend(sending, await openRun(sending, parts, named));
}

function targetOf({ event, baseUrl }: Pick<Target, 'event' | 'baseUrl'>, resource: string): Target {
  return { resource, event, baseUrl };
}

/** The run in which rows are sent. */
interface OpenRun<P> {
  readonly parts: readonly P[];
  readonly folder: RunFolder;
  /** Of the run that is resumed, with what its journal has. */
  readonly resumed: RunHeader | undefined;
  readonly history: History;
  /** The run that this one replaces, because its saved rows are damaged. */
  readonly damaged: string | undefined;
  /** After this moment of the clock no request of the run that is resumed can take effect. */
  readonly lateUntil: number;
}

async function openRun<P extends Part>(
  sending: Sending<P>,
  parts: readonly P[],
  named: UnfinishedRuns | undefined,
): Promise<OpenRun<P>> {
  const { task, runs, clock, lateMs, onNotice } = sending;
  const { same, damaged, other } =
    named ?? (task.isAlwaysNew ? {} : await findUnfinished(task.header(parts), runs));
  const resumed = same?.header;
  if (resumed !== undefined)
    await onNotice?.({ kind: 'resuming_run', run: resumed.run, startedAt: resumed.startedAt });
  if (damaged !== undefined) await onNotice?.({ kind: 'damaged_run', run: damaged.run });
  if (other !== undefined)
    await onNotice?.({
      kind: 'unfinished_run',
      run: other.header.run,
      difference: other.difference,
    });
  if (!sending.dryRun) await waitForOtherRuns(sending, parts, resumed?.run);
  // The earlier process held the lock until it ended, so it has sent nothing since.
  const lateUntil = clock.now() + lateMs;
  const folder = resumed === undefined ? runs.create() : runs.folder(resumed.run);
  if (same !== undefined) for (const part of parts) part.use(savedRowsOf(part, same));
  const history = resumed === undefined ? noHistory : await readHistory(folder);
  const { damagedLines } = history;
  if (damagedLines.length > 0)
    await onNotice?.({ kind: 'damaged_lines', lines: damagedLines, journal: folder.journalPath });
  return { parts, folder, resumed, history, lateUntil, damaged: damaged?.run };
}

async function loadNamed(runs: Runs, { header }: RunSummary): Promise<UnfinishedRuns> {
  return { same: { header, rows: await loadRows(runs.folder(header.run).rowsPath, header) } };
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

/**
 * Waits until creations of runs that are not resumed have taken effect, because only then are their
 * records listed.
 */
async function waitForOtherRuns<P extends Part>(
  sending: Sending<P>,
  parts: readonly P[],
  resumes?: string,
): Promise<void> {
  for (const part of parts) {
    const { endpoint, resource } = part;
    if (endpoint === undefined || isIdle(part)) continue;
    const late = await findLateRequests(targetOf(sending.task, resource), sending);
    const others = late.filter(({ run }) => run !== resumes);
    await waitUntil(Math.max(0, ...others.map(({ until }) => until)), sending);
  }
}

async function planAndSend<P extends Part>(sending: Sending<P>, open: OpenRun<P>): Promise<Run<P>> {
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
  const planned = { parts, isResumed: resumed !== undefined, isWanted: true, canResume: false };
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
  const ended = await sendAndEnd(sending, open, { ...scope, client, journal });
  return { ...planned, run: folder.run, ...ended };
}

/**
 * Decides what becomes of the rows of all parts, and what became of those of a run that is resumed.
 * @returns the rows whose creation was in doubt
 */
async function findRows<P extends Part>(
  { task, ...sending }: Sending<P>,
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
      await skipUnlisted(part.rows, targetOf(task, part.resource), sending);
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
  { task, runs }: Sending<P>,
  read: (target: Target, runs: Runs) => Promise<Memory>,
): (resource: string) => Promise<Memory> {
  const known = new Map<string, Promise<Memory>>();
  return (resource) => {
    const memory = known.get(resource) ?? read(targetOf(task, resource), runs);
    known.set(resource, memory);
    return memory;
  };
}

/** Saves what the run is to do, and begins its journal. */
function begin<P extends Part>(
  { task, command }: Sending<P>,
  parts: readonly P[],
  folder: RunFolder,
): Promise<Journal> {
  let first = 1;
  const ranges = parts.map((part) => {
    const { resource, rows } = part;
    const range = { resource, first, ...(isIdle(part) && { isIdle: true as const }) };
    first = rows.last + 1;
    return range;
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
  sending: Sending<P>,
  { parts, folder, lateUntil }: OpenRun<P>,
  scope: Pick<DeliveryOptions, 'client' | 'journal' | 'created'>,
): Promise<Pick<Run<P>, 'stoppedBy' | 'canResume'>> {
  const { task } = sending;
  const lock = folder.lock();
  let stoppedBy: unknown;
  let isEnded = false;
  try {
    stoppedBy = await sendParts(task, parts, { ...sending, ...scope, lateUntil }).catch(
      (thrown: unknown) => thrown,
    );
    // Before the run ends: what it has saved is needed until they are written.
    stoppedBy ??= await sending.writeFiles(folder.run).catch((error: unknown) => error);
    const isRefused =
      task.retriesRefused === true && parts.some(({ rows }) => rows.count('failed') > 0);
    const isInterim = parts.some((part) => interimRows(part).length > 0);
    isEnded = stoppedBy === undefined && !isRefused && !isInterim && parts.every(isDone);
    if (isEnded) scope.journal.recordEnd(task.counts(parts));
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
