// Owns `sessions swap`: two talks exchange their rooms and times, in one run.
import { hash } from 'node:crypto';
import { quoted } from '../../../contract/amount.ts';
import { accentlessKey, foldKey } from '../../../contract/key.ts';
import { NotFoundError, UsageError } from '../../../errors.ts';
import { planPlacements } from '../../../schedule/plan.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, PaceFlags } from '../../flag-sets.ts';
import { applyProgram } from '../../review/program-task.ts';
import { scheduleHeader } from './apply-schedule.ts';
import { scheduleOptions } from './check.ts';

/** @throws {NotFoundError} for a talk that is not placed @throws {ConflictError} for clashes in the new places */
export async function swapSessions(
  context: Context<ClashFlags & PaceFlags & { readonly dryRun: boolean }>,
  { a, b }: { readonly a: string; readonly b: string },
): Promise<void> {
  const { failOn, dryRun } = context.flags;
  const file = [a, b].sort().join(' and ');
  const options = { ...(await scheduleOptions(context)), file };
  const makePlan = (program: readonly EventSubmission[]) => {
    const [one, other] = [placedTalk(program, a), placedTalk(program, b)];
    if (one.submissionId === other.submissionId) throw new UsageError(`${quoted(a)} and ${quoted(b)} are one talk`);
    const { room, start } = other.from;
    const changes = [one, other].map((talk, at) => ({ ...talk, line: at + 1, to: at === 0 ? other.from : one.from }));
    const plan = planPlacements(changes, program, options);
    if (plan.warnings.some(({ code }) => code === 'waits')) return plan;
    const message = `until the second request is done, both talks are in ${room} at ${start}`;
    return { ...plan, warnings: [{ code: 'between_requests', message }, ...plan.warnings] };
  };
  // The same command completes a swap that was interrupted: planned again, it would find both talks in one place.
  await applyProgram(context, scheduleHeader(context, options, hash('sha256', file), false), {
    ...{ command: 'sessions swap', changes: { sessions: { file, makePlan } }, dryRun },
    limits: { failOn, allowPartial: false },
  });
}

/**
 * The placed talk with this id, else this title.
 * @throws {NotFoundError}
 * @throws {UsageError} with their ids, if several placed talks have the title
 */
export function placedTalk(program: readonly EventSubmission[], name: string) {
  const placed = program.flatMap(({ id, title, placement }) =>
    placement === undefined ? [] : [{ action: 'move' as const, submissionId: id, title, from: placement }],
  );
  const equal = placed.filter(({ title }) => foldKey(title) === foldKey(name));
  const alike = placed.filter(({ title }) => accentlessKey(title) === accentlessKey(name));
  const titled = equal.length > 0 ? equal : alike;
  const byId = placed.find(({ submissionId }) => submissionId === name);
  const [talk, ...others] = byId === undefined ? titled : [byId];
  if (talk === undefined) {
    throw new NotFoundError(`${quoted(name)} is not a talk that is placed`, {
      next: [{ command: 'plenary sessions list --all' }],
    });
  }
  if (others.length === 0) return talk;
  const details = titled.map(({ submissionId, from }) => ({
    message: `${submissionId}: ${from.room} at ${from.start}`,
  }));
  throw new UsageError(`${quoted(name)} is the title of ${titled.length} placed talks`, {
    details,
    fix: 'pass the id of one of them',
  });
}
