// Schedules of several writers, and calendars: what they say about each event, and what they are
// refused for.

import { describe, expect, it } from 'vitest';
import { readLines, readTable } from '../../../test/support/tables.ts';
import { readTime } from '../../columns/dates/read-time.ts';
import type { FileResource } from '../../contract/endpoint.ts';

const read = (text: string, contents: FileResource = 'sessions') => readLines(text, { contents });

describe('a schedule as XML', () => {
  const schedule = (conference: string, ...events: readonly string[]) =>
    [
      '<?xml version="1.0" encoding="utf-8"?>',
      `<schedule><conference><title>X</title>${conference}</conference>`,
      '<day index="1" date="2014-02-01"><room name="Janson">',
      ...events,
      '</room></day></schedule>',
    ].join('\n');

  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'of Pentabarf, with clock times and a day that ends after midnight',
      '<day_change>09:00:00</day_change><time_zone_name>Europe/Brussels</time_zone_name>',
      [
        '<event id="12"><start>10:00</start><duration>00:50</duration><title>A &amp; B</title><track>Main</track><type>keynote</type>',
        '<persons><person id="3">Ada Lovelace</person><person id="4">Bo; Ek</person></persons></event>',
        '<event id="13"><start>00:30</start><duration>1:02:30</duration><room>Other</room><title><![CDATA[Late <b>]]></title></event>',
      ],
      [
        'id | title | room | start | duration | speakers | track | format',
        '12 | A & B | Janson | 2014-02-01 10:00 Europe/Brussels | 50 | Ada Lovelace; Bo; Ek | Main | keynote',
        '13 | Late <b> | Other | 2014-02-02 00:30 Europe/Brussels | 1590 |  |  | ',
      ],
    ],
    [
      'of frab and pretalx, with dates',
      '<time_zone_name>Europe/Berlin</time_zone_name>',
      [
        '<event guid="g" id="12" code="ABC"><date>2014-02-01T10:00:00+01:00</date><start>10:00</start><duration>00:50</duration>',
        '<title>A</title><subtitle/><type>other</type><language>de</language><url>https://x.org/</url></event>',
      ],
      [
        'id | title | room | start | duration | language | url',
        'g | A | Janson | 2014-02-01T10:00:00+01:00 | 50 | de | https://x.org/',
      ],
    ],
    [
      'without a zone',
      '',
      ['<event id="1"><start>9:00</start><title>A</title></event>'],
      ['id | title | room | start', '1 | A | Janson | 2014-02-01 9:00'],
    ],
  ])('%s', async (_, conference, events, table) => {
    expect((await read(schedule(conference, ...events))).table).toEqual(table);
  });

  it('has submissions and speakers too, and the lines of the events', async () => {
    const event = (id: number, people: string) =>
      `<event id="${id}"><title>T${id}</title><abstract>A${id}</abstract><persons>${people}</persons></event>`;
    const ada = '<person id="3">Ada</person>';
    const text = schedule('', event(1, ada), event(2, `<person id="4">Bo</person>${ada}`));
    expect(await read(text, 'submissions')).toMatchObject({
      table: ['id | title | abstract | speakers', '1 | T1 | A1 | Ada', '2 | T2 | A2 | Bo; Ada'],
      lines: [4, 5],
    });
    expect((await read(text, 'speakers')).table).toEqual(['id | name', '3 | Ada', '4 | Bo']);
  });

  it('has each person, also if ids and addresses are empty', async () => {
    const people =
      '<person id="">Ann Lee</person><person id="">Bo Poe</person>' +
      '<person email="">Cy Roe</person><person code="" guid="g" id="7">Di Zee</person>';
    const event = `<event id="1"><title>A</title><persons>${people}</persons></event>`;
    expect((await read(schedule('', event), 'speakers')).table).toEqual([
      'name | id',
      'Ann Lee | ',
      'Bo Poe | ',
      'Cy Roe | ',
      'Di Zee | g',
    ]);
  });

  it('has each person on the line of their first event', async () => {
    const event = (id: number, ...names: readonly string[]) => {
      const people = names.map((name) => `<person>${name}</person>`).join('');
      return `<event id="${id}"><title>T${id}</title><persons>${people}</persons></event>`;
    };
    const text = schedule('', event(1, 'Ada', 'Bo', 'Cy'), event(2, 'Bo', 'Di'));
    expect(await read(text, 'speakers')).toMatchObject({
      table: ['name', 'Ada', 'Bo', 'Cy', 'Di'],
      lines: [4, 4, 4, 5],
    });
  });

  const laughs = '<!DOCTYPE schedule [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
  it.each([
    ['<schedule><day></schedule>', 'character 26: unexpected close tag'],
    [`<schedule>${'<a>'.repeat(100)}`, 'character 310: is nested deeper than 100 elements'],
    [
      `${laughs}<schedule>&b;</schedule>`,
      'character 58: the document declares entities (<!ENTITY>), which are not read',
    ],
    ['<schedule>&b;</schedule>', 'character 13: undefined entity'],
    ['<schedule><event>', 'unclosed tag: event'],
  ])('%s is refused', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      message: 'talks is not a well-formed schedule (XML)',
      details: [{ file: 'talks', line: 1, message: expect.stringContaining(message) }],
    });
  });
});

describe('a schedule as JSON', () => {
  it.each([
    [
      'pretalx',
      { code: 'S1', name: 'Ada', public_name: 'Ada', biography: 'B', avatar: null },
      'S1 | Ada | B',
    ],
    [
      'frab',
      { id: 5, public_name: 'Ada', full_public_name: 'Ada L', abstract: 'B' },
      '5 | Ada L | B',
    ],
    ['the hub', { guid: 'u', name: 'Ada', biography: 'B', url: 'https://x.org/' }, 'u | Ada | B'],
  ])('of %s has sessions, submissions and speakers', async (_, person, speaker) => {
    const event = {
      id: 12,
      guid: 'g',
      date: '2026-05-02T09:00:00+02:00',
      start: '09:00',
      duration: '00:45',
      room: 'Aula',
      title: 'On JSON',
      subtitle: '',
      track: { en: 'Data' },
      type: 'talk',
      language: null,
      abstract: 'A',
      description: null,
      persons: [person],
    };
    const rooms = {
      Aula: [event],
      Lab: [{ ...event, guid: 'h', room: null, date: null, start: '01:00', persons: [] }],
    };
    const day = { index: 1, date: '2026-05-02', day_start: '2026-05-02T04:00:00+02:00', rooms };
    const conference = { time_zone_name: 'Europe/Berlin', days: [day] };
    const text = JSON.stringify({ schedule: { version: '1', conference } });
    const [, name] = speaker.split(' | ');
    expect((await read(text)).table).toEqual([
      'id | title | room | start | duration | speakers | track | format | abstract',
      `g | On JSON | Aula | 2026-05-02T09:00:00+02:00 | 45 | ${name} | Data | talk | A`,
      'h | On JSON | Lab | 2026-05-03 01:00 Europe/Berlin | 45 |  | Data | talk | A',
    ]);
    expect((await read(text, 'submissions')).table[1]).toBe(
      `g | On JSON | A | Data | talk | ${name}`,
    );
    expect((await read(text, 'speakers')).table).toEqual(['id | name | biography', speaker]);
  });
});

describe('a calendar', () => {
  const calendar = (...lines: readonly string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const event = (...lines: readonly string[]) => [
    'BEGIN:VEVENT',
    'SUMMARY:T',
    ...lines,
    'END:VEVENT',
  ];

  const outlook = [
    'BEGIN:VTIMEZONE',
    'TZID:W. Europe Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];

  it.each([
    ['DTSTART:20260502T070000Z', '2026-05-02T07:00:00Z'],
    ['DTSTART:20260502T090000', '2026-05-02T09:00:00'],
    ['DTSTART;TZID=Europe/Berlin:20260502T090000', '2026-05-02 09:00:00 Europe/Berlin'],
    [
      'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260502T090000',
      '2026-05-02 09:00:00 Europe/Berlin',
    ],
    ['DTSTART;TZID="W. Europe Standard Time":20260502T090000', '2026-05-02T09:00:00+02:00'],
    ['DTSTART;TZID=W. Europe Standard Time:20260102T090000', '2026-01-02T09:00:00+01:00'],
    ['DTSTART;TZID=Nowhere:20260502T090000', '2026-05-02T09:00:00 Nowhere'],
  ])('%s is %s', async (line, start) => {
    const { rows, columns } = await readTable(calendar(...outlook, ...event(line)), {
      contents: 'sessions',
    });
    expect(rows[0]?.cells[columns.indexOf('start')]).toBe(start);
  });

  it.each([
    ['DTSTART;TZID=W. Europe Standard Time:20260502T090000', '2026-05-02 09:00:00 Europe/Berlin'],
    [
      'DTSTART;TZID="Eastern Standard Time":20260502T090000',
      '2026-05-02 09:00:00 America/New_York',
    ],
    ['DTSTART;TZID=Dateline Standard Time:20260502T090000', '2026-05-02 09:00:00 Etc/GMT+12'],
    ['DTSTART;TZID=Middle Earth Time:20260502T090000', '2026-05-02T09:00:00 Middle Earth Time'],
  ])(
    'that names a zone of Windows without a description has the zone of %s',
    async (line, start) => {
      const { rows, columns } = await readTable(calendar(...event(line)), { contents: 'sessions' });
      expect(rows[0]?.cells[columns.indexOf('start')]).toBe(start);
      expect(readTime(start, { timeZone: undefined }).ok).toBe(!line.includes('Middle Earth'));
    },
  );

  it.each([
    ['X-WR-TIMEZONE:America/New_York', '2026-05-02 09:00:00 America/New_York'],
    ['X-WR-TIMEZONE:Middle Earth', '2026-05-02T09:00:00'],
  ])('has floating times in its own zone: %s', async (line, start) => {
    const own = event('DTSTART:20260502T090000', 'DTEND:20260502T100000');
    const utc = event('DTSTART:20260502T070000Z');
    const { rows, columns } = await readTable(calendar(line, ...own, ...utc), {
      contents: 'sessions',
    });
    const starts = rows.map(({ cells }) => cells[columns.indexOf('start')]);
    expect(starts).toEqual([start, '2026-05-02T07:00:00Z']);
    expect(rows[0]?.cells[columns.indexOf('end')]).toBe(start.replace('09:', '10:'));
  });

  it('has folded lines, escapes, people and lengths', async () => {
    const text = calendar(
      ...event(
        'UID:1',
        'LOCATION:Lab\\, 2nd',
        ' floor',
        'DTSTART:20260502T070000Z',
        'DURATION:PT1H30M',
      ),
      ...event(
        'UID:2',
        'DTSTART:20260502T090000Z',
        'DTEND:20260502T093000Z',
        'CATEGORIES:Data,Web',
        'DESCRIPTION:a\\nb',
        'ATTENDEE;CN="Ada, L":mailto:ada@x.org',
        'ATTENDEE;CUTYPE=ROOM;CN=Lab:mailto:lab@x.org',
        'ATTENDEE;CN=bo@x.org:MAILTO:bo@x.org',
        'ORGANIZER;CN=Office:mailto:office@x.org',
      ),
    );
    expect(await read(text)).toMatchObject({
      table: [
        'id | title | room | start | duration | end | speakers | track | description',
        '1 | T | Lab, 2ndfloor | 2026-05-02T07:00:00Z | 90 |  |  |  | ',
        '2 | T |  | 2026-05-02T09:00:00Z |  | 2026-05-02T09:30:00Z | Ada, L <ada@x.org>; bo@x.org | Data; Web | a\nb',
      ],
      lines: [3, 11],
    });
    expect((await read(text, 'submissions')).table[2]).toBe(
      '2 | T | a\nb | Data; Web | Ada, L <ada@x.org>; bo@x.org | ada@x.org; bo@x.org',
    );
    expect((await read(text, 'speakers')).table).toEqual([
      'name | email',
      'Ada, L | ada@x.org',
      ' | bo@x.org',
    ]);
  });

  it('leaves out canceled and all-day events with a notice, and refuses repeated ones', async () => {
    const text = calendar(
      ...event('STATUS:CANCELLED', 'DTSTART:20260502T070000Z'),
      ...event('DTSTART;VALUE=DATE:20260502'),
      ...event('DTSTART:20260502T070000Z', 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('DTSTART:20260502T070000Z', 'RDATE:20260503T070000Z'),
    );
    const { faults, notices } = await read(text);
    expect(faults).toEqual([
      'is repeated (RRULE); a schedule needs one event for each time',
      'is repeated (RDATE); a schedule needs one event for each time',
    ]);
    expect(notices).toEqual([
      'Not read: 1 canceled event of talks.',
      'Not read: 1 all-day event of talks.',
    ]);
    await expect(read(calendar(...event('DTSTART;VALUE=DATE:20260502')))).rejects.toThrow(
      'without events that have times',
    );
  });

  it('may be several calendars', async () => {
    expect((await read(calendar(...event('UID:1')) + calendar(...event('UID:2')))).table).toEqual([
      'id | title',
      '1 | T',
      '2 | T',
    ]);
  });

  it.each([
    ['Fahrplan\r\n', [4], '"Fahrplan"'],
    ['\nContent-Type: text/calendar\n\n', [6], '"Content-Type: text/calendar"'],
  ])('is read below other lines, with a notice: %j', async (heading, lines, shown) => {
    expect(await read(heading + calendar(...event('UID:1')))).toEqual({
      table: ['id | title', '1 | T'],
      lines,
      faults: [undefined],
      notices: [`Skipped what is above the calendar in talks: ${shown}.`],
    });
  });

  it('is refused with the line that is none of a calendar', async () => {
    await expect(read(calendar('Fahrplan', ...event('UID:1')))).rejects.toMatchObject({
      details: [{ line: 3, message: 'invalid line (no token ";" or ":") "Fahrplan"' }],
      fix: 'correct or remove the line, or export the calendar again',
    });
  });

  it('is refused if it is incomplete', async () => {
    const text = calendar(...event()).replace('END:VCALENDAR\r\n', '');
    await expect(read(text)).rejects.toMatchObject({
      message: 'talks is not a well-formed calendar (ICS)',
    });
  });
});
