// Runs that were begun and left something to be done: whether one is to be gone on with, and what it may still have on its way.
import { isDeepStrictEqual } from 'node:util';
import { isSameTarget, type RunFolder, type RunHeader, type RunSummary, type Runs } from './folder.ts';
import { inDoubt } from './history.ts';

export interface UnfinishedOptions {
  readonly runs: Runs;
  readonly onNotice?: ((text: string) => Promise<void>) | undefined;
}

/** The run to go on with: of the same bytes, target and options. One of this file that differs in these is told of. */
export async function findUnfinished(
  header: RunHeader,
  { runs, onNotice }: UnfinishedOptions,
): Promise<RunFolder | undefined> {
  const unfinished = (await runs.list()).filter(isUnfinished).map((run) => run.header);
  const same = unfinished.findLast((run) => difference(run, header) === undefined);
  if (same !== undefined) {
    await onNotice?.(`Going on with run ${same.run}, begun ${same.startedAt}.`);
    return runs.folder(same.run);
  }
  const other = unfinished.findLast(({ resource, file }) => resource === header.resource && file === header.file);
  if (other !== undefined) {
    await onNotice?.(
      `Run ${other.run} of this file is not finished, and this is another: ${difference(other, header)}. To finish that one: plenary imports resume ${other.run}`,
    );
  }
  return undefined;
}

/** How long another run of this target, killed a moment ago, may still have requests on their way. Milliseconds. */
export async function settlingMs(
  header: RunHeader,
  { runs, now, settleMs }: { readonly runs: Runs; readonly now: number; readonly settleMs: number },
): Promise<number> {
  const others = (await runs.list()).filter((run) => isUnfinished(run) && isRival(run.header, header));
  const waits = others.map(async (run) => {
    const folder = runs.folder(run.header.run);
    const ms = (await folder.touchedAt()) + settleMs - now;
    // With rows in doubt it was killed, and not stopped.
    return ms > 0 && (await inDoubt(folder.entries())).size > 0 ? ms : 0;
  });
  return Math.max(0, ...(await Promise.all(waits)));
}

function isUnfinished({ ended }: RunSummary): boolean {
  return ended === undefined;
}

/** Another run that goes to the same place. */
function isRival(before: RunHeader, now: RunHeader): boolean {
  return isSameTarget(before, now) && difference(before, now) !== undefined;
}

/** Why two runs are not one. */
function difference(before: RunHeader, now: RunHeader): string | undefined {
  if (before.resource !== now.resource) return `it imports ${before.resource}`;
  if (before.baseUrl !== now.baseUrl) return `it goes to ${before.baseUrl}`;
  if (before.event !== now.event) return `it goes into the event ${before.event}`;
  if (before.sha256 !== now.sha256) return 'the file has changed since';
  return isDeepStrictEqual(before.options, now.options) ? undefined : 'it was begun with other options';
}
