// Owns which fields are private, and which values are hidden by a service. Pure.
import type { Endpoint } from './endpoint.ts';

/** Whether the values of a field are e-mail addresses: `email`, `submitter_email`. */
export function isAddressField(field: string): boolean {
  return field.endsWith('email');
}

/**
 * Whether the values of a field must not be public, and so not be in logs and summaries: a message
 * names the field alone.
 */
export function isPrivateField(field: string): boolean {
  return isAddressField(field) || otherPrivateFields.includes(field);
}

const otherPrivateFields = ['phone', 'logistics_notes', 'feedback'];

/**
 * Whether a field shows an address as `j***@a***.com`, as a service shows it to a token that may
 * not see it.
 */
export function isMasked(field: string, value: unknown): boolean {
  return isAddressField(field) && typeof value === 'string' && value.includes('*');
}

/** The key fields whose addresses are masked. */
export function maskedFields(
  { key = [] }: Pick<Endpoint, 'key'>,
  record: Readonly<Record<string, unknown>>,
): readonly string[] {
  return key.filter((field) => isMasked(field, record[field]));
}
