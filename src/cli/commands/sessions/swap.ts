// Owns `sessions swap`: two talks exchange their rooms and times, in one run.
import { hash } from 'node:crypto';
import { quoted } from '../../../contract/amount.ts';
import { foldKey } from '../../../contract/key.ts';
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

/** The talk with this id, else this title. @throws {NotFoundError} */
export function placedTalk(program: readonly EventSubmission[], name: string) {
  const titled = program.filter(({ title }) => foldKey(title) === foldKey(name));
  const byId = program.find(({ id }) => id === name);
  const [talk, ...others] = byId === undefined ? titled : [byId];
  if (talk?.placement !== undefined && others.length === 0)
    return { action: 'move' as const, submissionId: talk.id, title: talk.title, from: talk.placement };
  const why = others.length > 0 ? 'is the title of several talks: pass an id' : 'is not a talk that is placed';
  throw new NotFoundError(`${quoted(name)} ${why}`, { next: [{ command: 'plenary sessions list --all' }] });
}
