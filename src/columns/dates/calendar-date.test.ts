// Dates in twelve languages: what is read is the day that was written, and no text is read as a
// wrong one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../vocabulary/languages.ts';
import { numberedDays, readDate } from './calendar-date.ts';
import { dayWords } from './words.ts';

const days = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000));
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

describe.each(['en-GB', ...Object.keys(languages)])('in %s', (language) => {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const weekday = formatOf({ weekday: 'long' });
  // In another language, a name may be that of another month.
  const options = { languages: new Set([language.slice(0, 2)]) };
  // These languages write words into a date that are no name.
  const hasWords = ['es', 'pt', 'ru'].includes(language);

  it.each(['full', 'long', 'medium', 'short'] as const)(
    'the style %s is the day, or refused',
    (dateStyle) => {
      const format = formatOf({ dateStyle });
      fc.assert(
        fc.property(days, (date) => {
          const reading = readDate(format.format(date), options);
          const refusals = dateStyle === 'short' ? ['date_order'] : hasWords ? ['format'] : [];
          expect([isoDay(date), ...refusals]).toContain(reading.ok ? reading.day : reading.problem);
        }),
        { numRuns: 40 },
      );
    },
  );

  it('names and short names of months are read, and a wrong weekday is refused', () => {
    const months = (['long', 'short'] as const).map((month) => formatOf({ month, day: 'numeric' }));
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...months),
        fc.integer({ min: 0, max: 6 }),
        (date, format, shift) => {
          const part = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
          const month = part.replace('月', '');
          const other = weekday.format(new Date(date.getTime() + shift * 86_400_000));
          const [year, day] = [date.getUTCFullYear(), date.getUTCDate()];
          // Japanese and Chinese months are numbers.
          const text = /\d/.test(month)
            ? `${year}年${month}月${day}日${other}`
            : `${other}, ${day} ${month} ${year}`;
          const reading = readDate(text, options);
          expect(reading.ok ? reading.day : reading.problem).toBe(
            shift === 0 ? isoDay(date) : 'weekday',
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('a day without a year is the first one from the first day of the event on', () => {
    const styles = (['long', 'short'] as const).map((month) => formatOf({ month, day: 'numeric' }));
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...styles),
        fc.integer({ min: 0, max: 364 }),
        (first, format, after) => {
          const date = new Date(first.getTime() + after * 86_400_000);
          const given = { ...options, firstDay: isoDay(first) };
          const reading = readDate(format.format(date), given);
          const refusals = hasWords ? ['format'] : [];
          expect([isoDay(date), ...refusals]).toContain(reading.ok ? reading.day : reading.problem);
          const withoutFirst = readDate(format.format(date), options);
          expect(withoutFirst).toMatchObject({ ok: false });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('a weekday is the first one from the first day of the event on', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 6 }), (first, after) => {
        const date = new Date(first.getTime() + after * 86_400_000);
        expect(readDate(weekday.format(date), { firstDay: isoDay(first) })).toEqual({
          ok: true,
          day: isoDay(date),
        });
      }),
      { numRuns: 20 },
    );
  });
});

const firstDay = '2026-06-05';

it.each([
  ['2026-6-5', '2026-06-05'],
  ['20260502', '2026-05-02'],
  ['Fri 05/06/2026', '2026-06-05'],
  ['Wed 05/06/2026', '2026-05-06'],
  ['Sept 5, 2026', '2026-09-05'],
  ['mar 5 mai 2026', '2026-05-05'],
  ['mar 5 2026', '2026-03-05'],
  ['2020-Nov-09', '2020-11-09'],
  ['2027-Mai-26', '2027-05-26'],
  ['2027 Dec 1', '2027-12-01'],
  ['2026年6月5日(金)', '2026-06-05'],
])('%j is %s', (text, day) => expect(readDate(text)).toEqual({ ok: true, day }));

it.each([
  ['Fri', '2026-06-05'],
  ['Day 1', '2026-06-05'],
  ...dayWords.map((word) => [`${word} 2`, '2026-06-06']),
])('%j of an event that begins on 2026-06-05 is %s', (text = '', day = '') => {
  expect(readDate(text, { firstDay })).toEqual({ ok: true, day });
  expect(readDate(text)).toMatchObject({ ok: false, problem: 'first_day' });
});

it.each([
  // Sunday in German, Saturday in Czech; Tuesday in German, Sunday in French.
  ['Di', 'unclear_day', 'Di can be Sunday 2026-06-07 or Tuesday 2026-06-09'],
  ['So', 'unclear_day', 'So can be Saturday 2026-06-06 or Sunday 2026-06-07'],
  // June or July in French.
  ['5 jui 2026', 'unclear_day', '5 jui 2026 can be 2026-06-05 or 2026-07-05'],
  ['25/06/26', 'date_order', '25/06/26 can be 2026-06-25 or 2025-06-26'],
  ['Sunday 2026-06-05', 'weekday', '2026-06-05 is a Friday'],
])('%j is refused: %s', (text, problem, message) => {
  expect(readDate(text, { firstDay })).toEqual({
    ok: false,
    problem,
    message: expect.stringContaining(message),
  });
});

it.each([
  '',
  '2026',
  '5',
  'June',
  'tomorrow',
  '2026-W23-5',
  '31.04.2026',
  '29 Feb 2027',
  '5 6 2026',
  '3–5 June 2026',
  'Day 0',
  '18 Ju 2025',
  '13/13/2026',
  '02.05/2026',
  'the 5th of June 2026',
])('%j is no date', (text) =>
  expect(readDate(text, { firstDay })).toMatchObject({ ok: false, problem: 'format' }),
);

describe('a date without a year', () => {
  const first = '2027-05-26';

  it.each([
    ['26 May', '2027-05-26'],
    ['May 26', '2027-05-26'],
    ['26-May', '2027-05-26'],
    ['26. Mai', '2027-05-26'],
    ['26.05.', '2027-05-26'],
    ['27. 5.', '2027-05-27'],
    ['28/5', '2027-05-28'],
    ['5/28', '2027-05-28'],
    ['Fri 28/5', '2027-05-28'],
    ['Friday, May 28', '2027-05-28'],
    ['28 May (Fri)', '2027-05-28'],
    ['5月28日', '2027-05-28'],
    ['5月28日(金)', '2027-05-28'],
    // The weekday decides between 7 June and 6 July.
    ['Tue 6/7', '2027-07-06'],
    ['7 June, Mon', '2027-06-07'],
    ['8/8', '2027-08-08'],
    ['2 January', '2028-01-02'],
    ['25 May', '2028-05-25'],
    ['29 Feb', '2028-02-29'],
  ])('%j is %s for an event that begins on 2027-05-26', (text, day) => {
    expect(readDate(text, { firstDay: first })).toEqual({ ok: true, day });
    const message = expect.stringContaining(
      'is no full date, and the first day of the event is not set',
    );
    expect(readDate(text)).toEqual({ ok: false, problem: 'first_day', message });
  });

  it('is read in the order of the flag', () => {
    expect(readDate('5/6', { firstDay: first, dateOrder: 'dmy' })).toMatchObject({
      day: '2027-06-05',
    });
    for (const dateOrder of ['mdy', 'ymd'] as const) {
      const reading = readDate('5/6', { firstDay: first, dateOrder });
      expect(reading).toMatchObject({ day: '2028-05-06' });
    }
  });

  it.each([
    ['5/6', 'date_order', '5/6 can be 2027-06-05 or 2028-05-06'],
    ['Mon 28/5', 'weekday', '"Mon 28/5": 2027-05-28 is a Friday'],
    ['31 June', 'format', 'write the date as 2026-05-02'],
    ['26.05', 'format', 'write the date as 2026-05-02'],
    ['May-26', 'format', 'write the date as 2026-05-02'],
    ['26–28 May', 'format', 'write the date as 2026-05-02'],
  ])('%j is refused: %s', (text, problem, message) => {
    const refused = { ok: false, problem, message: expect.stringContaining(message) };
    expect(readDate(text, { firstDay: first })).toEqual(refused);
  });

  it('is none on 29 February, if the next one is more than a year away', () => {
    const reading = readDate('29 Feb', { firstDay: '2026-03-01' });
    expect(reading).toMatchObject({ problem: 'format' });
  });
});

describe('bare numbers in a column of days', () => {
  it.each([
    ['without gaps', ['1', '1', '2', '3'], 'days'],
    ['of one day', ['1', '', '1'], 'days'],
    ['in any order, with leading zeros', ['02', '01', '３'], 'days'],
    ['with a gap', ['1', '3'], 'unclear'],
    ['of the month', ['26', '27', '28'], 'unclear'],
    ['from 0 on', ['0', '1', '2'], 'unclear'],
    ['beside other days', ['1', '2', 'Friday'], 'unclear'],
    ['that are none', ['Friday', '2027-05-26', 'Day 2', ''], undefined],
  ])('%s', (_, cells, expected) => expect(numberedDays(cells)).toBe(expected));

  it('are days of the event, if they are 1 to N', () => {
    const count = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(count, days, (last, first) => {
        const numbers = Array.from({ length: last }, (_, at) => String(at + 1));
        const bareNumbers = numberedDays(numbers.reverse());
        const reading = readDate(String(last), { firstDay: isoDay(first), bareNumbers });
        const day = isoDay(new Date(first.getTime() + (last - 1) * 86_400_000));
        expect(reading).toEqual({ ok: true, day });
      }),
    );
  });

  it('need the first day of the event', () => {
    const message = '"2" is no full date, and the first day of the event is not set';
    const reading = readDate('2', { bareNumbers: 'days' });
    expect(reading).toEqual({ ok: false, problem: 'first_day', message });
  });

  it('are refused with gaps, and in other columns', () => {
    const reason = 'the days of this column are not the numbers from 1 on without gaps';
    expect(readDate('26', { firstDay: '2027-05-26', bareNumbers: 'unclear' })).toEqual({
      ok: false,
      problem: 'unclear_day',
      message: `"26": ${reason}; write full dates or "Day 1"`,
    });
    const reading = readDate('1', { firstDay: '2027-05-26' });
    expect(reading).toMatchObject({ problem: 'format' });
  });
});
