// The key of a row or a record: what an endpoint's creations are told apart by.

import type { Endpoint } from '../contract/endpoint.ts';
import { foldKey, isMasked } from '../contract/key.ts';

type Keyed = Pick<Endpoint, 'key'>;

/** A record's key, or undefined where one of its fields is empty or absent. */
export function keyOf({ key = [] }: Keyed, record: Readonly<Record<string, unknown>>): string | undefined {
  const parts = key.map((field) => record[field]).map((value) => (typeof value === 'string' ? foldKey(value) : ''));
  return parts.length > 0 && parts.every((part) => part !== '') ? parts.join('\0') : undefined;
}

/** The key fields of which only a mask is shown, which many people may share. */
export function maskedFields({ key = [] }: Keyed, record: Readonly<Record<string, unknown>>): readonly string[] {
  return key.filter((field) => isMasked(field, record[field]));
}
