// What tells one record from another: the endpoint's key fields, compared without case and surrounding white space.
import type { Endpoint } from '../contract/endpoint.ts';

/** A record's key, or undefined where one of its fields is empty or absent. */
export function keyOf(
  { key = [] }: Pick<Endpoint, 'key'>,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const parts = key.map((field) => normalize(record[field]));
  return parts.length > 0 && parts.every((part) => part !== '') ? parts.join('\0') : undefined;
}

/** Whether an address is shown as `j***@a***.com`, which many people may share. */
export function isMasked(address: unknown): boolean {
  return typeof address === 'string' && address.includes('*');
}

/** The key fields that hold addresses. */
export function addressFields({ key = [] }: Pick<Endpoint, 'key'>): readonly string[] {
  return key.filter((field) => field.endsWith('email'));
}

function normalize(value: unknown): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
}
