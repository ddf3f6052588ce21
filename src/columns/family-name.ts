// Decides which of a person's words are the family name. Must not know titles, lists or addresses. Pure.
import { splitUnspaced } from './east-asian-names.ts';
import { isGivenName } from './name-evidence.ts';
import { lowerCaseParticles, nobility, particles, plainWord, surnameJoints } from './name-words.ts';

export interface Split {
  readonly first: string;
  readonly last: string;
  /** Nothing shows where the family name begins: in `Gabriel García Márquez` at the second word, in `Lim Tit Meng` at the first. */
  readonly isSplitUnclear?: true;
}

export function splitWords(words: readonly string[]): Split {
  const [one = '', ...others] = words;
  if (others.length === 0) {
    if (isDotted(one)) return splitAt(one.split(nameDot), -1);
    return isEastAsian(words) && one.length > 1 ? splitUnspaced(one) : { first: one, last: '' };
  }
  if (isEastAsian(words)) return { first: others.join(' '), last: one };
  const leading = leadingFamilyName(words);
  if (leading > 0) return { first: words.slice(leading).join(' '), last: words.slice(0, leading).join(' ') };
  const start = familyStart(words);
  if (start !== undefined) {
    // `Conceição Evaristo de Brito`
    const isUnclear = start > 1 && isParticle(words[start] ?? '') && !isMiddleName(words[start - 1] ?? '');
    return { ...splitAt(words, start), ...(isUnclear && { isSplitUnclear: true }) };
  }
  const [middle = '', last = ''] = words.slice(-2);
  const isSplitUnclear = words.length > 2 && (!isMiddleName(middle) || (isPatronymic(last) && !isPatronymic(middle)));
  return { ...splitAt(words, words.length - 1), ...(isSplitUnclear && { isSplitUnclear }) };
}

/** Whether the words before a comma can only be a family name. */
export function isFamilyName(words: readonly string[], given: readonly string[]): boolean {
  const [start = '', next = ''] = words;
  if (words.length > 1 && isParticle(start) && (isLowerCase(start) || given.length === 1)) return true;
  if (isNobility(start) && isParticle(next)) return true;
  if (particlesAtEnd(given) < given.length) return true;
  return words.every(isAllCaps) && !given.some(isAllCaps);
}

/** Where the particles begin that end a given name: `Berg, Pieter van der`. */
export function particlesAtEnd(words: readonly string[]): number {
  let from = words.length;
  while (from > 1 && isParticle(words[from - 1] ?? '') && isLowerCase(words[from - 1] ?? '')) from--;
  return from < words.length && from > 1 && isNobility(words[from - 1] ?? '') ? from - 1 : from;
}

/** Whether the words begin as a family name in lower case, and have more words than that needs: `van der Berg Pieter`. */
export function mayEndInGivenName(words: readonly string[]): boolean {
  return (
    leadingFamilyName(words) === words.length &&
    words.filter((word) => !isParticle(word) && !isNobility(word)).length > 1
  );
}

/** `Ortega y Gasset` */
export function hasSurnameJoint(words: readonly string[]): boolean {
  return words.some((word, at) => at > 0 && at < words.length - 1 && surnameJoints.has(word));
}

export function isParticle(word: string): boolean {
  return particles.has(word.toLowerCase());
}

/** `J.`, `J. R. R.`, `J.-P.` */
export function isInitials(words: readonly string[]): boolean {
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

/** How many words at the start are the family name; 0 if it is at the end. */
function leadingFamilyName(words: readonly string[]): number {
  const [start = '', next = ''] = words;
  const isFamilyAlone = isLowerCase(start) ? isParticle(start) : isNobility(start) && isParticle(next);
  if (isFamilyAlone) return words.length;
  // `Смирнова Анна Петровна`
  if (words.length === 3 && isPatronymicOf(words[2] ?? '', start) && !isPatronymic(next)) return 1;
  // `Смирнова А. П.`
  const areInitials = words.slice(1).every((word) => isInitials([word]) && word.includes('.'));
  return words.length > 2 && areInitials && !isInitials([start]) && !isGivenName(start) ? 1 : 0;
}

/** Where the family name starts if a particle, a joint or capitals show it. */
function familyStart(words: readonly string[]): number | undefined {
  const last = words.length - 1;
  const joint = words.findIndex((word, at) => at > 1 && at < last && surnameJoints.has(word));
  if (joint > 0) return joint - 1;
  const found = words.findIndex((word, at) => {
    if (at === 0 || at === last || !isParticle(word)) return false;
    // A capitalized particle in the midst may be a middle name.
    return isLowerCase(word) || (!lowerCaseParticles.has(plainWord(word)) && words.slice(at, last).every(isParticle));
  });
  // `Karl Graf von Berg`
  if (found > 0) return found > 1 && isNobility(words[found - 1] ?? '') ? found - 1 : found;
  // `Jean DE LA FONTAINE`
  const capitals = words.findIndex((_, at) => at > 0 && words.slice(at).every(isAllCaps));
  return capitals > 0 && !isAllCaps(words[0] ?? '') ? capitals : undefined;
}

/** Whether a word before the last one cannot be a family name. */
function isMiddleName(word: string): boolean {
  return isInitials([word]) || /["“”„(]/.test(word) || isGivenName(word) || isPatronymic(word);
}

export function isPatronymic(word: string): boolean {
  return /(?:овна|евна|ична|івна|ївна|ovna|evna|ович|евич|ьич)$/iu.test(word);
}

/** Whether a word is a patronymic and the other one a family name. `Абрамович` may be either, `Петровна` only the former. */
function isPatronymicOf(word: string, family: string): boolean {
  const isFamily = /(?:[оеё]в|[иы]н|[сц]кий|ко|ук|юк|ян)$/iu.test(family) && !isGivenName(family);
  return isPatronymic(word) && (isFamily || /н[аa]$/iu.test(word));
}

function isNobility(word: string): boolean {
  return nobility.has(word.toLowerCase());
}
