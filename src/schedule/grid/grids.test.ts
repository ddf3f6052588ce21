// Grids as conferences write them, and the sessions in them, written by hand.
import { describe, expect, it } from 'vitest';
import { type Drawn, readDrawn } from '../../../test/support/drawn-tables.ts';
import type { GridSchedule } from './grid-or-list.ts';

/** `06-05 09:00-09:45 Hall 1 + Hall 2: Title (people)` for each session. */
function textsOf({ rows }: GridSchedule): readonly string[] {
  return rows.map(
    ({ start = '', startMs = 0, durationMs, room, otherRooms = [], title, people }) => {
      const isEndKnown = durationMs !== undefined;
      const end = isEndKnown ? new Date(startMs + durationMs).toISOString().slice(11, 16) : '';
      const names = people.map(({ name, email }) => [name, email].filter(Boolean).join(' '));
      const rooms = [room, ...otherRooms].join(' + ');
      const day = start.slice(5, 16).replace('T', ' ');
      return `${day}-${end} ${rooms}: ${title}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
    },
  );
}

type Case = [
  name: string,
  tables: readonly Drawn[],
  sessions: readonly string[],
  notes?: readonly string[],
];

const grids: readonly Case[] = [
  [
    'marks that repeat the session above, columns of notes, and rooms with their sizes',
    [
      {
        lines: [
          '2026-06-05 | Capacity | Hall (200) | Lab ★ | Pier (110) | Pier (120) | Hall notes | ' +
            'Notes',
          '9:00-9:30 | 5 | Tides (Ida Moen) | Maps | Kelp | Rocks | bring keys | x',
          '9:30-10:00 | 5 | 〃 | same as above | Sand | ↓ | |',
          '10:00-10:30 | 5 | " | Boats | -"- | | |',
        ],
      },
    ],
    [
      '06-05 09:00-10:30 Hall: Tides (Ida Moen)',
      '06-05 09:00-10:00 Lab: Maps',
      '06-05 09:00-09:30 Pier (110): Kelp',
      '06-05 09:00-10:00 Pier (120): Rocks',
      '06-05 09:30-10:30 Pier (110): Sand',
      '06-05 10:00-10:30 Lab: Boats',
    ],
    ['Capacity', 'Hall notes', 'Notes'],
  ],
  [
    'days as lines that are merged across, and breaks that are merged across the rooms',
    [
      {
        lines: [
          'NordConf 2026 | | |',
          'Friday, 5 June 2026 | | |',
          'Time | Main Hall | Studio | Library',
          '9:00-9:30 | Registration | |',
          '9:30-10:15 | Opening keynote | |',
          '10:30-11:15 | Tides | Harbors | Lights',
          'Saturday, 6 June 2026 | | |',
          '9:30-10:15 | Maps | Charts |',
          '* Subject to change | | |',
        ],
        merged: ['A1:D1', 'A2:D2', 'B4:D4', 'B5:C5', 'A7:D7', 'A9:D9'],
      },
    ],
    [
      '06-05 09:00-09:30 Main Hall + Studio + Library: Registration',
      '06-05 09:30-10:15 Main Hall + Studio: Opening keynote',
      '06-05 10:30-11:15 Main Hall: Tides',
      '06-05 10:30-11:15 Studio: Harbors',
      '06-05 10:30-11:15 Library: Lights',
      '06-06 09:30-10:15 Main Hall: Maps',
      '06-06 09:30-10:15 Studio: Charts',
    ],
    ['NordConf 2026', '* Subject to change'],
  ],
  [
    'the date beside each time and end; a text that is repeated on the next day is another session',
    [
      {
        lines: [
          'Start | End | Aula | Lab 1',
          '2026-06-05 09:00 | 2026-06-05 10:00 | Tides (Ida Moen) | Harbors',
          '2026-06-05 23:30 | 2026-06-06 00:30 | Party | Party',
          '2026-06-06T09:00:00 | 10:00 | Party | -',
        ],
      },
    ],
    [
      '06-05 09:00-10:00 Aula: Tides (Ida Moen)',
      '06-05 09:00-10:00 Lab 1: Harbors',
      '06-05 23:30-00:30 Aula + Lab 1: Party',
      '06-06 09:00-10:00 Aula: Party',
    ],
  ],
  [
    'the day in the first column, above the times, and the rooms repeated for each day',
    [
      {
        lines: [
          '2026-06-05 | Aula | Lab 1',
          '9:00 | Tides | Harbors',
          '10:00 | Lights | Bells',
          '2026-06-06 | Aula | Lab 2 | Garden',
          '9:00 | Maps | Charts | Walk',
        ],
      },
    ],
    [
      '06-05 09:00- Aula: Tides',
      '06-05 09:00- Lab 1: Harbors',
      '06-05 10:00- Aula: Lights',
      '06-05 10:00- Lab 1: Bells',
      '06-06 09:00- Aula: Maps',
      '06-06 09:00- Lab 2: Charts',
      '06-06 09:00- Garden: Walk',
    ],
  ],
  [
    'a later line of rooms that begins as the first one does',
    [
      {
        lines: [
          '5.6.2026 | |',
          'Zeit | Großer Saal | Seminarraum 1',
          '9.00 Uhr | Gezeiten | Häfen',
          'Zeit | Großer Saal | Terrasse',
          '14.00 Uhr | Karten | Führung',
        ],
      },
    ],
    [
      '06-05 09:00- Großer Saal: Gezeiten',
      '06-05 09:00- Seminarraum 1: Häfen',
      '06-05 14:00- Großer Saal: Karten',
      '06-05 14:00- Terrasse: Führung',
    ],
  ],
  [
    'the people of each room beside it',
    [
      {
        lines: [
          '2026-06-05 | Room A | Room A speakers | Room A chair | Room B | Room B – Speaker',
          '9:00-9:45 | Tides | Ida Moen; Ola Berg | Siv Dal | Harbors | Eva Lund <eva@example.org>',
          '10:00-10:45 | Lights | - | | Bells | Jon Dahl',
        ],
      },
    ],
    [
      '06-05 09:00-09:45 Room A: Tides (Ida Moen, Ola Berg, Siv Dal)',
      '06-05 09:00-09:45 Room B: Harbors (Eva Lund eva@example.org)',
      '06-05 10:00-10:45 Room A: Lights',
      '06-05 10:00-10:45 Room B: Bells (Jon Dahl)',
    ],
  ],
  [
    'people in columns, a lunch across them, and two workshops of one name',
    [
      {
        lines: [
          '2026-06-05 | Hall | Hall Speaker | Lab | Lab Speaker',
          '12:00-13:00 | Lunch | | |',
          '13:00-14:00 | Workshop | Ida Moen | Workshop | Ola Berg',
          '14:00-15:00 | Workshop | | Tides | Eva Lund',
        ],
        merged: ['B2:E2'],
      },
    ],
    [
      '06-05 12:00-13:00 Hall + Lab: Lunch',
      '06-05 13:00-15:00 Hall: Workshop (Ida Moen)',
      '06-05 13:00-14:00 Lab: Workshop (Ola Berg)',
      '06-05 14:00-15:00 Lab: Tides (Eva Lund)',
    ],
  ],
  [
    'starts and ends in two columns',
    [
      {
        lines: [
          'DevDay, 5 June 2026',
          '2026-06-05',
          'Start | End | Track 1 | Track 2',
          '9:00 AM | 9:45 AM | Tides | Harbors',
          '1:00 PM | 2:30 PM | Lights | Lights',
        ],
      },
    ],
    [
      '06-05 09:00-09:45 Track 1: Tides',
      '06-05 09:00-09:45 Track 2: Harbors',
      '06-05 13:00-14:30 Track 1 + Track 2: Lights',
    ],
    ['DevDay, 5 June 2026'],
  ],
  [
    'a workshop over several lines, and a corner without a text',
    [
      {
        lines: [
          'Friday 5 June 2026',
          '| Ballroom | Foyer | Room 101',
          '9:00–10:00 | Tides | | Workshop: knots',
          '10:00–11:00 | Harbors | Coffee |',
          '11:00–12:00 | Lights | |',
        ],
        merged: ['D3:D5'],
      },
    ],
    [
      '06-05 09:00-10:00 Ballroom: Tides',
      '06-05 09:00-12:00 Room 101: Workshop: knots',
      '06-05 10:00-11:00 Ballroom: Harbors',
      '06-05 10:00-11:00 Foyer: Coffee',
      '06-05 11:00-12:00 Ballroom: Lights',
    ],
  ],
  [
    'a sheet for each day, with other rooms',
    [
      { name: '2026-06-05', lines: ['Heure | Salle A | Salle B', '9h30 | Marées | Ports'] },
      { name: '2026-06-06', lines: ['Heure | Salle A | Jardin', '10h | Cartes | Promenade'] },
      { name: 'Notes', lines: ['Call the caterer'] },
    ],
    [
      '06-05 09:30- Salle A: Marées',
      '06-05 09:30- Salle B: Ports',
      '06-06 10:00- Salle A: Cartes',
      '06-06 10:00- Jardin: Promenade',
    ],
  ],
  [
    'people in parentheses below the titles, and rooms that have words of columns',
    [
      {
        lines: [
          'Hora | Auditorium | Stage',
          '9:00 | Mareas\\n(Ida Moen) | Puertos',
          '9:45 | N/A | Luces',
        ],
      },
    ],
    ['06-05 09:00- Auditorium: Mareas', '06-05 09:00- Stage: Puertos', '06-05 09:45- Stage: Luces'],
  ],
  [
    'days of the event, lone notes between the times, and slides beside some titles',
    [
      {
        lines: [
          'Time | Hall 1 | Hall 2 | Hall 3',
          'Day 1 | | |',
          '09:00 | Tides | Harbors https://example.org/h | https://example.org/x',
          'Lunch in the garden | | |',
          '13:00 | Lights | 42 | Bells',
          'Day 2 | | |',
          '09:00 | Maps | |',
        ],
      },
    ],
    [
      '06-05 09:00- Hall 1: Tides',
      '06-05 09:00- Hall 2: Harbors https://example.org/h',
      '06-05 09:00- Hall 3: https://example.org/x',
      '06-05 13:00- Hall 1: Lights',
      '06-05 13:00- Hall 2: 42',
      '06-05 13:00- Hall 3: Bells',
      '06-06 09:00- Hall 1: Maps',
    ],
    ['Lunch in the garden'],
  ],
];

describe('is a grid', () => {
  it.each<Case>(grids)('%s', async (_, tables, sessions, notes = []) => {
    const grid = await readDrawn(tables, '2026-06-05');
    expect(grid && textsOf(grid)).toEqual(sessions);
    expect(grid?.summary.notes.map(({ text }) => text)).toEqual(notes);
  });
});
