// The times of a schedule file: ranges, ends, a.m. and p.m., weekdays, and the time zone.
import { describe, expect, it } from 'vitest';
import { berlin, keynote, minutes, readSchedule } from '../../../test/support/schedule-rows.ts';

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
    await expect(readSchedule(text)).rejects.toMatchObject({
      details: [{ column, code: 'contradiction', message }],
    });
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

describe('the first day of the event', () => {
  const festival = { ...berlin, firstDay: '2027-05-26' };
  const startsOf = async (text: string, room = 'Hall') => {
    const rows = await readSchedule(text, festival, room);
    return rows.map(({ start }) => start);
  };

  it.each(['24:00', 'after lunch'])('is that of times beside a cell with %j', async (cell) => {
    const text = `title,time\nA,9:00\nB,${cell}\nC,10:30\n`;
    const message = `"${cell}" is no date and time; write one such as 2026-05-02 09:00`;
    await expect(startsOf(text)).rejects.toMatchObject({
      message: '1 row of s.csv cannot be read',
      details: [{ line: 3, column: 'time', code: 'format', message }],
    });
    expect(await startsOf(text.replace(cell, '23:30'))).toEqual([
      '2027-05-26T09:00:00+02:00',
      '2027-05-26T23:30:00+02:00',
      '2027-05-26T10:30:00+02:00',
    ]);
  });

  it('is not that of a time in a file with dates, which may be on the day above', async () => {
    const text = 'title,start\nA,2027-05-26 9:00\nB,2027-05-27 9:00\nC,10:00\n';
    await expect(startsOf(text)).rejects.toMatchObject({
      details: [
        { line: 4, message: '"10:00" is a time without a date: write the date in each row' },
      ],
    });
  });

  it.each([
    ['title,date,time\nA,26 May,9:00\nB,Fri 28/5,9:00\n', '28'],
    ['title,day,time\nA,1,9:00\nB,2,9:00\n', '27'],
    ['Titel,Tag,Uhrzeit\nA,2,9.00 Uhr\nB,1,9.00 Uhr\n', '26'],
    ['title,time\nA,26.05. 9:00\nB,27.05. 9:00\n', '27'],
  ])('has the year and the number of days: %j', async (text, day) => {
    expect((await startsOf(text)).at(-1)).toBe(`2027-05-${day}T09:00:00+02:00`);
  });

  it('is no day of the month, and bare numbers of another column are no days', async () => {
    const ofMonth = 'title,day,time\nA,26,9:00\nB,27,9:00\n';
    const reason = 'the days of this column are not the numbers from 1 on without gaps';
    await expect(startsOf(ofMonth)).rejects.toMatchObject({
      details: [26, 27].map((day) => ({
        column: 'day',
        code: 'unclear_day',
        message: `"${day}": ${reason}; write full dates or "Day 1"`,
      })),
    });
    await expect(startsOf('title,date,time\nA,1,9:00\n')).rejects.toMatchObject({
      details: [{ column: 'date', code: 'format' }],
    });
  });
});

it('reads full timestamps in a column of times beside their dates', async () => {
  const dated = 'title,room,date,time\nKeynote,Lab,2 May 2026,2026-05-02 09:00\n';
  expect(await readSchedule(dated)).toEqual([keynote]);
  await expect(readSchedule(dated.replace('2 May', '3 May'))).rejects.toMatchObject({
    details: [
      {
        column: 'time',
        code: 'contradiction',
        message: '"2026-05-02 09:00" contradicts the date "3 May 2026"',
      },
    ],
  });
});

describe('short weekdays', () => {
  const days = async (...written: readonly string[]) => {
    const text = [
      'Title,Room,Day,Time',
      ...written.map((day, index) => `Talk ${index},Lab,${day},9:00`),
    ].join('\n');
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
    expect(await days('Sa', 'So', '5 June 2026', '2026-06-08 (Mon)')).toEqual([
      '06',
      '07',
      '05',
      '08',
    ]);
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
    await expect(
      readSchedule(`${header}\nKeynote,Lab,2026-05-02 09:00\n`, none),
    ).rejects.toMatchObject({
      details: [
        { line: 2, column: 'Start', message: 'a local time needs a time zone or an offset' },
      ],
      fix: expect.stringContaining('pass --timezone'),
    });
    expect(await readSchedule(`${header}\nKeynote,Lab,2026-05-02T09:00:00+02:00\n`, none)).toEqual([
      { ...keynote },
    ]);
  });

  it.each([
    ['the first day', 'Keynote,Lab,Friday 9:00\nTypes,Lab,Day 2 10:00\n', '--first-day'],
    ['some dates', 'Keynote,Lab,Friday 9:00\nTypes,Lab,2026-06-05 9:00\n', '--first-day'],
  ])('that is missing is reported together with %s', async (_, rows, flag) => {
    const none = { timeZone: undefined, dateOrder: undefined };
    const text = `Title,Room,Start\n${rows}`;
    const fixIn = (time: typeof none | typeof berlin) =>
      readSchedule(text, time).catch(({ fix }) => fix);
    expect(await fixIn(none)).toMatch(new RegExp(`${flag}.*--timezone`));
    expect(await fixIn(berlin)).not.toContain('--timezone');
  });
});
