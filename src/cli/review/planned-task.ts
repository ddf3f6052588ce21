// Owns the task of changes that are known: those of a folder, a schedule, an undo, a saved plan, or
// a run that is resumed.

import type { AppliedFile } from '../../plans/applied-files.ts';
import { changesTask, type PlannedChanges } from '../../plans/event-run.ts';
import {
  type ChangesHeader,
  type NewChangesRun,
  readChangesHeader,
} from '../../plans/run-header.ts';
import { hashFolder } from '../../program/snapshot.ts';
import { findUnfinished } from '../../runs/unfinished.ts';
import type { Context } from '../context.ts';
import type { PaceFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import { saveIdsOfRun } from '../new-ids.ts';
import { nextCommand } from '../output/next-command.ts';
import { pullApplied, sentBy } from '../program-folder.ts';
import type { Sinks } from '../user-files.ts';
import type { CommandName } from './command-name.ts';
import { applyChanges, type BulkTask, planChanges } from './cycle.ts';
import { noticeText } from './notices.ts';
import { savedRuns } from './sending.ts';
import type { SummaryFlag } from './show.ts';

interface PlannedTerms extends Pick<BulkTask, 'limits' | 'notice'> {
  /** The lists that are applied. */
  readonly files?: readonly AppliedFile[] | undefined;
  /** The files that report on each row. */
  readonly sinks?: Sinks | undefined;
  readonly changes: PlannedChanges;
  readonly command: CommandName;
  readonly subject?: Partial<BulkTask['subject']>;
  /**
   * Whether the files have not changed since the last pull, and nothing need be pulled if nothing
   * was sent.
   */
  readonly isUnchanged?: boolean;
}

export async function plannedTask(
  context: Context,
  header: NewChangesRun | ChangesHeader,
  terms: PlannedTerms,
): Promise<BulkTask> {
  const { changes, command, limits, notice, subject, files, sinks, isUnchanged = false } = terms;
  const { event, baseUrl, undoes, options } = header;
  const timeZone = await context.timeZone();
  let areRowsLost = false;
  return {
    subject: {
      command,
      event,
      baseUrl,
      undoes,
      timeZone,
      files: options.files,
      ...subject,
    },
    limits,
    ...(notice !== undefined && { notice }),
    task: changesTask({
      header,
      changes,
      timeZone,
      files,
      conflicts: subject?.conflicts,
      sinks: sinks && { rejects: sinks.rejects?.write, results: sinks.results?.write },
    }),
    async stopped() {
      if (!areRowsLost) await saveIdsOfRun(context, header);
    },
    async done(ran) {
      const isUpToDate = ran.run === undefined && isUnchanged;
      const { folder, isOfFiles = false, base, overwrite } = options;
      if (isUpToDate) return true;
      const hasOtherFiles =
        isOfFiles && folder !== undefined && hashFolder(folder, base) !== header.sha256;
      // The rows may have been edited since they were sent.
      const mayBeEdited = ran.isResumed || hasOtherFiles;
      areRowsLost = mayBeEdited && !(await saveIdsOfRun(context, header, ran.run));
      if (areRowsLost) {
        const resume = nextCommand(`plenary runs resume ${ran.run}`, context.serviceFlags);
        await context.notice(`The files were not merged. Once they have the ids: ${resume}`);
        return false;
      }
      const applied = { event, baseUrl, folder, base, overwrite, run: ran.run };
      return pullApplied(context, applied, { values: sentBy(ran), isOfFiles });
    },
  };
}

/** Sends known changes, or shows them in a dry run; resumes an unfinished run of the same ones. */
export async function applyPlanned(
  context: Context<SummaryFlag & Some<PaceFlags>>,
  header: NewChangesRun,
  { dryRun = false, ...terms }: PlannedTerms & { readonly dryRun?: boolean },
): Promise<void> {
  if (dryRun) return planChanges(context, [], () => plannedTask(context, header, terms));
  const unfinished = await unfinishedRun(context, header);
  if (unfinished !== undefined) return resumePlanned(context, unfinished, terms);
  await applyChanges(context, () => plannedTask(context, header, terms));
}

/**
 * The unfinished run with the same content and options. One whose saved rows are damaged is
 * replaced.
 */
export async function unfinishedRun(
  context: Context,
  header: NewChangesRun,
): Promise<ChangesHeader | undefined> {
  const { same, damaged } = await findUnfinished(header, savedRuns(context.io));
  if (damaged !== undefined)
    await context.notice(
      noticeText({ kind: 'damaged_run', run: damaged.run }, context.serviceFlags),
    );
  if (same === undefined) return undefined;
  const saved = readChangesHeader(same.header);
  // It may have been moved, and has what it had.
  const { base } = header.options;
  return base === undefined ? saved : { ...saved, options: { ...saved.options, base } };
}

/**
 * Sends what is left of a run: neither its files nor its plan is needed, and what it changes was
 * checked when it began.
 */
export async function resumePlanned(
  context: Context<SummaryFlag & Some<PaceFlags>>,
  header: ChangesHeader,
  { command, sinks }: Pick<PlannedTerms, 'command' | 'sinks'>,
): Promise<void> {
  const { timeZone, allowPartial } = header.options;
  context.useEvent(header.event);
  if (timeZone !== undefined) context.answer('timezone', timeZone);
  const limits = { failOn: 'never', allowPartial } as const;
  const terms = { changes: {}, command, limits, sinks };
  await applyChanges(context, () => plannedTask(context, header, terms));
}
