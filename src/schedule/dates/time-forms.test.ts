// Times in the words of twelve languages, ranges, and time zones in cells: one meaning, or an error.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { readClockOn, readDay, readTime } from './read-time.ts';
import { rangeSeparatorWords } from './words.ts';

const berlin = 'Europe/Berlin';
const within = (timeZone: string) => ({ timeZone });
const at = (utc: string) => ({ ok: true, ms: Date.parse(utc) });

describe('a date and a time in one cell', () => {
  const event = { timeZone: berlin, dateOrder: undefined, firstDay: '2026-06-05' };

  it.each([
    ['Friday, 5 June 2026 9:00', '2026-06-05T07:00:00Z'],
    ['Freitag, den 5. Juni 2026, um 9.30 Uhr', '2026-06-05T07:30:00Z'],
    ['vendredi 5 juin 2026 à 9h30', '2026-06-05T07:30:00Z'],
    ['piątek, 5 czerwca 2026 godz. 9.30', '2026-06-05T07:30:00Z'],
    ['2026年6月5日(金) 午前9時30分', '2026-06-05T07:30:00Z'],
    ['2026年6月5日9時半', '2026-06-05T07:30:00Z'],
    ['2026年6月5日 下午2点30分', '2026-06-05T12:30:00Z'],
    ['２０２６年６月５日　９：３０', '2026-06-05T07:30:00Z'],
    ['2026-06-05 00:00:00', '2026-06-04T22:00:00Z'],
    ['20260605T0930', '2026-06-05T07:30:00Z'],
    ['20260605T093000Z', '2026-06-05T09:30:00Z'],
    ['9:30, 5 June 2026', '2026-06-05T07:30:00Z'],
    ['2026-06-05 12 noon', '2026-06-05T10:00:00Z'],
    ['2026-06-05 2:30 p. m.', '2026-06-05T12:30:00Z'],
    ['Fri 9:00', '2026-06-05T07:00:00Z'],
    ['Day 2, 9:00', '2026-06-06T07:00:00Z'],
    ['5 June 9:00', '2026-06-05T07:00:00Z'],
    ['2026-06-05 10:00 (UTC)', '2026-06-05T10:00:00Z'],
    ['2026-06-05 10:00 (GMT-05:30)', '2026-06-05T15:30:00Z'],
    ['2026-06-05 10:00 (America/Port-au-Prince)', '2026-06-05T14:00:00Z'],
    ['2026-06-05T10:00:00+02:00[Europe/Berlin]', '2026-06-05T08:00:00Z'],
    ['Fri Jun 05 2026 10:00:00 GMT+0200 (Central European Summer Time)', '2026-06-05T08:00:00Z'],
  ])('%j is %s', (text, utc) => expect(readTime(text, event)).toMatchObject(at(utc)));

  it.each([
    ['Freitag, 5.6.2026 | 9.00–9.45 Uhr', '09:00', '09:45'],
    ['Fri 5 June 2026 from 9:00 to 9:45', '09:00', '09:45'],
    ['2026-06-05 09:00 – 2026-06-05 09:45', '09:00', '09:45'],
    ['2026-06-05 09:00 - 10:00', '09:00', '10:00'],
    ['2026-06-05 1:00–2:30 pm', '13:00', '14:30'],
    ['2026-06-05 11:00-1:00 pm', '11:00', '13:00'],
    ['2026-06-05 23:30–0:15', '23:30', '00:15'],
    ['2026-06-05 9:00–10:00 UTC+2', '09:00', '10:00'],
  ])('%j is a range from %s to %s', (text, from, to) => {
    const end = `2026-06-0${from > to ? 6 : 5}T${to}:00+02:00`;
    const start = `2026-06-05T${from}:00+02:00`;
    expect(readTime(text, event)).toMatchObject({ ...at(start), endMs: Date.parse(end) });
  });

  it.each([
    ['2026-06-05 09:00-10:00', 'unclear_time', '2026-06-05 09:00 to 10:00 or 2026-06-05 09:00 at the offset -10:00'],
    ['Sunday 2026-06-05 10:00', 'weekday', '2026-06-05 is a Friday'],
    ['2026-06-05 10:00 CEST', 'zone_abbreviation', 'CEST does not specify a time zone'],
    ['2026-06-05 10:00–11:00 (EST)', 'zone_abbreviation', 'EST does not specify a time zone'],
    ['2026-06-05 10:00 Mars/Olympus', 'unknown_time_zone', 'unknown time zone "Mars/Olympus"'],
    ['2026-03-29 02:30 Europe/Paris', 'gap', 'does not exist in Europe/Paris'],
    ['05/06/2026 9:00 – 05/06/2026 10:00', 'date_order', '05/06/2026 can be 2026-06-05 or 2026-05-06'],
    ['46144.375', 'serial_number', 'probably of 2026-05-02 09:00'],
    ['So 9:00', 'unclear_day', 'So can be Saturday 2026-06-06 or Sunday 2026-06-07'],
    ['2026-06-05 17:00–9:00', 'not_after_start', 'not after the start'],
  ])('%j is refused: %s', (text, problem, message) => {
    expect(readTime(text, event)).toEqual({ ok: false, problem, message: expect.stringContaining(message) });
  });

  it.each([
    'Day 1 2030',
    '2026-06-05 9-10',
    '2026-06-05 24:00',
    '2026-06-05 noon',
    '2026-06-05 午前12時',
    '3–5 June 2026 9:00',
  ])('%j is not a time', (text) => expect(readTime(text, event)).toMatchObject({ ok: false, problem: 'format' }));

  it.each([
    ['2026-06-05 09:00-05:00', '2026-06-05T14:00:00Z'],
    ['2026-06-05T09:00-10:00', '2026-06-05T19:00:00Z'],
  ])('%j has an offset, because it cannot be a range', (text, utc) => {
    expect(readTime(text, event)).toMatchObject(at(utc));
  });

  it('counts days from the first day of the event, and needs it', () => {
    for (const text of ['Friday 9:00', 'Day 1 9:00', '5 June 9:00', '1日目 9:00']) {
      expect(readTime(text, within(berlin))).toMatchObject({ ok: false, problem: 'first_day' });
    }
  });
});

describe('a clock time in a cell of its own', () => {
  const on = (text: string) => readClockOn('2026-06-05', text, within(berlin));
  const instant = (clock: string) => Date.parse(`2026-06-05T${clock}:00+02:00`);

  it.each([
    ...['9:30', '09:30:00', '9.30', '0930', '9h30', '9 Uhr 30', '9.30 hod.', 'ore 9.30', '9:30 a. m.', '0930 hrs'],
    ...['午前9時30分', '9時半', '1899-12-30 09:30:00', 'at 9:30'],
  ])('%j is half past nine', (text) => expect(on(text)).toMatchObject({ ok: true, ms: instant('09:30') }));

  it.each([
    ['9:00-10:00', '09:00', '10:00'],
    ['de 9h à 9h45', '09:00', '09:45'],
    ['von 9.00 bis 9.45 Uhr', '09:00', '09:45'],
    ['9時〜9時45分', '09:00', '09:45'],
    ['0900-0945', '09:00', '09:45'],
    ['9-9:45', '09:00', '09:45'],
    ['9–10 Uhr', '09:00', '10:00'],
    ['11am-1', '11:00', '13:00'],
    ['12.30 - 1.30 pm', '12:30', '13:30'],
    ['10:00-11:00 (UTC+2)', '10:00', '11:00'],
  ])('%j is a range', (text, from, to) => {
    expect(on(text)).toMatchObject({ ok: true, ms: instant(from), endMs: instant(to) });
  });

  it.each(rangeSeparatorWords)('has a range with the word %s', (word) => {
    expect(on(`9:00 ${word} 9:45`)).toMatchObject({ ok: true, ms: instant('09:00'), endMs: instant('09:45') });
  });

  it.each(['', '9', '930', '9-10', '25:00', '9:60', '9.5', '13:00 PM', '2026-05', '9:00-9:45-10:00', 'noon'])(
    '%j is none',
    (text) => expect(on(text)).toMatchObject({ ok: false, problem: 'format' }),
  );

  it('of a spreadsheet is refused with the time that it probably means', () => {
    expect(on('0.375')).toMatchObject({ message: expect.stringContaining('it is probably 09:00') });
  });
});

it('reads a date that a spreadsheet wrote with midnight', () => {
  for (const text of ['2026-06-05 00:00:00', '2026-06-05T00:00:00.000', '6/25/2026 12:00:00 AM']) {
    expect(readDay(text, {})).toMatchObject({ ok: true });
  }
  expect(readDay('2026-06-05 09:00', {})).toMatchObject({ ok: false });
});

it('is not looked for in the text of another column', () => {
  const text = 'On 5 June 2026 at 9:00, we met (UTC+2) - to 10:00, or so. '.repeat(5_000);
  const begin = processorMs();
  expect(readTime(text, within(berlin))).toMatchObject({ ok: false, problem: 'format' });
  expect(readClockOn('2026-06-05', text, within(berlin))).toMatchObject({ ok: false, problem: 'format' });
  expect(readDay(text, {})).toMatchObject({ ok: false, problem: 'format' });
  expect(processorMs() - begin).toBeLessThan(3000);
});

describe('what other programs write', () => {
  const languages = ['en', 'en-GB', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'cs', 'ja', 'zh', 'ru'] as const;
  const minutes = fc
    .integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2099, 11, 31) / 60_000 })
    .map((minute) => minute * 60_000);

  it.each(languages)('in %s is the same instant, or refused for the order of its numbers', (language) => {
    // Czech has words of its own for the halves of the day.
    const cycles = language === 'cs' ? (['h23'] as const) : (['h23', 'h12'] as const);
    const formats = (['full', 'long', 'medium', 'short'] as const).flatMap((dateStyle) =>
      cycles.map(
        (hourCycle) => new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short', hourCycle, timeZone: 'UTC' }),
      ),
    );
    fc.assert(
      fc.property(minutes, fc.constantFrom(...formats), (ms, format) => {
        const text = format.format(ms);
        const reading = readTime(text, within('UTC'));
        const { dateStyle } = format.resolvedOptions();
        const allowed: unknown[] = dateStyle === 'short' ? [ms, 'date_order'] : [ms];
        // 午前12時 is refused, because it is noon to some and midnight to others.
        if (/午前12|上午12/.test(text)) allowed.push('format');
        expect(allowed, text).toContain(reading.ok ? reading.ms : reading.problem);
      }),
      { numRuns: 100 },
    );
  });

  it('with another number or a word left out is never an instant of its own', () => {
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
    fc.assert(
      fc.property(minutes, fc.nat(), (ms, at) => {
        const words = format.format(ms).split(' ');
        const text = words.toSpliced(at % words.length, 1).join(' ');
        const reading = readTime(text, within('UTC'));
        // Without "at" and the weekday it is the same; without AM or PM, the 24-hour clock, an hour before 13.
        expect(reading.ok ? [0, 12 * 3_600_000] : [0]).toContain(reading.ok ? Math.abs(ms - reading.ms) : 0);
      }),
    );
  });
});
