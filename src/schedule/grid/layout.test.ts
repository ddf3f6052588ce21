// Grids as chairs write them, in several languages, and the sessions in them, written by hand.
import { describe, expect, it } from 'vitest';
import { type GridOptions, gridOf } from '../../../test/support/grids.ts';

/** Each session as `line/column room start-end title`. */
async function sessionsIn(lines: readonly string[], options: GridOptions = {}): Promise<readonly string[]> {
  const grid = await gridOf(lines, options);
  if (grid === undefined) throw new Error('not read as a grid');
  return grid.rows.map(({ line, column, room, otherRooms = [], start = '', startMs = 0, durationMs, title }) => {
    const end =
      durationMs === undefined ? '' : new Date(startMs + durationMs + 2 * 3_600_000).toISOString().slice(11, 16);
    return `${line}/${column} ${[room, ...otherRooms].join(' + ')} ${start.slice(5, 16)}-${end} ${title}`;
  });
}

describe('a grid', () => {
  it.each<[name: string, lines: readonly string[], sessions: readonly string[], options?: GridOptions]>([
    [
      'with the date in its corner',
      ['2026-06-05 | Saal 1 | Saal 2', '9:00 | Keynote | ', '10:00 | Rust | Go', '10:45 | | '],
      [
        '2/Saal 1 Saal 1 06-05T09:00-10:00 Keynote',
        '3/Saal 1 Saal 1 06-05T10:00-10:45 Rust',
        '3/Saal 2 Saal 2 06-05T10:00-10:45 Go',
      ],
    ],
    [
      'with the date above it, and a heading above that',
      [
        'Conference Program',
        'Friday, 5 June 2026',
        'Time | Main Hall | Lab',
        '9:00-9:45 | Keynote | ',
        '10:00-10:45 | Rust | Go',
      ],
      [
        '4/Main Hall Main Hall 06-05T09:00-09:45 Keynote',
        '5/Main Hall Main Hall 06-05T10:00-10:45 Rust',
        '5/Lab Lab 06-05T10:00-10:45 Go',
      ],
    ],
    [
      'in German, with days as rows between the times',
      [
        'Uhrzeit | Saal 1 | Saal 2',
        'Freitag, 5. Juni 2026',
        '9.00 Uhr | Begrüßung | ',
        '9.30 Uhr | Rost | Los',
        '10.15 Uhr',
        'Samstag, 6. Juni 2026',
        '9.00–9.45 Uhr | Käse | Brot',
      ],
      [
        '3/Saal 1 Saal 1 06-05T09:00-09:30 Begrüßung',
        '4/Saal 1 Saal 1 06-05T09:30-10:15 Rost',
        '4/Saal 2 Saal 2 06-05T09:30-10:15 Los',
        '7/Saal 1 Saal 1 06-06T09:00-09:45 Käse',
        '7/Saal 2 Saal 2 06-06T09:00-09:45 Brot',
      ],
    ],
    [
      'in French, with its days counted from the first one',
      [
        'Vendredi | Salle A | Salle B',
        '09h30 | Ouverture | ',
        '10h | Le fromage | Le pain',
        '11h',
        'Samedi | Salle A | Salle C',
        '9h30-10h15 | La rouille | Les cailloux',
      ],
      [
        '2/Salle A Salle A 06-05T09:30-10:00 Ouverture',
        '3/Salle A Salle A 06-05T10:00-11:00 Le fromage',
        '3/Salle B Salle B 06-05T10:00-11:00 Le pain',
        '6/Salle A Salle A 06-06T09:30-10:15 La rouille',
        '6/Salle C Salle C 06-06T09:30-10:15 Les cailloux',
      ],
      { firstDay: '2026-06-05' },
    ],
    [
      'in Spanish, with a column of days that is blank where the day is the same',
      [
        'Día | Hora | Sala 1 | Sala 2',
        '5 de junio de 2026 | 9:00 | Uno | Dos',
        ' | 10:00 | Tres |',
        '6 de junio de 2026 | 9:00 | Cuatro | Cinco',
        ' | 10:00 | |',
      ],
      [
        '2/Sala 1 Sala 1 06-05T09:00-10:00 Uno',
        '2/Sala 2 Sala 2 06-05T09:00-10:00 Dos',
        '3/Sala 1 Sala 1 06-05T10:00- Tres',
        '4/Sala 1 Sala 1 06-06T09:00-10:00 Cuatro',
        '4/Sala 2 Sala 2 06-06T09:00-10:00 Cinco',
      ],
    ],
    [
      'in Japanese',
      ['2026年6月5日(金) | 大ホール | 会議室A', '9:00 | 基調講演 | ', '10:00〜10:45 | 型システム | 並行処理'],
      [
        '2/大ホール 大ホール 06-05T09:00-10:00 基調講演',
        '3/大ホール 大ホール 06-05T10:00-10:45 型システム',
        '3/会議室A 会議室A 06-05T10:00-10:45 並行処理',
      ],
    ],
    [
      'with columns for the beginning and the end',
      ['From | To | Room 101 | Room 102', '2026-06-05 9:00 | 9:40 | A | B', '2026-06-05 9:50 | 10:30 | C | '],
      [
        '2/Room 101 Room 101 06-05T09:00-09:40 A',
        '2/Room 102 Room 102 06-05T09:00-09:40 B',
        '3/Room 101 Room 101 06-05T09:50-10:30 C',
      ],
    ],
    [
      'without a day, on the first day of the event',
      ['Time | X1 | X2', '9:00 | A | B', '10:00 | | '],
      ['2/X1 X1 06-05T09:00-10:00 A', '2/X2 X2 06-05T09:00-10:00 B'],
      { firstDay: '2026-06-05' },
    ],
    [
      'with repeated cells, which are one longer session',
      [
        '5.6.2026 | Saal 1 | Saal 2',
        '9:00 | Workshop | A',
        '10:00 | Workshop | B',
        '11:00 | Workshop | A',
        '12:00 | Lunch | Lunch',
        '13:00 | | ',
      ],
      [
        '2/Saal 1 Saal 1 06-05T09:00-12:00 Workshop',
        '2/Saal 2 Saal 2 06-05T09:00-10:00 A',
        '3/Saal 2 Saal 2 06-05T10:00-11:00 B',
        '4/Saal 2 Saal 2 06-05T11:00-12:00 A',
        '5/Saal 1 Saal 1 + Saal 2 06-05T12:00-13:00 Lunch',
      ],
    ],
    [
      'that goes on after midnight',
      ['5.6.2026 | Bar | Roof', '22:00 | A | B', '23:30 | C | D', '0:30 | E | ', '1:30 | | '],
      [
        '2/Bar Bar 06-05T22:00-23:30 A',
        '2/Roof Roof 06-05T22:00-23:30 B',
        '3/Bar Bar 06-05T23:30-00:30 C',
        '3/Roof Roof 06-05T23:30-00:30 D',
        '4/Bar Bar 06-06T00:30-01:30 E',
      ],
    ],
    [
      'with speakers on a line of their own below the titles',
      ['5.6.2026 | Saal 1 | Saal 2', '9:00 | Rust | Go', ' | Ada Lovelace | Grace Hopper', '10:00 | |'],
      ['2/Saal 1 Saal 1 06-05T09:00-10:00 Rust Ada Lovelace', '2/Saal 2 Saal 2 06-05T09:00-10:00 Go Grace Hopper'],
    ],
    [
      'with notes around it, and dashes for empty cells',
      [
        'Version 2.1 | | draft',
        'Zeit (5.6.2026) | Saal 1 | Saal 2',
        ' | 200 Plätze | 50 Plätze',
        '9:00 | Rust | –',
        '10:00 | - | Go',
        '11:00',
        'Änderungen vorbehalten',
      ],
      ['4/Saal 1 Saal 1 06-05T09:00-10:00 Rust', '5/Saal 2 Saal 2 06-05T10:00-11:00 Go'],
    ],
    [
      'with times across and rooms down',
      ['5.6.2026 | 9:00 | 10:00 | 11:00', 'Saal 1 | Rust | Rust | ', 'Saal 2 | Go | Zig |'],
      [
        '2/9:00 Saal 1 06-05T09:00-11:00 Rust',
        '3/9:00 Saal 2 06-05T09:00-10:00 Go',
        '3/10:00 Saal 2 06-05T10:00-11:00 Zig',
      ],
    ],
    [
      'with times across below a heading that is merged over them, and a remark merged below them',
      [
        'Program of 5 June 2026 | Program of 5 June 2026 | Program of 5 June 2026',
        'Hall | 9:00-10:00 | 10:00-11:00',
        'Saal 1 | Rust | Rust',
        'Saal 2 | Go | Zig',
        'Note: may change | Note: may change | Note: may change',
      ],
      [
        '3/9:00-10:00 Saal 1 06-05T09:00-11:00 Rust',
        '4/9:00-10:00 Saal 2 06-05T09:00-10:00 Go',
        '4/10:00-11:00 Saal 2 06-05T10:00-11:00 Zig',
      ],
    ],
  ])('%s', async (_, lines, sessions, options) => {
    expect(await sessionsIn(lines, options)).toEqual(sessions);
  });

  it('says how long a session lasts at least if the last rows repeat it and have no end', async () => {
    const grid = await gridOf(['5.6.2026 | Saal 1 | Saal 2', '9:00 | A | B', '10:00 | C | B', '11:00 | D | B']);
    expect(grid?.rows.map(({ title, durationMs, atLeastMs }) => [title, durationMs, atLeastMs])).toEqual([
      ['A', 3_600_000, undefined],
      ['B', undefined, 2 * 3_600_000],
      ['C', 3_600_000, undefined],
      ['D', undefined, undefined],
    ]);
  });

  it('is summed up, with what was not read of it', async () => {
    const grid = await gridOf([
      '5.6.2026 | Saal 1 | Saal 2',
      '9:00 | A | B',
      'Lunch',
      '10:00 | C | ',
      '6.6.2026',
      '9:00 | D | ',
    ]);
    expect(grid?.summary).toEqual({
      rooms: 2,
      days: 2,
      sessions: 4,
      notes: [{ line: 3, column: '5.6.2026', text: 'Lunch' }],
    });
  });
});
