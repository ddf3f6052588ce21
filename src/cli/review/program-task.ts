// Owns the task of changes that are known: those of a folder, of an undo, of a saved plan, or of a run that is resumed.
import { hash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { shellWord } from '../../contract/escape.ts';
import { ConflictError, InvalidInputError, UsageError } from '../../errors.ts';
import { createProgramHeader, type ProgramHeader, programResource, readProgramHeader } from '../../program/header.ts';
import { changesOfPlan, filesOfPlan, type PlanDocument, readPlan } from '../../program/plan-document.ts';
import { type ProgramChanges, runProgram } from '../../program/run.ts';
import { findUnfinished } from '../../runs/unfinished.ts';
import { clashText } from '../../schedule/clash-report.ts';
import type { Context } from '../context.ts';
import type { PaceFlags } from '../flag-sets.ts';
import { refuseFlags, type Some } from '../flags.ts';
import { pullApplied } from '../program-folder.ts';
import { readWhole } from '../user-files.ts';
import { applyChanges, type BulkTask } from './cycle.ts';
import type { Limits } from './errors.ts';
import { noticeText } from './notices.ts';
import { addressOf, savedRuns } from './sending.ts';

/** What differs between the groups of commands that apply saved plans. */
interface SavedPlanTerms {
  /** Of the command, e.g. `sessions`. */
  readonly group: string;
  /** Flags about the file that was planned. */
  readonly fileFlags: readonly string[];
  readonly limits: Limits;
}

/**
 * Sends the changes of a saved plan; resumes an unfinished run of it.
 * @throws {UsageError} if it is of another group, service or event, and for flags that it cannot use
 * @throws {InvalidInputError} if it is damaged
 */
export async function applySavedPlan(
  context: Context<Some<PaceFlags>>,
  path: string,
  { group, fileFlags, limits }: SavedPlanTerms,
): Promise<void> {
  refuseFlags(context.typed, fileFlags, `${path} is a saved plan, which is applied unchanged`);
  const bytes = await readWhole(context.io, path);
  const plan = readPlan(bytes, path);
  if (plan.command !== `${group} plan`) {
    throw new UsageError(
      `${path} is what \`plenary ${plan.command}\` shows, and not a plan of \`plenary ${group} plan\``,
      {
        fix: `pass a file that \`plenary ${group} plan\` has saved with --out`,
      },
    );
  }
  const { value: event = plan.event } = await context.setting('event');
  context.answer('event', event);
  refuseOtherTarget(path, plan, { event, baseUrl: await addressOf(context) });
  refuseFaults(path, plan, limits);
  const { value: timeZone } = await context.setting('timezone');
  const resource = group === 'program' ? programResource : group;
  const header = createProgramHeader(
    {
      resource,
      event,
      baseUrl: plan.baseUrl,
      file: path,
      sha256: hash('sha256', bytes),
      startedAt: new Date(context.io.clock.now()),
    },
    {
      ...{ files: filesOfPlan(plan), creates: plan.changes.some(({ action }) => action === 'create') },
      ...{ allowPartial: limits.allowPartial, timeZone },
      ...(plan.folder !== undefined && { folder: resolve(dirname(path), plan.folder) }),
    },
  );
  await applyProgram(context, header, { changes: changesOfPlan(plan, timeZone), command: `${group} apply`, limits });
}

/** Clashes were refused when the plan was made, unless `--fail-on never` was given. */
function refuseFaults(path: string, { rejects, clashes }: PlanDocument, { allowPartial, failOn }: Limits): void {
  if (rejects.length > 0 && !allowPartial) {
    throw new InvalidInputError(`${path} has rows that cannot be applied`, {
      details: rejects,
      fix: 'fix the rows and create the plan again, or pass --allow-partial to apply the others',
    });
  }
  if (clashes.length === 0 || failOn === 'never') return;
  throw new ConflictError(`${path} has clashes; nothing was sent`, {
    details: clashes.map((clash) => ({ file: path, message: clashText(clash) })),
    fix: 'move one session of each pair and create the plan again, or pass --fail-on never to proceed anyway',
  });
}

interface ProgramTerms extends Pick<BulkTask, 'limits' | 'notice'> {
  readonly changes: ProgramChanges;
  readonly command: string;
  readonly subject?: Partial<BulkTask['subject']>;
  /** Whether the files have not changed since the last pull, and nothing need be pulled if nothing was sent. */
  readonly isUnchanged?: boolean;
}

/** The task of changes that are known, e.g. those of a folder, of a saved plan, or of an undo. */
export async function programTask(
  context: Context,
  header: ProgramHeader,
  { changes, command, limits, notice, subject, isUnchanged = false }: ProgramTerms,
): Promise<BulkTask> {
  const { event, baseUrl, undoes, options } = header;
  const { value: timeZone } = await context.setting('timezone');
  return {
    subject: { command, event, baseUrl, undoes, files: options.files, folder: options.folder, ...subject },
    limits,
    ...(notice !== undefined && { notice }),
    run: (running) => runProgram({ ...running, header, changes, timeZone }),
    async done(ran) {
      const isUpToDate = ran.run === undefined && isUnchanged;
      if (options.folder !== undefined && !isUpToDate) await pullApplied(context, header, ran);
    },
  };
}

/** Sends known changes; resumes an unfinished run of the same ones. */
export async function applyProgram(
  context: Context<Some<PaceFlags>>,
  header: ProgramHeader,
  terms: ProgramTerms,
): Promise<void> {
  const unfinished = await unfinishedRun(context, header);
  if (unfinished !== undefined) return resumeProgram(context, unfinished, terms);
  await applyChanges(context, () => programTask(context, header, terms));
}

/** The unfinished run with the same content and options. One whose saved rows are damaged is replaced. */
export async function unfinishedRun(context: Context, header: ProgramHeader): Promise<ProgramHeader | undefined> {
  const { same, damaged } = await findUnfinished(header, savedRuns(context.io));
  if (damaged !== undefined)
    await context.notice(noticeText({ kind: 'damaged_run', run: damaged.run }, context.serviceFlags));
  return same && readProgramHeader(same.header);
}

/** Sends what is left of a run: neither its files nor its plan is needed, and what it changes was checked when it began. */
export async function resumeProgram(
  context: Context<Some<PaceFlags>>,
  header: ProgramHeader,
  { command, notice }: Pick<ProgramTerms, 'command' | 'notice'>,
): Promise<void> {
  const { timeZone, allowPartial, files } = header.options;
  if (timeZone !== undefined) context.answer('timezone', timeZone);
  const named = (file: string | undefined) => (file === undefined ? undefined : { file, changes: [] });
  const changes: ProgramChanges = { speakers: named(files.speakers), submissions: named(files.submissions) };
  const terms = { changes, command, limits: { failOn: 'never', allowPartial } as const };
  await applyChanges(context, () => programTask(context, header, { ...terms, ...(notice && { notice }) }));
}

interface PlanTarget {
  readonly event: string;
  readonly baseUrl: string;
}

/** @throws {UsageError} if a saved plan is for another service or event than the settings */
function refuseOtherTarget(file: string, plan: PlanTarget, target: PlanTarget): void {
  if (plan.baseUrl === target.baseUrl && plan.event === target.event) return;
  throw new UsageError(
    `${file} is a plan for ${plan.baseUrl}, event ${plan.event}, but the settings specify ${target.baseUrl}, event ${target.event}`,
    { fix: `pass --base-url ${shellWord(plan.baseUrl)} --event ${shellWord(plan.event)}, or create the plan again` },
  );
}
