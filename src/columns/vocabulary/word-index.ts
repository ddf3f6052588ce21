// Finds the meanings of words in all languages. Must not know fields or files.
import type { LesserWords } from '../header.ts';
import { type Meaning, placingTerms, terms } from './terms.ts';
import { wordData } from './word-data.ts';

/** A meaning in one language. */
export interface Entry {
  readonly meaning: Meaning;
  readonly language: string;
}

/** The meanings of a normalized header, in each language that has it. */
export function entriesOf(word: string): readonly Entry[] {
  const { words } = wordData;
  if (!Object.hasOwn(words, word)) return [];
  const found: Entry[] = [];
  for (const entry of words[word]?.split(',') ?? []) {
    const [name, language = ''] = entry.split(' ');
    const meaning = allTerms.find((term) => term === name);
    if (meaning !== undefined) found.push({ meaning, language });
  }
  return found;
}

const allTerms = [...terms, ...placingTerms];

let lesser: LesserWords | undefined;

export function lesserWords(): LesserWords {
  const { fillers, particles, remarks, languages, questions, numbered } = wordData.lesser;
  lesser ??= {
    fillers: new Set(fillers),
    particles,
    remarks: new Set(remarks),
    languages: new Set(languages),
    questions,
    numbered: new Set(numbered),
    isPerson: (word) => entriesOf(word).some(({ meaning }) => people.has(meaning)),
  };
  return lesser;
}

const people: ReadonlySet<Meaning> = new Set(['speaker', 'speakers', 'author', 'authors', 'submitter']);
