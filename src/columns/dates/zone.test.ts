// Time zones of columns, headers and cells: a name of the IANA database, an offset, or a refusal.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { divideHeader, zoneOfHeader } from './header-zone.ts';
import { readClockOn, readEnd, readTime } from './read-time.ts';
import type { TimeOptions } from './time-reading.ts';
import { zoneWords } from './words.ts';
import { longestTime, readZone, withOneZone, type ZoneSuffix } from './zone.ts';

const named = (name: string): ZoneSuffix => ({ kind: 'name', name });
const at = (offset: string): ZoneSuffix => ({ kind: 'offset', offset });
const whatToWrite = 'write a name such as America/New_York, or an offset such as UTC-04:00';
const severalMeanings = (text: string) =>
  `"${text}": words for time zones have several meanings; ${whatToWrite}`;

describe('a text in a column of time zones', () => {
  it.each([
    ['Europe/Berlin', named('Europe/Berlin')],
    ['America/Argentina/Buenos_Aires', named('America/Argentina/Buenos_Aires')],
    ['Singapore', named('Singapore')],
    ['UTC', at('Z')],
    ['gmt', at('Z')],
    ['Z', at('Z')],
    ['UTC+2', at('+02:00')],
    ['GMT -5:30', at('-05:30')],
    ['+0200', at('+02:00')],
    ['\u22124', at('-04:00')],
    ['ＵＴＣ＋９', at('+09:00')],
  ])('%j is read', (text, zone) => expect(readZone(text)).toEqual({ ok: true, zone }));

  it('is read as every name of the database', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), (name) => {
        expect(readZone(` ${name} `)).toEqual({ ok: true, zone: named(name) });
      }),
    );
  });

  // The IANA database has CET, EST and a few others as names.
  it.each([...zoneWords, 'PDT', 'MESZ', 'Eastern Time', 'US Pacific', 'Central European Time'])(
    '%j is refused as a word with several meanings',
    (text) => {
      const message = severalMeanings(text);
      expect(readZone(text)).toEqual({ ok: false, problem: 'unknown_time_zone', message });
    },
  );

  it.each([
    ['Berlin', '"Berlin" is a part of the name of a time zone: write Europe/Berlin'],
    ['New York', '"New York" is a part of the name of a time zone: write America/New_York'],
    ['Mars/Olympus', `unknown time zone "Mars/Olympus": ${whatToWrite}`],
    ['2', `unknown time zone "2": ${whatToWrite}`],
    ['+30', `unknown time zone "+30": ${whatToWrite}`],
    ['local', `unknown time zone "local": ${whatToWrite}`],
    ['', `unknown time zone "": ${whatToWrite}`],
  ])('%j is refused', (text, message) => {
    expect(readZone(text)).toEqual({ ok: false, problem: 'unknown_time_zone', message });
  });
});

describe('the final parenthesis of a header', () => {
  it.each([
    ['Start (Europe/Berlin)', named('Europe/Berlin')],
    ['Start (UTC+2)', at('+02:00')],
    ['Time (UTC)', at('Z')],
    ['Beginn [GMT+1] *', at('+01:00')],
    ['開始（Asia/Tokyo）', named('Asia/Tokyo')],
    ['Time (24h) (America/Denver)', named('America/Denver')],
  ])('of %j is a zone', (header, zone) => expect(zoneOfHeader(header)).toEqual({ ok: true, zone }));

  it.each([
    ['Time (PDT)', severalMeanings('PDT')],
    ['Start (cest)', severalMeanings('cest')],
    ['Start (Eastern Time)', severalMeanings('Eastern Time')],
    ['Start (London)', '"London" is a part of the name of a time zone: write Europe/London'],
    [
      'Start (Berlin time)',
      '"Berlin time" is a part of the name of a time zone: write Europe/Berlin',
    ],
    ['Start (Europe/Belrin)', `unknown time zone "Europe/Belrin": ${whatToWrite}`],
    ['Time (London/Paris)', `unknown time zone "London/Paris": ${whatToWrite}`],
    ['Start (heure de Paris)', '"heure de Paris": write the time zone as Europe/Paris'],
    ['Start (Zeit in New York)', '"Zeit in New York": write the time zone as America/New_York'],
    ['Start (Brasília)', `unknown time zone "Brasília": ${whatToWrite}`],
    ['Time (U.S. Eastern)', severalMeanings('U.S. Eastern')],
    ['Time (CEST, UTC+2)', `unknown time zone "CEST, UTC+2": ${whatToWrite}`],
    ['Time (all times in UTC)', `unknown time zone "all times in UTC": ${whatToWrite}`],
  ])('of %j is refused', (header, message) => {
    const refused = { ok: false, problem: 'unknown_time_zone', message };
    expect(zoneOfHeader(header)).toEqual(refused);
  });

  it.each([
    'Start',
    'Start (24h)',
    'Room (required)',
    'End (optional)',
    'Duration (min)',
    'Start ()',
    'Start (HH:MM)',
    'Time (local)',
    'Time (local time)',
    'Zeit (Uhr)',
    'Time (start)',
    'Time (as agreed at dinner)',
    'Time (AM/PM)',
    'Start (Required)',
    'Début et fin',
    'Layout',
  ])('of %j is no zone', (header) => expect(zoneOfHeader(header)).toBeUndefined());

  it('is not looked for in a long text', () => {
    const begin = processorMs();
    expect(zoneOfHeader(`${'Start ('.repeat(20_000)}PDT)`)).toMatchObject({ ok: false });
    expect(zoneOfHeader(`(${'UTC '.repeat(20_000)})`)).toBeUndefined();
    expect(processorMs() - begin).toBeLessThan(3000);
  });
});

it('the zone of a range is named once, unless the text is longer than any time', () => {
  const padded = (length: number) => '10:00 UTC - 11:00 UTC'.padStart(length);
  expect(withOneZone(padded(longestTime))).toBe('10:00 - 11:00 UTC'.padStart(longestTime - 4));
  expect(withOneZone(padded(longestTime + 1))).toBe(padded(longestTime + 1));
});

const berlin: TimeOptions = { timeZone: 'Europe/Berlin' };

describe('a header with the words of a zone', () => {
  it.each([
    ['Start UTC', 'Start', at('Z')],
    ['start_utc', 'start', at('Z')],
    ['startUtc', 'start', at('Z')],
    ['Start Time - UTC', 'Start Time', at('Z')],
    ['Time, GMT', 'Time', at('Z')],
    ['UTC start', 'start', at('Z')],
    ['Time in UTC', 'Time', at('Z')],
    ['Start UTC+2', 'Start', at('+02:00')],
    ['Start UTC (24h)', 'Start', at('Z')],
    ['Time Europe/Berlin', 'Time', named('Europe/Berlin')],
    ['2027-05-20 (UTC)', '2027-05-20', at('Z')],
  ])('%j has it beside %j', (header, rest, zone) => {
    expect(divideHeader(header)).toEqual({ rest, zone: { ok: true, zone } });
  });

  it.each([
    ['Time, EST', 'Time'],
    ['Times in EDT', 'Times'],
    ['start_cet', 'start'],
    ['Start Pacific Time', 'Start'],
    ['Time UTC/CEST', 'Time'],
  ])('%j has one with several meanings', (header, rest) => {
    const refused = { ok: false, problem: 'unknown_time_zone', message: severalMeanings(header) };
    expect(divideHeader(header)).toEqual({ rest, zone: refused });
  });
});

describe('a word for a zone in a cell', () => {
  it.each(['10:00 EDT', '10:00 PST', '09:00 CEST', '9.30 MESZ', '9 am (ET)', '10:00 Eastern Time'])(
    'is refused: %j',
    (text) => {
      const message = severalMeanings(text);
      const refused = { ok: false, problem: 'unknown_time_zone', message };
      expect(readClockOn('2027-05-26', text, berlin)).toEqual(refused);
      expect(readEnd(text, { ms: Date.parse('2027-05-26T05:00:00Z') }, berlin)).toEqual(refused);
      // The date is part of the cell that the message quotes.
      const whole = `2027-05-26 ${text}`;
      const wholeRefused = { ...refused, message: severalMeanings(whole) };
      expect(readTime(whole, berlin)).toEqual(wholeRefused);
    },
  );

  it.each([
    ['10:00 America/New_York', '2027-05-26T14:00:00Z'],
    ['10:00 UTC-04:00', '2027-05-26T14:00:00Z'],
  ])('can be replaced as the message says: %j', (text, utc) => {
    const instant = { ok: true, ms: Date.parse(utc) };
    expect(readClockOn('2027-05-26', text, berlin)).toMatchObject(instant);
  });
});

describe('the zone of the row', () => {
  const newYork = { ...berlin, zone: named('America/New_York') };
  const minusFour = { ...berlin, zone: at('-04:00') };
  const day = '2027-05-26';
  const ten = { ok: true, ms: Date.parse('2027-05-26T14:00:00Z') };

  it.each([newYork, minusFour])('is that of times without their own: %j', (options) => {
    expect(readTime('2027-05-26 10:00', options)).toMatchObject(ten);
    expect(readTime('2027-05-26T10:00:00', options)).toMatchObject(ten);
    expect(readTime('26 May 2027, 10 am', options)).toMatchObject(ten);
    expect(readClockOn(day, '10:00', options)).toMatchObject(ten);
    const range = { ...ten, endMs: Date.parse('2027-05-26T15:30:00Z') };
    expect(readClockOn(day, '10:00–11:30', options)).toMatchObject(range);
    const end = { ok: true, ms: Date.parse('2027-05-26T15:00:00Z') };
    expect(readEnd('11:00', { ms: ten.ms }, options)).toMatchObject(end);
    expect(readEnd('2027-05-26 11:00', { ms: ten.ms }, options)).toMatchObject(end);
  });

  it.each([newYork, minusFour])('may also be in the cell, in another form: %j', (options) => {
    for (const zone of ['America/New_York', 'America/Toronto', 'UTC-4', 'GMT-04:00']) {
      expect(readClockOn(day, `10:00 ${zone}`, options)).toMatchObject(ten);
      expect(readTime(`2027-05-26 10:00 (${zone})`, options)).toMatchObject(ten);
    }
    expect(readTime('2027-05-26T10:00:00-04:00', options)).toMatchObject(ten);
  });

  it('does not contradict an instant in UTC', () => {
    const instant = { ok: true, ms: Date.parse('2027-05-26T10:00:00Z') };
    expect(readTime('2027-05-26T10:00:00Z', newYork)).toMatchObject(instant);
  });

  it.each([
    ['2027-05-26T10:00:00+00:00', newYork, 'America/New_York'],
    ['2027-05-26 10:00 (Europe/Berlin)', newYork, 'America/New_York'],
    ['2027-05-26 10:00 UTC-5', minusFour, '-04:00'],
  ])('that contradicts %j is an error with both', (text, options, zone) => {
    const message = `"${text}" contradicts the time zone ${zone} of its row`;
    const refused = { ok: false, problem: 'contradiction', message };
    expect(readTime(text, options)).toEqual(refused);
    expect(readEnd(text, { ms: Date.parse('2027-05-26T01:00:00Z') }, options)).toEqual(refused);
  });

  it('contradicts an end with another zone', () => {
    const message = '"11:00 UTC" contradicts the time zone America/New_York of its row';
    const refused = { ok: false, problem: 'contradiction', message };
    expect(readEnd('11:00 UTC', { ms: Date.parse('2027-05-26T10:00:00Z') }, newYork)).toEqual(
      refused,
    );
  });

  it('needs no zone of the event, and has its own gaps', () => {
    const options = { ...newYork, timeZone: undefined };
    expect(readTime('2027-05-26 10:00', options)).toMatchObject(ten);
    const gap = { ok: false, problem: 'gap', message: expect.stringContaining('America/New_York') };
    expect(readTime('2027-03-14 02:30', options)).toEqual(gap);
  });

  it('changes nothing that has its own offset', () => {
    const clock = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.nat({ max: 59 }) });
    fc.assert(
      fc.property(
        clock,
        fc.constantFrom('+02:00', '-04:00', '+05:30'),
        ({ hour, minute }, zone) => {
          const text = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
          const written = `2027-05-26T${text}:00${zone}`;
          const reading = readClockOn('2027-05-26', text, { timeZone: undefined, zone: at(zone) });
          expect(reading).toMatchObject({ ok: true, ms: Date.parse(written), text: written });
          const whole = readTime(written, { timeZone: undefined, zone: at(zone) });
          expect(whole).toMatchObject({ ok: true, ms: Date.parse(written), text: written });
        },
      ),
    );
  });
});
