// Reads the name of one person: titles and degrees come off, particles belong to the family name. Must not know lists. Pure.
import {
  isAllCaps,
  isDotted,
  isEastAsian,
  isLowerCase,
  isParticle,
  particlesAtEnd,
  type Split,
  splitWords,
} from './family-name.ts';
import {
  degrees,
  dottedTitles,
  familySuffixes,
  furtherMarks,
  generations,
  honorifics,
  lowerCaseGenerations,
  plainWord,
  shortDegrees,
  titleCaseDegrees,
  titleParts,
  titles,
} from './words.ts';

export interface Name extends Split {
  /** As it is written, without what was dropped. */
  readonly name: string;
}

export interface Core {
  /** The words of the name itself. */
  readonly words: readonly string[];
  /** `Jr.`, `III`, `Neto`: a part of the family name. */
  readonly generation: string;
  readonly dropped: readonly string[];
}

/** Takes titles, degrees, labels (`Chair:`) and handles off a name. */
export function coreOf(all: readonly string[]): Core {
  if (isSuffix(all)) return { words: [], generation: all.find(isGeneration) ?? '', dropped: all };
  const dropped: string[] = [];
  const words = [...all];
  const drop = (count: number) => dropped.push(...words.splice(0, count));
  drop(words.findLastIndex((word) => /.:$/.test(word)) + 1);
  while (words.length > 0 && isBullet(words[0] ?? '')) words.shift();
  while (words.length > 1 && /^[-–—―]+$/.test(words.at(-1) ?? '')) words.pop();
  for (let isTitled = false; words.length > 0 && isTitle(words[0] ?? '', isTitled); isTitled = true) drop(1);
  let generation = '';
  while (words.length > 1) {
    const [before = '', last = ''] = words.slice(-2);
    const isSplit = /^ph\.?$/i.test(before) && /^d\.?$/i.test(last);
    if (isSplit || (words.length > 2 && isProfessorship(words.slice(-2)))) dropped.push(words.splice(-2).join(' '));
    else if (generation === '' && (isGeneration(last) || isFamilySuffix(words))) generation = words.pop() ?? '';
    else if (isDegree(last, words.length - 1) || furtherMarks.has(last.toLowerCase())) dropped.push(words.pop() ?? '');
    else break;
  }
  // `Dr. Ph.D.` names nobody.
  if (words.length === 1 && dropped.length > 0 && isDegree(words[0] ?? '', 0)) drop(1);
  for (let honorific = honorificOf(words); honorific !== undefined; honorific = honorificOf(words)) {
    const honored = words.pop()?.slice(0, -honorific.length) ?? '';
    words.push(...(honored === '' ? [] : [honored]));
    dropped.push(honorific);
  }
  const handles = words.filter((word) => /^@./.test(word));
  // One alone names the person.
  if (handles.length === words.length) return { words, generation, dropped };
  return { words: words.filter((word) => !handles.includes(word)), generation, dropped: [...dropped, ...handles] };
}

/** The end of `山田 太郎 様`, `佐藤花子さん` and `김민준 교수님`, but not of a name with one more letter only. */
function honorificOf(words: readonly string[]): string | undefined {
  const end = words.at(-1) ?? '';
  const honorific = isEastAsian(words) ? honorifics.find((each) => end.endsWith(each)) : undefined;
  const honored = end.length - (honorific?.length ?? 0);
  return honored > 1 || (honored === 0 && words.length > 1) ? honorific : undefined;
}

/** Whether words are degrees or other additions, which name nobody. */
export function isSuffix(words: readonly string[]): boolean {
  if (words.length === 0) return false;
  if (words.length === 2 && (/^ph\.? d\.?$/i.test(words.join(' ')) || isProfessorship(words))) return true;
  return words.every((word) => isGeneration(word) || isDegree(word, 3) || isShortDegree(word));
}

/** `prof. UW`, `prof. uczelni`: of a Polish university, after a name. */
function isProfessorship([title = '', place = '']: readonly string[]): boolean {
  return title === 'prof.' && /^(?:\p{Lu}{2,5}|uczelni|ucz\.|nadzw\.|zw\.)$/u.test(place);
}

/** The name of a person whose first and last name are known; in East Asian scripts the family name first. */
export function fullName(first: string, last: string): string {
  const names = [first, last].filter(Boolean);
  return (isEastAsian(names) ? names.toReversed() : names).join(' ');
}

/** First and last name of a person's core. @param order of a name in which no particle shows the family name */
export function splitCore({ words, generation }: Core, order?: 'family_first'): Name {
  if (order === 'family_first' && words.length > 1 && !isEastAsian(words) && !words.some(isParticle)) {
    const [family = '', ...given] = words;
    const isUnclear = given.length > 1 && { isSplitUnclear: true as const };
    return { ...pairName(given.join(' '), `${family} ${generation}`.trim()), ...isUnclear };
  }
  const { first, last, ...others } = splitWords(words);
  const isAsWritten = isEastAsian(words) || (words.length === 1 && isDotted(words[0] ?? ''));
  if (isAsWritten) return { name: words.join(' '), first, last, ...others };
  return { ...pairName(first, `${last} ${generation}`.trim()), ...others };
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

/** Whether words in lower case stand among others, as in `a developer from Bern`; particles may. */
export function isProse(words: readonly string[]): boolean {
  const isLower = (word: string) => /^\p{Ll}{2,}$/u.test(word) && !isParticle(word);
  return words.length > 2 && words.some(isLower) && !words.every((word) => isLower(word) || isParticle(word));
}

/** `1.`, `*`, `•` before a name in a list. */
function isBullet(word: string): boolean {
  return /^(?:\d{1,2}[.)]|[*•·‣◦○●▪–—-])$/.test(word);
}

function isTitle(word: string, isAfterTitle: boolean): boolean {
  const key = plainWord(word);
  if (dottedTitles.has(key)) return word.endsWith('.');
  if (/^(dr|prof|dipl)\.?[-.]/i.test(word)) return true;
  return titles.has(key) || (isAfterTitle && titleParts.has(key) && isLowerCase(word) && word.includes('.'));
}

export function isGeneration(word: string): boolean {
  const key = plainWord(word);
  if (lowerCaseGenerations.has(word)) return true;
  return generations.has(key) && (/^[js]n?r$/.test(key) || word === word.toUpperCase());
}

/** Whether the last word is a part of the family name before it: `João Silva Neto`. */
function isFamilySuffix(words: readonly string[]): boolean {
  return words.length > 2 && familySuffixes.has(words.at(-1)?.toLowerCase() ?? '');
}

/** @param before how many words stand before it */
function isDegree(word: string, before: number): boolean {
  const key = plainWord(word);
  // `Meng` is a name, `MEng` a degree.
  if (degrees.has(key)) return !/^\p{Lu}\p{Ll}+$/u.test(word) || titleCaseDegrees.has(key);
  if (!shortDegrees.has(key)) return /^dipl\.?-/i.test(word);
  return /\p{L}\.\p{L}+\.?$/u.test(word) || (key === 'md' && isAllCaps(word) && before > 1);
}

function isShortDegree(word: string): boolean {
  return shortDegrees.has(plainWord(word)) && (isAllCaps(word) || /\./.test(word));
}

function pairName(first: string, last: string): Name {
  return { name: [first, last].filter(Boolean).join(' '), first, last };
}
