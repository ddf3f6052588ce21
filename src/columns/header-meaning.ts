// Owns what one header means alone, however it is written. Must not know the fields of files.
import type { DurationUnit } from './dates/duration.ts';
import { divideHeader, longestHeader } from './dates/header-zone.ts';
import { hourWords, minuteWords } from './dates/words.ts';
import { foldDateText, lettersOf, wordsOf } from './fold.ts';
import { languages } from './vocabulary/languages.ts';
import { compounds, furtherRoles, type Meaning } from './vocabulary/terms.ts';
import { type Entry, entriesOf, isFiller } from './vocabulary/word-index.ts';

/** What a header means, and whether a remark or a language had to be left out to see it. */
export interface HeaderReading {
  readonly meaning: Meaning;
  readonly isRemarked: boolean;
}

/** What a header means alone. */
export function meaningOf(header: string): Meaning | undefined {
  return readHeader(header)?.meaning;
}

/**
 * `Room (required)`, `Time (PDT)`, `time_utc` and `Abstract - max 100 words` are `Room`, `Time` and
 * `Abstract`; `Submitter (affiliation)` is not `Submitter`. `title_en` is `Title` in a language.
 */
export function readHeader(header: string): HeaderReading | undefined {
  const meaning = numberMeaning(header) ?? wholeMeaning(header) ?? durationMeaning(header);
  if (meaning !== undefined) return { meaning, isRemarked: false };
  if (header.length > longestRemarked) return undefined;
  return readRemarked(header) ?? readZoned(header);
}

function readRemarked(header: string): HeaderReading | undefined {
  const { before, inside = '' } = (remark.exec(header) ?? limit.exec(header))?.groups ?? {};
  if (before === undefined) return remarkedReading(withoutLanguage(header));
  // `DE` alone means a start in some languages.
  if (isLanguage(lettersOf(inside))) return remarkedReading(before);
  // A word for a place may be a remark of a time: `Start (local)`.
  const ofTime = /^local(?: times?)?$/i.test(inside.trim()) ? readTimeHeader(before) : undefined;
  if (ofTime !== undefined) return ofTime;
  if (unitOf(inside) !== undefined || meaningOf(inside) !== undefined) return undefined;
  // `Email (author, if known)` is that of somebody in particular.
  if (wordsOf(inside).some((word) => roles.has(meaningOf(word)))) return undefined;
  return remarkedReading(before);
}

function remarkedReading(header: string | undefined): HeaderReading | undefined {
  const reading = header === undefined ? undefined : readHeader(header);
  return reading && { ...reading, isRemarked: true };
}

/** The other words of a header that begins or ends with the code of a language. */
function withoutLanguage(header: string): string | undefined {
  const words = wordsOf(header);
  if (words.length < 2) return undefined;
  if (isLanguage(words.at(-1))) return words.slice(0, -1).join(' ');
  return isLanguage(words[0]) ? words.slice(1).join(' ') : undefined;
}

function isLanguage(word: string | undefined): boolean {
  return word !== undefined && Object.hasOwn(languages, word);
}

/** Only times have a zone: `Sala EST` may be a room. */
function readZoned(header: string): HeaderReading | undefined {
  const rest = divideHeader(header)?.rest;
  return rest === undefined ? undefined : readTimeHeader(rest);
}

function readTimeHeader(header: string): HeaderReading | undefined {
  const reading = readHeader(header);
  return reading !== undefined && times.has(reading.meaning)
    ? { ...reading, isRemarked: true }
    : undefined;
}

/** Whether a header is that of times or of dates. */
export function isTimeHeader(header: string): boolean {
  return readTimeHeader(header) !== undefined;
}

const times: ReadonlySet<Meaning> = new Set([
  'start',
  'startTime',
  'time',
  'slot',
  'end',
  'date',
  'day',
  'endDate',
]);

const roles: ReadonlySet<Meaning | undefined> = new Set([
  ...furtherRoles,
  'speaker',
  'author',
  'submitter',
]);

/** With its remark. A longer text is no header. */
export const longestRemarked = 300;

const wordsInside = '[^()[\\]（）【】]*\\p{L}[^()[\\]（）【】]*';
const offsetInside = '[+\\-−]\\d\\d?:?\\d*';

/** At the end of a header: words, or an offset; `(300)` may belong to the name of a room. */
const remark = new RegExp(
  `^(?<before>.*\\S)\\s*[([（【](?<inside>${wordsInside}|${offsetInside})[)\\]）】][\\s*:：]*$`,
  'u',
);

/** `Abstract - max 100 words` */
const limit = /^(?<before>.*\S)\s+[-–—]\s+(?<inside>.*\d\d\s*\p{L}.*)$/u;

/** `Paper #` and `Vortrag Nr.`; `Cell #` has no meaning of its own. */
function numberMeaning(header: string): Meaning | undefined {
  const { before } = numberSign.exec(header)?.groups ?? {};
  if (before === undefined) return undefined;
  if (before.trim() === '') return 'number';
  const noun = wholeMeaning(before);
  return noun && compounds[noun]?.number;
}

const numberSign = /^(?<before>.*?)(?:#|№|(?<![\p{L}\d])(?:no|nr|n[º°])\.?)[\s*:]*$/iu;

/** The unit that the header of a duration names; bare numbers are minutes below any other. */
export function durationUnit(header: string): DurationUnit | undefined {
  const isDuration = meaningOf(header) === 'duration';
  return isDuration ? unitOf(wordsOf(header).at(-1)) : undefined;
}

/** `Duration in hours`, `duration_min`, `Time (min)`: a clock time has no minutes as its unit. */
function durationMeaning(header: string): Meaning | undefined {
  const words = wordsOf(header);
  const unit = unitOf(words.at(-1));
  if (unit === undefined) return undefined;
  const others = words.slice(0, -1);
  const before = inWords.has(others.at(-1)) ? others.slice(0, -1) : others;
  const meaning = wholeMeaning(before.join(' '));
  if (meaning === 'time' && unit === 'minutes') return 'duration';
  return meaning === 'duration' ? meaning : undefined;
}

function unitOf(text: string | undefined): DurationUnit | undefined {
  if (text === undefined) return undefined;
  const word = foldDateText(text).replace(/\.$/, '');
  if (minuteWords.includes(word)) return 'minutes';
  return hourWords.includes(word) ? 'hours' : undefined;
}

/** Before a unit. */
const inWords: ReadonlySet<string | undefined> = new Set(['in', 'en', 'em', 'w', 'v', 'в']);

function wholeMeaning(header: string): Meaning | undefined {
  for (const form of formsOf(header)) {
    const [first] = readingOf(form);
    if (first !== undefined) return first.meaning;
  }
  return undefined;
}

/** A header as it is, without the number of a form, and without fillers; each as one word. */
function formsOf(header: string): readonly string[] {
  const words = wordsOf(header.replace(number, ''));
  // The last letter of `Room A` is its name, and no article, as is the language of `Title (DE)`.
  const isAtEdge = (at: number) => at === 0 || at === words.length - 1;
  const isName = (word: string, at: number) =>
    (word.length === 1 && at > 0 && at === words.length - 1) || (isAtEdge(at) && isLanguage(word));
  const kept = words.filter((word, at) => isName(word, at) || !isFiller(word));
  return [...new Set([lettersOf(header), words.join(''), kept.join('')])].filter(Boolean);
}

/** `3. Name`, `12) Name` and `#3 Name` are `Name`; `Speaker 1: Name` is not. */
const number = /^\s*(?:#\d+|\(?\d+(?:\.\d+)*[.):、．）：])\s*(?=\D)/u;

type Readings = Map<string, readonly Entry[]>;

/**
 * The meanings of normalized text: as one word, else as two nouns of one language, in either order.
 * @param readings of the parts that were read: a noun that is repeated has as many divisions as
 * there are subsets of its places
 */
function readingOf(text: string, readings: Readings = new Map()): readonly Entry[] {
  const whole = entriesOf(text);
  if (whole.length > 0 || text.length > longestHeader) return whole;
  const divided = readings.get(text) ?? asTwoNouns(text, readings);
  readings.set(text, divided);
  return divided;
}

function asTwoNouns(text: string, readings: Readings): readonly Entry[] {
  for (let at = 1; at < text.length; at++) {
    const before = text.slice(0, at);
    const after = text.slice(at);
    if (!isNoun(before) || !isNoun(after)) continue;
    const combined = [
      ...combine(entriesOf(before), after, readings),
      ...combine(entriesOf(after), before, readings),
    ];
    if (combined.length > 0) return combined;
  }
  return [];
}

/** A letter, as in `Session A`, is a number; `von` is a start only if it is alone. */
function isNoun(text: string): boolean {
  return !/^[a-z]$/.test(text) && !isFiller(text);
}

function combine(nouns: readonly Entry[], rest: string, readings: Readings): readonly Entry[] {
  if (!nouns.some(({ meaning }) => compounds[meaning] !== undefined)) return [];
  const others = readingOf(rest, readings);
  return nouns.flatMap(({ meaning, language }) =>
    others.flatMap((other) => {
      const isOneLanguage = other.language === language;
      const together = isOneLanguage ? compounds[meaning]?.[other.meaning] : undefined;
      return together === undefined ? [] : [{ meaning: together, language }];
    }),
  );
}
