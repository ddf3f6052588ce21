// Owns when two values of a field, or two keys, are the same, on both sides of the API. Pure.
import { groupFields } from './id.ts';
import { foldKey, keyOf, keysOf } from './key.ts';
import { normalForm } from './normal-form.ts';
import { isAddressField, isMasked } from './private-fields.ts';

/** Whether a value is no edit of another, as {@link comparedValue} has them. */
export function isSameValue(field: string, one: unknown, other: unknown): boolean {
  return comparedValue(field, one) === comparedValue(field, other);
}

/**
 * The form in which the values of a field are compared. White space around a text does not count,
 * nor does the form of a line end, because spreadsheets change it, nor how an accent is encoded,
 * because systems do (NFC, NFD), nor the case of an address, of a speaker's status, or of a name of
 * a room, a track or a format: services trim texts, store them in lower case, and find names so. A
 * number is its text, a start its instant, and an absent value is null, as is an empty one.
 */
export function comparedValue(field: string, value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  const text = normalForm(value.replace(/\r\n?/g, '\n'), 'NFC').trim();
  if (text === '') return null;
  if (isAddressField(field) || namingFields.has(field)) return foldKey(text);
  if (field === 'speaker_status') return text.toLowerCase();
  return field === 'start' ? (instantOf(text) ?? text) : text;
}

/** The fields whose values name something of the event. */
const namingFields: ReadonlySet<string> = new Set(['room', ...groupFields]);

/**
 * Whether a record has the key that was sent, in any form in which it shows it, as `key.ts`
 * compares keys. A masked address is no key.
 */
export function isSameKey(
  key: readonly string[],
  shown: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): boolean {
  const wanted = keyOf({ key }, sent);
  // Two addresses may have the same mask.
  const isHidden = key.some((field) => isMasked(field, shown[field]));
  return wanted !== undefined && !isHidden && keysOf({ key }, shown).includes(wanted);
}

/**
 * The instant of a clock time with an offset, in milliseconds; without one, it depends on the zone
 * of this machine.
 */
function instantOf(text: string): number | undefined {
  const ms = /^[^:]*:\d\d.*(?:z|gmt|utc|[+-]\d\d:?\d\d)$/i.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
