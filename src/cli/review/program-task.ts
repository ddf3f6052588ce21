// Owns the task of changes that are known: those of a folder, a schedule, an undo, a saved plan, or
// a run that is resumed.
import { type NewProgramRun, type ProgramHeader, readProgramHeader } from '../../program/header.ts';
import { changesTask, type ProgramChanges } from '../../program/program-run.ts';
import { findUnfinished } from '../../runs/unfinished.ts';
import type { Context } from '../context.ts';
import type { PaceFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import { pullApplied } from '../program-folder.ts';
import type { CommandName } from './command-name.ts';
import { applyChanges, type BulkTask, planChanges } from './cycle.ts';
import { noticeText } from './notices.ts';
import { savedRuns } from './sending.ts';

interface ProgramTerms extends Pick<BulkTask, 'limits' | 'notice'> {
  readonly changes: ProgramChanges;
  readonly command: CommandName;
  readonly subject?: Partial<BulkTask['subject']>;
  /**
   * Whether the files have not changed since the last pull, and nothing need be pulled if nothing
   * was sent.
   */
  readonly isUnchanged?: boolean;
}

export async function programTask(
  context: Context,
  header: NewProgramRun | ProgramHeader,
  { changes, command, limits, notice, subject, isUnchanged = false }: ProgramTerms,
): Promise<BulkTask> {
  const { event, baseUrl, undoes, options } = header;
  const timeZone = await context.timeZone();
  return {
    subject: {
      command,
      event,
      baseUrl,
      undoes,
      timeZone,
      files: options.files,
      folder: options.folder,
      ...subject,
    },
    limits,
    ...(notice !== undefined && { notice }),
    task: changesTask({ header, changes, timeZone }),
    async done(ran) {
      const isUpToDate = ran.run === undefined && isUnchanged;
      if (options.folder !== undefined && !isUpToDate) await pullApplied(context, header, ran);
    },
  };
}

/** Sends known changes, or shows them in a dry run; resumes an unfinished run of the same ones. */
export async function applyProgram(
  context: Context<Some<PaceFlags>>,
  header: NewProgramRun,
  { dryRun = false, ...terms }: ProgramTerms & { readonly dryRun?: boolean },
): Promise<void> {
  if (dryRun) return planChanges(context, '', () => programTask(context, header, terms));
  const unfinished = await unfinishedRun(context, header);
  if (unfinished !== undefined) return resumeProgram(context, unfinished, terms);
  await applyChanges(context, () => programTask(context, header, terms));
}

/**
 * The unfinished run with the same content and options. One whose saved rows are damaged is
 * replaced.
 */
export async function unfinishedRun(
  context: Context,
  header: NewProgramRun,
): Promise<ProgramHeader | undefined> {
  const { same, damaged } = await findUnfinished(header, savedRuns(context.io));
  if (damaged !== undefined)
    await context.notice(
      noticeText({ kind: 'damaged_run', run: damaged.run }, context.serviceFlags),
    );
  return same && readProgramHeader(same.header);
}

/**
 * Sends what is left of a run: neither its files nor its plan is needed, and what it changes was
 * checked when it began.
 */
export async function resumeProgram(
  context: Context<Some<PaceFlags>>,
  header: ProgramHeader,
  { command }: Pick<ProgramTerms, 'command'>,
): Promise<void> {
  const { timeZone, allowPartial, files } = header.options;
  context.useEvent(header.event);
  if (timeZone !== undefined) context.answer('timezone', timeZone);
  const named = (file: string | undefined) =>
    file === undefined ? undefined : { file, changes: [] };
  const changes: ProgramChanges = {
    speakers: named(files.speakers),
    submissions: named(files.submissions),
  };
  const terms = { changes, command, limits: { failOn: 'never', allowPartial } as const };
  await applyChanges(context, () => programTask(context, header, terms));
}
