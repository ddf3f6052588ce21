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
 * - `absent`: the fields that do not have their values have those that they had before
 * - `changed`: somebody else has changed a field
 * - `hidden`: the service shows no field that would prove anything
 */
export type Effect = 'taken' | 'absent' | 'changed' | 'hidden';

/** @param changes with the values before; of a field without one, it is unknown */
export function effectOf(record: RecordData, changes: FieldChanges): Effect {
  if (fieldsOfOthers(record, changes).length > 0) return 'changed';
  const shown = Object.entries(changes).flatMap(([field, { from, to }]) => {
    const now = compareField(record, field, to);
    if (now === 'hidden') return [];
    const wasSame = from !== undefined && compareField(record, field, from) === 'same';
    return [{ isSent: now === 'same', wasSame }];
  });
  if (shown.some(({ isSent }) => !isSent)) return 'absent';
  return shown.some(({ wasSame }) => !wasSame) ? 'taken' : 'hidden';
}

/**
 * The fields that somebody else has changed since the update was sent: each is shown with another
 * value than was sent, and than it had before. If the value before is unknown, it may be there
 * still. The field counts as changed nevertheless: sent again, the update could overwrite what
 * somebody has set.
 */
export function fieldsOfOthers(record: RecordData, changes: FieldChanges): readonly string[] {
  return Object.entries(changes).flatMap(([field, { from, to }]) => {
    const isOfOthers = [to, from].every(
      (value) => value === undefined || compareField(record, field, value) === 'differs',
    );
    return isOfOthers ? [field] : [];
  });
}
