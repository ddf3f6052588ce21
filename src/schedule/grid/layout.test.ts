// Grids in the one form that is read, and the sessions in them, written by hand.
import { describe, expect, it } from 'vitest';
import { type GridOptions, gridOf } from '../../../test/support/drawn-tables.ts';

/** Each session as `line/column room start-end title`. */
async function sessionsIn(
  lines: readonly string[],
  options: GridOptions = {},
): Promise<readonly string[]> {
  const grid = await gridOf(lines, options);
  if (grid === undefined) throw new Error('not read as a grid');
  return grid.rows.map(
    ({ line, column, room, otherRooms = [], start = '', startMs = 0, durationMs, title }) => {
      const end =
        durationMs === undefined
          ? ''
          : new Date(startMs + durationMs + 2 * 3_600_000).toISOString().slice(11, 16);
      const rooms = [room, ...otherRooms].join(' + ');
      return `${line}/${column} ${rooms} ${start.slice(5, 16)}-${end} ${title}`;
    },
  );
}

describe('a grid', () => {
  it.each<
    [name: string, lines: readonly string[], sessions: readonly string[], options?: GridOptions]
  >([
    [
      'with a date above it and between its times, and a heading',
      [
        'Conference Program',
        'Freitag, 5. Juni 2026',
        'Uhrzeit | Saal 1 | Saal 2',
        '9.00 Uhr | Begrüßung | ',
        '6. Juni 2026',
        '9.00–9.45 Uhr | Käse | Brot',
      ],
      [
        '4/Saal 1 Saal 1 06-05T09:00- Begrüßung',
        '6/Saal 1 Saal 1 06-06T09:00-09:45 Käse',
        '6/Saal 2 Saal 2 06-06T09:00-09:45 Brot',
      ],
    ],
    [
      'with other rooms on its second day, and days counted from the first one',
      [
        'Vendredi | Salle A | Salle B',
        '10h | Le fromage | Le pain',
        'Day 2 | Salle A | Salle C',
        '9h30 | | Les cailloux',
      ],
      [
        '2/Salle A Salle A 06-05T10:00- Le fromage',
        '2/Salle B Salle B 06-05T10:00- Le pain',
        '4/Salle C Salle C 06-06T09:30- Les cailloux',
      ],
      { firstDay: '2026-06-05' },
    ],
    [
      'without a day, on the first day of the event; what is empty or a dash is no session',
      ['Time | X1 | X2', '9:00 | A | –', '10:00 | N/A | TBA'],
      ['2/X1 X1 06-05T09:00- A'],
      { firstDay: '2026-06-05' },
    ],
    [
      'with repeated cells, which are one longer session, or one in several rooms',
      [
        '5.6.2026 | Saal 1 | Saal 2',
        '9:00 | Workshop | A',
        '10:00 | Workshop | B',
        '11:00-11:45 | Workshop | A',
        '12:00 | Lunch | Lunch',
        '12:30 | Lunch | Lunch',
        '13:00 | | ',
      ],
      [
        '2/Saal 1 Saal 1 06-05T09:00-11:45 Workshop',
        '2/Saal 2 Saal 2 06-05T09:00- A',
        '3/Saal 2 Saal 2 06-05T10:00- B',
        '4/Saal 2 Saal 2 06-05T11:00-11:45 A',
        '5/Saal 1 Saal 1 + Saal 2 06-05T12:00-13:00 Lunch',
      ],
    ],
    [
      'of one room, if it is chosen',
      ['2026-06-05 | Dom', '9:00 | Keynote'],
      ['2/Dom Dom 06-05T09:00- Keynote'],
      { layout: 'grid' },
    ],
  ])('%s', async (_, lines, sessions, options) => {
    expect(await sessionsIn(lines, options)).toEqual(sessions);
  });

  it('is summed up, with what was not read of it', async () => {
    const grid = await gridOf([
      '5.6.2026 | Saal 1 | Saal 2',
      '9:00 | A\nTrack: Web\n(Ada Lovelace) | B',
      'Lunch',
      '10:00 | C | ',
      '6.6.2026',
      '9:00 | D | ',
    ]);
    expect(grid?.summary).toEqual({
      rooms: 2,
      days: 2,
      sessions: 4,
      hasPeopleBelow: false,
      notes: [
        // The cell above it has three lines.
        { line: 5, text: 'Lunch' },
        { line: 2, column: 'Saal 1', text: 'Track: Web' },
      ],
    });
  });
});

describe('is no grid, but a list', () => {
  it.each([
    ['Time | Title | Room | Speaker', '9:00 | Keynote | Saal 1 | Ada'],
    ['Time | Room | Room 2 | What', '9:00 | Saal 1 | Saal 2 | A'],
    ['Title | Room | Start', 'Keynote | Saal 1 | 2026-06-05 9:00'],
    ['Day | Time | Saal 1 | Saal 2', '2026-06-05 | 9:00 | A | B'],
    ['5.6.2026 | Saal 1', '9:00 | Keynote'],
    ['A | B | C', '1 | 2 | 3'],
    ['title,room,start'],
  ])('%j', async (...lines) => expect(await gridOf(lines)).toBeUndefined());
});

it('has rooms with the names of columns below or beside a date', async () => {
  for (const lines of [
    ['2026-06-05 | Aula | Stage', '9:00 | A | B'],
    ['2026-06-05', 'Zeit | Aula | Stage', '9:00 | A | B'],
  ]) {
    expect((await gridOf(lines))?.rows.map(({ room }) => room)).toEqual(['Aula', 'Stage']);
  }
});

it.each([
  ['Lab (max 30)', 'Lab'],
  ['Lab (capacity 30)', 'Lab'],
  ['Lab\\n(30 seats) *', 'Lab'],
  ['Labor (max. 30 Personen)', 'Labor'],
  ['Lab*', 'Lab'],
  ['Hall A (ground floor)', 'Hall A (ground floor)'],
  ['Hall (Building 3)', 'Hall (Building 3)'],
  ['Hall (300)', 'Hall'],
  ['Hall (303)', 'Hall (303)'],
  ['Lab ★', 'Lab'],
])('below the header %j is in the room %j', async (header, room) => {
  const grid = await gridOf([`2026-06-05 | Aula | ${header}`, '9:00 | Tides | Maps']);
  expect(grid?.rows.map((row) => row.room)).toEqual(['Aula', room]);
});

it('with a date in each time, and no ends, needs --layout grid', async () => {
  const lines = [
    'Start | Aula | Lab',
    '2026-06-05 9:00 | Tides | Maps',
    '6.6.2026, 9:00 | | Bells',
  ];
  expect(await gridOf(lines)).toBeUndefined();
  expect(await sessionsIn(lines, { layout: 'grid' })).toEqual([
    '2/Aula Aula 06-05T09:00- Tides',
    '2/Lab Lab 06-05T09:00- Maps',
    '3/Lab Lab 06-06T09:00- Bells',
  ]);
});

it('has days without a year on or after the first day', async () => {
  const lines = ['2026-06-05 | Hall | Lab', '9:00 | A | B', 'Saturday 6 June', '11:00 | C | D'];
  const grid = await gridOf(lines, { firstDay: '2026-06-05' });
  const days = grid?.rows.map(({ title, start }) => [title, start?.slice(0, 10)]);
  expect(days).toEqual([
    ['A', '2026-06-05'],
    ['B', '2026-06-05'],
    ['C', '2026-06-06'],
    ['D', '2026-06-06'],
  ]);
});
