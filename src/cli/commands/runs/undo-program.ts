// Undoes the run of a program: sessions, then submissions, then speakers, in one run that is a program as well.
import { hash } from 'node:crypto';
import { byResource } from '../../../program/files.ts';
import { createProgramHeader } from '../../../program/header.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import { findUnfinished } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import type { RunFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { resumeProgram } from '../program/apply.ts';
import { applyProgram, planProgram, tooManyChangesError } from '../program/apply-planned.ts';
import type { ProgramInput } from '../program/plan.ts';
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
): Promise<void> {
  const { io } = context;
  const { withdraw: withdraws, dryRun, allowPartial, maxChanges } = context.flags;
  const { run, event, baseUrl } = found.header;
  refuseFlags(
    context.typed,
    ['maxErrors', 'rejects', 'results', 'annotations'],
    `run ${run} changed several kinds of records`,
  );
  const { undone, finals, changes } = undoParts(found.header, parts, withdraws);
  await noticeFinal(context, finals);
  if (changes === 0) return nothingToUndo(context, found.header, finals);
  await noticeEnd(context, found);
  const input: ProgramInput = {
    ...{ event, baseUrl, ...undone, allowPartial },
    ...{ folder: undefined, creates: false, edits: undefined },
    undoes: { run, final: finalOf(finals, true) },
  };
  const file = `run ${run}`;
  const header = createProgramHeader(
    { event, baseUrl, file, undoes: run, startedAt: new Date(io.clock.now()), sha256: hashOf([run, withdraws]) },
    {
      files: byResource((name) => undone[name]?.file),
      ...{ creates: false, allowPartial },
    },
  );
  const { same } = dryRun ? {} : await findUnfinished(header, savedRuns(io));
  if (same !== undefined) return resumeProgram(context, same);
  const task = { sending: await prepareSending(context, 'records'), input, header, maxChanges };
  if (!dryRun) return applyProgram(context, task);
  await planProgram(context, task, async (planned) => {
    await printProgram(context, planned);
    const error = planError(file, planned, 'clash') ?? tooManyChangesError(planned.plan, maxChanges);
    if (error !== undefined) throw error;
  });
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}
