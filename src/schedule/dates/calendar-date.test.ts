// Dates in twelve languages: what other programs write is read as the same day, and no text as a wrong one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from './calendar-date.ts';
import { dayWords } from './words.ts';

const languages = ['en', 'en-GB', 'de', 'de-AT', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'cs', 'ja', 'zh', 'ru'] as const;
const days = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000));
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

describe.each(languages)('in %s', (language) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  // Creating one takes longer than all else in a round.
  const formatOf = (options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options);
    const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    formats.set(key, format);
    return format;
  };
  const written = [
    formatOf({ dateStyle: 'full' }),
    formatOf({ dateStyle: 'long' }),
    formatOf({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
    formatOf({ day: 'numeric', month: 'short', year: 'numeric' }),
    formatOf({ dateStyle: 'medium' }),
  ];

  it('is the day that was written, in all long styles', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...written), (date, format) => {
        expect(readDate(format.format(date), {})).toEqual({ ok: true, day: isoDay(date) });
      }),
    );
  });

  it('is refused with another weekday', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 6 }), (date, shift) => {
        const weekday = formatOf({ weekday: 'long' }).format(new Date(date.getTime() + shift * 86_400_000));
        const text = `${weekday}, ${formatOf({ dateStyle: 'long' }).format(date)}`;
        expect(readDate(text, {})).toMatchObject({ ok: false, problem: 'weekday' });
      }),
    );
  });

  it('is never read as a wrong day in numbers alone', () => {
    fc.assert(
      fc.property(days, (date) => {
        const reading = readDate(formatOf({ dateStyle: 'short' }).format(date), {});
        expect(reading.ok ? reading.day : reading.problem).toBe(reading.ok ? isoDay(date) : 'date_order');
      }),
    );
  });

  it('is the same weekday and the same day of the month, counted from the first day of the event', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 6 }), (first, after) => {
        const date = new Date(first.getTime() + after * 86_400_000);
        const options = { firstDay: isoDay(first) };
        const expected = { ok: true, day: isoDay(date) };
        expect(readDate(formatOf({ weekday: 'long' }).format(date), options)).toEqual(expected);
        expect(readDate(formatOf({ day: 'numeric', month: 'long' }).format(date), options)).toEqual(expected);
      }),
    );
  });
});

const firstDay = '2026-06-05';

it.each([
  ['Fri 05/06/2026', '2026-06-05'],
  ['Wed 05/06/2026', '2026-05-06'],
  ['5-Jun-26', '2026-06-05'],
  ['1er mai 2026', '2026-05-01'],
  ['the 5th of June, 2026', '2026-06-05'],
  ['mar 5 mai 2026', '2026-05-05'],
  ['mar 5 2026', '2026-03-05'],
  ['1. červenec 2026', '2026-07-01'],
  ['20260502', '2026-05-02'],
  ['Day 1 – Friday 5 June 2026', '2026-06-05'],
])('%j is %s', (text, day) => expect(readDate(text, {})).toEqual({ ok: true, day }));

it.each([
  ['Fr', '2026-06-05'],
  ['Day 1', '2026-06-05'],
  ['Tag 2', '2026-06-06'],
  ['1. Tag', '2026-06-05'],
  ['2日目', '2026-06-06'],
  ['第2天', '2026-06-06'],
  ['Friday (Day 1)', '2026-06-05'],
  ['6/5(金)', '2026-06-05'],
  ['Fri 5/6', '2026-06-05'],
])('%j of an event that begins on 2026-06-05 is %s', (text, day) => {
  expect(readDate(text, { firstDay })).toEqual({ ok: true, day });
  expect(readDate(text, {})).toMatchObject({ ok: false, problem: 'first_day' });
});

it.each(dayWords)('the word %s has the number of a day of the event', (word) => {
  expect(readDate(`${word} 2`, { firstDay })).toEqual({ ok: true, day: '2026-06-06' });
});

it.each([
  ['Friday (Day 2)', 'weekday', 'day 2 is Saturday 2026-06-06'],
  ['Day 2: 2026-06-05', 'weekday', '2026-06-05 is a Friday, and day 2 is 2026-06-06'],
  // Sunday in German, Saturday in Czech and Polish; Tuesday in German, Sunday in French.
  ['So', 'unclear_day', 'So can be Saturday 2026-06-06 or Sunday 2026-06-07'],
  ['1 jui 2026', 'unclear_day', 'can be Monday 2026-06-01 or Wednesday 2026-07-01'],
  ['5 May', 'format', 'has no year, and is not in the 31 days from 2026-06-05 on'],
  ['46144', 'serial_number', 'probably of 2026-05-02'],
  ['Day 0', 'format', 'expected a date'],
  ['7/6', 'date_order', '7/6 can be 2026-06-07 or 2026-07-06'],
  ['8/8', 'format', 'has no year, and is not in the 31 days'],
])('%j is refused: %s', (text, problem, message) => {
  expect(readDate(text, { firstDay })).toEqual({ ok: false, problem, message: expect.stringContaining(message) });
});

it.each(['', '2026', '5', 'June', 'tomorrow', '2026-W23-5', '31.04.2026', '29 Feb 2027', '5 6 2026', '3–5 June 2026'])(
  '%j is not a date',
  (text) => expect(readDate(text, { firstDay })).toMatchObject({ ok: false, problem: 'format' }),
);
