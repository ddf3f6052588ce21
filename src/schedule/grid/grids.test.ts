// Schedules as conferences write them: grids with their sessions, and lists that are no grids.
// Both are written by hand.
import { describe, expect, it } from 'vitest';
import type { MergedArea, RawTable, Table } from '../../files/table.ts';
import { type GridSchedule, readIfGrid } from './grid-or-list.ts';

interface Drawn {
  readonly name?: string;
  /** Cells are separated by vertical bars. */
  readonly lines: readonly string[];
  /** As spreadsheets name them: `B3:C4`. */
  readonly merged?: readonly string[];
  readonly hasNamedCells?: boolean;
}

function tableOf({ name, lines, merged = [], hasNamedCells = false }: Drawn): Table {
  const raw: RawTable = {
    delimiter: ',',
    records: lines.map((line, at) => ({
      line: at + 1,
      cells: line.split('|').map((cell) => cell.trim().replaceAll('\\n', '\n')),
    })),
    merged: merged.map(areaOf),
    hasNamedCells,
  };
  return { name, read: () => raw };
}

function areaOf(text: string): MergedArea {
  const [, left = '', top, right = '', bottom] = /^([A-Z])(\d+):([A-Z])(\d+)$/.exec(text) ?? [];
  const indexOf = (letter: string) => letter.charCodeAt(0) - 65;
  return { lines: [Number(top), Number(bottom)], cells: [indexOf(left), indexOf(right)] };
}

function read(tables: readonly Drawn[], firstDay?: string): Promise<GridSchedule | undefined> {
  return readIfGrid(tables.map(tableOf), {
    file: 'g.xlsx',
    layout: undefined,
    time: { timeZone: 'UTC', firstDay },
  });
}

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
          '2026-06-05 | Room A | Room A speakers | Room B | Room B – Speaker',
          '9:00-9:45 | Tides | Ida Moen; Ola Berg | Harbors | Eva Lund <eva@example.org>',
          '10:00-10:45 | Lights | - | Bells | Jon Dahl',
        ],
      },
    ],
    [
      '06-05 09:00-09:45 Room A: Tides (Ida Moen, Ola Berg)',
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
    const grid = await read(tables, '2026-06-05');
    expect(grid && textsOf(grid)).toEqual(sessions);
    expect(grid?.summary.notes.map(({ text }) => text)).toEqual(notes);
  });
});

const lists: readonly (readonly string[])[] = [
  ['Time | Title | Room | Speaker', '9:00 | Tides | Hall | Ida Moen'],
  ['Time | What | Where | Who', '9:00 | Tides | Hall | Ida Moen'],
  ['Zeit | Vortrag | Raum', '9:00 | Gezeiten | Aula', '10:00 | Häfen | Labor'],
  ['Start | End | Activity | Venue', '9:00 | 9:45 | Tides | Hall'],
  ['Start | End | Hall', '9:00 | 9:45 | Tides'],
  ['Time | Talk ID | Hall | Lab', '9:00 | 17 | Tides | Harbors'],
  ['Time | Speaker | Company | Room', '9:00 | Ida Moen | ACME | Hall'],
  ['Time | Hall | Lab | Speakers', '9:00 | Tides | Harbors | Ida Moen; Ola Berg'],
  ['Time | Name | Room', '9:00 | Ida Moen | Hall'],
  ['Time | Track | Room', '9:00 | Web | Hall'],
  ['Time | Hall | Duration', '9:00 | Tides | 45'],
  ['Time | Slides | Video', '9:00 | https://example.org/a | https://example.org/b'],
  ['Time | Temperature | Seats', '9:00 | 21,5 | 120', '10:00 | 22 | 80'],
  ['Time | Hall 1', '9:00 | Tides'],
  ['Day | Time | Hall | Lab', '2026-06-05 | 9:00 | Tides | Harbors'],
  ['Timestamp | What do you offer? | Where?', '2026-06-05 9:00:12 | Tides | Hall'],
  ['Time | Hall | Lab', '9:00 | Tides | Harbors', 'Registration | Desk | Foyer'],
  ['Hall | Lab | Attic', 'Tides | Harbors | Lights'],
];

describe('is a list', () => {
  it.each(lists)('%s', async (...lines) => {
    expect(await read([{ lines }], '2026-06-05')).toBeUndefined();
  });

  it('if each record names its cells, whatever they are', async () => {
    const lines = ['Time | Hall | Lab', '9:00 | Tides | Harbors'];
    expect(await read([{ lines, hasNamedCells: true }])).toBeUndefined();
  });
});

describe('a grid with a mistake names it', () => {
  it.each<[lines: readonly string[], message: string]>([
    [
      ['2026-06-05 | Hall | Lab', '9:00 | Tides | Harbors', ' | Ida Moen | Ola Berg'],
      '"Ida Moen Ola Berg" is beside no time such as 9:00',
    ],
    [
      ['Time | 5.6.2026 | 6.6.2026', '9:00 | Tides | Harbors'],
      '"5.6.2026" is no room, and the columns of a grid are rooms',
    ],
    [
      [
        '2026-06-05 | Hall | Lab',
        '9:00 | Tides | Harbors',
        '2026-06-06 | Hall | Speakers',
        '9:00 | A | B',
      ],
      '"Speakers" is no room, and the columns of a grid are rooms',
    ],
    [
      ['2026-06-05 | End | Hall | Lab', '9:00-9:45 | 10:00 | Tides | Harbors'],
      'the line ends as in "9:00-9:45" and at "10:00"',
    ],
    [
      ['2026-06-05 | End | Hall | Lab', '9:00 | 8:00 | Tides | Harbors'],
      'the end is not after the start',
    ],
  ])('%j', async (lines, message) => {
    await expect(read([{ lines }])).rejects.toMatchObject({ details: [{ message }] });
  });
});
