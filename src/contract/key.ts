// The one rule by which addresses, titles and names are compared, on the client's side and on the service's. Pure.
import { addressesInText } from './address.ts';
import { unescapeHtml } from './html-text.ts';

/** The form in which a value is compared: lower case, composed (NFC), without outer white space, with single spaces inside. */
export function foldKey(text: string): string {
  // As most addresses and titles are; the rest of the function takes longer.
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
  // Converting to lower case may decompose a character, so the result is composed again.
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The text as which the value of a key is compared: a talk called 404 may be listed with a number. Undefined if it has none. */
export function keyText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * The other texts that a listed value may stand for: a number shows no outer zeros (`007`, `2.0`), and some services
 * list text as HTML (`Q&amp;A`).
 */
export function otherTextsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const text = unescapeHtml(value);
    return text === value ? [] : [text];
  }
  if (typeof value !== 'number') return [];
  const text = String(value);
  const ends = Number.isInteger(value) ? ['.0', '.00'] : ['0', '00'];
  return [...['0', '00', '000'].map((zeros) => `${zeros}${text}`), ...ends.map((end) => `${text}${end}`)];
}

/** Whether a list may show only the beginning of this text: `Queues in…` of `Queues in practice`. */
export function couldBeCutOff(shown: string, text: string): boolean {
  return beginningsOf(shown).some((beginning) => foldKey(text).startsWith(beginning));
}

/** What a text that ends in an ellipsis shows before it, in the forms in which it may be compared. */
export function beginningsOf(shown: string): readonly string[] {
  return [shown, ...otherTextsOf(shown)].flatMap((text) => {
    const [, beginning] = /^(.*)(?:…|[.]{3})$/s.exec(text.trim()) ?? [];
    return beginning === undefined ? [] : [foldKey(beginning)];
  });
}

/** Whether the values of a field are e-mail addresses: `email`, `submitter_email`. */
export function isAddressField(field: string): boolean {
  return field.endsWith('email');
}

/** Whether the values of a field must not be public, and so not be in logs and summaries: a message names the field alone. */
export function isPrivateField(field: string): boolean {
  return isAddressField(field) || ['phone', 'logistics_notes', 'feedback'].includes(field);
}

/**
 * Whether a field shows an address as `j***@a***.com`, as a service shows it to a token that may not see it: with at
 * least three asterisks in a row. Fewer are legal characters of an address.
 */
export function isMasked(field: string, value: unknown): boolean {
  return isAddressField(field) && typeof value === 'string' && masks.test(value);
}

/** The addresses in a field that shows more than one, or a name beside it: `Amina <a@example.org>, b@example.org`. */
export function addressesIn(field: string, value: unknown): readonly string[] {
  if (!isAddressField(field) || typeof value !== 'string' || !/[\s,;:<(]/.test(value.trim())) return [];
  return addressesInText(foldKey(value));
}

/** Whether an address may be the one that a mask hides: it is equal in every character that the mask shows. */
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
