// Decides which of a person's words are the family name. Must not know titles, lists or addresses. Pure.
import { splitUnspaced } from './east-asian-names.ts';
import { lowerCaseParticles, nobility, particles, plainWord, surnameJoints } from './words.ts';

export interface Split {
  readonly first: string;
  readonly last: string;
  /** Nothing shows where the family name begins: in `Gabriel García Márquez` at the second word. */
  readonly isSplitUnclear?: true;
}

export function splitWords(words: readonly string[]): Split {
  const [one = '', ...others] = words;
  if (others.length === 0) {
    if (isDotted(one)) return splitAt(one.split(nameDot), -1);
    return isEastAsian(words) && one.length > 1 ? splitUnspaced(one) : { first: one, last: '' };
  }
  if (isEastAsian(words)) return { first: others.join(' '), last: one };
  if (isFamilyAlone(words)) return { first: '', last: words.join(' ') };
  const start = familyStart(words) ?? words.length - 1;
  // `Gabriel García Márquez`, `Conceição Evaristo de Brito`
  const isSplitUnclear = start > 1 && (!isMiddleName(words[start - 1] ?? '') || isInitials(words.slice(-1)));
  return { ...splitAt(words, start), ...(isSplitUnclear && { isSplitUnclear }) };
}

/** Whether the words can only be a family name: `van der Berg`, `Graf von Bergen`. */
function isFamilyAlone([start = '', next = '']: readonly string[]): boolean {
  return isLowerCase(start) ? isParticle(start) : isNobility(start) && isParticle(next);
}

/** Where the particles begin that end a given name: `Berg, Pieter van der`. */
export function particlesAtEnd(words: readonly string[]): number {
  let from = words.length;
  while (from > 1 && isParticle(words[from - 1] ?? '') && isLowerCase(words[from - 1] ?? '')) from--;
  return from < words.length && from > 1 && isNobility(words[from - 1] ?? '') ? from - 1 : from;
}

/** Whether the words begin as a family name in lower case, and have more words than that needs: `van der Berg Pieter`. */
export function mayEndInGivenName(words: readonly string[]): boolean {
  return isFamilyAlone(words) && words.filter((word) => !isParticle(word) && !isNobility(word)).length > 1;
}

/** `Ortega y Gasset` */
export function hasSurnameJoint(words: readonly string[]): boolean {
  return words.some((word, at) => at > 0 && at < words.length - 1 && surnameJoints.has(word));
}

export function isParticle(word: string): boolean {
  return particles.has(word.toLowerCase());
}

/** `J.`, `J. R. R.`, `J.-P.` */
function isInitials(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => /^(\p{Lu}\.?-?)+$/u.test(word) && /^\p{Lu}$|\./u.test(word));
}

export function isEastAsian(words: readonly string[]): boolean {
  return (
    words.length > 0 &&
    words.every((word) => /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}々〆ヶー]+$/u.test(word))
  );
}

export function isLowerCase(word: string): boolean {
  return word === word.toLowerCase();
}

export function isAllCaps(word: string): boolean {
  return /^(?:M?a?c?\p{Lu}['’]?)?\p{Lu}[\p{Lu}\p{M}'’-]+$/u.test(word);
}

/** Whether a name of another script is written in East Asian letters, with the given name first: `马克·吐温`, `マーク・トウェイン`. */
export function isDotted(word: string): boolean {
  const parts = word.split(nameDot);
  return parts.length > 1 && parts.every((part) => /^[\p{Lo}ー]+$/u.test(part));
}

const nameDot = /[・･·‧•]/u;

function splitAt(words: readonly string[], at: number): Split {
  return { first: words.slice(0, at).join(' '), last: words.slice(at).join(' ') };
}

/** Where the family name starts if a particle or a joint shows it. */
function familyStart(words: readonly string[]): number | undefined {
  const last = words.length - 1;
  const joint = words.findIndex((word, at) => at > 1 && at < last && surnameJoints.has(word));
  if (joint > 0) return joint - 1;
  const found = words.findIndex((word, at) => {
    if (at === 0 || at === last || !isParticle(word)) return false;
    // A capitalized particle in the midst may be a middle name.
    return isLowerCase(word) || (!lowerCaseParticles.has(plainWord(word)) && words.slice(at, last).every(isParticle));
  });
  if (found < 1) return undefined;
  // `Karl Graf von Berg`
  return found > 1 && isNobility(words[found - 1] ?? '') ? found - 1 : found;
}

/** Whether a word before the last one cannot be a family name. */
function isMiddleName(word: string): boolean {
  return isInitials([word]) || /["“”„(]/.test(word);
}

function isNobility(word: string): boolean {
  return nobility.has(word.toLowerCase());
}
