// Finds the meanings of words in all languages, joined. Must not know fields or files.
import { lettersOf } from '../fold.ts';
import { languages } from './languages.ts';
import { type Language, type Meaning, type PlacingTerm, placingTerms, terms } from './terms.ts';
import { textsIn } from './text-list.ts';

/** A meaning in one language. */
export interface Entry {
  readonly meaning: Meaning;
  readonly language: string;
}

/** The meanings of a normalized header, in each language that has it. */
export function entriesOf(word: string): readonly Entry[] {
  return words.get(word) ?? [];
}

/** Whether a normalized word is an article, a preposition or a possessive: `of`, `the`, `your`. */
export function isFiller(word: string): boolean {
  return fillers.has(word);
}

const words = new Map<string, Entry[]>();
const fillers = new Set<string>();
const pages: Readonly<Record<string, Language & Partial<Record<PlacingTerm, string>>>> = languages;
for (const [language, page] of Object.entries(pages)) {
  for (const meaning of [...terms, ...placingTerms]) {
    for (const word of wordsIn(page[meaning] ?? ''))
      words.set(word, [...(words.get(word) ?? []), { meaning, language }]);
  }
  for (const word of wordsIn(page.fillers)) fillers.add(word);
}

function wordsIn(list: string): readonly string[] {
  return textsIn(list).map(lettersOf).filter(Boolean);
}
