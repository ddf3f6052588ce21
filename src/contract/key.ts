// The rules by which records, addresses, titles and people are compared, on the client's side and
// on the service's. Pure.
import { addressesInText } from './address.ts';
import type { Endpoint } from './endpoint.ts';
import { unescapeHtml } from './escape.ts';
import { normalForm } from './normal-form.ts';
import { isAddressField } from './private-fields.ts';

type Keyed = Pick<Endpoint, 'key'>;

/**
 * Two records with the same key are the same. Undefined if a field of the key is empty or absent.
 */
export function keyOf(
  { key = [] }: Keyed,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const parts = key.flatMap((field) => {
    const text = keyText(record[field]);
    return text === undefined ? [] : [fieldKey(field, text)];
  });
  return parts.length > 0 && parts.length === key.length ? parts.join('\0') : undefined;
}

/**
 * The first field of a key: the address of a speaker, the title of a submission.
 * @throws {TypeError} for an endpoint whose records have no key
 */
export function nameFieldOf({ key }: Keyed): string {
  const name = key?.[0];
  if (name === undefined) throw new TypeError('the records of this endpoint have no key');
  return name;
}

/**
 * The keys of a listed record: several if it shows several addresses, or a text in another form.
 */
export function keysOf(
  endpoint: Keyed,
  record: Readonly<Record<string, unknown>>,
): readonly string[] {
  const forms = [record];
  for (const field of endpoint.key ?? []) {
    const texts = otherTextsOf(record[field]);
    const others = [
      ...texts,
      ...[record[field], ...texts].flatMap((text) => addressesIn(field, text)),
    ];
    forms.push(...others.flatMap((text) => forms.map((form) => ({ ...form, [field]: text }))));
  }
  return forms.flatMap((form) => keyOf(endpoint, form) ?? []);
}

/**
 * The form in which a value is compared: lower case, composed (NFC), without outer white space,
 * with single spaces inside.
 */
export function foldKey(text: string): string {
  // As most addresses and titles are; the rest of the function takes longer.
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
  // Converting to lower case may decompose a character, so the result is composed again.
  return normalForm(normalForm(text, 'NFC').toLowerCase(), 'NFC').replace(/\s+/g, ' ').trim();
}

/**
 * The form in which titles are compared: the same with plain apostrophes, quotation marks and
 * dashes, because programs replace those that people type.
 */
export function titleKey(text: string): string {
  return foldKey(text)
    .replace(typedApostrophes, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/\p{Pd}/gu, '-');
}

/** The same of texts that may be absent or blank, which have none. */
export function foldKeys(texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((text) => (text === undefined ? [] : foldKey(text) || []));
}

/** The form in which the values of a field of a key are compared. */
export function fieldKey(field: string, text: string): string {
  return field === 'title' ? titleKey(text) : foldKey(text);
}

/** The same without accents: how a text is looked up that nothing equals otherwise. */
export function accentlessKey(text: string): string {
  return withoutAccents(normalForm(titleKey(text), 'NFKD'));
}

/**
 * The forms in which the name of a person is compared. Two names are those of one person if they
 * have a form in common:
 * - case, white space, accents, apostrophes and other punctuation do not count; a hyphen is a space
 * - an umlaut has two forms, so that `Müller` is `Mueller`, and `Muller` as well. These two are not
 *   equal, because the `e` of `Michael` is a letter of its own.
 * - the words and their order count: `Anna Lena` is neither `Lena Anna` nor `Annalena`. Only names
 *   in East Asian letters are equal with and without a space.
 *
 * Empty for a name without text.
 */
export function personKeys(name: string): readonly string[] {
  if (/^[a-z]+(?: [a-z]+)*$/i.test(name)) return [name.toLowerCase()];
  const letters = normalForm(name.replace(apostrophes, ''), 'NFKD').toLowerCase();
  const expanded = letters
    .replace(/([aou])\u0308/g, '$1e')
    .replace(/a\u030a/g, 'aa')
    .replace(/ø/g, 'oe');
  const keys = [...new Set([letters, expanded].map(plainForm))].filter(Boolean);
  // A sign may be all that a name has.
  return keys.length > 0 ? keys : [foldKey(name)].filter(Boolean);
}

/** Whether two names are those of one person, as {@link personKeys} compares them. */
export function isSamePerson(one: string, other: string): boolean {
  const keys = personKeys(other);
  return personKeys(one).some((key) => keys.includes(key));
}

/**
 * One key for each person whom the names mean: names with a form in common have the same one, also
 * if a third name has it in common with each, as `Müller` has with `Muller` and `Mueller`. A name
 * without text has none.
 */
export function personIndex(names: Iterable<string>): (name: string) => string | undefined {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let parent = parents.get(key); parent !== undefined; parent = parents.get(root))
      root = parent;
    return root;
  };
  for (const name of names) {
    const [first, second] = personKeys(name).map(rootOf);
    if (first === undefined || second === undefined || first === second) continue;
    parents.set(second, first);
  }
  return (name) => personKeys(name).map(rootOf)[0];
}

/**
 * The text as which the value of a key is compared: a talk called 404 may be listed with a number.
 * Undefined if it has none.
 */
export function keyText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * The other text that a listed value may stand for: some services list text as HTML (`Q&amp;A`).
 */
export function otherTextsOf(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? unescapeHtml(value) : value;
  return typeof text !== 'string' || text === value ? [] : [text];
}

/** The form in which a title is compared: some servers, and some files, have text as HTML. */
export function comparedTitle(title: unknown): string | undefined {
  const [text = title] = otherTextsOf(title);
  const shown = keyText(text);
  return shown === undefined ? undefined : titleKey(shown) || undefined;
}

/**
 * The addresses in a field that shows more than one, or a name beside it: `Amina <a@example.org>,
 * b@example.org`.
 */
export function addressesIn(field: string, value: unknown): readonly string[] {
  if (!isAddressField(field) || typeof value !== 'string' || !/[\s,;:<(]/.test(value.trim()))
    return [];
  return addressesInText(foldKey(value));
}

function plainForm(letters: string): string {
  const plain = withoutAccents(letters)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return eastAsian.test(plain) ? plain.replaceAll(' ', '') : plain;
}

/** @param letters decomposed, in lower case */
export function withoutAccents(letters: string): string {
  const plain = normalForm(letters.replace(accents, ''), 'NFC');
  return plain.replace(undecomposed, (letter) => plainLetters[letter] ?? letter);
}

/**
 * With the marks that are typed instead of one; invisible characters are none either. The accents
 * decompose into spaces.
 */
const apostrophes = /['’‘‛`´ʼʻʹ′＇]|\p{Cf}/gu;

const typedApostrophes = /[’‘‛`´ʼʻʹ′＇]/g;

/**
 * In other scripts, a mark makes another letter: `й` is not `и`. Only `ё` and `е` are used alike.
 */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+|(?<=е)\u0308/gu;

/** What is written for letters that Unicode does not decompose, all in lower case. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
};

const undecomposed = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー ]+$/u;
