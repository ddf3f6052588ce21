// Owns how alike two values of a field are, and how alike they must be for each question that is asked about them. Pure.
import {
  addressesIn,
  couldBeCutOff,
  couldBeMasked,
  foldKey,
  isAddressField,
  isMasked,
  keyText,
  otherTextsOf,
} from './key.ts';

/**
 * How alike two values are:
 * - `same`: no difference; an absent value is an empty one
 * - `alike`: the same in another form: white space, composition (NFC), a number for its text, HTML for plain text, the case
 *   of an address or a room, the offset of a start
 * - `unclear`: they may be the same: one is hidden, masked, cut off, or in another case without its markup
 * - `other`: they are not the same
 */
export type Likeness = 'same' | 'alike' | 'unclear' | 'other';

/**
 * Compares the value that the service shows of a field with the one that was sent. Two texts are `same` or `alike` in either
 * direction, except that only the one shown may be HTML.
 */
export function likeness(field: string, shown: unknown, sent: unknown): Likeness {
  const [value, wanted] = [emptyAsNull(shown), emptyAsNull(sent)];
  if (value === wanted) return 'same';
  const texts = [keyText(value) ?? '', ...otherTextsOf(value)].filter(Boolean);
  const other = keyText(wanted) ?? '';
  if (other !== '' && texts.some((text) => formOf(field, text) === formOf(field, other))) return 'alike';
  if (isMasked(field, value)) return couldBeMasked(String(value), other) ? 'unclear' : 'other';
  if (texts.length === 0 || other === '') return 'unclear';
  const addresses = texts.flatMap((text) => addressesIn(field, text));
  if (addresses.length > 0) return addresses.includes(foldKey(other)) ? 'unclear' : 'other';
  // `true` may only mean that there is a text.
  const mayBeChanged = texts.some((text) => lettersAndDigits(other).startsWith(lettersAndDigits(text)));
  return typeof value === 'boolean' || mayBeChanged ? 'unclear' : 'other';
}

/** Whether a value is no edit of another. The white space of a text may be edited; an address has no other form. */
export function isSameValue(field: string, one: unknown, other: unknown): boolean {
  // Long texts that differ need not be compared further.
  if (!isAddressField(field)) return emptyAsNull(one) === emptyAsNull(other);
  return isSameOrAlike(likeness(field, one, other));
}

/** Whether the service shows a mask that may hide this address, so that it is unknown whether it has another one. */
export function mayHide(field: string, shown: unknown, address: unknown): boolean {
  return isMasked(field, shown) && likeness(field, shown, address) !== 'other';
}

/** Whether a record shows a change as it was sent. A field that it lacks may still have its old value. */
export function showsChange(field: string, shown: unknown, sent: unknown): boolean {
  // The case of an address or a room may be all that is changed, so they are compared as any other text.
  return shown !== undefined && isSameOrAlike(likeness(hasNoCase(field) ? '' : field, shown, sent));
}

/**
 * Compares the fields of a key, which identify a record: their case does not count, and a text that is shown in full is
 * that of another record, even if the text sent begins with it. A field that differs decides, even if others are hidden.
 */
export function likenessOfKey(
  key: readonly string[],
  shown: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Likeness {
  return key.length === 0 ? 'unclear' : leastOf(key.map((field) => likenessOfName(field, shown[field], sent[field])));
}

export function isSameOrAlike(found: Likeness): boolean {
  return found === 'same' || found === 'alike';
}

/** The likeness of several fields together; `same` for none. */
export function leastOf(found: readonly Likeness[]): Likeness {
  return (['other', 'unclear', 'alike'] as const).find((each) => found.includes(each)) ?? 'same';
}

function likenessOfName(field: string, shown: unknown, sent: unknown): Likeness {
  const [text, wanted] = [keyText(shown), keyText(sent)];
  if (text === undefined || wanted === undefined) return 'unclear';
  const found = likeness(field, typeof shown === 'string' ? foldKey(shown) : shown, foldKey(wanted));
  // Two addresses may have the same mask.
  if (isMasked(field, text)) return found === 'other' ? 'other' : 'unclear';
  if (isSameOrAlike(found) || isAddressField(field)) return found;
  return couldBeCutOff(text, wanted) ? 'unclear' : 'other';
}

function emptyAsNull(value: unknown): unknown {
  return value === undefined || value === '' ? null : value;
}

/** Whether values of a field that differ in case only mean the same. */
function hasNoCase(field: string): boolean {
  return isAddressField(field) || field === 'room';
}

/** The form in which two texts of a field are alike. */
function formOf(field: string, text: string): string {
  if (hasNoCase(field)) return foldKey(text);
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return (field === 'start' ? instantOf(plain) : undefined) ?? plain;
}

/** The instant of a clock time with an offset; without one, it depends on the zone of this machine. */
function instantOf(text: string): string | undefined {
  const ms = /:\d\d.*(?:z|gmt|utc|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : String(ms);
}

/** The letters and digits of a text, in lower case and without markup. */
function lettersAndDigits(text: string): string {
  return foldKey(text.replace(/<[^>]*>/g, ' ')).replace(/[^\p{L}\p{N}]/gu, '');
}
