// Reads the words of one person's name: titles and degrees come off, and particles belong to the
// family name. Must not know cells. Pure.

import { normalForm } from '../contract/normal-form.ts';
import { splitUnspaced } from './east-asian-names.ts';
import {
  degrees,
  dottedTitles,
  lowerCaseParticles,
  particles,
  plainWord,
  shortDegrees,
  titleCaseDegrees,
  titleParts,
  titles,
} from './words.ts';

export interface Name {
  /** As it is written, without what was dropped. */
  readonly name: string;
  readonly first: string;
  readonly last: string;
  /** Nothing shows where the family name begins: in `Gabriel García Márquez` at the second word. */
  readonly isSplitUnclear?: boolean | undefined;
}

/**
 * First and last name of the words of one person, without titles and degrees.
 * @param order how names without a comma begin, if not with the given name
 */
export function readName(words: readonly string[], order?: 'family_first'): Name {
  const [start = '', ...others] = words;
  const name = words.join(' ');
  if (isEastAsian(words)) return { name, ...splitEastAsian(start, others) };
  if (others.length === 0) return { name, first: start, last: '' };
  // `van der Berg`, but also `van der Berg Pieter`
  if (isLowerParticle(start)) return { name, first: '', last: name, isSplitUnclear: true };
  const capitals = capitalsBefore(words);
  if (capitals > 0) return nameOf(words.slice(capitals), words.slice(0, capitals));
  if (order === 'family_first' && !words.some(isParticle)) {
    return { ...nameOf(others, [start]), isSplitUnclear: others.length > 1 };
  }
  const at = familyStart(words);
  const [before = '', last = ''] = [words[at - 1], words.at(-1)];
  const isSplitUnclear = (at > 1 && (!isMiddleName(before) || isInitials(last))) || isShort(start);
  return { ...nameOf(words.slice(0, at), words.slice(at)), isSplitUnclear };
}

/** `Last, First` */
export function pairNames(family: readonly string[], given: readonly string[]): Name {
  if (isEastAsian([...family, ...given])) return readName([family.join(''), given.join('')]);
  const last = given.at(-1) ?? '';
  if (given.length > 1 && isGeneration(last))
    return pairNames([...family, last], given.slice(0, -1));
  // `Berg, Pieter van der`
  const isSplitUnclear = given.length > 1 && isLowerParticle(last);
  return { ...nameOf(given, family), isSplitUnclear };
}

/**
 * The name of a person whose first and last name are known; in East Asian scripts the family name
 * first.
 */
export function fullName(first: string, last: string): string {
  const names = [first, last].filter(Boolean);
  return (isEastAsian(names) ? names.toReversed() : names).join(' ');
}

/**
 * Takes titles and degrees off a name.
 * @returns the words of the name itself, none if there is nothing else, and what was dropped
 */
export function withoutTitles(
  all: readonly string[],
): Readonly<Record<'words' | 'dropped', readonly string[]>> {
  if (all.length === 0 || isSuffix(all)) return { words: [], dropped: all };
  const dropped: string[] = [];
  const words = [...all];
  while (isTitle(words[0] ?? '', dropped.length > 0)) dropped.push(...words.splice(0, 1));
  while (words.length > 1 && /^\p{Pd}+$/u.test(words.at(-1) ?? '')) words.pop();
  while (words.length > 1) {
    const isSplit = isSplitDegree(words.slice(-2));
    if (!isSplit && !isDegree(words.at(-1) ?? '', words.length - 1)) break;
    dropped.push(words.splice(isSplit ? -2 : -1).join(' '));
  }
  // `Dr. Ph.D.` names nobody.
  if (words.length === 1 && dropped.length > 0 && isDegree(words[0] ?? '', 0)) {
    dropped.push(...words.splice(0));
  }
  return { words, dropped };
}

/** Whether words in lower case stand among others, as in `a developer from Bern`; particles may. */
export function isProse(words: readonly string[]): boolean {
  const isLower = (word: string) => /^\p{Ll}{2,}$/u.test(word) && !isParticle(word);
  const isName = words.length < 5 && words.every((word) => isLower(word) || isParticle(word));
  return words.length > 2 && words.some(isLower) && !isName;
}

export function isEastAsian(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => eastAsian.test(word));
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}々〆ヶー]+$/u;

/** `van` and `der`, but not `Van` */
export function isLowerParticle(word: string): boolean {
  return isLowerCase(word) && isParticle(word);
}

function splitEastAsian(start: string, others: readonly string[]): Omit<Name, 'name'> {
  if (others.length > 0) {
    return { first: others.join(' '), last: start, isSplitUnclear: others.length > 1 };
  }
  return start.length > 1 ? splitUnspaced(start) : { first: start, last: '' };
}

/** Where the family name starts: at the particles before the last word, else at this one. */
function familyStart(words: readonly string[]): number {
  const last = words.length - (isGeneration(words.at(-1) ?? '') ? 2 : 1);
  const at = words.findIndex((word, index) => {
    if (index === 0 || index >= last || !isParticle(word)) return false;
    // A capitalized particle in the midst may be a middle name.
    const isFamily =
      !lowerCaseParticles.has(plainWord(word)) && words.slice(index, last).every(isParticle);
    return isLowerCase(word) || isFamily;
  });
  return at < 0 ? last : at;
}

/**
 * How many words at the start are written in capitals, where others are not: they are the family
 * name of `MÜLLER Hans` and `DE LA CRUZ Juan`, and `JP Muster` begins with initials.
 */
function capitalsBefore(words: readonly string[]): number {
  const at = words.findIndex((word) => !isInCapitals(word));
  const isFamily = words.slice(0, Math.max(at, 0)).some((word) => lettersIn(word) > 2);
  const others = words.slice(at).filter((word) => !isInitials(word));
  const areOthers = others.length > 0 && !others.some(isInCapitals);
  return isFamily && areOthers ? at : 0;
}

/** `LI` of `LI Wei` may be a family name or initials; `JP` and `DJ` are initials. */
function isShort(word: string): boolean {
  return isInCapitals(word) && lettersIn(word) === 2 && /[AEIOUY]/.test(normalForm(word, 'NFD'));
}

/** Letters of a script with case, and what joins them: `DUPONT-MARTIN`, `O'BRIEN`. */
function isInCapitals(word: string): boolean {
  return lettersIn(word) > 1 && /^[\p{Lu}\p{M}'’-]+$/u.test(word);
}

function lettersIn(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}

/** Whether a word before the last one cannot be a family name. */
function isMiddleName(word: string): boolean {
  return isInitials(word) || /["“”„(]/.test(word);
}

/** `J.`, `J.-P.` */
function isInitials(word: string): boolean {
  return /^(\p{Lu}\.?-?)+$/u.test(word) && /^\p{Lu}$|\./u.test(word);
}

/** Whether words are degrees or other additions, which name nobody. */
function isSuffix(words: readonly string[]): boolean {
  const isOne = (word: string) => isGeneration(word) || isDegree(word, 3) || isShortDegree(word);
  return words.length > 0 && (isSplitDegree(words) || words.every(isOne));
}

/** `Jr.` and `III`: two people may differ in it alone. */
export function isGeneration(word: string): boolean {
  return /^(?:[JjSs]n?[Rr]\.?|II|III|IV)$/.test(word);
}

/** `Ph. D.` */
function isSplitDegree(words: readonly string[]): boolean {
  return words.length === 2 && /^ph\.? d\.?$/i.test(words.join(' '));
}

function isTitle(word: string, isAfterTitle: boolean): boolean {
  const key = plainWord(word);
  if (dottedTitles.has(key)) return word.endsWith('.');
  if (/^(dr|prof|dipl)\.?[-.]/i.test(word)) return true;
  const isPart = isAfterTitle && titleParts.has(key) && isLowerCase(word) && word.includes('.');
  return titles.has(key) || isPart;
}

/** @param before how many words stand before it */
function isDegree(word: string, before: number): boolean {
  const key = plainWord(word);
  // `Meng` is a name, `MEng` a degree.
  if (degrees.has(key)) return !/^\p{Lu}\p{Ll}+$/u.test(word) || titleCaseDegrees.has(key);
  if (!shortDegrees.has(key)) return /^dipl\.?-/i.test(word);
  return /\p{L}\.\p{L}+\.?$/u.test(word) || (word === 'MD' && before > 1);
}

/** After a comma, `MA` and `MdB` are no names. */
function isShortDegree(word: string): boolean {
  const isWritten = word.includes('.') || /\p{Lu}.*\p{Lu}/u.test(word);
  return shortDegrees.has(plainWord(word)) && isWritten;
}

function isParticle(word: string): boolean {
  return particles.has(word.toLowerCase());
}

function isLowerCase(word: string): boolean {
  return word === word.toLowerCase();
}

function nameOf(given: readonly string[], family: readonly string[]): Name {
  const [first, last] = [given.join(' '), family.join(' ')];
  return { name: [first, last].filter(Boolean).join(' '), first, last };
}
