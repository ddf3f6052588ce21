// The one rule by which addresses, titles and names are compared, on the client's side and on the service's. Pure.

/** A value as it is compared: without case, composed (NFC), with single spaces inside and none around it. */
export function foldKey(text: string): string {
  // Lower case may decompose: NFC comes last, too.
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/g, ' ').trim();
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
