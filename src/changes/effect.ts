// Decides whether an update whose response was lost took effect, by what the service shows of its
// record. Pure.
import { compareField } from '../client/records.ts';
import type { RecordData } from '../client/response.ts';
import type { FieldChanges } from './change.ts';

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

/** @param changes with the values before; of a field without one, it is unknown */
export function effectOf(record: RecordData, changes: FieldChanges): Effect {
  const shown = Object.entries(changes).flatMap(([field, { from, to }]) => {
    const now = compareField(record, field, to);
    if (now === 'hidden') return [];
    const then = from === undefined ? 'unknown' : compareField(record, field, from);
    return [{ isSent: now === 'same', then }];
  });
  if (shown.some(({ isSent, then }) => !isSent && then === 'differs')) return 'changed';
  if (shown.some(({ isSent }) => !isSent)) return 'absent';
  return shown.some(({ then }) => then !== 'same') ? 'taken' : 'hidden';
}
