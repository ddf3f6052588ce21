// Refuses a status that no record has, because the API accepts any text, and it is probably misspelled. Must not read lists.
import { similarTo } from '../columns/similarity.ts';
import { likelyStatus } from '../columns/status-words.ts';
import { recommendedStatuses } from '../contract/text.ts';
import { InvalidInputError } from '../errors.ts';
import type { ImportPlan } from '../import/options.ts';
import type { Totals } from '../import/totals.ts';
import type { Context } from './context.ts';
import { quoted } from './output/text.ts';

/** The error for statuses that no record has. @param known those that records have @param noun of one record */
export function newStatusError(statuses: readonly string[], known: Iterable<string>, noun: string): InvalidInputError {
  const all = [...new Set([...known, ...recommendedStatuses])];
  const similar = new Set(statuses.flatMap((status) => [likelyStatus(status) ?? [], similarTo(status, all, 3)].flat()));
  const fix = similar.size > 0 ? `did you mean ${[...similar].join(' or ')}?` : `the statuses are ${all.join(', ')};`;
  return new InvalidInputError(`no ${noun} has the status ${statuses.map(quoted).join(' or ')}; nothing was sent`, {
    fix: `${fix} --allow-new-value sends a new status`,
  });
}

/** The error for statuses that a plan would introduce. What was interrupted, and what is undone, was checked before. */
export function newStatusOf({ own }: Context, plan: NewPlan | undefined): InvalidInputError | undefined {
  if (plan?.totals === undefined || plan.isResumed || own.allowNewValue === true) return undefined;
  const { now, planned } = plan.totals;
  const statuses = statusesOf(planned).filter(
    (status) => !recommendedStatuses.some((each) => each === status) && !statusesOf(now).includes(status),
  );
  return statuses.length === 0 ? undefined : newStatusError(statuses, statusesOf(now), 'submission');
}

type NewPlan = Pick<ImportPlan, 'totals'> & Partial<Pick<ImportPlan, 'isResumed'>>;

function statusesOf(totals: Totals): readonly string[] {
  return Object.entries(totals).flatMap(([status, tracks]) =>
    status !== '' && Object.values(tracks).some((count) => count > 0) ? status : [],
  );
}
