// Joins all languages into tables of normalized words, as plain data: the build computes it once. Must not know fields or files.
import { lettersOf, wordsOf } from '../fold.ts';
import { languages } from './languages.ts';
import { placingWords } from './placing.ts';
import { type Lesser, type Meaning, placingTerms, terms } from './terms.ts';

/** A meaning in one language: `email de`. */
type Entry = `${Meaning} ${string}`;

/** Scripts that are written without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export const wordData = joinLanguages();

function joinLanguages() {
  const lesser = lesserWords();
  const fillers = new Set(lesser.fillers);
  const inLanguages = Object.entries(languages).flatMap(([language, page]) =>
    terms.flatMap((term) =>
      wordsIn(page[term]).map((header) => ({ header, entry: `${term} ${language}` satisfies Entry })),
    ),
  );
  // They are parts of no compound, so their language does not matter.
  const ofPlacing = placingTerms.flatMap((term) =>
    wordsIn(placingWords[term]).map((header) => ({ header, entry: `${term} any` satisfies Entry })),
  );
  const listed = [...inLanguages, ...ofPlacing];
  const words = new Map<string, Set<string>>();
  const shortened: { readonly word: string; readonly entry: string }[] = [];
  for (const { header, entry } of listed) {
    const parts = wordsOf(header);
    addEntry(words, parts.join(''), entry);
    // Also without umlauts, as keyboards without them write: `Hoersaal`.
    if (/[äöü]/i.test(header)) addEntry(words, lettersOf(header.replace(/[äöü]/gi, '$&e')), entry);
    const kept = parts.filter((part) => !fillers.has(part));
    if (kept.length > 1 && kept.length < parts.length) shortened.push({ word: kept.join(''), entry });
  }
  // `Nom de famille` is found in `Votre nom de famille`, whose fillers are left out.
  const unlisted = shortened.filter(({ word }) => !words.has(word));
  for (const { word, entry } of unlisted) addEntry(words, word, entry);
  return {
    /** By normalized header, its meaning in each language that has it, separated by commas. */
    words: Object.fromEntries([...words].map(([word, entries]): [string, string] => [word, [...entries].join()])),
    lesser,
  };
}

function lesserWords() {
  const pages = Object.values(languages);
  const of = (kind: Lesser) => pages.flatMap((page) => wordsIn(page[kind]));
  const fillers = of('fillers').map(lettersOf);
  return {
    fillers,
    particles: fillers.filter((word) => unspaced.test(word)).sort((a, b) => b.length - a.length),
    remarks: of('remarks').map(lettersOf),
    languages: Object.keys(languages),
    questions: of('questions').map((text) => text.split(' ').map(lettersOf).join(' ')),
    numbered: of('numbered').map(lettersOf),
  };
}

function addEntry(words: Map<string, Set<string>>, word: string, entry: string): void {
  const entries = words.get(word) ?? new Set();
  words.set(word, entries.add(entry));
}

function wordsIn(text: string): readonly string[] {
  return text
    .split(/[|\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
}
