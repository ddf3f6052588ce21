// Undoes the run of a program: sessions, then submissions, then speakers, in one run that is a program as well.
import { hash } from 'node:crypto';
import { byResource } from '../../../program/files.ts';
import { createProgramHeader } from '../../../program/run.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import type { RowFile } from '../../../runs/row-file.ts';
import { findUnfinished } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import type { RunFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { resumeProgram } from '../program/apply.ts';
import { applyProgram, tooManyChangesError } from '../program/apply-planned.ts';
import { type ProgramInput, planProgram } from '../program/plan.ts';
import { planError } from '../program/plan-errors.ts';
import { printProgram } from '../program/plan-report.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import type { WrittenPart } from './find.ts';
import { finalOf, nothingToUndo, noticeEnd, noticeFinal } from './undo-notices.ts';
import { undoParts } from './undo-parts.ts';

export interface UndoFlags extends RunFlags, MaxChangesFlag {
  readonly dryRun: boolean;
  readonly allowPartial: boolean;
  readonly withdraw: boolean;
}

/** @throws {ConflictError} if records have changed since, or if nothing can be undone */
export async function undoProgram(
  context: Context<UndoFlags>,
  found: RunSummary,
  parts: readonly WrittenPart[],
  changesFile: RowFile,
): Promise<void> {
  const { io } = context;
  const { withdraw: withdraws, dryRun, allowPartial, maxChanges } = context.flags;
  const { run, resource, event, baseUrl } = found.header;
  refuseFlags(context.typed, ['maxErrors', 'rejects', 'results', 'annotations'], `run ${run} applied a program`);
  const { undone, finals, changes } = undoParts(found.header, parts, withdraws);
  await noticeFinal(context, finals);
  if (changes === 0) return nothingToUndo(context, found.header, finals);
  await noticeEnd(context, found);
  const input: ProgramInput = {
    ...{ event, baseUrl, ...undone, changesFile, allowPartial },
    ...{ folder: undefined, creates: false, edits: undefined },
    undoes: { run, final: finalOf(resource, finals) },
  };
  const file = `run ${run}`;
  if (dryRun) {
    const planned = { input, plan: await planProgram(context, await prepareSending(context, 'records'), input) };
    await printProgram(context, planned);
    const error = planError(file, planned, 'clash') ?? tooManyChangesError(planned.plan, maxChanges);
    if (error !== undefined) throw error;
    return;
  }
  const header = createProgramHeader(
    { event, baseUrl, file, undoes: run, startedAt: new Date(io.clock.now()), sha256: hashOf([run, withdraws]) },
    {
      files: byResource((name) => undone[name]?.file),
      ...{ creates: false, allowPartial },
    },
  );
  const { same } = await findUnfinished(header, savedRuns(io));
  if (same !== undefined) return resumeProgram(context, { ...header, run: same.run });
  const sending = await prepareSending(context, 'records');
  await applyProgram(context, { sending, input, header, isResumed: false, maxChanges });
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}
