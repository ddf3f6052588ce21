// A timetable as a calendar: its bytes, and its content as another library reads it.
import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { factsOf, hostile, hostileTexts, session, timetable, timetables } from '../../../test/support/timetables.ts';
import { icalOf } from './ical.ts';

/** As a calendar program reads it: by the zone that the file itself describes. */
function reread(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') ?? new ICAL.Component('vtimezone'));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const [start, end] = [event.startDate, event.endDate];
    for (const time of [start, end]) if (time.zone !== ICAL.Timezone.utcTimezone && zone.tzid !== '') time.zone = zone;
    return {
      title: event.summary,
      room: event.location,
      clock: start.toString().slice(11, 16),
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
    expect(icalOf(timetable([one], { url: 'https://devconf.example/timetable' })).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//plenary//timetable//EN',
      'METHOD:PUBLISH',
      'NAME:DevConf 2026',
      'X-WR-CALNAME:DevConf 2026',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:DAYLIGHT',
      'DTSTART:20260329T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:c340c114-1c04-5318-96cc-4cce4a1a3c74',
      'SEQUENCE:29583960',
      'DTSTAMP:20260401T100000Z',
      'DTSTART;TZID=Europe/Berlin:20260502T090000',
      'DTEND;TZID=Europe/Berlin:20260502T094500',
      'SUMMARY:Commas\\, semicolons\\; and lines',
      'LOCATION:Aula',
      'DESCRIPTION:Amina Diallo\\n\\nOne.\\nTwo.',
      'CATEGORIES:Community',
      'URL;VALUE=URI:https://devconf.example/timetable#session-c340c114-1c04-5318',
      ' -96cc-4cce4a1a3c74',
      'STATUS:CONFIRMED',
      'X-PLENARY-SPEAKERS:Amina Diallo',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it.each([
    ['Europe/Berlin', '2026-10-24T09:00:00+02:00', '2026-10-25T09:00:00+01:00'],
    ['America/St_Johns', '2026-03-07T09:00:00-03:30', '2026-03-08T09:00:00-02:30'],
    ['Australia/Lord_Howe', '2026-04-04T09:00:00+11:00', '2026-04-05T09:00:00+10:30'],
    ['Asia/Kathmandu', '2026-04-04T09:00:00+05:45', '2026-04-05T09:00:00+05:45'],
    ['UTC', '2026-04-04T09:00:00Z', '2026-04-05T09:00:00Z'],
  ])('shows 09:00 in %s on both sides of a change of the clocks', (zone, before, after) => {
    const sessions = [before, after].map((start) => session(start, 45));
    const read = reread(icalOf(timetable(sessions, { zone })));
    expect(read.map(({ clock, startMs, endMs }) => [clock, startMs, endMs])).toEqual(
      sessions.map(({ startMs, endMs }) => ['09:00', startMs, endMs]),
    );
  });

  it('preserves each hour around both clock changes of a year', () => {
    const hours = ['2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z'].flatMap((day) =>
      Array.from({ length: 72 }, (_, hour) => new Date(Date.parse(day) + hour * 3_600_000).toISOString()),
    );
    const sessions = hours.map((hour) => session(hour, 30));
    expect(reread(icalOf(timetable(sessions))).map(({ startMs }) => startMs)).toEqual(
      sessions.map(({ startMs }) => startMs),
    );
  });

  it('has no line over 75 octets, and breaks none inside a character', () => {
    const long = session('2026-05-02T09:00:00+02:00', 45, { title: '日本語🎉é'.repeat(40) });
    const text = icalOf(timetable([long]));
    const lines = text.split('\r\n').map((line) => Buffer.from(line));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(75);
    expect(reread(text)[0]?.title).toBe(long.title);
  });

  it('replaces an earlier export: the same ids, a higher sequence', () => {
    const before = session('2026-05-02T09:00:00+02:00', 45, { submissionId: 'sub_1' });
    const moved = { ...before, startMs: before.startMs + 3_600_000, endMs: before.endMs + 3_600_000 };
    const facts = (text: string) => [/UID:(.*)/.exec(text)?.[1], Number(/SEQUENCE:(.*)/.exec(text)?.[1])];
    const earlier = facts(icalOf(timetable([before])));
    const later = facts(icalOf(timetable([moved], { generatedAt: Date.parse('2026-04-02T10:00:00Z') })));
    expect(later[0]).toBe(earlier[0]);
    expect(later[1]).toBeGreaterThan(Number(earlier[1]));
  });

  it('escapes text', () => {
    const text = icalOf(hostile);
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(hostileTexts.length);
    expect(text.match(/^BEGIN:VCALENDAR\r$/gm)).toHaveLength(1);
    expect(reread(text).map(({ title }) => title)).toContain('END:VEVENT\nBEGIN:VEVENT\nSUMMARY:two; three, four\\n');
  });

  it('has the same sessions after being read', () => {
    fc.assert(
      fc.property(timetables, (any) => {
        expect(factsOf(reread(icalOf(any)))).toEqual(factsOf(any.sessions));
      }),
    );
  });

  it('may be empty', () => {
    expect(reread(icalOf(timetable([])))).toEqual([]);
  });
});
