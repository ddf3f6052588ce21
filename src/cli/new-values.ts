// Refuses a status that no record has, because the API accepts any text, and it is probably misspelled. Must not read lists.
import { similarTo } from '../columns/similarity.ts';
import { recommendedStatuses } from '../contract/text.ts';
import { InvalidInputError } from '../errors.ts';
import type { ImportPlan } from '../import/options.ts';
import type { Totals } from '../import/totals.ts';
import type { Context } from './context.ts';
import { quoted } from './output/text.ts';

/** The error for statuses that no record has. @param known those that records have @param noun of one record */
export function newStatusError(statuses: readonly string[], known: Iterable<string>, noun: string): InvalidInputError {
  const all = [...new Set([...known, ...recommendedStatuses])];
  const similar = [...new Set(statuses.flatMap((status) => similarTo(status, all, 3)))];
  const fix = similar.length > 0 ? `did you mean ${similar.join(' or ')}?` : `the statuses are ${all.join(', ')};`;
  return new InvalidInputError(`no ${noun} has the status ${statuses.map(quoted).join(' or ')}; nothing was sent`, {
    fix: `${fix} --allow-new-value sends a new status`,
  });
}

/** What was interrupted was checked when it began. @throws {InvalidInputError} if a plan introduces a status */
export function refuseNewStatuses({ own }: Context, { totals, refusal, isResumed }: ImportPlan): void {
  if (totals === undefined || refusal !== undefined || isResumed || own.allowNewValue === true) return;
  const now = statusesOf(totals.now);
  const known = new Set<string>([...now, ...recommendedStatuses]);
  const statuses = statusesOf(totals.planned).filter((status) => !known.has(status));
  if (statuses.length > 0) throw newStatusError(statuses, now, 'submission');
}

function statusesOf(totals: Totals): readonly string[] {
  return Object.keys(totals).filter(
    (status) => status !== '' && Object.values(totals[status] ?? {}).some((count) => count > 0),
  );
}
