// Decides what becomes of a row in doubt, by what is known of its request and whether its records
// were looked up. Pure.
//
// A row is in doubt if its last request was sent, and the response does not show what became of it.
// It is looked up at once, and again when the request can no longer take effect (`deliver.ts`). An
// update or a placement whose responses were all lost is then
//
// - done, if the record shows every value that was sent
// - a conflict, if the record shows a value that is neither the new nor the old one
// - else unknown (exit code 10). A resume of the run compares again, and sends what is not done.
//
// The first two are decided where records are compared (`changes/effect.ts`); what is left is
// judged here.
import type { Doubt } from './row.ts';

/**
 * What becomes of the row:
 *
 * - `again`: the request had no effect, and is sent again
 * - `skipped`: the record exists
 * - `failed`: the service has refused the request
 * - `unknown`: that is still unknown
 */
export type Judgment = 'again' | 'skipped' | 'failed' | 'unknown';

/**
 * @param isUpdate of a record that exists, and not its creation
 * @param isLookedUp whether the records were read since, and do not show that it took effect
 * @param changesRecords whether an existing record that is not listed must not be left alone in
 *   silence
 */
export function judge(
  { otherwise = 'failed', isReported = false, isAbsent = false, existing }: Doubt,
  {
    isUpdate,
    isLookedUp,
    changesRecords,
  }: Readonly<Record<'isUpdate' | 'isLookedUp' | 'changesRecords', boolean>>,
): Judgment {
  if (otherwise === 'refused') {
    // The record of a refused row is not shown; the service may have named it nevertheless.
    if (!isLookedUp && existing === undefined) return 'unknown';
    const isKnown = existing?.isCertain === true && isLookedUp && !changesRecords;
    return existing?.id !== undefined || isKnown ? 'skipped' : 'failed';
  }
  if (!isLookedUp) return 'unknown';
  // An update that the service reports as failed is sent again, as is one of an earlier process of
  // the run, whose effect the service does not show; a creation if no record can be the one that it
  // would have created.
  const isOver = isUpdate ? otherwise === 'failed' : isAbsent && !isReported;
  return isOver ? 'again' : 'unknown';
}

/** Whether the request may still take effect until its time is over. */
export function mayBeLate({ existing, failure }: Doubt): boolean {
  return existing === undefined && failure === undefined;
}
