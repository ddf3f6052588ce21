// Owns `sessions swap`: two talks exchange their rooms and times, in one run.
import { hash } from 'node:crypto';
import { dateAndTime } from '../../../columns/dates/zoned-time.ts';
import { quoted } from '../../../contract/amount.ts';
import { UsageError } from '../../../errors.ts';
import { placing } from '../../../schedule/difference.ts';
import { planPlacements } from '../../../schedule/moves.ts';
import type { MakePlan } from '../../../schedule/plan.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, DryRunFlags, PaceFlags } from '../../flag-sets.ts';
import { applyPlanned } from '../../review/planned-task.ts';
import { scheduleHeader } from './apply-schedule.ts';
import { scheduleOptions } from './check.ts';
import { placedTalk } from './named-talk.ts';
import { loadDetails, type ScheduleFlag } from './schedule-file.ts';

interface SwapFlags extends ClashFlags, PaceFlags, ScheduleFlag, DryRunFlags {}

/**
 * @throws {NotFoundError} for a talk that is not placed
 * @throws {ConflictError} for clashes in the new places, and for a talk that the file has in
 * several slots
 */
export async function swapSessions(
  context: Context<SwapFlags>,
  { a, b }: { readonly a: string; readonly b: string },
): Promise<void> {
  const { failOn, dryRun, schedule } = context.flags;
  const names = [a, b].sort();
  const file = names.join(' and ');
  const { event, baseUrl, ...checks } = await scheduleOptions(context);
  const options = { ...checks, file };
  const withDetails = await loadDetails(context, { schedule });
  const makePlan: MakePlan = (submissions, rooms) => {
    const details = withDetails(submissions, options.defaultDurationMs, rooms);
    const [one, other] = [placedTalk(submissions, a), placedTalk(submissions, b)];
    if (one.names.id === other.names.id)
      throw new UsageError(`${quoted(a)} and ${quoted(b)} are one talk`);
    details.refuseSlots([one.names.id, other.names.id]);
    const { room, start } = other.from;
    const changes = [
      placing({ ...one, to: other.from }, { line: 1 }),
      placing({ ...other, to: one.from }, { line: 2 }),
    ];
    const { inFile } = details;
    const plan = planPlacements(changes, details.submissions, { ...options, inFile });
    if (plan.warnings.some(({ code }) => code === 'waits')) return plan;
    const { timeZone } = options;
    const when = timeZone === undefined ? start : dateAndTime(Date.parse(start), timeZone);
    const message = `until the second request is done, both talks are in ${room} at ${when}`;
    return { ...plan, warnings: [{ code: 'between_requests', message }, ...plan.warnings] };
  };
  // The same command completes a swap that was interrupted: planned again, it would find both talks
  // in one place.
  const header = scheduleHeader({
    event,
    baseUrl,
    file,
    // Titles may have an "and" themselves.
    sha256: hash('sha256', JSON.stringify(names)),
    allowPartial: false,
  });
  await applyPlanned(context, header, {
    command: { group: 'sessions', verb: 'swap' },
    changes: { sessions: makePlan },
    dryRun,
    limits: { failOn, allowPartial: false },
  });
}
