// Owns the forms in which texts are compared that people write in different ways; each form has one
// purpose. Pure.
import { withoutAccents } from '../contract/key.ts';
import { normalForm } from '../contract/normal-form.ts';

/**
 * The words of a header, a title or the name of a room: letters and digits in lower case, without
 * accents.
 */
export function wordsOf(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return withoutAccents(normalForm(text.toLowerCase(), 'NFKD')).match(words) ?? [];
}

/** The same as one word, because spaces and punctuation differ as well. */
export function lettersOf(text: string): string {
  return wordsOf(text).join('');
}

/** As people read it: full-width characters are plain ones, and any white space is one space. */
export function plainForm(text: string): string {
  return normalForm(text, 'NFKC').trim().replace(/\s+/g, ' ');
}

/**
 * A date or time: without case, accents and compatibility forms, so that full-width digits and
 * colons are plain ones.
 */
export function foldDateText(text: string): string {
  return normalForm(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * A mark is part of a word only after a letter. Elsewhere it is not text: the variation selector of
 * an emoji, for example.
 */
const words = /(?:\p{L}\p{M}*|\p{N})+/gu;
