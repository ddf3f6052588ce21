// Dates, periods and numbers of the timetable's page in each language.
import { describe, expect, it } from 'vitest';
import { session, timetable } from '../../../test/support/timetables.ts';
import { htmlOf } from './html.ts';
import { pageDates } from './page-dates.ts';
import { pageLanguages } from './words/codes.ts';
import { pageWords } from './words/languages.ts';

it.each([
  ['en', 'Thursday 20 May 2027', '20–21 May 2027', '30 May – 1 June 2027'],
  ['de', 'Donnerstag, 20. Mai 2027', '20.–21. Mai 2027', '30. Mai – 1. Juni 2027'],
  ['fr', 'jeudi 20 mai 2027', '20–21 mai 2027', '30 mai – 1 juin 2027'],
  ['ru', 'четверг, 20 мая 2027 г.', '20–21 мая 2027 г.', '30 мая – 1 июня 2027 г.'],
] as const)('writes dates in %s as people do', (language, long, near, far) => {
  const dates = pageDates(language);
  expect(dates.long('2027-05-20')).toBe(long);
  expect(dates.period('2027-05-20', '2027-05-20')).toBe(long);
  expect(dates.period('2027-05-20', '2027-05-21')).toBe(near);
  expect(dates.period('2027-05-30', '2027-06-01')).toBe(far);
});

it('writes dates in Japanese and Chinese with their signs', () => {
  expect(pageDates('ja').long('2027-05-20')).toBe('2027年5月20日木曜日');
  expect(pageDates('zh').long('2027-05-20')).toBe('2027年5月20日星期四');
});

describe.each(pageLanguages)('the page in %s', (language) => {
  const words = pageWords[language];

  it('has a text for every number of sessions that the language distinguishes', () => {
    const plurals = new Intl.PluralRules(language);
    const categories = new Set(Array.from({ length: 200 }, (_, count) => plurals.select(count)));
    expect(Object.keys(words.found).toSorted()).toEqual([...categories, 'other'].filter(isFirst).toSorted());
    for (const text of Object.values(words.found)) expect(text).toContain('{n}');
    expect([words.timesIn, words.asOf].map((text) => text.match(/\{\w+\}/g))).toEqual([['{zone}'], ['{time}']]);
  });

  it('has no text of another language, and needs no escaping', () => {
    const { found, ...others } = words;
    const texts: readonly string[] = [...Object.values(others), ...Object.values(found)];
    expect(texts.filter((text) => /[<>&"]/.test(text) || text.trim() === '')).toEqual([]);
    const html = htmlOf(timetable([session('2026-05-02T09:00:00+02:00', 45, { abstract: 'Text' })]), language);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>DevConf 2026: ${words.timetable}</title>`);
    for (const label of [words.days, words.search, words.favorites, words.about]) expect(html).toContain(label);
    if (language !== 'en') expect(html).not.toMatch(/>(All |Search|Favorites|Saturday|Times in|As of)/);
    expect(htmlOf(timetable([]), language)).toContain(`<p>${words.nothing}</p>`);
  });
});

function isFirst(text: string, at: number, texts: readonly string[]): boolean {
  return texts.indexOf(text) === at;
}
