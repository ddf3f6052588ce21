// Runs that ended before all of their rows were done: which of them a new run resumes or replaces. Must not know what is sent.
import { isDeepStrictEqual } from 'node:util';
import { isSameTarget, type RunHeader, type Target } from './entry.ts';
import type { RunFolder, Runs } from './folder.ts';
import { tally } from './history.ts';

/** Why two runs are not one; `was` is what the earlier run has. */
export type RunDifference =
  | { readonly what: 'resource' | 'base_url' | 'event'; readonly was: string }
  | { readonly what: 'file_content' | 'options' };

export interface UnfinishedRuns {
  /** The one with the same file content, target and options: the new run resumes it. */
  readonly same: RunHeader | undefined;
  /** The last one of a file of this name that differs. */
  readonly other: { readonly header: RunHeader; readonly difference: RunDifference } | undefined;
}

/** The unfinished runs that concern a new one, which has begun nothing yet. */
export async function findUnfinished(header: RunHeader, runs: Runs): Promise<UnfinishedRuns> {
  const compared = (await runs.list())
    .filter(({ ended }) => ended === undefined)
    .map((run) => ({ header: run.header, difference: differenceOf(run.header, header) }));
  const other = compared.findLast(
    (run): run is typeof run & { difference: RunDifference } =>
      run.difference !== undefined && run.header.resource === header.resource && run.header.file === header.file,
  );
  return { same: compared.findLast(({ difference }) => difference === undefined)?.header, other };
}

/** Undefined where a new run would resume the earlier one. */
export function differenceOf(before: RunHeader, now: RunHeader): RunDifference | undefined {
  if (before.resource !== now.resource) return { what: 'resource', was: before.resource };
  if (before.baseUrl !== now.baseUrl) return { what: 'base_url', was: before.baseUrl };
  if (before.event !== now.event) return { what: 'event', was: before.event };
  if (before.sha256 !== now.sha256) return { what: 'file_content' };
  return isDeepStrictEqual(before.options, now.options) ? undefined : { what: 'options' };
}

/** Unfinished runs of a target and file content, whatever their options: a new run that repeats all of their work replaces them. */
export async function findReplaced(
  target: Target & { readonly sha256: string },
  runs: Runs,
): Promise<readonly RunFolder[]> {
  return (await runs.list())
    .filter(
      ({ header, ended }) => ended === undefined && isSameTarget(header, target) && header.sha256 === target.sha256,
    )
    .map(({ header }) => runs.folder(header.run));
}

/** Marks replaced runs as ended. */
export async function supersede(folders: readonly RunFolder[]): Promise<void> {
  for (const folder of folders) {
    const { unknown, ...counts } = await tally(folder.entries());
    await folder.supersede(counts);
    // Requests that may still take effect have to be known to the next run.
    if (unknown === 0) await folder.removeRows();
  }
}
