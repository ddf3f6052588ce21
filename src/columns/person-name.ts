// Reads the name of one person: titles and degrees come off, particles belong to the family name. Must not know lists. Pure.
import {
  degrees,
  dottedTitles,
  furtherMarks,
  generations,
  groupWords,
  lowerCaseParticles,
  particles,
  shortDegrees,
  surnameJoints,
  titleCaseDegrees,
  titleParts,
  titles,
} from './name-words.ts';

export interface Name {
  /** As it is written, without what was dropped. */
  readonly name: string;
  readonly first: string;
  readonly last: string;
}

export interface Core {
  /** The words of the name itself. */
  readonly words: readonly string[];
  /** `Jr.`, `III`: a part of the family name. */
  readonly generation: string;
  readonly dropped: readonly string[];
}

/** Takes titles, degrees, labels (`Chair:`) and handles off a name. */
export function coreOf(all: readonly string[]): Core {
  if (isSuffix(all)) return { words: [], generation: all.find(isGeneration) ?? '', dropped: all };
  const dropped: string[] = [];
  let words = [...all];
  const drop = (count: number) => dropped.push(...words.splice(0, count));
  drop(words.findLastIndex((word) => /.:$/.test(word)) + 1);
  while (words.length > 0 && isBullet(words[0] ?? '')) words.shift();
  for (let isTitled = false; words.length > 0 && isTitle(words[0] ?? '', isTitled); isTitled = true) drop(1);
  let generation = '';
  while (words.length > 1) {
    const [before = '', last = ''] = words.slice(-2);
    const isSplit = /^ph\.?$/i.test(before) && /^d\.?$/i.test(last);
    if (isSplit) dropped.push(`${words.splice(-2).join(' ')}`);
    else if (isGeneration(last) && words.length > 1 && generation === '') generation = words.pop() ?? '';
    else if (isDegree(last, words.length - 1) || furtherMarks.has(last.toLowerCase())) dropped.push(words.pop() ?? '');
    else break;
  }
  // `Dr. Ph.D.` names nobody.
  if (words.length === 1 && dropped.length > 0 && isDegree(words[0] ?? '', 0)) drop(1);
  const [, honored, honorific] = /^(.{2,}?)(さん|さま|様|氏|先生|教授|博士|님|씨)$/.exec(words.at(-1) ?? '') ?? [];
  if (honored !== undefined && honorific !== undefined && isEastAsian([honored])) {
    words.splice(-1, 1, honored);
    dropped.push(honorific);
  }
  const handles = words.filter((word) => /^@./.test(word));
  words = words.filter((word) => !handles.includes(word));
  return { words, generation, dropped: [...dropped, ...handles] };
}

/** Whether words are degrees or other additions, which name nobody. */
export function isSuffix(words: readonly string[]): boolean {
  if (words.length === 0) return false;
  if (words.length === 2 && /^ph\.? d\.?$/i.test(words.join(' '))) return true;
  return words.every((word) => isGeneration(word) || isDegree(word, 3) || isShortDegree(word));
}

/** The name of a person whose first and last name are known; in East Asian scripts the family name first. */
export function fullName(first: string, last: string): string {
  const names = [first, last].filter(Boolean);
  return (isEastAsian(names) ? names.toReversed() : names).join(' ');
}

/** First and last name of a person's core. */
export function splitCore({ words, generation }: Core): Name {
  const [first, last] = splitWords(words);
  const isAsWritten = words.length > 1 ? isEastAsian(words) : words[0]?.includes('・');
  if (isAsWritten) return { name: words.join(' '), first, last };
  return pairName(first, generation === '' ? last : `${last} ${generation}`.trim());
}

/** `Last, First` */
export function pairCores(family: Core, given: Core): Name {
  if (isEastAsian([...family.words, ...given.words])) {
    const [last, first] = [family.words.join(' '), given.words.join(' ')];
    return { name: `${last} ${first}`, first, last };
  }
  // `Berg, Pieter van der`
  const from = particlesAtEnd(given.words);
  const words = [...given.words.slice(from), ...family.words];
  const last = [...words, family.generation || given.generation].filter(Boolean).join(' ');
  return pairName(given.words.slice(0, from).join(' '), last);
}

/** Whether the words before a comma can only be a family name. */
export function isFamilyName(words: readonly string[], given: readonly string[]): boolean {
  const [start = ''] = words;
  if (words.length > 1 && isParticle(start) && (isLowerCase(start) || given.length === 1)) return true;
  if (particlesAtEnd(given) < given.length) return true;
  return words.every(isAllCaps) && !given.some(isAllCaps);
}

/** `J.`, `J. R. R.`, `J.-P.` */
export function isInitials(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => /^(\p{Lu}\.?-?)+$/u.test(word) && /^\p{Lu}$|\./u.test(word));
}

/** Whether one of the words is in names of organizations only. */
export function isGroup(words: readonly string[]): boolean {
  return words.some((word) => groupWords.has(plain(word)));
}

/** Whether words in lower case stand among others, as in `a developer from Bern`; particles may. */
export function isProse(words: readonly string[]): boolean {
  const isLower = (word: string) => /^\p{Ll}{2,}$/u.test(word) && !isParticle(word) && word !== 'und';
  return words.length > 2 && words.some(isLower) && !words.every((word) => isLower(word) || isParticle(word));
}

export function isEastAsian(words: readonly string[]): boolean {
  return (
    words.length > 0 &&
    words.every((word) => /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}々〆ヶー]+$/u.test(word))
  );
}

/** `Ortega y Gasset` */
export function hasSurnameJoint(words: readonly string[]): boolean {
  return words.some((word, at) => at > 0 && at < words.length - 1 && surnameJoints.has(word));
}

function splitWords(words: readonly string[]): readonly [first: string, last: string] {
  const [one = '', ...others] = words;
  if (others.length === 0) return words[0]?.includes('・') ? splitAt(one.split('・'), -1) : [one, ''];
  if (isEastAsian(words)) return [others.join(' '), one];
  if (isLowerCase(one) && isParticle(one)) return ['', words.join(' ')];
  const capitals = isGroup(words) ? 0 : leadingCapitals(words);
  if (capitals > 0) return [words.slice(capitals).join(' '), words.slice(0, capitals).join(' ')];
  const joint = words.findIndex((word, at) => at > 1 && at < words.length - 1 && surnameJoints.has(word));
  if (joint > 0) return splitAt(words, joint - 1);
  return splitAt(words, familyStart(words));
}

function splitAt(words: readonly string[], at: number): readonly [string, string] {
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
}

/** Where the family name starts: at its first particle, or at the last word. */
function familyStart(words: readonly string[]): number {
  const last = words.length - 1;
  const found = words.findIndex((word, at) => {
    if (at === 0 || at === last || !isParticle(word)) return false;
    // A capitalized particle in the midst may be a middle name.
    return isLowerCase(word) || (!lowerCaseParticles.has(plain(word)) && words.slice(at, last).every(isParticle));
  });
  if (found > 0) return found;
  // `Jean DE LA FONTAINE`
  const capitals = words.findIndex((_, at) => at > 0 && words.slice(at).every(isAllCaps));
  return capitals > 0 && !isAllCaps(words[0] ?? '') ? capitals : last;
}

/** How many words at the start are a family name in capitals, as in `DUPONT Jean`. */
function leadingCapitals(words: readonly string[]): number {
  const count = words.findIndex((word) => !isAllCaps(word));
  if (count < 1 || words.slice(count).some(isAllCaps)) return 0;
  const [start = ''] = words;
  // `JD Smith`
  return words.slice(0, count).some((word) => /(?:\P{Lu}*\p{Lu}){3}/u.test(word) && hasVowel(word)) &&
    !start.includes('.')
    ? count
    : 0;
}

function particlesAtEnd(words: readonly string[]): number {
  let from = words.length;
  while (from > 1 && isParticle(words[from - 1] ?? '') && isLowerCase(words[from - 1] ?? '')) from--;
  return from;
}

function isParticle(word: string): boolean {
  return particles.has(word.toLowerCase());
}

/** `1.`, `*`, `•` before a name in a list. */
function isBullet(word: string): boolean {
  return /^(?:\d{1,2}[.)]|[*•·‣◦○●▪–—-])$/.test(word);
}

function isTitle(word: string, isAfterTitle: boolean): boolean {
  const key = plain(word);
  if (dottedTitles.has(key)) return word.endsWith('.');
  if (/^(dr|prof|dipl)\.?[-.]/i.test(word)) return true;
  return titles.has(key) || (isAfterTitle && titleParts.has(key) && isLowerCase(word) && word.includes('.'));
}

export function isGeneration(word: string): boolean {
  const key = plain(word);
  return generations.has(key) && (/^[js]n?r$/.test(key) || word === word.toUpperCase());
}

/** @param before how many words stand before it */
function isDegree(word: string, before: number): boolean {
  const key = plain(word);
  // `Meng` is a name, `MEng` a degree.
  if (degrees.has(key)) return !/^\p{Lu}\p{Ll}+$/u.test(word) || titleCaseDegrees.has(key);
  if (!shortDegrees.has(key)) return /^dipl\.?-/i.test(word);
  return /\p{L}\.\p{L}+\.?$/u.test(word) || (key === 'md' && isAllCaps(word) && before > 1);
}

function isShortDegree(word: string): boolean {
  return shortDegrees.has(plain(word)) && (isAllCaps(word) || /\./.test(word));
}

/** In lower case, without full stops and commas. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[.,]/g, '');
}

function isLowerCase(word: string): boolean {
  return word === word.toLowerCase();
}

function isAllCaps(word: string): boolean {
  return /^(?:M?a?c?\p{Lu}['’]?)?\p{Lu}[\p{Lu}\p{M}'’-]+$/u.test(word);
}

function hasVowel(word: string): boolean {
  return /[AEIOUY]/.test(word.normalize('NFD'));
}

function pairName(first: string, last: string): Name {
  return { name: [first, last].filter(Boolean).join(' '), first, last };
}
