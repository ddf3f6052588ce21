// Decides whether an update whose response was lost took effect, by what the service shows of its
// record. Pure.
import { compareField } from '../client/records.ts';
import type { RecordData } from '../client/response.ts';

/**
 * What a record shows of an update:
 *
 * - `taken`: every shown field has its value, which one of them did not have before. An equal value
 *   by somebody else's hand counts as ours
 * - `absent`: the fields have the values that they had before
 * - `changed`: a field has another value than before and than was sent
 * - `hidden`: the service shows no field that would prove anything
 */
export type Effect = 'taken' | 'absent' | 'changed' | 'hidden';

/** What an update has sent. */
export interface SentUpdate {
  readonly values: Readonly<Record<string, unknown>>;
  /** The values before; of a field that is absent, they are unknown. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
}

export function effectOf(record: RecordData, { values, before = {} }: SentUpdate): Effect {
  const shown = Object.entries(values).flatMap(([field, value]) => {
    const now = compareField(record, field, value);
    if (now === 'hidden') return [];
    const known = before[field];
    const then = known === undefined ? 'unknown' : compareField(record, field, known);
    return [{ isSent: now === 'same', then }];
  });
  if (shown.some(({ isSent, then }) => !isSent && then === 'differs')) return 'changed';
  if (shown.some(({ isSent }) => !isSent)) return 'absent';
  return shown.some(({ then }) => then !== 'same') ? 'taken' : 'hidden';
}
