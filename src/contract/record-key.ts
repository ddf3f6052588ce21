// Owns the key of a record: the fields that no two records of an event have in common, in the form in which they are compared. Pure.
import type { Endpoint } from './endpoint.ts';
import { addressesIn, foldKey, isMasked, keyText, otherTextsOf } from './key.ts';

type Keyed = Pick<Endpoint, 'key'>;
type Named = Readonly<Record<string, unknown>>;

/** Two records with the same key are the same. Undefined if a field of the key is empty or absent. */
export function keyOf({ key = [] }: Keyed, record: Named): string | undefined {
  const parts = key.map((field) => foldKey(keyText(record[field]) ?? ''));
  return parts.length > 0 && parts.every((part) => part !== '') ? parts.join('\0') : undefined;
}

/** The keys of a listed record: several if it shows several addresses, or a text in another form. */
export function keysOf(endpoint: Keyed, record: Named): readonly string[] {
  const forms = [record];
  for (const field of endpoint.key ?? []) {
    const texts = otherTextsOf(record[field]);
    const others = [...texts, ...[record[field], ...texts].flatMap((text) => addressesIn(field, text))];
    forms.push(...others.flatMap((text) => forms.map((form) => ({ ...form, [field]: text }))));
  }
  return forms.flatMap((form) => keyOf(endpoint, form) ?? []);
}

/** The key fields whose addresses are masked. */
export function maskedFields({ key = [] }: Keyed, record: Named): readonly string[] {
  return key.filter((field) => isMasked(field, record[field]));
}
