// Lists the words for "and" and "with" between names, rooms, titles and units of time, by language.
// Must not know what they join.

import type { LanguageCode } from './languages.ts';

/**
 * By the code of the language (ISO 639-1), also of languages whose headers are not known. Words are
 * separated by spaces; "with" is absent if the language has no word that only joins.
 */
const conjunctions: Readonly<
  Record<
    LanguageCode | 'da' | 'fi' | 'hu' | 'ko' | 'ro' | 'sv' | 'tr' | 'uk',
    { readonly and: string; readonly with?: string }
  >
> = {
  en: { and: 'and', with: 'with' },
  de: { and: 'und sowie', with: 'mit' },
  fr: { and: 'et', with: 'avec' },
  es: { and: 'y e', with: 'con' },
  pt: { and: 'e', with: 'com' },
  it: { and: 'e', with: 'con' },
  nl: { and: 'en', with: 'met' },
  pl: { and: 'i oraz' },
  cs: { and: 'a' },
  ja: { and: 'と' },
  zh: { and: '和 与 與' },
  ru: { and: 'и' },
  da: { and: 'og' },
  fi: { and: 'ja' },
  hu: { and: 'és' },
  ko: { and: '및' },
  ro: { and: 'și' },
  sv: { and: 'och' },
  tr: { and: 've' },
  uk: { and: 'та і' },
};

export const andWords = listOf('and');
export const withWords = listOf('with');

function listOf(kind: 'and' | 'with'): readonly string[] {
  return [
    ...new Set(Object.values(conjunctions).flatMap((words) => words[kind]?.split(' ') ?? [])),
  ];
}
