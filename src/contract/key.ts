// What tells one record from another: the values of its key fields, compared without case, surrounding white space and ways to compose letters. Pure.

/** A key field's value as it is compared. */
export function foldKey(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Whether a field shows an address as `j***@a***.com`, as a service shows it to a token that may not see it. */
export function isMasked(field: string, value: unknown): boolean {
  return field.endsWith('email') && typeof value === 'string' && value.includes('*');
}
