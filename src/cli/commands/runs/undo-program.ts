// Undoes the run of a program: sessions, then submissions, then speakers, in one run that is a program as well.
import { hash } from 'node:crypto';
import { creationOf } from '../../../contract/index.ts';
import { hashOfChanges } from '../../../import/saved-plan.ts';
import { undoRecords } from '../../../import/undo.ts';
import { byResource } from '../../../program/files.ts';
import { createProgramHeader } from '../../../program/run.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import type { RowFile } from '../../../runs/row-file.ts';
import { findUnfinished } from '../../../runs/unfinished.ts';
import { planOf } from '../../../schedule/plan.ts';
import { undoPlacements } from '../../../schedule/undo.ts';
import type { Context } from '../../context.ts';
import type { RunFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { resumeProgram } from '../program/apply.ts';
import { type ProgramInput, planProgram, type RecordInput, type ScheduleInput } from '../program/plan.ts';
import { planError } from '../program/plan-errors.ts';
import { printProgram } from '../program/plan-report.ts';
import { applyProgram, tooManyChangesError } from '../program/send.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import type { WrittenPart } from './find.ts';
import { type FinalPart, finalOf, nothingToUndo, noticeEnd, noticeFinal } from './undo-notices.ts';

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
  const finals: FinalPart[] = [];
  let changes = 0;
  const partOf = (name: string) => parts.find((part) => part.resource === name);
  const records = (name: 'speakers' | 'submissions'): RecordInput | undefined => {
    const part = partOf(name);
    if (part === undefined) return undefined;
    const undo = undoRecords(part.written, withdraws && name === 'submissions');
    finals.push({ resource: name, rows: undo.final });
    changes += undo.changes.length;
    return { endpoint: creationOf(name), file: `run ${run}, ${name}`, changes: undo.changes };
  };
  const sessions = (): ScheduleInput | undefined => {
    const written = partOf('sessions')?.written;
    if (written === undefined) return undefined;
    const undo = undoPlacements(written, []);
    finals.push({ resource: 'sessions', rows: undo.final });
    changes += undo.changes.length;
    const file = `run ${run}, sessions`;
    return {
      file,
      sha256: hashOfChanges(undo.changes, run),
      makePlan: (program) => ({ ...planOf(undoPlacements(written, program).changes), file, event, baseUrl }),
    };
  };
  const undone = { sessions: sessions(), submissions: records('submissions'), speakers: records('speakers') };
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
