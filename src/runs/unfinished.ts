// Decides which unfinished runs a new run resumes or replaces. Must not know what is sent.
import { isDeepStrictEqual } from 'node:util';
import { JournalError } from '../errors.ts';
import type { NewRun, RunHeader } from './entry.ts';
import type { RunSummary, Runs } from './folder.ts';
import { readHistory, tally } from './history.ts';
import type { RunRow } from './row.ts';
import { loadRows } from './saved-rows.ts';

/** How a new run differs from an earlier one; `was` is the value of the earlier run. */
export type RunDifference =
  | { readonly what: 'base_url' | 'event'; readonly was: string }
  | { readonly what: 'file_content' | 'options' };

/** A run as it was saved before it began to send. */
export interface LoadedRun {
  readonly header: RunHeader;
  readonly rows: readonly RunRow[];
}

export interface UnfinishedRuns {
  /** The one with the same file content, target and options: the new run resumes it. */
  readonly same?: LoadedRun;
  /** One like that whose saved rows are damaged or of another version: the new run replaces it. */
  readonly damaged?: RunHeader;
  /** The last different one whose file has the same name. */
  readonly other?: { readonly header: RunHeader; readonly difference: RunDifference };
}

/**
 * The unfinished run that concerns a new run.
 * @param header of the new run, which is not begun yet
 */
export async function findUnfinished(header: NewRun, runs: Runs): Promise<UnfinishedRuns> {
  const compared = (await runs.list())
    .filter((run) => run.ended === undefined && run.header.resource === header.resource)
    .map((run) => ({ header: run.header, difference: differenceOf(run, header) }));
  const same = compared.findLast(({ difference }) => difference === undefined)?.header;
  if (same !== undefined) {
    try {
      return { same: { header: same, rows: await loadRows(runs.folder(same.run).rowsPath, same) } };
    } catch (error) {
      if (error instanceof JournalError) return { damaged: same };
      throw error;
    }
  }
  const other = compared.findLast(
    (run): run is typeof run & { difference: RunDifference } =>
      run.difference !== undefined && run.header.file === header.file,
  );
  return other === undefined ? {} : { other };
}

/** Between runs of one kind; undefined if a new run would resume the earlier one. */
function differenceOf(
  { header: before, fileSha256 = before.sha256 }: RunSummary,
  now: NewRun,
): RunDifference | undefined {
  if (before.baseUrl !== now.baseUrl) return { what: 'base_url', was: before.baseUrl };
  if (before.event !== now.event) return { what: 'event', was: before.event };
  if (fileSha256 !== now.sha256) return { what: 'file_content' };
  const [options, others] = [before, now].map((run) => withoutPlaces(run.options));
  return isDeepStrictEqual(options, others) ? undefined : { what: 'options' };
}

/**
 * The same command may be run elsewhere, or after its folder was moved, and what messages call its
 * files follows. The forms of its files are known once they are read, and follow from their
 * content.
 */
function withoutPlaces(options: unknown): unknown {
  const places = { files: undefined, forms: undefined, folder: undefined, base: undefined };
  return Object.assign({}, options, places);
}

/**
 * Marks replaced and undone runs as ended: resumed later, they would send what is replaced, and
 * report it as done.
 */
export async function supersede(
  runs: Runs,
  isReplaced: (header: RunHeader) => boolean,
): Promise<void> {
  for (const { header, ended } of await runs.list()) {
    if (ended !== undefined || !isReplaced(header)) continue;
    const folder = runs.folder(header.run);
    const { unknown: _, ...counts } = tally(await readHistory(folder));
    await folder.supersede(counts);
    await folder.removeRows();
  }
}
