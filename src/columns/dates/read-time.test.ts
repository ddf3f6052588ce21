// When sessions start and end, and how long they take: one meaning, or an error. Instants are
// written by hand, in UTC.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { readClockOn, readDay, readEnd, readTime } from './read-time.ts';
import type { DateOrder } from './time-reading.ts';
import { clockUnitWords } from './words.ts';

const berlin = 'Europe/Berlin';
const within = (timeZone: string | undefined, dateOrder?: DateOrder) => ({
  timeZone,
  dateOrder,
  firstDay: '2026-06-05',
});
const at = (utc: string) => ({ ok: true, ms: Date.parse(utc) });

describe('several times in zones of their own', () => {
  const wordsOf = '": words for time zones have several meanings; write a name such as ';
  const name = 'America/New_York, or an offset such as UTC-04:00';

  it.each([
    '9:00 am PT / 12:00 pm ET',
    '09:00 PT / 12:00 ET',
    '9am PT/12pm ET',
    '9:00 am (PT) | 12:00 pm (ET)',
    '9:00 am PT (12:00 pm ET)',
    '09:00 / 12:00 ET',
  ])('are refused as one with a word for its zone is: %s', (text) => {
    const refusedAs = (whole: string) => ({
      ok: false,
      problem: 'unknown_time_zone',
      message: `"${whole}${wordsOf}${name}`,
    });
    const day = '2026-06-05';
    expect(readClockOn(day, text, within(berlin))).toEqual(refusedAs(text));
    expect(readTime(`${day} ${text}`, within(berlin))).toEqual(refusedAs(`${day} ${text}`));
  });

  it('need one zone, also if they are exact', () => {
    const text = '09:00 UTC / 11:00 Europe/Berlin';
    const message = `"${text}": write one time, with its zone`;
    const refused = { ok: false, problem: 'unclear_time', message };
    expect(readClockOn('2026-06-05', text, within(berlin))).toEqual(refused);
  });

  it('are no such times without zones', () => {
    const message = '"09:00 / 10:00": write the time as 09:00';
    const refused = { ok: false, problem: 'format', message };
    expect(readClockOn('2026-06-05', '09:00 / 10:00', within(berlin))).toEqual(refused);
  });
});

describe('a time', () => {
  it.each([
    ['2026-05-02T09:00:00+02:00', '2026-05-02T07:00:00Z'],
    ['2026-05-02T09:00:00Z', '2026-05-02T09:00:00Z'],
    ['2026-05-02t09:00:00.250z', '2026-05-02T09:00:00.250Z'],
    ['20260605T093000Z', '2026-06-05T09:30:00Z'],
    ['2026-05-02 9:00 AM -05:00', '2026-05-02T14:00:00Z'],
    ['2026-06-05 10:00 (UTC)', '2026-06-05T10:00:00Z'],
    ['2026-06-05 10:00 (GMT-05:30)', '2026-06-05T15:30:00Z'],
    ['2026-06-05 10:00 (America/Port-au-Prince)', '2026-06-05T14:00:00Z'],
  ])('%j is %s in any time zone', (text, utc) => {
    for (const zone of [undefined, berlin])
      expect(readTime(text, within(zone))).toMatchObject(at(utc));
  });

  it.each([
    ['2026-05-02 09:00', '2026-05-02T07:00:00Z'],
    ['20260605T0930', '2026-06-05T07:30:00Z'],
    ['2026-05-02 9 a.m.', '2026-05-02T07:00:00Z'],
    ['2026-05-02 12:15 AM', '2026-05-01T22:15:00Z'],
    ['  2026-05-02 \n 09:00\u202fAM\u00a0', '2026-05-02T07:00:00Z'],
    ['Oct 3, 2025, 1:40 PM', '2025-10-03T11:40:00Z'],
    ['vendredi 5 juin 2026 9h30', '2026-06-05T07:30:00Z'],
    ['Freitag, 5.6.2026 | 9.30 Uhr', '2026-06-05T07:30:00Z'],
    ['２０２６年６月５日　９：３０', '2026-06-05T07:30:00Z'],
    ['Fri 9:00', '2026-06-05T07:00:00Z'],
    ['5 June 9:00', '2026-06-05T07:00:00Z'],
    ['Sat 6/6, 9.30 Uhr', '2026-06-06T07:30:00Z'],
    ['2026-Jun-05 09:00', '2026-06-05T07:00:00Z'],
  ])('%j in Berlin is %s', (text, utc) =>
    expect(readTime(text, within(berlin))).toMatchObject(at(utc)),
  );

  it.each([
    ['05/06/2026 9:00', 'dmy', '2026-06-05T07:00:00Z'],
    ['05/06/2026 9:00', 'mdy', '2026-05-06T07:00:00Z'],
    ['05.06.2026 09:00', 'mdy', '2026-05-06T07:00:00Z'],
    // A leading year shows the order, and a name shows the month.
    ['2026-05-06 09:00', 'dmy', '2026-05-06T07:00:00Z'],
    ['6 May 2026 09:00', 'mdy', '2026-05-06T07:00:00Z'],
  ] as const)('%j, read %s, is %s', (text, order, utc) => {
    expect(readTime(text, within(berlin, order))).toMatchObject(at(utc));
  });

  it.each([
    ['2026-06-05 9.00–9.45 Uhr', '2026-06-05T07:00:00Z', '2026-06-05T07:45:00Z'],
    ['2026-06-05 23:30–0:15', '2026-06-05T21:30:00Z', '2026-06-05T22:15:00Z'],
    ['2026-06-05 22:00–24:00', '2026-06-05T20:00:00Z', '2026-06-05T22:00:00Z'],
    ['2026-06-05 9:00–10:00 UTC+2', '2026-06-05T07:00:00Z', '2026-06-05T08:00:00Z'],
    ['2026-06-05 9:00 UTC+2 – 10:00 UTC+2', '2026-06-05T07:00:00Z', '2026-06-05T08:00:00Z'],
    ['2026-06-05 1:00–2:30 pm', '2026-06-05T11:00:00Z', '2026-06-05T12:30:00Z'],
    ['June 5th, 2026 at 9:00 to 9:45', '2026-06-05T07:00:00Z', '2026-06-05T07:45:00Z'],
  ])('%j is a range from %s to %s', (text, from, to) => {
    expect(readTime(text, within(berlin))).toMatchObject({ ...at(from), endMs: Date.parse(to) });
  });

  it.each([
    [
      '2026-06-05 09:00-10:00',
      berlin,
      'unclear_time',
      'write spaces around the dash of a range, or write UTC-10:00 for the offset',
    ],
    [
      '2026-06-05 10 am PT - 11 am PT',
      berlin,
      'unknown_time_zone',
      'words for time zones have several meanings',
    ],
    ['2026-06-05 17:00–9:00', berlin, 'not_after_start', 'not after the start'],
    [
      '2026-06-05 10:00 Mars/Olympus',
      berlin,
      'unknown_time_zone',
      'unknown time zone "Mars/Olympus"',
    ],
    ['2026-03-29 02:30 Europe/Paris', berlin, 'gap', 'does not exist in Europe/Paris'],
    ['2026-10-25 02:30', berlin, 'ambiguous', 'write its offset, +02:00 or +01:00'],
    ['2026-05-02 09:00', undefined, 'no_time_zone', 'needs a time zone'],
  ])('%s in %s is refused: %s', (text, zone, problem, message) => {
    const refused = { ok: false, problem, message: expect.stringContaining(message) };
    expect(readTime(text, within(zone))).toEqual(refused);
  });

  it.each([
    '',
    '2026-05-02',
    '09:00',
    '2026-05-02 9',
    '2026-05-02 24:00',
    '2026-05-02 09:60',
    '46144.375',
    '2026-05-02 13:00 PM',
    '2026-02-30 09:00',
    '29/02/2027 09:00',
    'Day 1 2030',
    '2026-06-05 9-10',
    '2026-06-05 noon',
    '9:30, 5 June 2026',
    '2026-06-05 午前9時',
    '3–5 June 2026 9:00',
    '2026-06-05 9:00-9:45-10:00',
    '2026-06-05 09:00 – 2026-06-05 09:45',
  ])('%j is not read', (text) => {
    const message = `${JSON.stringify(text)} is no date and time; write one such as 2026-05-02 09:00`;
    expect(readTime(text, within(berlin))).toEqual({ ok: false, problem: 'format', message });
  });
});

describe('a clock time in a cell of its own', () => {
  const on = (text: string) => readClockOn('2026-06-05', text, within(berlin));
  const instant = (clock: string) => Date.parse(`2026-06-05T${clock}:00+02:00`);

  it.each([
    '9:30',
    '09:30:00',
    '9.30',
    '9h30',
    '9 h 30',
    '9 Uhr 30',
    '9.30 hod.',
    '9:30 a. m.',
    '９：３０',
    ...clockUnitWords.map((word) => `9:30 ${word}`),
  ])('%j is half past nine', (text) =>
    expect(on(text)).toMatchObject({ ok: true, ms: instant('09:30') }),
  );

  it.each([
    ['2 pm–2:30 pm', '14:00', '14:30'],
    ['9:00-10:00', '09:00', '10:00'],
    ['9h〜9h45', '09:00', '09:45'],
    ['9:00 to 9:45', '09:00', '09:45'],
    ['9:00-9:45 AM', '09:00', '09:45'],
    ['2:00-2:45 PM', '14:00', '14:45'],
    ['11:00 - 1:00 p.m.', '11:00', '13:00'],
    ['12:00-1:00 pm', '12:00', '13:00'],
    ['2 pm-2:45', '14:00', '14:45'],
    ['9-10 am', '09:00', '10:00'],
    ['11am-1', '11:00', '13:00'],
    ['10:00 (Europe/Berlin) - 11:00 (Europe/Berlin)', '10:00', '11:00'],
    ['10:00 Europe/Berlin - 11:00', '10:00', '11:00'],
  ])('%j is a range', (text, from, to) => {
    expect(on(text)).toMatchObject({ ok: true, ms: instant(from), endMs: instant(to) });
  });

  it.each([
    '',
    '9',
    '930',
    '0930',
    '9-10',
    '25:00',
    '9:60',
    '9.5',
    '13:00 PM',
    '2026-05',
    '9:00-9:45-10:00',
    'noon',
    '0.375',
    '9–10 Uhr',
    '9:00-9:00 pm',
    '1899-12-30 09:30:00',
    'at 9:30',
    '午後2時30分',
  ])('%j is none', (text) => {
    const message = `${JSON.stringify(text)}: write the time as 09:00`;
    expect(on(text)).toEqual({ ok: false, problem: 'format', message });
  });
});

describe('an end', () => {
  const start = Date.parse('2026-05-02T12:00:00Z'); // 14:00 in Berlin

  it.each([
    ['2026-05-03T14:00:00+02:00', '2026-05-03T12:00:00Z'],
    ['14:45', '2026-05-02T12:45:00Z'],
    ['2:45 PM', '2026-05-02T12:45:00Z'],
    ['24:00', '2026-05-02T22:00:00Z'],
    ['1:30', '2026-05-02T23:30:00Z'],
  ])('at %s is %s', (text, utc) =>
    expect(readEnd(text, { ms: start }, within(berlin))).toMatchObject(at(utc)),
  );

  it('is on the local day of the start', () => {
    const lateInUtc = Date.parse('2026-05-02T22:30:00Z');
    expect(readEnd('01:00', { ms: lateInUtc }, within(berlin))).toMatchObject(
      at('2026-05-02T23:00:00Z'),
    );
    expect(readEnd('01:00', { ms: lateInUtc }, within('Asia/Kolkata'))).toMatchObject({
      problem: 'not_after_start',
    });
  });

  it.each([
    ['14:00', 'not_after_start'],
    ['2:45', 'not_after_start'],
    ['14:45-15:00', 'format'],
  ])('at %j is refused: %s', (text, problem) => {
    expect(readEnd(text, { ms: start }, within(berlin))).toMatchObject({ ok: false, problem });
  });

  it('needs a time zone for a clock time, and is refused in a gap', () => {
    expect(readEnd('14:45', { ms: start }, within(undefined))).toMatchObject({
      problem: 'no_time_zone',
    });
    expect(readEnd('14:45', { ms: start }, within('Europe/Atlantis'))).toMatchObject({
      problem: 'unknown_time_zone',
    });
    const party = Date.parse('2026-03-28T21:00:00Z');
    expect(readEnd('02:30', { ms: party }, within(berlin))).toMatchObject({ problem: 'gap' });
    expect(readEnd('03:00', { ms: party }, within(berlin))).toMatchObject(
      at('2026-03-29T01:00:00Z'),
    );
  });
});

it.each([
  ['1 January 1900 09:00', true],
  ['31 December 2199 09:00', true],
  ['1 January 2200 09:00', false],
  ['2199-12-31 09:00', true],
  ['2200-01-01 09:00', false],
  ['2200-01-01T09:00:00Z', false],
])('reads a time of the years 1900 to 2199 alone: %s, %s', (text, ok) => {
  expect(readTime(text, within(berlin)).ok).toBe(ok);
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
  expect(readClockOn('2026-06-05', text, within(berlin))).toMatchObject({
    ok: false,
    problem: 'format',
  });
  expect(processorMs() - begin).toBeLessThan(3000);
});
