// Creates the submissions that a plan lacks, as an import creates its rows, before their sessions are placed.
import { hash } from 'node:crypto';
import { namesOf, type Wanted } from '../../../changes/change.ts';
import { endpoints } from '../../../contract/index.ts';
import { InterruptedError, OutcomeUnknownError } from '../../../errors.ts';
import { importError } from '../../../import/errors.ts';
import { checkFreshness } from '../../../schedule/changes.ts';
import type { SchedulePlan } from '../../../schedule/plan.ts';
import type { SessionCreation } from '../../../schedule/plan-creations.ts';
import { fetchSubmissions } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { amount } from '../../output/text.ts';
import { type ImportTask, sendRows } from '../import/run.ts';
import type { Sending } from '../sending.ts';
import type { Application } from './input.ts';
import { confirmChanges, printApplied } from './report.ts';

/**
 * Shows the plan, asks for confirmation, and creates the submissions. A lost response is looked up as in an import.
 * @returns how many were created; undefined if the plan creates none, and then nothing was shown
 * @throws {PlenaryError} if the plan has faults, or a submission was not surely created; then no session is placed
 */
export async function createMissing(
  context: Context,
  sending: Sending,
  { makePlan, stopBefore, event, baseUrl, mayCreate }: Application,
): Promise<number | 'canceled' | undefined> {
  const { io } = context;
  if (!mayCreate) return undefined;
  const client = await sending.client();
  const program = await fetchSubmissions(client, { event, timeZone: (await context.setting('timezone')).value });
  const plan = makePlan(program);
  const { creations = [] } = plan;
  if (creations.length === 0) return undefined;
  const fresh = checkFreshness(plan.changes, program);
  const error = await stopBefore(plan, fresh);
  if (error !== undefined) {
    await printApplied(context, { plan, fresh, run: undefined, applied: 0, failed: [] });
    throw error;
  }
  if (!(await confirmChanges(context, fresh, creations.length))) return 'canceled';
  const result = await sendRows(context, sending, {
    endpoint: endpoints.createSubmission,
    event,
    baseUrl,
    ...changesOf(creations, plan.file),
    forSchedule: true,
    onConflict: 'skip',
    empty: 'keep',
    skipInvalid: false,
    maxErrors: () => creations.length,
    review: async () => true,
    dryRun: false,
  });
  const failed = importError(result, plan.file);
  if (failed !== undefined && failed === io.stopped.reason) {
    throw new InterruptedError(io.stopped.reason, { fix: 'run the same command again: completed rows are skipped' });
  }
  if (failed !== undefined) throw failed;
  return result.report.counts.created;
}

/** The service lists no submission with the title and the address of one that was created. */
export function notListed({ creations = [] }: SchedulePlan): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${amount(creations.length, 'new submission is', 'new submissions are')} not in the list of the service yet, so no session was placed`,
    { retryable: true, fix: 'run the same command again' },
  );
}

/** What the plan decided to create: nothing is read again. */
function changesOf(creations: readonly SessionCreation[], file: string): Pick<ImportTask, 'source' | 'map'> {
  const columns = [...new Set(creations.flatMap(({ submission }) => Object.keys(submission)))];
  const changes = creations.map(({ line, submission: fields }, at): Wanted => {
    const { key = '' } = namesOf(endpoints.createSubmission, undefined, fields);
    return { row: at + 1, line, names: { key }, fields };
  });
  // Another set of submissions is another run.
  const sha256 = () => hash('sha256', JSON.stringify(creations));
  return { source: { file, encoding: null, columns, changes, sha256 }, map: [] };
}
