// Lists that are no grids, although times are in their first column, and grids with a mistake.
import { describe, expect, it } from 'vitest';
import { readDrawn } from '../../../test/support/drawn-tables.ts';

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
  ['start | end | session | room | owner', '8:30 | 9:00 | Tides | Hall | Ida Moen'],
  ['Hall | Lab | Attic', 'Tides | Harbors | Lights'],
];

describe('is a list', () => {
  it.each(lists)('%s', async (...lines) => {
    expect(await readDrawn([{ lines }], '2026-06-05')).toBeUndefined();
  });

  it('if each record names its cells, whatever they are', async () => {
    const lines = ['Time | Hall | Lab', '9:00 | Tides | Harbors'];
    expect(await readDrawn([{ lines, hasNamedCells: true }])).toBeUndefined();
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
      '"Speakers" is no room, and the columns of a grid are rooms; ' +
        'name those of the people of a room "Hall speakers"',
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
    await expect(readDrawn([{ lines }])).rejects.toMatchObject({ details: [{ message }] });
  });
});
