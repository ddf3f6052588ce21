// Lists the languages that files are read in. Other lists of words have an entry for each of them,
// which the type check holds.
import { czech } from './cs.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { dutch } from './nl.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import type { Language } from './terms.ts';
import { chinese } from './zh.ts';

/** By the code of the language (ISO 639-1). */
export const languages = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  cs: czech,
  ja: japanese,
  zh: chinese,
  ru: russian,
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageCode = keyof typeof languages;
