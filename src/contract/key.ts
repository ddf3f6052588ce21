// What tells one record from another: the values of its key fields, compared without case, surrounding white space and ways to compose letters. Pure.

/** A key field's value as it is compared. */
export function foldKey(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/**
 * Whether a field shows an address as `j***@a***.com`, as a service shows it to a token that may not see it: with at
 * least three asterisks in a row. Fewer are legal characters of an address.
 */
export function isMasked(field: string, value: unknown): boolean {
  return field.endsWith('email') && typeof value === 'string' && masks.test(value);
}

/** Whether an address may be the one that a mask hides: alike in every character that the mask shows. */
export function couldBeMasked(mask: string, address: string): boolean {
  const [start = '', ...others] = foldKey(mask).split(masks);
  const end = others.pop() ?? '';
  const text = foldKey(address);
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false;
  let at = start.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - end.length;
}

const masks = /\*{3,}/;
