// Owns the run of any changes: its rows are read, found, reviewed, saved and sent, part by part, and what is left is resumed.
import { entriesOf, partsOf, type RunHeader, type Target } from '../runs/entry.ts';
import type { RunFolder, Runs } from '../runs/folder.ts';
import type { Journal } from '../runs/journal.ts';
import { findLateRequests, waitUntil } from '../runs/late-requests.ts';
import type { Lock } from '../runs/lock.ts';
import { performRun } from '../runs/perform.ts';
import { createRowFile, type RowFile } from '../runs/row-file.ts';
import { findUndone, findUnfinished, supersede, unended, unfinishedRuns } from '../runs/unfinished.ts';
import { noteOf } from './change-set.ts';
import { deliver } from './deliver.ts';
import { createLedger, sealRows } from './ledger.ts';
import { hasChanges, isDone, type Part, rowsIn, type Scope } from './part.ts';
import type { Producer, Ran, RunOptions } from './producer.ts';
import { damageIn, loadRows, replay } from './resume.ts';
import { findUnlisted, keyMark } from './unlisted.ts';

/**
 * Runs the changes of a producer to their end.
 * @param report reads what became of the rows; afterwards, they cannot be read
 * @throws {ConflictError} if another run works on the same records
 * @throws {JournalError} if nothing can be saved on disk, or a saved run is damaged
 * @throws what the producer throws; the signal's reason, before anything was sent
 */
export async function runChanges<P extends Part, T>(
  producer: Producer<P>,
  options: RunOptions,
  report: (ran: Ran<P>) => T | Promise<T>,
): Promise<T> {
  const { runs } = options;
  const folder = await runs.prepare();
  const locks: Lock[] = [];
  let file: RowFile | undefined;
  try {
    file = createRowFile(folder.rowsPath);
    // A dry run sends nothing, so it does not block another run.
    if (!producer.dryRun) for (const target of targetsOf(producer)) locks.push(runs.lock(target));
    const run = await openRun(producer, file, folder, options);
    return await report(await planAndSend(producer, run, options));
  } catch (error) {
    await producer.onError?.();
    throw error;
  } finally {
    for (const lock of locks) lock.release();
    file?.close();
    await folder.removeUnlessBegun();
  }
}

/** In one order, so that two runs do not wait for each other. */
function targetsOf<P extends Part>({ resources, event, baseUrl }: Producer<P>): readonly Target[] {
  return resources.toSorted().map((resource) => ({ resource, event, baseUrl }));
}

/** The run in which rows are sent. */
interface OpenRun<P> {
  readonly parts: readonly P[];
  /** The rows of all parts. */
  readonly file: RowFile;
  /** Where the rows are now. */
  readonly prepared: RunFolder;
  /** Where they are moved before sending: the prepared folder, or that of the run that is resumed. */
  readonly folder: RunFolder;
  /** Of the run that is resumed. */
  readonly resumed: RunHeader | undefined;
  /** Of the run that this one replaces, because its saved rows are damaged. */
  readonly damaged: RunFolder | undefined;
  /** After this moment no request of the run that is resumed can take effect; in milliseconds since 1970. */
  readonly lateUntil: number;
}

async function openRun<P extends Part>(
  producer: Producer<P>,
  file: RowFile,
  prepared: RunFolder,
  options: RunOptions,
): Promise<OpenRun<P>> {
  const { runs, clock, lateMs, onNotice } = options;
  const { resumes } = producer;
  // Another process may have ended it before this one had the lock.
  const named = resumes === undefined ? undefined : unended(await runs.find(resumes)).header;
  const parts = await producer.open(file);
  const same = named ?? (await findSame(producer.header(prepared.run), producer, options));
  const damage = same && (await damageIn(runs.folder(same.run).rowsPath, same));
  if (damage !== undefined && named !== undefined) throw damage;
  const [resumed, damaged] = damage === undefined ? [same] : [undefined, same];
  if (resumed !== undefined) await onNotice?.({ kind: 'resuming_run', run: resumed.run, startedAt: resumed.startedAt });
  if (damaged !== undefined) await onNotice?.({ kind: 'damaged_run', run: damaged.run });
  if (!producer.dryRun) await waitForOtherRuns({ ...producer, resumes: resumed?.run }, parts, options);
  // The earlier process held the lock until it ended, so it has sent nothing since.
  const lateUntil = clock.now() + lateMs;
  const folder = resumed === undefined ? prepared : runs.folder(resumed.run);
  if (resumed !== undefined) await load(parts, file, resumed, folder);
  return { parts, file, prepared, folder, resumed, lateUntil, damaged: damaged && runs.folder(damaged.run) };
}

/** An unfinished run with the same content and options. */
async function findSame<P extends Part>(
  header: RunHeader,
  { isAlwaysNew = false }: Producer<P>,
  { runs, onNotice }: RunOptions,
): Promise<RunHeader | undefined> {
  if (isAlwaysNew) return undefined;
  const { same, other } = await findUnfinished(header, runs);
  if (same === undefined && other !== undefined)
    await onNotice?.({ kind: 'unfinished_run', run: other.header.run, difference: other.difference });
  return same;
}

/** Waits until creations of runs that are not resumed have taken effect, because only then are their records listed. */
async function waitForOtherRuns<P extends Part>(
  producer: Producer<P>,
  parts: readonly P[],
  options: RunOptions,
): Promise<void> {
  const { runs, clock, lateMs } = options;
  for (const { set } of parts) {
    if (set.endpoint === undefined) continue;
    const target = { ...producer, resource: set.resource };
    const late = await findLateRequests(target, { runs, now: clock.now(), lateMs });
    const others = late.filter(({ header }) => header.run !== producer.resumes);
    await waitUntil(Math.max(0, ...others.map(({ until }) => until)), options);
  }
}

/** What a run was to do is decided, and saved: the rows that were read are replaced by it. */
async function load<P extends Part>(
  parts: readonly P[],
  file: RowFile,
  header: RunHeader,
  folder: RunFolder,
): Promise<void> {
  file.clear();
  const saved = partsOf(header);
  const loaded = parts.flatMap((part) => {
    const { first, last } = saved.find(({ resource }) => resource === part.set.resource) ?? { first: 1, last: 0 };
    part.use(createLedger(file, first - 1));
    return last === 0 ? [] : [{ ledger: part.set.ledger, hasBase: part.hasBase, last }];
  });
  await loadRows(folder.rowsPath, loaded);
}

async function planAndSend<P extends Part>(
  producer: Producer<P>,
  run: OpenRun<P>,
  options: RunOptions,
): Promise<Ran<P>> {
  const { parts, folder, resumed, damaged } = run;
  const { runs, clock, signal } = options;
  const sentUpdates = await replayAll(run);
  const inDoubt = parts.map(({ set: { ledger } }) => [...ledger.rowsIn('doubt')]);
  const client = await options.client();
  const scope: Scope = { client, signal };
  for (const [at, part] of parts.entries()) {
    const { set, takeExisting } = part;
    if (resumed === undefined) await producer.plan?.(part, scope);
    await part.find(scope);
    // The run has changed these before it was interrupted.
    for (const row of sentUpdates[at] ?? [])
      if (part.set.ledger.state(row) === 'unchanged') part.set.ledger.mark(row, 'updated');
    if (takeExisting === undefined) continue;
    await findUnlisted(set.ledger, {
      ...{ runs, target: { ...producer, resource: set.resource }, now: clock.now() },
      onFound: takeExisting,
      onRun: async ({ run, journalPath: journal }, rows) =>
        options.onNotice?.({ kind: 'unlisted_records', run, rows, journal }),
    });
  }
  const isWanted = await producer.review({ parts, isResumed: resumed !== undefined });
  const unsent = { parts, run: undefined, isWanted, stoppedBy: undefined, canResume: false };
  if (producer.dryRun || !isWanted) return unsent;
  if (resumed === undefined && !parts.some(hasChanges)) {
    await supersedeOthers({ ...producer, damaged }, undefined, runs);
    return unsent;
  }
  signal?.throwIfAborted();
  // First: a kill in between must not leave a run that can be resumed although this one does its work, or undoes it.
  await supersedeOthers({ ...producer, damaged }, folder.run, runs);
  const journal = await begin(producer, run);
  // An undo must know them as records that the run has created.
  for (const [at, { set }] of parts.entries()) {
    for (const row of inDoubt[at] ?? []) {
      const { id, isNew } = noteOf(set, row);
      if (set.ledger.state(row) !== 'created' && !isNew) continue;
      journal.recordOutcome({ row, did: 'created', id, key: keyMark(set.ledger.read(row).names.key ?? '') });
    }
  }
  return send(producer, run, { ...options, client, journal });
}

/** @returns for each part, the rows whose update has no outcome */
async function replayAll<P extends Part>({
  parts,
  folder,
  resumed,
}: OpenRun<P>): Promise<readonly ReadonlySet<number>[]> {
  if (resumed === undefined) return [];
  const saved = partsOf(resumed);
  const updates: ReadonlySet<number>[] = [];
  for (const { set } of parts) {
    const part = saved.find(({ resource }) => resource === set.resource);
    updates.push(part === undefined ? new Set() : await replay(entriesOf(folder.entries(), part), set));
  }
  return updates;
}

async function begin<P extends Part>(
  producer: Producer<P>,
  { parts, file, folder, prepared, resumed }: OpenRun<P>,
): Promise<Journal> {
  sealRows(file);
  if (resumed !== undefined) {
    await folder.adoptRows(prepared);
    return folder.resume();
  }
  const rows = parts.reduce((sum, part) => sum + rowsIn(part), 0);
  let first = 1;
  const ranges = parts.map(({ set: { resource, ledger } }) => {
    const range = { resource, first };
    first += ledger.size;
    return range;
  });
  const header = producer.header(folder.run);
  const isAlone = ranges.every(({ resource }) => resource === header.resource);
  return folder.begin({ ...header, rows, ...(!isAlone && { parts: ranges }) });
}

/** Unfinished runs whose work this one does, or undoes. @param run this one */
async function supersedeOthers<P extends Part>(
  { replaces, undoes, damaged }: Producer<P> & Pick<OpenRun<P>, 'damaged'>,
  run: string | undefined,
  runs: Runs,
): Promise<void> {
  if (replaces !== undefined)
    await supersede(await unfinishedRuns(runs, (other) => other.run !== run && replaces(other)));
  await supersede([...(await findUndone(undoes, runs)), ...(damaged === undefined ? [] : [damaged])]);
}

type SendingOptions = Omit<RunOptions, 'client'> & {
  readonly client: Awaited<ReturnType<RunOptions['client']>>;
  readonly journal: Journal;
};

async function send<P extends Part>(producer: Producer<P>, run: OpenRun<P>, options: SendingOptions): Promise<Ran<P>> {
  const { parts, folder } = run;
  const { stoppedBy, finalCounts } = await performRun(folder, options.journal, async () => {
    const inOrder = producer.isReversed === true ? parts.toReversed() : parts;
    const sent = await sendParts(inOrder, run, options).catch((thrown: unknown) => thrown);
    // Before the run ends: what it has saved is needed until they are written.
    const unwritten = await producer.writeFiles?.(folder.run).catch((error: unknown) => error);
    const error = sent ?? unwritten;
    const isRefused = producer.retriesRefused === true && parts.some(({ set }) => set.ledger.count('failed') > 0);
    const isFinished = error === undefined && !isRefused && parts.every(isDone);
    return { stoppedBy: error, finalCounts: isFinished ? producer.counts() : undefined };
  });
  return { parts, run: folder.run, isWanted: true, stoppedBy, canResume: finalCounts === undefined };
}

/** Sends one part after the other; what was not done stops the rest. */
async function sendParts<P extends Part>(
  parts: readonly P[],
  { lateUntil }: Pick<OpenRun<P>, 'lateUntil'>,
  options: SendingOptions,
): Promise<void> {
  const { client, journal, signal } = options;
  const scope: Scope = { client, signal };
  const rows = parts.reduce((sum, part) => sum + rowsIn(part), 0);
  for (const part of parts) {
    await part.prepare?.(scope);
    await deliver(part.set, {
      ...options,
      ...{ lateUntil, words: part.words, maxErrors: part.maxErrors(rows) },
      ...{ saveIds: part.saveIds, skipsExisting: part.skipsExisting },
      lookUp: () => part.find(scope, journal),
    });
    if (!isDone(part)) return;
    await part.confirm?.(scope);
    if (part.set.ledger.count('failed') > 0) return;
  }
}
