// Dates, periods and numbers of the timetable's page in each language.
import { describe, expect, it } from 'vitest';
import { session, timetable } from '../../../test/support/timetables.ts';
import type { LanguageCode } from '../../columns/vocabulary/languages.ts';
import { htmlOf } from './html.ts';
import { pageDates } from './page-dates.ts';
import { pageWords } from './page-words.ts';

const writtenDates: Readonly<
  Record<LanguageCode, readonly [long: string, near: string, far: string, year: string]>
> = {
  en: [
    'Thursday 20 May 2027',
    '20–21 May 2027',
    '30 May – 1 June 2027',
    '31 December 2026 – 1 January 2027',
  ],
  de: [
    'Donnerstag, 20. Mai 2027',
    '20.–21. Mai 2027',
    '30. Mai – 1. Juni 2027',
    '31. Dezember 2026 – 1. Januar 2027',
  ],
  fr: [
    'jeudi 20 mai 2027',
    '20–21 mai 2027',
    '30 mai – 1 juin 2027',
    '31 décembre 2026 – 1 janvier 2027',
  ],
  es: [
    'jueves, 20 de mayo de 2027',
    '20–21 de mayo de 2027',
    '30 de mayo – 1 de junio de 2027',
    '31 de diciembre de 2026 – 1 de enero de 2027',
  ],
  pt: [
    'quinta-feira, 20 de maio de 2027',
    '20–21 de maio de 2027',
    '30 de maio – 1 de junho de 2027',
    '31 de dezembro de 2026 – 1 de janeiro de 2027',
  ],
  it: [
    'giovedì 20 maggio 2027',
    '20–21 maggio 2027',
    '30 maggio – 1 giugno 2027',
    '31 dicembre 2026 – 1 gennaio 2027',
  ],
  nl: [
    'donderdag 20 mei 2027',
    '20–21 mei 2027',
    '30 mei – 1 juni 2027',
    '31 december 2026 – 1 januari 2027',
  ],
  pl: [
    'czwartek, 20 maja 2027',
    '20–21 maja 2027',
    '30 maja – 1 czerwca 2027',
    '31 grudnia 2026 – 1 stycznia 2027',
  ],
  cs: [
    'čtvrtek 20. května 2027',
    '20.–21. května 2027',
    '30. května – 1. června 2027',
    '31. prosince 2026 – 1. ledna 2027',
  ],
  ja: [
    '2027年5月20日木曜日',
    '2027年5月20日～21日',
    '2027年5月30日～6月1日',
    '2026年12月31日～2027年1月1日',
  ],
  zh: [
    '2027年5月20日星期四',
    '2027年5月20日–21日',
    '2027年5月30日–6月1日',
    '2026年12月31日–2027年1月1日',
  ],
  ru: [
    'четверг, 20 мая 2027 г.',
    '20–21 мая 2027 г.',
    '30 мая – 1 июня 2027 г.',
    '31 декабря 2026 г. – 1 января 2027 г.',
  ],
};

const languages = Object.keys(pageWords) as LanguageCode[];

it.each(languages)('writes dates in %s as people do', (language) => {
  const [long, near, far, year] = writtenDates[language];
  const dates = pageDates(language);
  expect(dates.long('2027-05-20')).toBe(long);
  expect(dates.period('2027-05-20', '2027-05-20')).toBe(long);
  expect(dates.period('2027-05-20', '2027-05-21')).toBe(near);
  expect(dates.period('2027-05-30', '2027-06-01')).toBe(far);
  expect(dates.period('2026-12-31', '2027-01-01')).toBe(year);
});

describe.each(languages)('the page in %s', (language) => {
  const words = pageWords[language];

  it('has a text for every number of sessions that the language distinguishes', () => {
    const plurals = new Intl.PluralRules(language);
    const categories = new Set(Array.from({ length: 200 }, (_, count) => plurals.select(count)));
    expect(Object.keys(words.found).toSorted()).toEqual(
      [...categories, 'other'].filter(isFirst).toSorted(),
    );
    for (const text of Object.values(words.found)) expect(text).toContain('{n}');
    expect([words.timesIn, words.asOf].map((text) => text.match(/\{\w+\}/g))).toEqual([
      ['{zone}'],
      ['{time}'],
    ]);
  });

  it('has no text of another language, and needs no escaping', () => {
    const { found, ...others } = words;
    const texts: readonly string[] = [...Object.values(others), ...Object.values(found)];
    expect(texts.filter((text) => /[<>&"]/.test(text) || text.trim() === '')).toEqual([]);
    const html = htmlOf(
      timetable([session('2026-05-02T09:00:00+02:00', 45, { abstract: 'Text' })]),
      language,
    );
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>DevConf 2026: ${words.timetable}</title>`);
    for (const label of [words.days, words.search, words.favorites, words.about])
      expect(html).toContain(label);
    if (language !== 'en')
      expect(html).not.toMatch(/>(All |Search|Favorites|Saturday|Times in|As of)/);
    expect(htmlOf(timetable([]), language)).toContain(`<p>${words.nothing}</p>`);
  });
});

function isFirst(text: string, at: number, texts: readonly string[]): boolean {
  return texts.indexOf(text) === at;
}
