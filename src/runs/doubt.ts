// Decides what becomes of a row in doubt, by what is known of its request and whether its records
// were looked up. Pure.
import type { Doubt } from './row.ts';

/** When a row in doubt is judged, and by what. */
interface Judged {
  /** Of a record that exists, and not its creation. */
  readonly isUpdate: boolean;
  /** Whether the records were read since, and do not show that it took effect. */
  readonly isLookedUp: boolean;
  /** Whether an existing record that is not listed must not be left alone in silence. */
  readonly changesRecords: boolean;
}

/**
 * What becomes of the row:
 *
 * - `again`: the request had no effect, and is sent again
 * - `skipped`: the record exists
 * - `failed`: the service has refused the request
 * - `unknown`: that is still unknown
 */
export type Judgment = 'again' | 'skipped' | 'failed' | 'unknown';

export function judge(doubt: Doubt, judged: Judged): Judgment {
  // A request of an earlier process of the run is over if the service does not show its effect.
  const { otherwise = 'failed', isReported = false, isAbsent = false } = doubt;
  if (otherwise === 'refused') return judgeRefused(doubt, judged);
  if (!judged.isLookedUp) return 'unknown';
  // An update that the service reports as failed is sent again; a creation if no record can be the
  // one that it would have created.
  const isOver = judged.isUpdate ? otherwise === 'failed' : isAbsent && !isReported;
  return isOver ? 'again' : 'unknown';
}

/** The record of a refused row is not shown; the service may have named it nevertheless. */
function judgeRefused({ existing }: Doubt, { isLookedUp, changesRecords }: Judged): Judgment {
  if (!isLookedUp && existing === undefined) return 'unknown';
  const isKnown = existing?.isCertain === true && isLookedUp && !changesRecords;
  return existing?.id !== undefined || isKnown ? 'skipped' : 'failed';
}

/** Whether the request may still take effect until its time is over. */
export function mayBeLate({ existing, failure }: Doubt): boolean {
  return existing === undefined && failure === undefined;
}
