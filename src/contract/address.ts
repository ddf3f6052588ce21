// Owns what looks like an e-mail address in a text, for messages, keys and files alike. What an
// address is, is stricter. Pure.

import { normalForm } from './normal-form.ts';

/**
 * Without the brackets, quotation marks and separators around it. One with a second `@` is
 * mistyped, and an address as well.
 */
const shape = /(?<![^\s<>(),;:|"])[^\s<>(),;:|"]+@[^\s<>(),;:|"]+/g;

/** An `@` as links, pages and East Asian keyboards write it. */
const writtenAt = /[＠﹫]|%40|&#64;|&#x40;|&commat;/gi;

const maskedShape = new RegExp(shape.source.replace('@', `(?:@|${writtenAt.source})`), 'gi');

/** Everything in a text that looks like an address. */
export function addressesInText(text: string): readonly string[] {
  return text.includes('@') ? (text.match(shape) ?? []) : [];
}

/** Whether a text is one address with a dotted domain, alone or in angle brackets after a name. */
export function holdsAddress(text: string): boolean {
  return addressesInText(text).some(
    (address) => isDotted(address) && (address === text || text.includes(`<${address}>`)),
  );
}

/** What messages have instead of an address, because they end up in logs. */
export const maskedAddress = '…@…';

/**
 * A text in which each address is masked.
 * @param isKnown whether somebody has this address, which may lack a dot
 */
export function maskAddresses(text: string, isKnown?: (address: string) => boolean): string {
  return text.replace(maskedShape, (written, at: number) => {
    const address = normalForm(written.replace(writtenAt, '@'), 'NFKC');
    // In angle brackets, it is one although it is mistyped; `Ada@Home` may be a title.
    const isMasked = isDotted(address) || text[at - 1] === '<' || isKnown?.(address) === true;
    return isMasked ? maskedAddress : written;
  });
}

/** In time proportional to the length, however many `@` there are. */
function isDotted(address: string): boolean {
  return /\.[^.]/.test(address.slice(address.indexOf('@') + 2));
}
