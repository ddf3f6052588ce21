// The time zone of a grid, which is beside its times, its days or its ends.
import { describe, expect, it } from 'vitest';
import { readDrawn } from '../../../test/support/drawn-tables.ts';

describe('the time zone of a grid', () => {
  const startsOf = async (...lines: readonly string[]) => {
    const grid = await readDrawn([{ lines }], '2026-06-05');
    return grid?.rows.map(({ start }) => start);
  };
  const line = '9:00-10:00 | Tides | Harbors';

  it.each([
    ['Time (America/New_York)', '-04:00'],
    ['Time UTC+2', '+02:00'],
    ['2026-06-05 (UTC+2)', '+02:00'],
    // A place alone is that of the event, and the grid is in UTC.
    ['NordConf (Berlin)', '+00:00'],
  ])('is that above its times: %s', async (corner, offset) => {
    const starts = [`2026-06-05T09:00:00${offset}`, `2026-06-05T09:00:00${offset}`];
    expect(await startsOf(`${corner} | Hall 1 | Hall 2`, line)).toEqual(starts);
  });

  it('may be beside each day, and another one above the ends', async () => {
    const header = 'Start (America/New_York) | End (UTC) | Hall 1 | Hall 2';
    const [row] =
      (await readDrawn([{ lines: [header, '9:00 | 14:00 | Tides | Bells'] }], '2026-06-05'))
        ?.rows ?? [];
    expect(row).toMatchObject({ start: '2026-06-05T09:00:00-04:00', durationMs: 3_600_000 });
    const days = ['5 June 2026 (UTC+2) | |', 'Time | Hall 1 | Hall 2', '9:00 | Tides |'];
    const next = ['6 June 2026 (Asia/Tokyo) | |', '9:00 | Maps |'];
    expect(await startsOf(...days, ...next)).toEqual([
      '2026-06-05T09:00:00+02:00',
      '2026-06-06T09:00:00+09:00',
    ]);
  });

  it.each(['Time (EDT)', 'Times in EDT', 'Time, EDT'])(
    'is refused as a word: %s',
    async (corner) => {
      const message = expect.stringContaining('words for time zones have several meanings');
      await expect(startsOf(`${corner} | Hall 1 | Hall 2`, line)).rejects.toMatchObject({
        details: [{ line: 2, column: corner, message }],
      });
      await expect(
        startsOf('Start | End (EDT) | Hall 1 | Hall 2', '9:00 | 10:00 | Tides |'),
      ).rejects.toMatchObject({
        details: [{ message }],
      });
    },
  );
});
