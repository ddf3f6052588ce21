// Owns `runs undo`: the changes of a run are taken back by a run of their own, planned, confirmed and saved like any other.
import { hash } from 'node:crypto';
import { endpoints } from '../../../contract/index.ts';
import { ConflictError, UsageError } from '../../../errors.ts';
import { rowsOfPlan } from '../../../import/saved-plan.ts';
import { undoRecords } from '../../../import/undo.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import { type FinalRow, readWritten, type Written } from '../../../runs/written.ts';
import { checkFreshness } from '../../../schedule/changes.ts';
import { planOf } from '../../../schedule/plan.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import { undoPlacements } from '../../../schedule/undo.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { printRecord } from '../../output/records.ts';
import { usingSinks } from '../../sinks.ts';
import { recordReviewer } from '../changes/report.ts';
import { performImport } from '../import/run.ts';
import { readMaxChanges } from '../max-changes.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import { staleError } from '../sessions/apply-errors.ts';
import type { Application } from '../sessions/input.ts';
import { announcePlan, printPlan, remainingPlan } from '../sessions/report.ts';
import { applyAndReport, createBrake } from '../sessions/run.ts';
import { findRun, isHeld } from './find.ts';
import { finalTexts } from './words.ts';

/**
 * @throws {ConflictError} if the run is still sending, if records have changed since, or if nothing of it can be undone
 * @throws {UsageError} if no run has this name, or it sends to another base URL
 */
export async function undoRun(context: Context): Promise<void> {
  const found = await findRun(context);
  const { header, ended } = found;
  const folder = savedRuns(context.io).folder(header.run);
  if (ended === undefined && isHeld(folder))
    throw new ConflictError(`run ${header.run} is still sending`, {
      retryable: true,
      fix: 'stop it, or wait until it has ended',
    });
  if (header.resource !== 'submissions' && context.own.withdraw === true) {
    throw new UsageError(
      `--withdraw: run ${header.run} has created no submissions, because it is one of ${header.resource}`,
    );
  }
  const written = await readWritten(folder.entries());
  await (header.resource === 'sessions' ? undoSchedule : undoImport)(context, found, written);
}

async function undoImport(context: Context, found: RunSummary, written: Written): Promise<void> {
  const { own } = context;
  const { header } = found;
  const { run, resource, event, baseUrl } = header;
  const { changes, final } = undoRecords(written, own.withdraw === true);
  await noticeFinal(context, header, final);
  if (changes.length === 0) return nothingToUndo(context, header, final);
  await noticeEnd(context, found);
  const file = fileOf(header);
  const endpoint = resource === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission;
  const dryRun = own.dryRun === true;
  const also = { undoes: run, final };
  const target = { endpoint, event, baseUrl, dryRun, also };
  const review = recordReviewer(context, {
    ...target,
    ...{ file, isSaved: true, maxChanges: readMaxChanges(own.maxChanges) },
  });
  await usingSinks(context, file, (sinks) =>
    performImport(
      context,
      sinks,
      {
        ...target,
        ...rowsOfPlan({ changes: [...changes], file }, shaOf([run, changes])),
        ...{ undoes: run, hasBase: true, matching: 'record', onConflict: 'update', empty: 'keep' },
        // The values were in the service before.
        allowsOdd: true,
        skipInvalid: own.allowPartial === true,
      },
      review,
    ),
  );
}

async function undoSchedule(context: Context, found: RunSummary, written: Written): Promise<void> {
  const { own } = context;
  const { header } = found;
  const { run, event, baseUrl } = header;
  refuseFlags(context.typed, ['maxErrors', 'rejects', 'results', 'annotations'], `run ${run} placed sessions`);
  const { changes, final } = undoPlacements(written, []);
  await noticeFinal(context, header, final);
  if (changes.length === 0) return nothingToUndo(context, header, final);
  await noticeEnd(context, found);
  const file = fileOf(header);
  const brake = createBrake(context);
  let sessions: readonly EventSubmission[] = [];
  const makePlan: MakePlan = (program) => {
    sessions = program;
    const plan = { ...planOf(undoPlacements(written, program).changes), file, event, baseUrl, undoes: run, final };
    return plan;
  };
  const application: Application = {
    ...{ file, event, baseUrl, sha256: shaOf([run, changes]), undoes: run, mayCreate: false },
    allowPartial: own.allowPartial === true,
    makePlan,
    async stopBefore(plan, fresh) {
      if (own.dryRun !== true) await announcePlan(context, plan, fresh);
      const stale = staleError(fresh, file, 'pass --allow-partial to move the other sessions back', `run ${run}`);
      if (stale !== undefined && own.allowPartial !== true) return stale;
      return brake.errorFor(fresh.toDo, sessions);
    },
  };
  if (own.dryRun !== true)
    return applyAndReport(context, application, { sending: await prepareSending(context, 'sessions') });
  const timeZone = (await context.setting('timezone')).value;
  const program = await fetchSubmissions(await context.client({ concurrency: 'auto' }), { event, timeZone });
  const plan = makePlan(program);
  const fresh = checkFreshness(plan.changes, program);
  await printPlan(context, remainingPlan(plan, fresh));
  const error = await application.stopBefore(plan, fresh);
  if (error !== undefined) throw error;
}

/** What messages call the rows of a run that is undone. */
function fileOf({ run }: RunHeader): string {
  return `run ${run}`;
}

/** The same undo has the same hash, so that an interrupted one is resumed. */
function shaOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}

async function noticeFinal(context: Context, { resource }: RunHeader, final: readonly FinalRow[]): Promise<void> {
  for (const text of finalTexts(final, resource)) await context.notice(text);
}

/** An unfinished run cannot be resumed once it is undone. */
async function noticeEnd(context: Context, { header, ended }: RunSummary): Promise<void> {
  if (ended === undefined)
    await context.notice(`Run ${header.run} is unfinished. The undo ends it: it cannot be resumed afterward.`);
}

/** @throws {ConflictError} if the run has written something */
async function nothingToUndo(
  context: Context,
  { run, resource }: RunHeader,
  final: readonly FinalRow[],
): Promise<void> {
  if (final.length > 0) {
    const fix = finalTexts(final, resource)
      .map((text) => text.replace(/\.$/, ''))
      .join('; ');
    throw new ConflictError(`nothing of run ${run} can be undone; nothing was sent`, { fix });
  }
  const report = { schemaVersion: '1.0', undoes: run, resource, counts: { rows: 0 }, final };
  await printRecord(context, report, { rows: 0 });
  await context.notice(`Run ${run} has changed nothing.`);
}
