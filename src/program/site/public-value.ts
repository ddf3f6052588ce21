// Owns which texts and links of an event may be on a website: without addresses and phone numbers,
// also where others wrote them. Pure.

import type { RecordData } from '../../client/client.ts';
import { maskAddresses, maskedAddress } from '../../contract/address.ts';
import { stripUnsafe } from '../../contract/escape.ts';
import { foldKey, keyText } from '../../contract/key.ts';
import { phoneMask } from './phone-numbers.ts';

export interface PublicValues {
  /** Without what is masked and without control characters, its lines ended by LF; '' if absent. */
  text(value: unknown): string;
  /** The same; null if it is blank. */
  optionalText(value: unknown): string | null;
  /** An address of the web; null for any other, and for one that contains what is masked. */
  link(value: unknown): string | null;
}

/**
 * @param speakers all records of the event
 * @param addresses those of others, such as submitters
 */
export function publicValues(
  speakers: readonly RecordData[],
  addresses: readonly (string | undefined)[],
): PublicValues {
  const known = new Set(
    [...addresses, ...speakers.map(({ email }) => email)].flatMap((address) => {
      return keyText(address) === undefined ? [] : foldKey(String(address));
    }),
  );
  const isKnown = (address: string) => known.has(foldKey(address.replace(closing, '')));
  const maskPhones = phoneMask(speakers.flatMap(({ phone }) => keyText(phone) ?? []));
  const maskSpaced = (text: string) =>
    text.replace(spacedAddress, (written) => {
      return isKnown(written.replace(/\s/g, '')) ? maskedAddress : written;
    });
  const mask = (text: string) => maskPhones(maskAddresses(maskSpaced(text), isKnown));
  const textOf = (value: unknown) => {
    const text = typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
    return mask(stripUnsafe(text)).trim();
  };
  return {
    text: textOf,
    optionalText: (value) => textOf(value) || null,
    link(value) {
      const text = keyText(value)?.trim() ?? '';
      if (!/^https?:/i.test(text) || !URL.canParse(text)) return null;
      const url = new URL(text);
      return url.username + url.password === '' && !hasPrivate(url) ? url.href : null;
    },
  };

  /** In a path, `ada@2x.png` and `@ada@social.example` are no addresses. */
  function hasPrivate({ href, search, hash }: URL): boolean {
    const [whole, query] = [decoded(href), decoded(search + hash)];
    return (
      maskPhones(whole) !== whole ||
      maskAddresses(query) !== query ||
      whole.split(/[/?&=#]/).some(isKnown)
    );
  }
}

/** What is written around an `@`, with white space beside it. */
const spacedAddress = /[^\s<>(),;:|"@]{1,64}\s{0,3}@\s{0,3}[^\s<>(),;:|"@]{1,255}/g;

/** Punctuation behind an address in a sentence. */
const closing = /[.!?)\]}'*_]{1,9}$/;

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
