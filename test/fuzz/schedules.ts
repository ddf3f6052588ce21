// Generates calendars and schedules: as this program exports them, and of any properties and elements. Must not know what reads them.
import * as fc from 'fast-check';
import { scheduleJsonOf } from '../../src/schedule/export/c3voc.ts';
import { scheduleXmlOf } from '../../src/schedule/export/c3voc-xml.ts';
import { csvOf } from '../../src/schedule/export/csv.ts';
import type { Timetable } from '../../src/schedule/export/grid.ts';
import { icalOf } from '../../src/schedule/export/ical.ts';
import { hostile, hostileTexts } from '../support/timetables.ts';

export interface ScheduleFormat {
  readonly name: string;
  readonly damages: 'text' | 'markup' | 'json';
  readonly write: (timetable: Timetable) => string;
}

export const scheduleFormats: readonly ScheduleFormat[] = [
  { name: 'exported.ics', damages: 'markup', write: icalOf },
  { name: 'exported.xml', damages: 'markup', write: scheduleXmlOf },
  { name: 'exported.json', damages: 'json', write: scheduleJsonOf },
  { name: 'exported.csv', damages: 'text', write: csvOf },
];

export const hostileTimetable = hostile;

const moments = [
  ...['20270520T093000', '20270520T093000Z', '20270520', '20270328T023000', '00010101T000000', '99991231T235959Z'],
  ...[
    '20271332T256199',
    '2027-05-20T09:30:00',
    '19700101T000000',
    '16010101T000000',
    '',
    '0',
    'PT45M',
    '-20270520T090000',
  ],
];
const zones = [
  'Europe/Berlin',
  'Odd',
  '"Odd"',
  'W. Europe Standard Time',
  '/example.org/20200101/Europe/Berlin',
  'UTC',
  '',
  '__proto__',
];
const lengths = ['PT45M', 'P1D', '-PT45M', 'P1W', 'PT0S', 'PT99999999999H', 'P', '45', 'PT1H30M', 'P1DT'];
const rules = [
  ...['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'FREQ=YEARLY', 'FREQ=YEARLY;UNTIL=20000101T000000Z', 'FREQ=YEARLY;COUNT=3'],
  ...['FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2', 'FREQ=DAILY', 'FREQ=YEARLY;BYDAY=9MO', 'FREQ=YEARLY;BYMONTH=13', 'FREQ='],
  ...[
    'FREQ=YEARLY;BYDAY=MO,TU;BYSETPOS=-1',
    'COUNT=1',
    'FREQ=YEARLY;UNTIL=x',
    'FREQ=YEARLY;WKST=XX',
    'FREQ=YEARLY;BYWEEKNO=53',
  ],
];
const texts = [
  'Talk',
  'A\\, B\\; C\\nD',
  '\\',
  '\\x',
  'mailto:ada@example.org',
  'https://example.org',
  'CANCELLED',
  ...hostileTexts,
];

const parameter = fc.oneof(
  fc.constantFrom(...zones).map((zone) => `TZID=${zone}`),
  fc.constantFrom(
    'VALUE=DATE',
    'VALUE=DATE-TIME',
    'VALUE=PERIOD',
    'VALUE=X',
    'VALUE=BINARY',
    'CN="Ada; Bo"',
    'CN=Ada',
    'X',
    '=',
    'CUTYPE=ROOM',
    'A=b,"c",d',
  ),
);
const parameters = fc.array(parameter, { maxLength: 2 }).map((all) => all.map((each) => `;${each}`).join(''));
const value = fc.constantFrom(...moments, ...lengths, ...rules, ...texts);

function property(names: readonly string[], usual: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...names),
      parameters,
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: value }),
    )
    .map(([name, own, content]) => `${name}${own}:${content}`);
}

const eventLine = fc.oneof(
  property(['DTSTART', 'DTEND', 'dtstart', 'RECURRENCE-ID'], moments),
  property(['DURATION'], lengths),
  property(['RRULE', 'RDATE', 'EXDATE'], [...rules, ...moments]),
  property(['UID', 'SUMMARY', 'LOCATION', 'DESCRIPTION', 'URL', 'STATUS', 'ATTENDEE', 'ORGANIZER'], texts),
  property(['CATEGORIES', 'X-PLENARY-SPEAKERS', 'X-PLENARY-FORMAT', 'X-A', 'GEO', 'ATTACH'], texts),
);
const zoneLine = fc.oneof(
  property(['DTSTART'], moments),
  property(['TZOFFSETFROM', 'TZOFFSETTO'], ['+0100', '+0200', '-0330', '+9999', '+010000', '0100', '', '-2400']),
  property(['RRULE', 'RDATE'], [...rules, ...moments]),
);

const lines = (line: fc.Arbitrary<string>, maxLength: number) => fc.array(line, { maxLength });
const observance = fc
  .tuple(fc.constantFrom('STANDARD', 'DAYLIGHT', 'VALARM'), lines(zoneLine, 5))
  .map(([name, own]) => [`BEGIN:${name}`, ...own, `END:${name}`]);
const zone = fc
  .tuple(fc.constantFrom(...zones), fc.array(observance, { maxLength: 3 }))
  .map(([id, rules]) => ['BEGIN:VTIMEZONE', `TZID:${id}`, ...rules.flat(), 'END:VTIMEZONE']);
const event = fc
  .tuple(
    fc.constantFrom('SUMMARY:Talk', 'SUMMARY:Queues', ''),
    fc.constantFrom('DTSTART;TZID=Odd:20270520T093000', 'DTSTART:20270520T093000Z', ''),
    lines(eventLine, 8),
  )
  .map(([title, start, own]) => ['BEGIN:VEVENT', title, start, ...own, 'END:VEVENT']);

/** Calendars of any properties, with zones of their own, and lines that are folded anywhere. */
export const calendars: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(zone, { maxLength: 2 }),
    fc.array(event, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('\r\n', '\n'),
    fc.nat(40),
  )
  .map(([zoned, events, end, width]) => {
    const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...zoned.flat(), ...events.flat(), 'END:VCALENDAR'];
    const folded = (line: string) =>
      width < 5 ? line : line.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), `$1${end} `);
    return all.map(folded).join(end) + end;
  });

const elements = [
  'title',
  'date',
  'start',
  'end',
  'duration',
  'room',
  'track',
  'type',
  'persons',
  'url',
  'subtitle',
  'x:title',
];
const clocks = [
  '2027-05-20T09:30:00+02:00',
  '09:30',
  '00:45',
  '9:3',
  '25:61',
  '1:02:30',
  '99:99:99',
  '2027-05-20',
  '0:45',
  '-1:00',
];
const markup = [
  '<![CDATA[a<b]]>',
  '<b>x</b>',
  '&amp;&#65;',
  '&unknown;',
  '<!-- x -->',
  '<person id="1">Ada</person>',
  '<?x?>',
  '',
];

const element = fc
  .tuple(fc.constantFrom(...elements), fc.constantFrom(...clocks, ...markup, 'Talk', 'Aula'))
  .map(([name, content]) => `<${name}>${content}</${name}>`);

/** A c3voc schedule of any elements. */
export const scheduleDocuments: fc.Arbitrary<string> = fc
  .record({
    opening: fc.constantFrom(
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<?xml version="1.0" encoding="utf-16"?>',
      '',
      '<!-- x -->',
      '<!DOCTYPE schedule [<!ENTITY a "b">]>',
    ),
    conference: fc.constantFrom(
      '',
      '<conference><time_zone_name>Europe/Berlin</time_zone_name><day_change>04:00</day_change></conference>',
      '<conference><time_zone_name>x</time_zone_name><day_change>99</day_change></conference>',
    ),
    date: fc.constantFrom('2027-05-20', '2027-02-30', '', 'x', '275760-09-13', '-000001-01-01'),
    events: fc.array(fc.array(element, { maxLength: 7 }), { maxLength: 5 }),
  })
  .map(({ opening, conference, date, events }) => {
    const inside = events.map((each, at) => `<event id="${at}" guid="g${at}">${each.join('\n')}</event>`).join('');
    return `${opening}<schedule>${conference}<day date="${date}"><room name="Aula">${inside}</room></day></schedule>`;
  });
