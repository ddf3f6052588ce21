// Hides the values of private columns in what is printed, because logs and job summaries are often public.
import { isPrivateField } from '../../contract/key.ts';

export function publicValue<Value>(field: string, value: Value): Value | string {
  return !value || !isPrivateField(field) ? value : '…';
}
