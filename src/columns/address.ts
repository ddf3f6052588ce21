// Owns what an e-mail address is, and whose name it contains. Must not know rows. Pure.
import { personKeys } from '../contract/key.ts';
import { wordSpellings } from './fold.ts';
import { canBeSamePerson } from './same-person.ts';

const longestAddress = 1000;
const longestUsual = 100;

/**
 * Whether a text is one e-mail address: a local part (quoted, if it has spaces), one `@`, and a domain with a dot or
 * `localhost`. Letters of all scripts are allowed (RFC 6531); invisible characters are not.
 */
export function isAddress(text: string): boolean {
  // Most addresses; the rest of the function takes longer.
  if (text.length < longestUsual && /^[\w.+-]+@(?:[a-z\d]+[.-])+[a-z]{2,}$/i.test(text)) return true;
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > longestAddress || /[\p{Cc}\p{Cf}]/u.test(text)) return false;
  const local = text.slice(0, at);
  return (/^[^\s@<>()[\]\\,;:"]+$/.test(local) || /^"(?:[^"\\]|\\.)+"$/.test(local)) && isDomain(text.slice(at + 1));
}

function isDomain(domain: string): boolean {
  if (domain === 'localhost' || /^\[[\da-f.:]+\]$/i.test(domain)) return true;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '');
}

function isLabel(label: string): boolean {
  return /^[\p{L}\p{N}\p{M}-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/** Whether the local part of an address contains a person's first or last name, or its initials as `alovelace`. */
export function fitsName(address: string, { first, last }: { readonly first: string; readonly last: string }): boolean {
  const [given, family] = [first, last].map(wordSpellings) as [readonly Word[], readonly Word[]];
  return personKeys(address.slice(0, Math.max(0, address.lastIndexOf('@')))).some((local) => {
    const words = local.split(' ').filter(Boolean);
    const joined = words.join('');
    const hasWord = (name: string) => words.includes(name) || (name.length > 3 && joined.includes(name));
    const names = [...given, ...family].flat();
    return names.some((name) => name.length > 1 && hasWord(name)) || isInitialed(joined, given, family);
  });
}

/** The only person whose name is beside the address, as in `Ann Muster <ann@example.org>`, or else in it. */
export function ownerOf<Named extends { readonly first: string; readonly last: string }>(
  address: string,
  people: readonly Named[],
  beside: string,
): Named | undefined {
  const isNamed = ({ first, last }: Named) => beside !== '' && canBeSamePerson(`${first} ${last}`, beside);
  const [named, another] = people.filter(isNamed);
  if (named !== undefined && another === undefined) return named;
  const fitting = people.filter((person) => fitsName(address, person));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function isInitialed(local: string, given: readonly Word[], family: readonly Word[]): boolean {
  const [firsts = [], lasts = []] = [given[0], family.at(-1)];
  return firsts.some((first) =>
    lasts.some((last) => local === `${first.charAt(0)}${last}` || local === `${first}${last.charAt(0)}`),
  );
}

/** In all of its spellings. */
type Word = readonly string[];
