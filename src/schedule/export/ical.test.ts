// A timetable as a calendar: its bytes, and its content as another library reads it.
import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import {
  factsOf,
  hostile,
  hostileTexts,
  session,
  timetable,
  timetables,
} from '../../../test/support/timetables.ts';
import { icalOf } from './ical.ts';

/** As a calendar program reads it. */
function reread(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const [start, end] = [event.startDate, event.endDate];
    return {
      title: event.summary,
      room: event.location,
      startMs: start.toUnixTime() * 1000,
      endMs: end.toUnixTime() * 1000,
    };
  });
}

describe('a calendar', () => {
  it('equals this text byte by byte', () => {
    const one = session('2026-05-02T09:00:00+02:00', 45, {
      submissionId: 'sub_1',
      title: 'Commas, semicolons; and lines',
      abstract: 'One.\nTwo.',
      track: 'Community',
    });
    expect(icalOf(timetable([one])).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//plenary//timetable//EN',
      'METHOD:PUBLISH',
      'NAME:DevConf 2026',
      'X-WR-CALNAME:DevConf 2026',
      'BEGIN:VEVENT',
      'UID:c340c114-1c04-5318-96cc-4cce4a1a3c74',
      'SEQUENCE:29583960',
      'DTSTAMP:20260401T100000Z',
      'DTSTART:20260502T070000Z',
      'DTEND:20260502T074500Z',
      'SUMMARY:Commas\\, semicolons\\; and lines',
      'LOCATION:Aula',
      'DESCRIPTION:Amina Diallo\\n\\nOne.\\nTwo.',
      'CATEGORIES:Community',
      'STATUS:CONFIRMED',
      'X-PLENARY-SPEAKERS:Amina Diallo',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('has no line over 75 octets, and breaks none inside a character', () => {
    const long = session('2026-05-02T09:00:00+02:00', 45, { title: '日本語🎉é'.repeat(40) });
    const text = icalOf(timetable([long]));
    const lines = text.split('\r\n').map((line) => Buffer.from(line));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(75);
    expect(reread(text)[0]?.title).toBe(long.title);
  });

  it('escapes text', () => {
    const text = icalOf(hostile);
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(hostileTexts.length);
    expect(text.match(/^BEGIN:VCALENDAR\r$/gm)).toHaveLength(1);
    expect(reread(text).map(({ title }) => title)).toContain(
      'END:VEVENT\nBEGIN:VEVENT\nSUMMARY:two; three, four\\n',
    );
  });

  it('has the same sessions after being read', () => {
    fc.assert(
      fc.property(timetables, (any) => {
        expect(factsOf(reread(icalOf(any)))).toEqual(factsOf(any.sessions));
      }),
    );
  });
});
