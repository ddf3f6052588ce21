// Hides the values of private columns in what is printed, because logs and job summaries are often public.
import { isPrivateField } from '../../contract/key.ts';
import type { RecordChange } from '../../import/record-change.ts';

/** A change as it is printed: of a private column, only whether it has a value. */
export function publicChange(change: RecordChange): RecordChange {
  const fields = Object.entries(change.fields).map(([field, { from, to }]) => {
    return [field, { from: publicValue(field, from), to: publicValue(field, to) }] as const;
  });
  return { ...change, fields: Object.fromEntries(fields) };
}

export function publicValue<Value>(field: string, value: Value): Value | string {
  return value === null || value === '' || !isPrivateField(field) ? value : '…';
}
