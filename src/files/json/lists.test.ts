// Which lists of a JSON document are records, and for whom: also of objects by their ids, and of
// talks in rooms or days.

import { describe, expect, it } from 'vitest';
import { readLines } from '../../../test/support/tables.ts';
import type { FileResource } from '../../contract/endpoint.ts';

const read = (document: unknown, contents: FileResource = 'sessions') =>
  readLines(JSON.stringify(document), { contents });
const talk = (title: string, more: object = {}) => ({ title, room: 'Hall', ...more });

describe('objects by their ids', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'of numbers',
      { 123: talk('Mooring'), 124: talk('Knots') },
      ['id | title | room', '123 | Mooring | Hall', '124 | Knots | Hall'],
    ],
    [
      'with ids of their own, and members that others lack',
      { a: talk('Mooring', { id: 7, track: 'Ropes' }), b: talk('Knots', { id: 8, level: 'Easy' }) },
      [
        'title | room | id | track | level',
        'Mooring | Hall | 7 | Ropes | ',
        'Knots | Hall | 8 |  | Easy',
      ],
    ],
    [
      'whose speakers are in another such list',
      {
        sessions: {
          m1: talk('Mooring', { speakers: ['ada'] }),
          m2: talk('Knots', { speakers: ['bo', 'ada'] }),
        },
        speakers: { ada: { name: 'Ada Lovelace' }, bo: { name: 'Bo Ek' } },
      },
      [
        'id | title | room | speakers',
        'm1 | Mooring | Hall | Ada Lovelace',
        'm2 | Knots | Hall | Bo Ek; Ada Lovelace',
      ],
    ],
    [
      'beside a list of rooms',
      {
        rooms: [{ id: 'h', name: 'Great Hall' }],
        data: { x1: talk('Mooring'), x2: talk('Knots') },
      },
      ['id | title | room', 'x1 | Mooring | Hall', 'x2 | Knots | Hall'],
    ],
  ])('are records %s', async (_, document, table) => {
    expect((await read(document)).table).toEqual(table);
  });

  it.each<[string, unknown]>([
    [
      'an event and its venue',
      { event: { name: 'X', url: 'u' }, venue: { name: 'Y', address: 'z' } },
    ],
    ['one text in two languages', { en: { title: 'Mooring' }, de: { title: 'Festmachen' } }],
    [
      'a page of nested objects',
      { count: 1, results: { 9: { 20270520: { s1: { title: 'Mooring' } } } } },
    ],
    ['parts of a response', { data: { status: 'ok', a: 1 }, sessions: { status: 'ok', b: 1 } }],
  ])('are not assumed in %s', async (_, document) => {
    await expect(read(document)).rejects.toMatchObject({
      message: 'talks contains no list of records',
      fix:
        'export another format, such as CSV, or write its records as an array of objects, ' +
        'such as [{"id": "1", "title": "Opening"}]',
    });
  });
});

describe('talks beside or inside a list of rooms', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'are in an object of their own',
      { rooms: [{ id: 3, name: 'Hall' }], program: { talks: [{ title: 'Mooring', room: 3 }] } },
      ['title | room', 'Mooring | Hall'],
    ],
    [
      'are in each room',
      {
        rooms: [
          { name: 'Hall', capacity: 200, talks: [{ title: 'Mooring' }, { title: 'Knots' }] },
          { name: 'Pier', capacity: 20, talks: [{ title: 'Ropes', room: 'Pier 3' }] },
          { name: 'Foyer', capacity: 20, talks: [] },
        ],
      },
      ['room | title', 'Hall | Mooring', 'Hall | Knots', 'Pier 3 | Ropes'],
    ],
    [
      'are in each day',
      { days: [{ date: '2027-05-20', events: [{ title: 'Mooring', room: 'Hall' }] }] },
      ['date | title | room', '2027-05-20 | Mooring | Hall'],
    ],
    [
      'are in a list of each day, by its date',
      {
        days: { '2027-05-20': [talk('Mooring')], '2027-05-21': [talk('Knots')], '2027-05-22': [] },
      },
      ['title | room | date', 'Mooring | Hall | 2027-05-20', 'Knots | Hall | 2027-05-21'],
    ],
    [
      'are in a list of each day beside the name of the event, and have dates of their own',
      {
        event: 'Harbour',
        'Friday, 21 May 2027': [talk('Mooring', { date: '' })],
        'Day 2': [talk('Knots', { start: '2027-05-23T00:30:00+02:00' })],
        day_3: { a: talk('Ropes'), b: talk('Tides') },
      },
      [
        'title | room | date | start | id',
        'Mooring | Hall | Friday, 21 May 2027 |  | ',
        'Knots | Hall |  | 2027-05-23T00:30:00+02:00 | ',
        'Ropes | Hall | Day 3 |  | a',
        'Tides | Hall | Day 3 |  | b',
      ],
    ],
  ])('%s', async (_, document, table) => {
    expect((await read(document)).table).toEqual(table);
  });

  it('are not dropped in a day that is no list', async () => {
    const document = { '2027-05-20': [talk('Mooring')], '2027-05-21': ['Knots'] };
    await expect(read(document)).rejects.toMatchObject({
      message: 'talks has a day without a list of records',
      details: [{ message: '"2027-05-21" is not an array of objects, as other days are' }],
    });
  });

  it('are not looked for in a list of rooms that has none', async () => {
    expect((await read({ rooms: [{ name: 'Hall', capacity: 20 }] })).table[0]).toBe(
      'name | capacity',
    );
  });
});
