// Owns `runs undo`: the changes of a run are taken back by a run of their own, planned, confirmed and saved like any other.
import { creationOf } from '../../../contract/index.ts';
import { ConflictError, UsageError } from '../../../errors.ts';
import { changesOfPlan, hashOfChanges } from '../../../import/saved-plan.ts';
import { undoRecords } from '../../../import/undo.ts';
import { programResource } from '../../../program/run.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import { usingTemporaryRows } from '../../../runs/row-file.ts';
import type { RunEffects } from '../../../runs/written.ts';
import { checkFreshness } from '../../../schedule/changes.ts';
import { planOf } from '../../../schedule/plan.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import { undoPlacements } from '../../../schedule/undo.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { usingSinks } from '../../sinks.ts';
import { recordReviewer } from '../changes/report.ts';
import { performImport } from '../import/run.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import { staleError } from '../sessions/apply-errors.ts';
import type { Application } from '../sessions/input.ts';
import { announcePlan, printPlan, remainingPlan } from '../sessions/report.ts';
import { applyAndReport, createChangesLimit } from '../sessions/run.ts';
import { findRun, isHeld, type RunArgument, readParts } from './find.ts';
import { nothingToUndo, noticeEnd, noticeFinal } from './undo-notices.ts';
import type { UndoFlags } from './undo-program.ts';

/**
 * @throws {ConflictError} if the run is still sending, if records have changed since, or if nothing of it can be undone
 * @throws {UsageError} if no run has this name, or it sends to another base URL
 */
export async function undoRun(context: Context<UndoFlags>, { run }: RunArgument): Promise<void> {
  const found = await findRun(context, run);
  const { header, ended } = found;
  const folder = savedRuns(context.io).folder(header.run);
  if (ended === undefined && isHeld(folder))
    throw new ConflictError(`run ${header.run} is still sending`, {
      retryable: true,
      fix: 'stop it, or wait until it has ended',
    });
  if (!['submissions', programResource].includes(header.resource) && context.flags.withdraw) {
    throw new UsageError(
      `--withdraw: run ${header.run} has created no submissions, because it is one of ${header.resource}`,
    );
  }
  const runs = savedRuns(context.io);
  await usingTemporaryRows(runs, async (file) => {
    const parts = await readParts(found, runs, file);
    const [part] = parts;
    if (header.resource === programResource) {
      const { undoProgram } = await import('./undo-program.ts');
      await undoProgram(context, found, parts, file);
    } else if (part !== undefined) {
      await (header.resource === 'sessions' ? undoSchedule : undoImport)(context, found, part.written);
    }
  });
}

async function undoImport(context: Context<UndoFlags>, found: RunSummary, written: RunEffects): Promise<void> {
  const { withdraw, dryRun, allowPartial, maxChanges } = context.flags;
  const { header } = found;
  const { run, resource, event, baseUrl } = header;
  const { changes, final } = undoRecords(written, withdraw);
  const finals = [{ resource: header.resource, rows: final }];
  await noticeFinal(context, finals);
  if (changes.length === 0) return nothingToUndo(context, header, finals);
  await noticeEnd(context, found);
  const file = `run ${run}`;
  const endpoint = creationOf(resource);
  const also = { undoes: run, final };
  const target = { endpoint, event, baseUrl, dryRun, also };
  const review = recordReviewer(context, {
    ...target,
    ...{ file, isSaved: true, maxChanges },
  });
  await usingSinks(context, file, (sinks) =>
    performImport(
      context,
      sinks,
      {
        ...target,
        ...changesOfPlan(endpoint, { changes, file }, { of: run }),
        ...{ undoes: run, matching: 'record', onConflict: 'update', empty: 'keep' },
        // The values were in the service before.
        allowsOdd: true,
        skipInvalid: allowPartial,
      },
      review,
    ),
  );
}

async function undoSchedule(context: Context<UndoFlags>, found: RunSummary, written: RunEffects): Promise<void> {
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
      const stale = staleError(fresh, file, 'pass --allow-partial to move the other sessions back', {
        since: `run ${run}`,
      });
      if (stale !== undefined && !allowPartial) return stale;
      return limit.errorFor(fresh.toDo, sessions);
    },
  };
  if (!dryRun) return applyAndReport(context, application, { sending: await prepareSending(context, 'sessions') });
  const timeZone = (await context.setting('timezone')).value;
  const program = await fetchSubmissions(await context.client({ concurrency: 'auto' }), { event, timeZone });
  const plan = makePlan(program);
  const fresh = checkFreshness(plan.changes, program);
  await printPlan(context, remainingPlan(plan, fresh));
  const error = await application.stopBefore(plan, fresh);
  if (error !== undefined) throw error;
}
