// What lies between the lines of a grid, and lines of their own that name the time zone.
import { describe, expect, it } from 'vitest';
import { readDrawn } from '../../../test/support/drawn-tables.ts';

/** `14:00-15:30 Hall: Title` for each session. */
async function sessionsOf(lines: readonly string[], merged: readonly string[] = []) {
  const grid = await readDrawn([{ lines, merged }], '2026-06-05');
  return grid?.rows.map(({ start = '', startMs = 0, durationMs = 0, room, title }) => {
    const end = new Date(startMs + durationMs).toISOString().slice(11, 16);
    return `${start.slice(11, 16)}-${end} ${room}: ${title}`;
  });
}

describe('a text that two lines have', () => {
  const header = '2026-06-05 | Hall | Lab';
  const twoSlots = ['14:00-15:30 Hall: Knots', '16:00-17:30 Hall: Knots'];

  it('is two slots with time between them, also with another session of that time', async () => {
    const lines = [header, '14:00-15:30 | Knots |', '16:00-17:30 | Knots |'];
    expect(await sessionsOf(lines)).toEqual(twoSlots);
    const between = lines.toSpliced(2, 0, '15:30-16:00 | | Coffee');
    expect(await sessionsOf(between)).toEqual([
      twoSlots[0],
      '15:30-16:00 Lab: Coffee',
      twoSlots[1],
    ]);
    const ends = ['Start | End | Hall | Lab', '14:00 | 15:30 | Knots |', '16:00 | 17:30 | Knots |'];
    expect(await sessionsOf(ends)).toEqual(twoSlots);
  });

  it('is one session if its cells are merged', async () => {
    const lines = [header, '14:00-15:30 | Knots | Bells', '16:00-17:30 | | Bells'];
    expect(await sessionsOf(lines, ['B2:B3'])).toEqual([
      '14:00-17:30 Hall: Knots',
      '14:00-15:30 Lab: Bells',
      '16:00-17:30 Lab: Bells',
    ]);
  });

  it.each([
    ['touches', '14:00-15:30', '15:30-17:30'],
    ['overlaps', '14:00-16:00', '15:30-17:30'],
    ['follows a line without an end', '14:00', '16:00-17:30'],
  ])('is one session if the second line %s', async (_, first, second) => {
    const lines = [header, `${first} | Knots |`, `${second} | Knots |`];
    expect(await sessionsOf(lines)).toEqual(['14:00-17:30 Hall: Knots']);
  });
});

describe('a time zone on a line of its own', () => {
  const grid = ['2026-06-05 | Hall | Lab', '9:00-10:00 | Tides | Bells'];
  const startOf = async (...lines: readonly string[]) => {
    const read = await readDrawn([{ lines }], '2026-06-05');
    return read?.rows[0]?.start?.slice(-6);
  };

  it.each([
    ['Times in America/New_York', '-04:00'],
    ['All times are UTC+2.', '+02:00'],
    ['All times are in Asia/Tokyo | | ', '+09:00'],
    ['Zeitzone: America/New_York', '-04:00'],
    ['Time zone | Asia/Tokyo', '+09:00'],
    ['NordConf 2026 (Asia/Tokyo)', '+09:00'],
    // A place alone may be that of the event.
    ['NordConf (Tokyo)', '+00:00'],
    ['Welcome to GMT Conf', '+00:00'],
    ['Lunch time in Berlin', '+00:00'],
    ['Coffee time (Tokyo)', '+00:00'],
    ['Toutes les heures sont en Asia/Tokyo', '+09:00'],
    ['All times are subject to change', '+00:00'],
  ])('%s', async (line, offset) => {
    expect(await startOf(line, ...grid)).toBe(offset);
    expect(await startOf(...grid, line)).toBe(offset);
  });

  it('is that of days and times that name no other one', async () => {
    const line = 'All times in UTC+2';
    expect(await startOf(line, '2026-06-05 (UTC+3) | Hall | Lab', '9:00 | Tides |')).toBe('+03:00');
    expect(await startOf(line, 'Time (UTC+4) | Hall | Lab', '9:00 | Tides |')).toBe('+04:00');
  });

  it.each(['All times PDT', 'Alle Zeiten MESZ', 'Times in Eastern Time'])(
    'is refused as a word: %s',
    async (line) => {
      const message = expect.stringContaining('words for time zones have several meanings');
      await expect(startOf(line, ...grid)).rejects.toMatchObject({
        details: [{ line: 1, message }],
      });
    },
  );

  it('is refused as a place that is not the whole name of a zone, and as one of two', async () => {
    await expect(startOf('All times are in Berlin time', ...grid)).rejects.toMatchObject({
      details: [{ line: 1, message: expect.stringContaining('Europe/Berlin') }],
    });
    await expect(startOf('Times in UTC+2', ...grid, 'Times in Asia/Tokyo')).rejects.toMatchObject({
      details: [
        { line: 4, message: expect.stringContaining('is not the zone of "Times in UTC+2"') },
      ],
    });
  });
});
