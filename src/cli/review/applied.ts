// Owns the report of what a run of one or more kinds of records has changed, and the error that it ends with.

import { amount } from '../../contract/amount.ts';
import type { DocumentOf } from '../../contract/document.ts';
import { type OutputError, PartlyDoneError } from '../../errors.ts';
import { checkRecords, importError } from '../../import/errors.ts';
import { hasDuplicates } from '../../import/records-part.ts';
import { kinds } from '../../program/kinds.ts';
import type { ProgramRun } from '../../program/run.ts';
import { isDone } from '../../runs/part.ts';
import { failedIn } from '../../schedule/placements-part.ts';
import { applyError } from '../commands/sessions/apply-errors.ts';
import type { Context } from '../context.ts';
import { unprinted } from '../io.ts';
import { oneBatch, printRecord, printRecords } from '../output/records.ts';
import { staleSessions } from './errors.ts';
import { labelOf, type Planned } from './planned.ts';
import type { applied } from './report-schema.ts';

/** What was done, by resource. */
export type Applied = DocumentOf<typeof applied>;

export function appliedBy({ run, speakers, submissions, sessions }: ProgramRun): Applied {
  if (run === undefined) return { run };
  const ended = { run, stoppedBy: undefined, canResume: false };
  return {
    run,
    ...(speakers !== undefined && { speakers: { counts: speakers.result(ended).report.counts } }),
    ...(submissions !== undefined && { submissions: { counts: submissions.result(ended).report.counts } }),
    ...(sessions !== undefined && {
      sessions: {
        counts: {
          applied: sessions.rows.count('updated'),
          failed: sessions.rows.count('failed', 'unknown'),
          stale: sessions.fresh.stale.length,
        },
      },
    }),
  };
}

/** How many records and sessions were written. */
export function appliedChanges({ speakers, submissions, sessions }: Applied): number {
  const written = [speakers, submissions].map((each) => (each?.counts.created ?? 0) + (each?.counts.updated ?? 0));
  return written.reduce((total, count) => total + count, sessions?.counts.applied ?? 0);
}

/** What ended a run before all of it was done: of the first part that is not. */
export function failureOf(done: ProgramRun, { input, plan }: Planned): unknown {
  const { run, stoppedBy, sessions, ...records } = done;
  if (run === undefined) return stoppedBy;
  const written = appliedChanges(appliedBy(done));
  const order = input.undoes === undefined ? kinds : kinds.toReversed();
  for (const name of order) {
    const error = name === 'sessions' ? ofSessions() : ofRecords(name);
    if (error !== undefined) return error;
  }
  return stoppedBy;

  function ofRecords(name: 'speakers' | 'submissions'): unknown {
    const part = records[name];
    const isComplete = part !== undefined && isDone(part) && part.rows.count('failed') === 0;
    if (part === undefined || (isComplete && !hasDuplicates(part))) return undefined;
    const own = part.rows.count('created', 'updated');
    return importError(part.result({ run, stoppedBy, canResume: true }), input[name]?.file ?? '', written - own);
  }

  function ofSessions(): unknown {
    if (sessions === undefined || plan.sessions === undefined) return undefined;
    const { unshown, fresh } = sessions;
    const failed = failedIn(sessions).filter(({ kind }) => kind !== 'unsent' || stoppedBy === undefined);
    // What has changed since is reported with the records that have.
    const done = { unshown, fresh: { ...fresh, stale: [] }, applied: sessions.rows.count('updated'), failed };
    return applyError({ ...done, plan: plan.sessions, run, stoppedBy, pending: 0 });
  }
}

/** What was skipped, because it has changed since. */
export function leftError({ input, plan }: Planned): PartlyDoneError | undefined {
  if (input.allowPartial !== true) return undefined;
  const ofRecords = (['speakers', 'submissions'] as const).flatMap((name) =>
    (plan[name]?.plan.report.rejects ?? []).map((fault) => ({ file: input[name]?.file ?? '', ...fault })),
  );
  const ofSessions = staleSessions(input, plan, input.sessions?.file ?? '');
  const details = [...ofRecords, ...(ofSessions?.details ?? [])];
  if (details.length === 0) return undefined;
  return new PartlyDoneError(`${amount(details.length, 'change was', 'changes were')} not undone`, {
    details,
    fix: checkRecords,
  });
}

const noCounts = { created: 0, updated: 0, applied: 0, failed: 0, unknown: 0, stale: 0 };

/** The report of what was done; with `--json`, also the plan. @param json of the plan, as it was before */
export async function printApplied(
  context: Context,
  { input }: Planned,
  applied: Applied,
  json: Readonly<Record<string, unknown>>,
): Promise<OutputError | undefined> {
  if ((await context.format()) === 'json') {
    return printRecord(context, { ...json, applied }).then(() => undefined, unprinted);
  }
  const rows = kinds.flatMap((name) => {
    const { created, updated, applied: placed, ...left } = { ...noCounts, ...applied[name]?.counts };
    const failed = left.failed + left.unknown + left.stale;
    return created + updated + placed + failed === 0
      ? []
      : [{ file: labelOf(input, name), created, updated, placed, failed }];
  });
  if (rows.length === 0) return undefined;
  const defaultFields = ['file', 'created', 'updated', 'placed', 'failed'];
  return printRecords(context, oneBatch(rows), { noun: 'changes', defaultFields }).then(() => undefined, unprinted);
}
