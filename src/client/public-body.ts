// Hides in what a service has sent what no message may show: addresses, and the values of private
// fields. Must not know responses. Pure.
import { maskAddresses } from '../contract/address.ts';
import { isPrivateField } from '../contract/private-fields.ts';

/**
 * The body of a response as messages quote it. A service may repeat a private value of the request
 * in any of its texts.
 * @param sent the body of the request, as JSON text
 */
export function publicBody(body: unknown, sent: string | undefined): unknown {
  return withoutPrivate(body, privateTexts(sent));
}

function withoutPrivate(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === 'string') {
    return maskAddresses(texts.reduce(withoutText, value));
  }
  if (Array.isArray(value)) return value.map((item) => withoutPrivate(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    // An object or a list is what the service says of the field.
    const isHidden = isPrivateField(name) && ['string', 'number'].includes(typeof member);
    return [name, isHidden ? '…' : withoutPrivate(member, texts)];
  });
  return Object.fromEntries(members);
}

/** Also as a part of a longer word, unless the hidden text is so short that it is one of many. */
function withoutText(text: string, hidden: string): string {
  if (hidden.length >= shortestUnique) return text.replaceAll(hidden, '…');
  const isWordAt = (at: number) => word.test(text[at] ?? '');
  return text.replaceAll(hidden, (_, start: number) => {
    const end = start + hidden.length;
    const isEscape = /^\\[nrt]$/.test(text.slice(Math.max(0, start - 2), start));
    const isJoined =
      (isWordAt(start) && isWordAt(start - 1) && !isEscape) || (isWordAt(end - 1) && isWordAt(end));
    return isJoined ? hidden : '…';
  });
}

/** Digits, and letters of scripts that write spaces between words. */
const word = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

/** Each line of a private value, because a service may write the line breaks in another way. */
function privateTexts(sent: string | undefined): readonly string[] {
  const fields: unknown = sent === undefined ? undefined : JSON.parse(sent);
  return Object.entries(Object(fields))
    .flatMap(([name, value]) => (isPrivateField(name) ? String(value ?? '').split('\n') : []))
    .map((line) => line.trim())
    .filter((line) => line.length >= shortestHidden)
    .toSorted((one, other) => other.length - one.length);
}

/** Shorter texts are parts of many words. */
const shortestHidden = 3;

/** Longer texts are no parts of other words. */
const shortestUnique = 8;
