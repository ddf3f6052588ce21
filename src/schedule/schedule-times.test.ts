// The times of a schedule file: ranges, ends, a.m. and p.m., weekdays, and the time zone.
import { describe, expect, it } from 'vitest';
import { berlin, keynote, minutes, readSchedule } from '../../test/support/schedule-rows.ts';

describe('a range in one cell', () => {
  it.each([
    ['Title,Room,Start\nKeynote,Lab,2026-05-02 9:00–10:30\n', 90],
    ['Title,Room,Day,Time,End\nKeynote,Lab,2026-05-02,9:00-9:45,9:45\n', 45],
    ['Title,Room,Day,Time,Duration\nKeynote,Lab,2026-05-02,9:00-9:45,45 min\n', 45],
  ])('has the duration: %j', async (text, length) => {
    expect(await readSchedule(text)).toEqual([{ ...keynote, durationMs: minutes(length) }]);
  });

  it.each([
    ['End', '9:50', '"9:50" contradicts the end of the range "9:00-9:45"'],
    ['Duration', '30', '"30" contradicts the end of the range "9:00-9:45"'],
  ])('is refused if the column %s contradicts it', async (column, value, message) => {
    const text = `Title,Room,Day,Time,${column}\nKeynote,Lab,2026-05-02,9:00-9:45,${value}\n`;
    await expect(readSchedule(text)).rejects.toMatchObject({ details: [{ column, code: 'contradiction', message }] });
  });
});

it('reads an end without a zone on the clocks of its start', async () => {
  const lengthOf = async (start: string, end: string, time = berlin) => {
    const [first] = await readSchedule(`Title,Room,Start,End\nKeynote,Lab,${start},${end}\n`, time);
    return (first?.durationMs ?? 0) / 60_000;
  };
  expect(await lengthOf('2026-05-02 10:00 UTC+9', '11:00')).toBe(60);
  expect(await lengthOf('2026-05-02T10:00:00Z', '11:00', { timeZone: undefined })).toBe(60);
  expect(await lengthOf('2026-05-02 10:00', '18:00 (Asia/Tokyo)')).toBe(60);
  // In the night in which the clocks of the conference go forward.
  expect(await lengthOf('2026-03-28T23:00:00+01:00', '03:30')).toBe(210);
});

describe('short weekdays', () => {
  const days = async (...written: readonly string[]) => {
    const text = ['Title,Room,Day,Time', ...written.map((day, index) => `Talk ${index},Lab,${day},9:00`)].join('\n');
    const rows = await readSchedule(text, { ...berlin, firstDay: '2026-06-05' });
    return rows.map(({ start }) => start?.slice(8, 10));
  };

  it('are read in the language of the other days in the file', async () => {
    expect(await days('Do', 'Fr', 'Sa', 'So')).toEqual(['11', '05', '06', '07']);
    expect(await days('Sa', 'So')).toEqual(['06', '07']);
    expect(await days('Pá', 'So', 'Ne')).toEqual(['05', '06', '07']);
  });

  it('are read beside full dates in another language', async () => {
    expect(await days('Fri', '6. Mai 2026')).toEqual(['05', '06']);
    expect(await days('Sa', 'So', '5 June 2026', '2026-06-08 (Mon)')).toEqual(['06', '07', '05', '08']);
  });

  it('are refused if several languages have them, with another meaning', async () => {
    for (const file of [['So'], ['Sa', 'Di'], ['Do']]) {
      await expect(days(...file)).rejects.toMatchObject({ details: [{ code: 'unclear_day' }] });
    }
  });
});

describe('a time zone', () => {
  it('is needed by local times, and not by those with offsets', async () => {
    const none = { timeZone: undefined, dateOrder: undefined };
    const header = 'Title,Room,Start';
    await expect(readSchedule(`${header}\nKeynote,Lab,2026-05-02 09:00\n`, none)).rejects.toMatchObject({
      details: [{ line: 2, column: 'Start', message: 'a local time needs a time zone or an offset' }],
      fix: expect.stringContaining('pass --timezone'),
    });
    expect(await readSchedule(`${header}\nKeynote,Lab,2026-05-02T09:00:00+02:00\n`, none)).toEqual([{ ...keynote }]);
  });

  it.each([
    ['the first day', 'Keynote,Lab,Friday 9:00\nTypes,Lab,Day 2 10:00\n', '--first-day'],
    ['some dates', 'Keynote,Lab,Friday 9:00\nTypes,Lab,2026-06-05 9:00\n', '--first-day'],
  ])('that is missing is reported together with %s', async (_, rows, flag) => {
    const none = { timeZone: undefined, dateOrder: undefined };
    const text = `Title,Room,Start\n${rows}`;
    const fixIn = (time: typeof none | typeof berlin) => readSchedule(text, time).catch(({ fix }) => fix);
    expect(await fixIn(none)).toMatch(new RegExp(`${flag}.*--timezone`));
    expect(await fixIn(berlin)).not.toContain('--timezone');
  });
});
