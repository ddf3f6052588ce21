// What is wrong in a grid, with its cell, and tables that are no grids.
import { describe, expect, it } from 'vitest';
import { type GridOptions, gridOf } from '../../../test/support/grids.ts';

describe('a fault of a grid names its cell', () => {
  it.each<[name: string, lines: readonly string[], faults: readonly object[], options?: GridOptions]>([
    [
      'no day',
      ['Time | Saal 1 | Saal 2', '9:00 | A | B', '10:00 | C | D'],
      [
        {
          line: 2,
          column: 'Time',
          code: 'first_day',
          message: 'the grid has no date, and the first day of the event is not set',
        },
      ],
    ],
    [
      'two parts without a day',
      ['Time | A1 | A2', '9:00 | A | B', 'Time | A1 | A2', '9:00 | C | D'],
      [
        { line: 2, column: 'Time' },
        { line: 4, column: 'Time' },
      ],
      { firstDay: '2026-06-05' },
    ],
    [
      'a day that is no date',
      ['Friday | A1 | A2', '9:00 | A | B', '10:00 | C | '],
      [{ line: 1, column: 'Friday', code: 'first_day' }],
    ],
    ['a wrong weekday', ['Mon, 5 June 2026 | A1 | A2', '9:00 | A | B', '10:00 | C | '], [{ line: 1, code: 'weekday' }]],
    [
      'times that go back',
      ['5.6.2026 | A1 | A2', '11:00 | A | B', '12:00 | C | D', '1:00 | E | F', '2:00 | G | H'],
      [
        { line: 4, column: '5.6.2026', code: 'unclear_time' },
        { line: 5, code: 'unclear_time' },
      ],
    ],
    [
      'a row without a time',
      ['5.6.2026 | A1 | A2', '9:00 | A | B', 'later | C | D', '10:00 | E | F'],
      [{ line: 3, column: '5.6.2026', message: 'the row of "later C D" has no time such as 9:00 or 9:00-9:45' }],
    ],
    [
      'a column without a room',
      ['5.6.2026 | A1 | A2 |', '9:00 | A | B | C', '10:00 | E | F |'],
      [{ line: 2, column: 'column 4 (unnamed)', message: '"C" is in a column without a room' }],
    ],
    [
      'the error of a formula',
      ['5.6.2026 | A1 | A2', '9:00 | A | #REF!', '10:00 | E | F'],
      [{ line: 2, column: 'A2', message: '"#REF!" is the error of a formula, not a value' }],
    ],
  ])('%s', async (_, lines, details, options) => {
    await expect(gridOf(lines, options)).rejects.toMatchObject({ details });
  });
});

describe('a table is no grid', () => {
  it.each<[name: string, lines: readonly string[]]>([
    [
      'its columns are those of a list',
      ['Time | Title | Room | Speaker', '9:00 | Keynote | Saal 1 | Ada', '10:00 | Rust | Saal 2 | Bo'],
    ],
    [
      'in German',
      ['Beginn | Ende | Vortragstitel | Raum', '9:00 | 9:45 | Rost | Saal 1', '9:00 | 9:45 | Brot | Saal 2'],
    ],
    [
      'without a time in front',
      ['Title | Room | Start', 'Keynote | Saal 1 | 2026-06-05 9:00', 'Rust | Saal 1 | 2026-06-05 10:00'],
    ],
    ['without times', ['A | B | C', '1 | 2 | 3', '4 | 5 | 6']],
    ['of one line', ['title,room,start']],
  ])('%s', async (_, lines) => {
    expect(await gridOf(lines)).toBeUndefined();
  });

  it.each<[name: string, lines: readonly string[]]>([
    ['one room', ['5.6.2026 | Saal 1', '9:00 | Keynote', '10:00 | Rust']],
    [
      'unknown columns, with parallel sessions',
      ['Wann | Was denn | Wo', '9:00 | A | Saal 1', '9:00 | B | Saal 2', '10:00 | C | Saal 1', '10:00 | D | Saal 2'],
    ],
    [
      'rooms again and again',
      [
        'Wann | Was denn | Wo denn',
        '9:00 | A | S1',
        '9:30 | B | S2',
        '10:00 | C | S1',
        '10:30 | D | S2',
        '11:00 | E | S1',
        '11:30 | F | S2',
      ],
    ],
    ['rooms named as a column', ['5.6.2026 | Abstract | Track', '9:00 | A | B', '10:00 | C | D']],
  ])('or it is unclear: %s', async (_, lines) => {
    await expect(gridOf(lines)).rejects.toMatchObject({ advice: { kind: 'choose_layout' } });
    expect(await gridOf(lines, { layout: 'list' })).toBeUndefined();
  });

  it.each([
    [['Zeit | Freitag 5.6.2026 | Samstag 6.6.2026', '9:00 | A | B', '10:00 | C | D']],
    [[' | Fri | Fri | Sat', ' | Saal 1 | Saal 2 | Saal 1', '9:00 | A | B | C', '10:00 | D | E | F']],
  ])('if its columns are days: %j', async (lines) => {
    await expect(gridOf(lines)).rejects.toThrow('g.csv is a grid with several days across');
    await expect(gridOf(lines, { layout: 'grid' })).rejects.toThrow('g.csv is a grid with several days across');
  });

  it('is an error if the user says that it is one', async () => {
    await expect(gridOf(['A | B', '1 | 2'], { layout: 'grid' })).rejects.toThrow('g.csv is not a grid');
  });
});

it('is refused if it does not fit into the memory', async () => {
  const rooms = Array.from({ length: 500 }, (_, at) => `Saal ${at}`);
  const lines = [['2026-06-05', ...rooms].join(' | '), ...Array<string>(2000).fill(`9:00${'|A'.repeat(500)}`)];
  await expect(gridOf(lines, { layout: 'grid' })).rejects.toMatchObject({
    message: 'g.csv is too large',
    details: [{ message: 'it has more than 1,000,000 cells, empty ones included, and is read as a grid' }],
  });
});
