// The zones and the times in the headers and the cells of one row, which say the same or
// contradict.
import { describe, expect, it } from 'vitest';
import { berlin, readSchedule } from '../../../test/support/schedule-rows.ts';

/** `2027-05-20T08:00:00Z 60` of each row: when it starts, and its minutes. */
async function slotsOf(columns: string, ...rows: readonly string[]) {
  const lines = [`Title,Room,${columns}`, ...rows.map((row, at) => `Talk ${at},Lab,${row}`)];
  const read = await readSchedule(`${lines.join('\n')}\n`, berlin);
  return read.map(({ startMs = 0, durationMs }) => {
    const start = new Date(startMs).toISOString().replace('.000', '');
    return durationMs === undefined ? start : `${start} ${durationMs / 60_000}`;
  });
}

const whatToWrite = 'write a name such as America/New_York, or an offset such as UTC-04:00';
const severalMeanings = (text: string) =>
  `"${text}": words for time zones have several meanings; ${whatToWrite}`;

describe('a time zone', () => {
  it.each([
    ['start_utc', '2027-05-20 10:00', '2027-05-20T10:00:00Z'],
    ['startUtc', '2027-05-20 10:00', '2027-05-20T10:00:00Z'],
    ['Start time UTC', '2027-05-20 10:00', '2027-05-20T10:00:00Z'],
    ['Start Time - UTC', '2027-05-20 10:00', '2027-05-20T10:00:00Z'],
    ['Date UTC,Time', '2027-05-20,10:00', '2027-05-20T10:00:00Z'],
    ['Start,UTC Offset', '2027-05-20 10:00,-05:00', '2027-05-20T15:00:00Z'],
    ['Start,Event Timezone', '2027-05-20 10:00,America/New_York', '2027-05-20T14:00:00Z'],
    ['Start,Zone', '2027-05-20 10:00,America/New_York', '2027-05-20T14:00:00Z'],
    ['Start (local),End (UTC)', '2027-05-20 10:00,09:00', '2027-05-20T08:00:00Z 60'],
    ['Start,End UTC', '2027-05-20 10:00,2027-05-20 09:30', '2027-05-20T08:00:00Z 90'],
    ['Start,timezone', '2027-05-20T09:00:00Z,America/New_York', '2027-05-20T09:00:00Z'],
    ['Start (UTC),timezone', '2027-01-20 09:00,Europe/Lisbon', '2027-01-20T09:00:00Z'],
    // A part of the venue.
    ['Start,Zone', '2027-05-20 10:00,North wing', '2027-05-20T08:00:00Z'],
  ])('below %j: %s', async (columns, row, slot) => {
    expect(await slotsOf(columns, row)).toEqual([slot]);
  });

  it.each([
    ['Start (heure de Paris)', '2027-05-20 10:00', /write the time zone as Europe\/Paris/],
    ['Start (Brasília)', '2027-05-20 10:00', /unknown time zone "Brasília"/],
    ['"Time, EST"', '2027-05-20 10:00', severalMeanings('Time, EST')],
    ['Start,Zone', '2027-05-20 10:00,ET', severalMeanings('ET')],
    ['Start (EST)', '', severalMeanings('EST')],
    ['Start,End (EST)', '2027-05-20 10:00,11:00', severalMeanings('EST')],
    [
      'Start (UTC),Time zone',
      '2027-05-20 10:00,Europe/Lisbon',
      '"Europe/Lisbon" contradicts the time zone in the header of the times',
    ],
    [
      'Start,End (UTC),Zone',
      '2027-05-20 10:00,11:00,America/New_York',
      '"America/New_York" contradicts the time zone in the header of the times',
    ],
  ])('is refused below %j: %s', async (columns, row, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    const refused = { details: [{ line: 2, message: expected }] };
    await expect(slotsOf(columns, row)).rejects.toMatchObject(refused);
  });
});

describe('the times of a row', () => {
  it.each([
    ['2:00,2:45 PM', '2027-05-20T12:00:00Z 45'],
    ['"11:00",1:00 PM', '2027-05-20T09:00:00Z 120'],
    ['9:00 AM,10:00', '2027-05-20T07:00:00Z 60'],
    ['2:00 p.m.,2:45', '2027-05-20T12:00:00Z 45'],
    ['14:00,2:45 PM', '2027-05-20T12:00:00Z 45'],
  ])('have one a.m. or p.m. if less than 12 hours are between them: %s', async (row, slot) => {
    expect(await slotsOf('Date,Start,End', `2027-05-20,${row}`)).toEqual([slot]);
    const whole = `2027-05-20 ${row.replaceAll('"', '')}`;
    expect(await slotsOf('Start,End', whole)).toEqual([slot]);
  });

  it.each([
    [
      'Date,Start,End,Length',
      '2027-05-20,9:00,10:30,60',
      'Length',
      '"60" contradicts the end "10:30", which is 90 minutes after the start',
    ],
    [
      'Start,End,Duration',
      '2027-05-20 9:00,2027-05-20 9:30,1h',
      'Duration',
      '"1h" contradicts the end "2027-05-20 9:30", which is 30 minutes after the start',
    ],
    [
      'Start,Time',
      '2027-05-20T09:00:00Z,10:30',
      'Start',
      '"2027-05-20T09:00:00Z" contradicts the time "10:30"',
    ],
    [
      'Date,Start',
      '2027-05-20,24:00',
      'Start',
      '"24:00" is the end of 2027-05-20: write the next date, 2027-05-21, and 00:00',
    ],
  ])('are refused below %j: %s', async (columns, row, column, message) => {
    const refused = { details: [{ line: 2, column, message }] };
    await expect(slotsOf(columns, row)).rejects.toMatchObject(refused);
  });

  it.each([
    ['Date,Start,End,Length', '2027-05-20,9:00,10:30,90', '2027-05-20T07:00:00Z 90'],
    ['Start,Time', '2027-05-20T09:00:00Z,11:00', '2027-05-20T09:00:00Z'],
    ['Date,Start', '"May 20th, 2027",9:00 to 9:45', '2027-05-20T07:00:00Z 45'],
    ['Start', '"Thursday, May 20, 2027 at 9:00 AM"', '2027-05-20T07:00:00Z'],
  ])('are read below %j: %s', async (columns, row, slot) => {
    expect(await slotsOf(columns, row)).toEqual([slot]);
  });

  it('may be p.m. below later ones', async () => {
    const rows = ['11:30', '1:00'].map((time) => `2027-05-20,${time}`);
    const message = expect.stringContaining('write 2027-05-21, or 13:00 if it is p.m., or write');
    await expect(slotsOf('Date,Start', ...rows)).rejects.toMatchObject({
      details: [{ line: 3, message }],
    });
    const evening = ['23:45', '1:30'].map((time) => `2027-05-20,${time}`);
    await expect(slotsOf('Date,Start', ...evening)).rejects.toMatchObject({
      details: [{ line: 3, message: expect.not.stringContaining('p.m.') }],
    });
  });
});

it('says what to do about lines of days in a list', async () => {
  const read = (...lines: readonly string[]) => readSchedule(`${lines.join('\n')}\n`, berlin);
  const days = ['Title,Room,Time', 'Thursday 20 May 2027,,', 'A,Lab,9:00', 'B,Lab,10:00'];
  await expect(read(...days)).rejects.toMatchObject({
    fix:
      'line 2 has only the day "Thursday 20 May 2027": ' +
      'add a column "date", write the date on each row, and remove the lines of days',
  });
  const day = '2027-05-20';
  const rows = await read('Title,Room,Time,date', `A,Lab,9:00,${day}`, `B,Lab,10:00,${day}`);
  expect(rows.map(({ start }) => start)).toEqual([
    '2027-05-20T09:00:00+02:00',
    '2027-05-20T10:00:00+02:00',
  ]);
});
