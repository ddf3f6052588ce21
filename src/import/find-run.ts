// Finds the run in which the rows of an import are sent: an unfinished one of the same file and options, or a new one.
import type { Target } from '../runs/entry.ts';
import type { RunFolder } from '../runs/folder.ts';
import { findLateRequests, waitUntil } from '../runs/late-requests.ts';
import { differenceOf, findUnfinished } from '../runs/unfinished.ts';
import { createHeader, type ImportHeader } from './header.ts';
import type { ImportOptions } from './options.ts';
import type { Form } from './read-rows.ts';
import type { Work } from './work.ts';

/** The run in which the rows are sent. */
export interface ImportRun {
  readonly header: ImportHeader;
  /** Where the rows are now. */
  readonly prepared: RunFolder;
  /** Where they are moved before sending: the prepared folder, or that of the run that is resumed. */
  readonly folder: RunFolder;
  readonly isResumed: boolean;
  /** After this moment no request of the run that is resumed can take effect; in milliseconds since 1970. */
  readonly lateUntil: number;
}

/** The unfinished run to resume, or a new run. */
export async function findRun(work: Work, form: Form, prepared: RunFolder, options: ImportOptions): Promise<ImportRun> {
  const { runs, clock, lateMs, dryRun, parent } = options;
  // Of a phase, what is resumed is the run that it belongs to.
  const notify = parent === undefined ? options.onNotice : undefined;
  const header = createHeader(work, form, { ...targetOf(options), ...options, run: prepared.run });
  const { same, other } = await findUnfinished(header, runs);
  if (same !== undefined) {
    await notify?.({ kind: 'resuming_run', run: same.run, startedAt: same.startedAt });
  } else if (other !== undefined) {
    await notify?.({ kind: 'unfinished_run', run: other.header.run, difference: other.difference });
  }
  if (!dryRun) await waitForOtherRuns(header, options);
  // The earlier process held the lock until it ended, so it has sent nothing since.
  const lateUntil = clock.now() + lateMs;
  const folder = same === undefined ? prepared : runs.folder(same.run);
  return { header, prepared, folder, isResumed: same !== undefined, lateUntil };
}

/** Waits until requests of other runs of this target have taken effect, because only then are their records listed. */
async function waitForOtherRuns(header: ImportHeader, options: ImportOptions): Promise<void> {
  const { runs, clock, lateMs } = options;
  const late = await findLateRequests(header, { runs, now: clock.now(), lateMs });
  const others = late.filter((run) => differenceOf(run.header, header) !== undefined);
  await waitUntil(Math.max(0, ...others.map(({ until }) => until)), options);
}

/** Where an import sends its rows. */
export function targetOf({ endpoint, event, baseUrl }: ImportOptions): Target {
  return { resource: endpoint.resource, event, baseUrl };
}
