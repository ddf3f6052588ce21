// Grids in the one form that is read, the sessions in them, written by hand, and what is wrong
// in others.
import { describe, expect, it } from 'vitest';
import { fileSource } from '../../files/source.ts';
import { type GridSchedule, type Layout, readIfGrid } from './grid-or-list.ts';

interface GridOptions {
  readonly firstDay?: string;
  readonly layout?: Layout;
}

/** A file, in Berlin; undefined if it is a list; cells are separated by vertical bars. */
async function gridOf(
  lines: readonly string[],
  { layout, firstDay }: GridOptions = {},
): Promise<GridSchedule | undefined> {
  const csv = lines.map((line) =>
    line
      .split('|')
      .map((cell) => `"${cell.trim().replaceAll('\\n', '\n')}"`)
      .join(','),
  );
  const source = fileSource('g.csv', async function* () {
    yield Buffer.from(`${csv.join('\n')}\n`);
  });
  return readIfGrid(await source.tables(), {
    file: 'g.csv',
    layout,
    time: { timeZone: 'Europe/Berlin', dateOrder: undefined, firstDay },
  });
}

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
  [['Time | Friday 21 May | Saturday 22 May', '9:00 | A | B'], 1, '"Friday 21 May" is no room'],
  [['Time | Day One | Day Two', '9:00 | A | B'], 1, '"Day One" is no room'],
  [['Time | Friday morning | Saturday morning', '9:00 | A | B'], 1, '"Friday morning" is no room'],
])('takes no day for a room: %j', async (lines, line, message) => {
  const { details } = await gridOf(lines, { firstDay: '2026-06-05' }).catch((error: unknown) =>
    Object(error),
  );
  expect(details).toMatchObject([{ line, message: expect.stringContaining(message) }]);
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

it('refuses a time twice', async () => {
  const lines = ['2026-06-05 | Hall | Lab', '9:00 | A | B', '9:00 | C | D'];
  const { details } = await gridOf(lines).catch((error: unknown) => Object(error));
  expect(details).toMatchObject([{ line: 3, code: 'unclear_time' }]);
});

describe('a grid in another form', () => {
  it.each<[name: string, lines: readonly string[], fault: object, options?: GridOptions]>([
    [
      'dates across',
      ['Zeit | 5.6.2026 | 6.6.2026', '9:00 | A | B'],
      { line: 1, message: '"5.6.2026" is no room, and the columns of a grid are rooms' },
    ],
    [
      'days above the rooms',
      [' | Fri | Fri | Sat', ' | Saal 1 | Saal 2 | Saal 1', '9:00 | A | B | C'],
      { line: 1, message: '"Fri" is no room, and the columns of a grid are rooms' },
    ],
    [
      'times across',
      ['5.6.2026 | 9:00 | 10:00', 'Saal 1 | A | B'],
      { line: 1, message: 'the times are across, and must be in the first column' },
    ],
    [
      'one room twice',
      ['5.6.2026 | Saal 1 | Saal 1', '9:00 | A | B'],
      { line: 1, message: '"Saal 1" is in two columns' },
    ],
    [
      'a line without a time',
      ['5.6.2026 | A1 | A2', '9:00 | A | B', ' | Ada | Bo'],
      { line: 3, message: '"Ada Bo" is beside no time such as 9:00' },
    ],
    [
      'no rooms',
      ['9:00 | Keynote', '10:00 | Rust'],
      { message: 'no line of rooms is above a first column of times' },
      { layout: 'grid' },
    ],
  ])('is an error that shows the form: %s', async (_, lines, fault, options) => {
    await expect(gridOf(lines, options)).rejects.toMatchObject({
      message: 'g.csv is a grid that cannot be read',
      details: [{ file: 'g.csv', ...fault }],
      fix: expect.stringMatching(
        /"2026-05-02,Hall 1,Hall 2" .*"9:00-9:45,Rust .*"10:00-10:45,,Zig"/,
      ),
    });
  });
});

describe('a fault of a grid names its line', () => {
  const noDate = 'the grid has no date, and the first day of the event is not set';
  it.each<
    [name: string, lines: readonly string[], faults: readonly object[], options?: GridOptions]
  >([
    [
      'no day',
      ['Time | A1 | A2', '9:00 | A | B'],
      [{ line: 2, column: 'Time', code: 'first_day', message: noDate }],
    ],
    [
      'a wrong weekday',
      ['Mon, 5 June 2026 | A1 | A2', '9:00 | A | B'],
      [{ line: 1, code: 'weekday' }],
    ],
    [
      'times that go back, as after midnight',
      ['5.6.2026 | A1 | A2', '23:00 | A | B', '0:30 | E | F', '1:30 | G | H'],
      [
        {
          line: 3,
          column: '5.6.2026',
          code: 'unclear_time',
          message: expect.stringContaining('"0:30" is not after the time above it'),
        },
        { line: 4, code: 'unclear_time' },
      ],
    ],
    [
      'a repeated cell without an end',
      ['5.6.2026 | A1 | A2', '9:00 | A | B', '10:00 | C | B'],
      [
        {
          line: 3,
          column: 'A2',
          message: 'the end of "B" is unknown: write it beside the time, as in 11:00-12:00',
        },
      ],
    ],
    [
      'a column without a room',
      ['5.6.2026 | A1 | A2 |', '9:00 | A | B | C'],
      [{ line: 2, column: 'column 4 (unnamed)', message: '"C" is in a column without a room' }],
    ],
    [
      'the error of a formula',
      ['5.6.2026 | A1 | A2', '9:00 | A | #REF!'],
      [{ line: 2, column: 'A2', message: '"#REF!" is the error of a formula, not a value' }],
    ],
  ])('%s', async (_, lines, details, options) => {
    await expect(gridOf(lines, options)).rejects.toMatchObject({ details });
  });
});
