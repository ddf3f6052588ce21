// When sessions start and end. Instants are written by hand, in UTC.
import { describe, expect, it } from 'vitest';
import type { DateOrder } from './calendar-date.ts';
import { readEnd, readTime } from './read-time.ts';

const berlin = 'Europe/Berlin';
const within = (timeZone: string | undefined, dateOrder?: DateOrder) => ({ timeZone, dateOrder });
const at = (utc: string) => ({ ok: true, ms: Date.parse(utc) });

describe('a time', () => {
  it.each([
    ['2026-05-02T09:00:00+02:00', '2026-05-02T07:00:00Z'],
    ['2026-05-02T09:00:00Z', '2026-05-02T09:00:00Z'],
    ['2026-05-02t09:00:00.250z', '2026-05-02T09:00:00.250Z'],
    ['2026-05-02 09:00 +0530', '2026-05-02T03:30:00Z'],
    ['2026-05-02 9:00 AM -05:00', '2026-05-02T14:00:00Z'],
  ])('%j is %s in any time zone', (text, utc) => {
    for (const zone of [undefined, berlin]) expect(readTime(text, within(zone))).toMatchObject(at(utc));
  });

  it.each([
    ['2026-05-02 09:00', '2026-05-02T07:00:00Z'],
    ['2026-05-02T09:00:30', '2026-05-02T07:00:30Z'],
    ['2026-5-2 9:00', '2026-05-02T07:00:00Z'],
    ['2026-05-02 9 a.m.', '2026-05-02T07:00:00Z'],
    ['2026-05-02 12:15 AM', '2026-05-01T22:15:00Z'],
    ['2026-05-02 12:15 PM', '2026-05-02T10:15:00Z'],
    ['  2026-05-02 \n 09:00\u202fAM\u00a0', '2026-05-02T07:00:00Z'],
    ['18 Jul 2025 10:00 AM', '2025-07-18T08:00:00Z'],
    ['18-jul-2025 10:00', '2025-07-18T08:00:00Z'],
    ['18. Sept. 2025 10:00', '2025-09-18T08:00:00Z'],
    ['Oct 3, 2025, 1:40 PM', '2025-10-03T11:40:00Z'],
    ['2. 5. 2026 9:00', '2026-05-02T07:00:00Z'],
    ['02.05.26 09:00', '2026-05-02T07:00:00Z'],
    // Only one order of day and month gives a date, or both orders give the same one.
    ['25/06/2026 9:00', '2026-06-25T07:00:00Z'],
    ['06/25/2026 9:00', '2026-06-25T07:00:00Z'],
    ['05/05/2026 9:00', '2026-05-05T07:00:00Z'],
    ['29/02/2028 9:00', '2028-02-29T08:00:00Z'],
  ])('%j in Berlin is %s', (text, utc) => expect(readTime(text, within(berlin))).toMatchObject(at(utc)));

  it.each([
    ['05/06/2026 9:00', 'dmy', '2026-06-05T07:00:00Z'],
    ['05/06/2026 9:00', 'mdy', '2026-05-06T07:00:00Z'],
    ['26/5/6 9:00', 'ymd', '2026-05-06T07:00:00Z'],
    ['05.06.2026 09:00', 'mdy', '2026-05-06T07:00:00Z'],
    // A leading year shows the order, and a name shows the month.
    ['2026-05-06 09:00', 'dmy', '2026-05-06T07:00:00Z'],
    ['6 May 2026 09:00', 'mdy', '2026-05-06T07:00:00Z'],
  ] as const)('%j, read %s, is %s', (text, order, utc) => {
    expect(readTime(text, within(berlin, order))).toMatchObject(at(utc));
  });

  it.each([
    ['05/06/2026 9:00', '2026-06-05 or 2026-05-06'],
    ['25/06/26 9:00', '2026-06-25 or 2025-06-26'],
    ['05/06/26 9:00', '2026-06-05 or 2026-05-06 or 2005-06-26'],
  ])('%j needs the order of its numbers', (text, readings) => {
    const message = `${text.split(' ')[0]} can be ${readings}`;
    expect(readTime(text, within(berlin))).toEqual({ ok: false, problem: 'date_order', message });
  });

  it.each([
    ['2026-05-02 09:00', 'America/St_Johns', '2026-05-02T11:30:00Z'],
    ['2011-12-29 23:59', 'Pacific/Apia', '2011-12-30T09:59:00Z'],
    ['2026-03-29 01:59', berlin, '2026-03-29T00:59:00Z'],
    ['2026-03-29 03:00', berlin, '2026-03-29T01:00:00Z'],
    ['2026-10-25 02:30 +01:00', berlin, '2026-10-25T01:30:00Z'],
  ])('%s in %s is %s', (text, zone, utc) => expect(readTime(text, within(zone))).toMatchObject(at(utc)));

  it.each([
    ['2026-03-29 02:30', berlin, 'gap', '02:30:00 on 2026-03-29 does not exist in Europe/Berlin'],
    ['2011-12-30 09:00', 'Pacific/Apia', 'gap', 'does not exist in Pacific/Apia'],
    ['2026-10-25 02:30', berlin, 'ambiguous', 'write its offset, +02:00 or +01:00'],
    ['2026-05-02 09:00', undefined, 'no_time_zone', 'needs a time zone'],
    ['2026-05-02 09:00', 'Europe/Atlantis', 'unknown_time_zone', 'unknown time zone "Europe/Atlantis"'],
  ])('%s in %s is refused: %s', (text, zone, problem, message) => {
    const refused = { ok: false, problem, message: expect.stringContaining(message) };
    expect(readTime(text, within(zone))).toEqual(refused);
  });

  it.each([
    '',
    '2026-05-02',
    '09:00',
    '18 Jul 2025',
    '2026-05-02 9',
    '2026-05-02 24:00',
    '2026-05-02 09:60',
    '2026-05-02 13:00 PM',
    '2026-02-30 09:00',
    '29/02/2027 09:00',
    '13/13/2026 09:00',
    '02.05/2026 09:00',
    '18 Ju 2025 10:00',
  ])('%j is not a time', (text) => {
    const message = expect.stringContaining(`${JSON.stringify(text)}: expected a date and a time such as `);
    expect(readTime(text, within(berlin))).toMatchObject({ problem: 'format', message });
  });

  it('is read in no other order than the specified one', () => {
    expect(readTime('25/06/2026 9:00', within(berlin, 'mdy'))).toMatchObject({ problem: 'format' });
  });
});

describe('an end', () => {
  const start = Date.parse('2026-05-02T12:00:00Z'); // 14:00 in Berlin

  it.each([
    ['2026-05-02 14:45', '2026-05-02T12:45:00Z'],
    ['2026-05-03T14:00:00+02:00', '2026-05-03T12:00:00Z'],
    ['14:45', '2026-05-02T12:45:00Z'],
    ['2:45 PM', '2026-05-02T12:45:00Z'],
    // After midnight.
    ['00:00', '2026-05-02T22:00:00Z'],
    ['1:30', '2026-05-02T23:30:00Z'],
  ])('at %s is %s', (text, utc) => expect(readEnd(text, start, within(berlin))).toMatchObject(at(utc)));

  it('is on the local day of the start', () => {
    const lateInUtc = Date.parse('2026-05-02T22:30:00Z');
    expect(readEnd('01:00', lateInUtc, within(berlin))).toMatchObject(at('2026-05-02T23:00:00Z'));
    expect(readEnd('01:00', lateInUtc, within('Asia/Kolkata'))).toMatchObject({ problem: 'not_after_start' });
  });

  it.each([
    ['2026-05-02 14:00', 'not_after_start'],
    ['14:00', 'not_after_start'],
    ['2:45', 'not_after_start'],
    ['05/06/2026 14:45', 'date_order'],
    ['45', 'format'],
    ['', 'format'],
  ])('at %j is refused: %s', (text, problem) => {
    expect(readEnd(text, start, within(berlin))).toMatchObject({ ok: false, problem });
  });

  it('needs a time zone for a clock time, and is refused in a gap', () => {
    expect(readEnd('14:45', start, within(undefined))).toMatchObject({ problem: 'no_time_zone' });
    expect(readEnd('14:45', start, within('Europe/Atlantis'))).toMatchObject({ problem: 'unknown_time_zone' });
    const party = Date.parse('2026-03-28T21:00:00Z');
    expect(readEnd('02:30', party, within(berlin))).toMatchObject({ problem: 'gap' });
    expect(readEnd('03:00', party, within(berlin))).toMatchObject(at('2026-03-29T01:00:00Z'));
  });
});
