// Joins all languages into one index of words, once, when the first header is read. Must not know fields or files.
import { type LesserWords, normalizeHeader, wordsOf } from '../header.ts';
import { languages } from './languages.ts';
import { type Lesser, type Meaning, type Term, terms } from './terms.ts';

export interface WordIndex {
  /** By normalized header, its meaning in each language that has it. */
  readonly words: ReadonlyMap<string, readonly Entry[]>;
  /** By meaning, its normalized headers in all languages. */
  readonly headers: ReadonlyMap<Meaning, readonly string[]>;
  readonly lesser: LesserWords;
}

/** A meaning in one language. */
export interface Entry {
  readonly meaning: Meaning;
  readonly language: string;
}

let built: WordIndex | undefined;

export function wordIndex(): WordIndex {
  built ??= buildIndex();
  return built;
}

function buildIndex(): WordIndex {
  const lesser = lesserWords();
  const listed = Object.entries(languages).flatMap(([language, page]) =>
    terms.flatMap((term) => wordsIn(page[term]).map((header) => ({ header, entry: { meaning: term, language } }))),
  );
  const words = new Map<string, Entry[]>();
  const shortened: { readonly word: string; readonly entry: Entry }[] = [];
  for (const { header, entry } of listed) {
    const parts = wordsOf(header);
    addEntry(words, parts.join(''), entry);
    // Also without umlauts, as keyboards without them write: `Hoersaal`.
    if (/[äöü]/i.test(header)) addEntry(words, normalizeHeader(header.replace(/[äöü]/gi, '$&e')), entry);
    const kept = parts.filter((part) => !lesser.fillers.has(part));
    if (kept.length > 1 && kept.length < parts.length) shortened.push({ word: kept.join(''), entry });
  }
  // `Nom de famille` is found in `Votre nom de famille`, whose fillers are left out.
  const unlisted = shortened.filter(({ word }) => !words.has(word));
  for (const { word, entry } of unlisted) addEntry(words, word, entry);
  return { words, headers: byMeaning(words), lesser: { ...lesser, people: peopleIn(words) } };
}

function lesserWords(): Omit<LesserWords, 'people'> {
  const pages = Object.values(languages);
  const of = (kind: Lesser) => pages.flatMap((page) => wordsIn(page[kind]));
  const fillers = of('fillers').map(normalizeHeader);
  return {
    fillers: new Set(fillers),
    particles: fillers.filter((word) => unspaced.test(word)).sort((a, b) => b.length - a.length),
    remarks: new Set(of('remarks').map(normalizeHeader)),
    questions: of('questions').map((text) => text.split(' ').map(normalizeHeader).join(' ')),
    numbered: new Set(of('numbered').map(normalizeHeader)),
  };
}

/** Scripts that are written without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function addEntry(words: Map<string, Entry[]>, word: string, entry: Entry): void {
  const entries = words.get(word);
  if (entries === undefined) words.set(word, [entry]);
  else if (!entries.some(({ meaning, language }) => meaning === entry.meaning && language === entry.language)) {
    entries.push(entry);
  }
}

function byMeaning(words: ReadonlyMap<string, readonly Entry[]>): ReadonlyMap<Meaning, readonly string[]> {
  const headers = new Map<Meaning, string[]>(terms.map((term: Term) => [term, []]));
  for (const [word, [entry]] of words) if (entry !== undefined) headers.get(entry.meaning)?.push(word);
  return headers;
}

function peopleIn(words: ReadonlyMap<string, readonly Entry[]>): ReadonlySet<string> {
  const people = new Set<Meaning>(['speaker', 'speakers', 'author', 'authors', 'submitter']);
  const found = new Set<string>();
  for (const [word, entries] of words) if (entries.some(({ meaning }) => people.has(meaning))) found.add(word);
  return found;
}

function wordsIn(text: string): readonly string[] {
  return text
    .split(/[|\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
}
