// Owns `sessions unplace`: one talk is taken out of the schedule, in a run that can be undone.
import { hash } from 'node:crypto';
import { placing } from '../../../schedule/difference.ts';
import { planPlacements } from '../../../schedule/moves.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import { applyPlanned } from '../../review/planned-task.ts';
import { addressOf } from '../../review/sending.ts';
import { scheduleHeader } from './apply-schedule.ts';
import { placedTalk } from './swap.ts';

/**
 * @throws {NotFoundError} for a talk that is not placed
 * @throws {ConflictError} if the service lacks the operation
 */
export async function unplaceSession(
  context: Context<PaceFlags & { readonly dryRun: boolean }>,
  { submission }: { readonly submission: string },
): Promise<void> {
  const event = await context.requiredEvent();
  const baseUrl = await addressOf(context);
  const timeZone = await context.timeZone();
  const makePlan = (submissions: readonly EventSubmission[]) => {
    const talk = placedTalk(submissions, submission);
    const change = placing({ ...talk, to: undefined }, { line: 1 });
    return planPlacements([change], submissions, { file: submission, timeZone });
  };
  const sha256 = hash('sha256', `unplace ${submission}`);
  const header = scheduleHeader({
    event,
    baseUrl,
    file: submission,
    sha256,
    allowPartial: false,
  });
  await applyPlanned(context, header, {
    command: { group: 'sessions', verb: 'unplace' },
    changes: { sessions: makePlan },
    dryRun: context.flags.dryRun,
    limits: { failOn: 'never', allowPartial: false },
  });
}
