// Undoes a run that placed sessions: each goes back to where it was, in a run of its own.
import { hashOfChanges } from '../../../import/saved-plan.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import type { RunEffects } from '../../../runs/written.ts';
import { checkFreshness } from '../../../schedule/changes.ts';
import { planOf } from '../../../schedule/plan.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import { undoPlacements } from '../../../schedule/undo.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { prepareSending } from '../sending.ts';
import { staleError } from '../sessions/apply-errors.ts';
import type { Application } from '../sessions/input.ts';
import { announcePlan, printPlan, remainingPlan } from '../sessions/report.ts';
import { createChangesLimit } from '../sessions/run.ts';
import { applyAndReport } from '../sessions/send.ts';
import { nothingToUndo, noticeEnd, noticeFinal } from './undo-notices.ts';
import type { UndoFlags } from './undo-program.ts';

export async function undoSchedule(context: Context<UndoFlags>, found: RunSummary, written: RunEffects): Promise<void> {
  const { dryRun, allowPartial } = context.flags;
  const { header } = found;
  const { run, event, baseUrl } = header;
  refuseFlags(context.typed, ['maxErrors', 'rejects', 'results', 'annotations'], `run ${run} placed sessions`);
  const { changes, final } = undoPlacements(written, []);
  const finals = [{ resource: header.resource, rows: final }];
  await noticeFinal(context, finals);
  if (changes.length === 0) return nothingToUndo(context, header, finals);
  await noticeEnd(context, found);
  const file = `run ${run}`;
  const limit = createChangesLimit(context);
  let sessions: readonly EventSubmission[] = [];
  const makePlan: MakePlan = (program) => {
    sessions = program;
    const plan = { ...planOf(undoPlacements(written, program).changes), file, event, baseUrl, undoes: run, final };
    return plan;
  };
  const application: Application = {
    ...{ file, event, baseUrl, sha256: hashOfChanges(changes, run), undoes: run, mayCreate: false },
    allowPartial,
    makePlan,
    async stopBefore(plan, fresh) {
      if (!dryRun) await announcePlan(context, plan, fresh);
      const stale = staleError(fresh, file, 'pass --allow-partial to move the other sessions back', `run ${run}`);
      if (stale !== undefined && !allowPartial) return stale;
      return limit.errorFor(fresh.toDo, sessions);
    },
  };
  if (!dryRun) return applyAndReport(context, await prepareSending(context, 'sessions'), application);
  const timeZone = (await context.setting('timezone')).value;
  const program = await fetchSubmissions(await context.client({ concurrency: 'auto' }), { event, timeZone });
  const plan = makePlan(program);
  const fresh = checkFreshness(plan.changes, program);
  await printPlan(context, remainingPlan(plan, fresh));
  const error = await application.stopBefore(plan, fresh);
  if (error !== undefined) throw error;
}
