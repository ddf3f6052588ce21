// Lists the words of the timetable's page by language: those in which files are read.
import type { LanguageCode } from '../../../columns/vocabulary/languages.ts';
import type { PageLanguage } from './codes.ts';
import { czech } from './cs.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { dutch } from './nl.ts';
import type { PageWords } from './page-words.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { chinese } from './zh.ts';

export const pageWords: Readonly<Record<PageLanguage, PageWords>> = {
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
} satisfies Readonly<Record<LanguageCode, PageWords>>;
