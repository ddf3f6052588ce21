// Finds the submissions of a plan that have been created since, and turns them into placements. Pure.
import type { ScheduleChange } from './changes.ts';
import { matchSubmissions } from './match.ts';
import { placeKey, placeOf } from './place.ts';
import type { SchedulePlan } from './schedule-plan.ts';
import type { EventSubmission } from './submissions.ts';

/** The plan with the new submissions that exist now as placements; those that do not are left in `creations`. */
export function placeCreated(plan: SchedulePlan, program: readonly EventSubmission[]): SchedulePlan {
  const { creations = [] } = plan;
  if (creations.length === 0) return plan;
  const rows = creations.map(({ submission, ...row }) => ({
    ...row,
    submissionId: undefined,
    submitterEmail: submission.submitter_email,
  }));
  const { matched } = matchSubmissions(rows, program);
  const placements = creations.flatMap((creation): ScheduleChange[] => {
    const found = matched.get(placeKey(creation));
    if (found === undefined) return [];
    const { title, to } = creation;
    return [{ action: 'place', submissionId: found.id, title, ...placeOf(creation), from: null, to }];
  });
  return {
    ...plan,
    changes: [...plan.changes, ...placements],
    creations: creations.filter((creation) => !matched.has(placeKey(creation))),
    counts: {
      ...plan.counts,
      place: plan.counts.place + placements.length,
      create: creations.length - placements.length,
    },
  };
}
