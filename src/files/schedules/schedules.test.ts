// Schedules of several writers as XML and JSON: what they say about each event, and what they are
// refused for.

import { describe, expect, it } from 'vitest';
import { readLines } from '../../../test/support/tables.ts';
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
        '<event id="12"><start>10:00</start><duration>00:50</duration><title>A &amp; ' +
          'B</title><track>Main</track><type>keynote</type>',
        '<persons><person id="3">Ada Lovelace</person><person id="4">Bo; Ek</person></persons>' +
          '</event>',
        '<event id="13"><start>00:30</start><duration>1:02:30</duration><room>Other</room>' +
          '<title><![CDATA[Late <b>]]></title></event>',
      ],
      [
        'id | title | room | start | duration | speakers | track | format',
        '12 | A & B | Janson | 2014-02-01 10:00 Europe/Brussels | 50 | Ada Lovelace; Bo; ' +
          'Ek | Main | keynote',
        '13 | Late <b> | Other | 2014-02-02 00:30 Europe/Brussels | 1590 |  |  | ',
      ],
    ],
    [
      'of frab and pretalx, with dates',
      '<time_zone_name>Europe/Berlin</time_zone_name>',
      [
        '<event guid="g" id="12" code="ABC"><date>2014-02-01T10:00:00+01:00</date>' +
          '<start>10:00</start><duration>00:50</duration>',
        '<title>A</title><subtitle/><type>other</type><language>de</language>' +
          '<url>https://x.org/</url></event>',
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
      `<event id="${id}"><title>T${id}</title><abstract>A${id}</abstract>` +
      `<persons>${people}</persons></event>`;
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
