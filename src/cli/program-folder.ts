// Owns the folder of a program as commands name it: its event and options, and the pull that ends
// an apply.

import { existsSync, statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { placeIn } from '../changes/place.ts';
import { amount } from '../contract/amount.ts';
import { fileResources } from '../contract/endpoint.ts';
import { pathWord } from '../contract/escape.ts';
import { ConflictError, PlenaryError, UsageError } from '../errors.ts';
import type { EventRun } from '../plans/event-run.ts';
import { programFiles } from '../program/files.ts';
import type { ProgramOptions } from '../program/program.ts';
import type { Sent } from '../program/sent-values.ts';
import { readManifest, snapshotPath } from '../program/snapshot.ts';
import { realPath } from '../real-path.ts';
import { createdRecords } from '../runs/earlier-runs.ts';
import type { Context } from './context.ts';
import { eventOr } from './event-access.ts';
import { nextCommand } from './output/next-command.ts';
import { addressOf, savedRuns } from './review/sending.ts';

/**
 * The folder of a command about programs.
 * @param named undefined for the one that the command runs in
 * @throws {UsageError}
 */
export async function programFolder(context: Context, named: string | undefined): Promise<string> {
  const path = named ?? (await context.folder())?.path;
  if (path !== undefined) return path;
  throw new UsageError('the command works in no folder of a program', {
    fix: 'pass the folder, or pull the event into one first',
    next: [{ command: 'plenary program pull FOLDER' }],
  });
}

/** The event is that of the folder, unless it is set. */
export async function programOptions(context: Context, folder: string): Promise<ProgramOptions> {
  const saved = readManifest(folder)?.event;
  const baseUrl = await addressOf(context);
  if (saved === undefined)
    return optionsFor(context, { folder, event: await context.requiredEvent(), baseUrl });
  const { value = saved } = await context.setting('event');
  const { manifestOf } = await import('../program/read-folder.ts');
  // Before a request: another service may fail at the id.
  if (value === saved) manifestOf(folder, { baseUrl, event: saved });
  return optionsFor(context, { folder, event: await eventOr(context, saved), baseUrl });
}

/** For the program of a folder that is known. */
async function optionsFor(
  context: Context,
  target: Pick<ProgramOptions, 'folder' | 'event' | 'baseUrl'>,
): Promise<ProgramOptions> {
  const timeZone = await context.timeZone();
  return {
    ...target,
    timeZone,
    client: () => context.client(),
    created: () => createdRecords({ ...target, resource: 'submissions' }, savedRuns(context.io)),
    signal: context.io.stopped,
    onWrite: context.io.holdSignals,
  };
}

/** The folder that a run begins in, as its header saves it; absolute. */
export async function folderOfRun(context: Context): Promise<string | undefined> {
  const folder = await context.folder();
  return folder && realPath(folder.path);
}

/**
 * The folder that a run is merged into: that of `--folder`, else the one that it began in; if there
 * is none, or if it was moved since, the one that the command runs in.
 */
async function mergedFolder(
  context: Context,
  saved: string | undefined,
): Promise<string | undefined> {
  const isThere = saved !== undefined && readManifest(saved) !== undefined;
  if (isThere && context.global.folder === undefined) return saved;
  return (await folderOfRun(context)) ?? saved;
}

/** The values that the parts of a run have sent. */
export function sentBy({ speakers, submissions, sessions }: EventRun): Sent['values'] {
  const placed = Array.from(sessions?.rows.in('updated') ?? [], ({ note, fields }) => {
    return [note.id ?? '', { ...placeIn(fields) }] as const;
  });
  return {
    speakers: speakers?.written(),
    submissions: submissions?.written(),
    sessions: new Map(placed),
  };
}

/**
 * Merges what was applied, and what else the service has changed, into the files. Everything is
 * applied by now, so that a failure is no failure of the command.
 * @param applied with the absolute folder that its run began in, if that is known; and the run, if
 *   there is one, whose resume merges again
 * @returns false if another attempt may succeed
 */
export async function pullApplied(
  context: Context,
  applied: Pick<ProgramOptions, 'event' | 'baseUrl' | 'base' | 'overwrite'> & {
    readonly folder?: string | undefined;
    readonly run?: string | undefined;
  },
  sent?: Sent,
): Promise<boolean> {
  const { event, baseUrl, base, overwrite, run } = applied;
  let folder = applied.folder ?? '.';
  try {
    const merged = await mergedFolder(context, applied.folder);
    if (merged === undefined) return true;
    folder = relative(realPath('.'), merged) || '.';
    const { pullProgram } = await import('../program/pull.ts');
    needsProgram(folder);
    const { identifyNewRows } = await import('./new-ids.ts');
    await identifyNewRows(context, { folder, event, baseUrl }, run);
    const { written, outcome, comparisons } = await pullProgram({
      ...(await optionsFor(context, { folder, event, baseUrl })),
      base,
      overwrite,
      sent,
      merge: base !== undefined || existsSync(snapshotPath(folder)),
    });
    if (outcome === 'refused')
      throw new ConflictError('they differ from the service, and there is no snapshot');
    await noticeWritten(context, folder, written);
    const conflicts = fileResources.reduce(
      (sum, name) => sum + comparisons[name].counts.conflicts,
      0,
    );
    await noticeConflicts(context, { folder, base }, conflicts);
    return true;
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    // Of another kind are a folder without a program, and files that the user must merge.
    const isFinal = error instanceof UsageError || error instanceof ConflictError;
    const isPulled = run === undefined || isFinal;
    const words = isPulled ? `program pull ${pathWord(folder)}` : `runs resume ${run}`;
    const next = nextCommand(`plenary ${words}`, context.serviceFlags);
    await context.notice(
      `The files were not updated: ${error.message}. Before you edit them again: ${next}`,
    );
    return isFinal;
  }
}

/** What a merge has left as it is in the files. */
async function noticeConflicts(
  context: Context,
  { folder, base }: Pick<ProgramOptions, 'folder' | 'base'>,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const compared = base === undefined ? '' : ` --base ${pathWord(base)}`;
  const words = `plenary program plan ${pathWord(folder)}${compared}`;
  const plan = nextCommand(words, context.serviceFlags);
  const changed = amount(count, 'value or row has', 'values or rows have');
  await context.notice(
    `Warning: ${changed} changed in the files and in the service, and the files keep yours. ` +
      `To list them: ${plan}`,
  );
}

/** @throws {UsageError} */
export function needsProgram(folder: string): void {
  if (readManifest(folder) !== undefined) return;
  refuseFile(folder);
  throw new UsageError(`${folder} has no program`, {
    fix: 'pull the event into this folder first',
    next: [{ command: `plenary program pull ${pathWord(folder)}` }],
  });
}

/**
 * No event is pulled into a file, nor into a saved plan that does not exist.
 * @throws {UsageError}
 */
function refuseFile(path: string): void {
  const fix = 'check the path; `plenary program plan FOLDER --out FILE.json` saves a plan';
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw new UsageError(`${path} is neither a folder nor a saved plan`, { fix });
  }
  if (/\.json$/i.test(path)) {
    throw new UsageError(`cannot read ${path}: no such file or folder`, { fix });
  }
}

export async function noticeWritten(
  context: Context,
  folder: string,
  written: readonly string[],
): Promise<void> {
  const names = visible(written);
  if (names.length > 0) await context.notice(`Written to ${folder}: ${names.join(', ')}.`);
}

/** The names of files with records. */
export function visible(paths: readonly string[]): readonly string[] {
  const names = fileResources.map((name) => programFiles[name].name);
  return paths.map((path) => basename(path)).filter((name) => names.includes(name));
}
