// A timetable as a c3voc schedule, in JSON and in XML.
import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import {
  factsOf,
  hostile,
  hostileTexts,
  session,
  timetable,
  timetables,
} from '../../../test/support/timetables.ts';
import { foldKey } from '../../contract/key.ts';
import { scheduleJsonOf, scheduleXmlOf } from './c3voc.ts';

const one = session('2026-05-03T00:30:00+02:00', 90, {
  submissionId: 'sub_1',
  title: 'Night & day',
  track: 'Community',
  format: 'Workshop',
  abstract: 'Bring <a> laptop.',
});
const published = timetable([one]);
const guid = 'c340c114-1c04-5318-96cc-4cce4a1a3c74';

describe('the JSON', () => {
  it('has every field of a session, under the day before if it starts at night', () => {
    const { schedule } = JSON.parse(scheduleJsonOf(published));
    const { days, ...conference } = schedule.conference;
    expect(conference).toEqual({
      acronym: 'devconf_2026',
      title: 'DevConf 2026',
      start: '2026-05-02',
      end: '2026-05-02',
      daysCount: 1,
      timeslot_duration: '00:05',
      time_zone_name: 'Europe/Berlin',
      tracks: [{ name: 'Community', color: '#8d75eb' }],
      rooms: [{ name: 'Aula', guid: '425426ad-5209-5b62-9ab8-c1ab97b0a237' }],
    });
    expect(days).toEqual([
      {
        index: 1,
        date: '2026-05-02',
        day_start: '2026-05-02T04:00:00+02:00',
        day_end: '2026-05-03T04:00:00+02:00',
        rooms: {
          Aula: [
            {
              guid,
              id: 1128317204,
              date: '2026-05-03T00:30:00+02:00',
              start: '00:30',
              end: '2026-05-03T02:00:00+02:00',
              duration: '01:30',
              room: 'Aula',
              slug: 'devconf_2026-1128317204-night_day',
              url: `urn:uuid:${guid}`,
              title: 'Night & day',
              subtitle: '',
              track: 'Community',
              type: 'Workshop',
              language: null,
              abstract: 'Bring <a> laptop.',
              description: '',
              persons: [{ guid: '56ceaa73-53da-595e-94c0-b7640a86af87', name: 'Amina Diallo' }],
              links: [],
            },
          ],
        },
      },
    ]);
  });

  it('has the same sessions after being read', () => {
    fc.assert(
      fc.property(timetables, (any) => {
        // All spellings of a room's name mean the same room.
        const facts = (sessions: ReturnType<typeof reread>) =>
          factsOf(sessions.map((session) => ({ ...session, room: foldKey(session.room) })));
        expect(facts(reread(scheduleJsonOf(any)))).toEqual(facts([...any.sessions]));
      }),
    );
  });

  it('keeps rooms with similar names apart', () => {
    const rooms = ['__proto__', 'Aula', 'Aula\u202C'];
    const sessions = rooms.map((room) => session('2026-05-02T09:00:00+02:00', 45, { room }));
    expect(reread(scheduleJsonOf(timetable(sessions))).map(({ room }) => room)).toEqual(rooms);
  });
});

it('contains hostile text as text', () => {
  const elements: string[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser();
  // A document that is not well-formed throws.
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => void elements.push(name));
  parser.on('text', (text) => void texts.push(text));
  parser.write(scheduleXmlOf(hostile)).close();
  expect(elements.filter((name) => name === 'event')).toHaveLength(hostileTexts.length);
  expect(elements.filter((name) => /^(img|svg|script)$/.test(name))).toEqual([]);
  const inJson = reread(scheduleJsonOf(hostile)).map(({ title }) => title);
  expect(inJson).toHaveLength(hostileTexts.length);
  for (const list of [inJson, texts])
    expect(list).toEqual(expect.arrayContaining(hostileTexts.slice(0, 3)));
});

/** As an app reads it. */
function reread(text: string) {
  const { schedule } = JSON.parse(text);
  const days: { rooms: Record<string, { title: string; date: string; end: string }[]> }[] =
    schedule.conference.days;
  return days.flatMap(({ rooms }) =>
    Object.entries(rooms).flatMap(([room, events]) =>
      events.map(({ title, date, end }) => ({
        title,
        room,
        startMs: Date.parse(date),
        endMs: Date.parse(end),
      })),
    ),
  );
}

describe('the XML', () => {
  it('has the rooms of a day in their order, also if their names are numbers', () => {
    const sessions = [
      session('2026-05-02T09:00:00+02:00', 45, { room: 'Main Hall' }),
      session('2026-05-02T10:00:00+02:00', 45, { room: '101' }),
    ];
    const xml = scheduleXmlOf(timetable(sessions));
    expect([...xml.matchAll(/<room name="([^"]+)" guid/g)].map(([, name]) => name)).toEqual([
      'Main Hall',
      '101',
    ]);
  });

  it('has the same content as the JSON', () => {
    expect(scheduleXmlOf(published)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<schedule>
<generator name="plenary"/>
<version>2026-04-01T10:00:00+00:00</version>
<conference>
<title>DevConf 2026</title>
<acronym>devconf_2026</acronym>
<start>2026-05-02</start>
<end>2026-05-02</end>
<days>1</days>
<timeslot_duration>00:05</timeslot_duration>
<time_zone_name>Europe/Berlin</time_zone_name>
<track name="Community" color="#8d75eb"/>
</conference>
<day index="1" date="2026-05-02" start="2026-05-02T04:00:00+02:00" end="2026-05-03T04:00:00+02:00">
<room name="Aula" guid="425426ad-5209-5b62-9ab8-c1ab97b0a237">
<event guid="${guid}" id="1128317204">
<room>Aula</room>
<title>Night &amp; day</title>
<subtitle></subtitle>
<type>Workshop</type>
<date>2026-05-03T00:30:00+02:00</date>
<start>00:30</start>
<duration>01:30</duration>
<abstract>Bring &lt;a&gt; laptop.</abstract>
<slug>devconf_2026-1128317204-night_day</slug>
<track>Community</track>
<description></description>
<persons>
<person guid="56ceaa73-53da-595e-94c0-b7640a86af87">Amina Diallo</person>
</persons>
</event>
</room>
</day>
</schedule>
`);
  });
});

it.each([
  [90, '01:30', '01:30'],
  [24 * 60, '24:00', '1:00:00'],
  [49 * 60 + 5, '49:05', '2:01:05'],
])('writes a session of %d minutes as %s in JSON and %s in XML', (minutes, json, xml) => {
  const given = timetable([session('2026-05-02T09:00:00+02:00', minutes)]);
  expect(scheduleJsonOf(given)).toContain(`"duration": "${json}"`);
  expect(scheduleXmlOf(given)).toContain(`<duration>${xml}</duration>`);
});
