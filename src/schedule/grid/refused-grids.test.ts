// Grids that are refused: in another form, or with faults that name their lines.
import { describe, expect, it } from 'vitest';
import { type GridOptions, gridOf } from '../../../test/support/drawn-tables.ts';

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
