// Owns `sessions unplace`: one talk is taken out of the schedule, in a run that can be undone.
import { hash } from 'node:crypto';
import { quoted } from '../../../contract/amount.ts';
import { placing } from '../../../schedule/plan/difference.ts';
import { planPlacements } from '../../../schedule/plan/known-changes.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { DryRunFlags, PaceFlags } from '../../flag-sets.ts';
import { applyPlanned } from '../../review/planned-task.ts';
import { addressOf } from '../../review/sending.ts';
import { scheduleHeader } from './apply-schedule.ts';
import { isUnplaced, placedTalk } from './named-items.ts';

/**
 * A talk without a place has nothing to do.
 * @throws {NotFoundError} if the event has no such talk
 * @throws {ConflictError} if the service lacks the operation
 */
export async function unplaceSession(
  context: Context<PaceFlags & DryRunFlags>,
  { submission }: { readonly submission: string },
): Promise<void> {
  const event = await context.requiredEvent();
  const baseUrl = await addressOf(context);
  const timeZone = await context.timeZone();
  const makePlan = (submissions: readonly EventSubmission[]) => {
    if (isUnplaced(submissions, submission)) {
      const message = `${quoted(submission)} has no place in the schedule`;
      const plan = planPlacements([], submissions, { timeZone });
      return { ...plan, warnings: [{ code: 'not_placed' as const, message }] };
    }
    const { id, title, from } = placedTalk(submissions, submission);
    const change = placing({ names: { id }, title, from, to: undefined }, { line: 1 });
    return planPlacements([change], submissions, { timeZone });
  };
  const sha256 = hash('sha256', `unplace ${submission}`);
  const header = await scheduleHeader(context, { event, baseUrl, file: submission, sha256 });
  await applyPlanned(context, header, {
    command: { group: 'sessions', verb: 'unplace' },
    changes: { sessions: makePlan },
    dryRun: context.flags.dryRun,
    limits: { failOn: 'never', allowPartial: false },
  });
}
