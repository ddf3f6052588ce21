// Ends with a date of their own, zones of rows and of headers, and hours after midnight in lists.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

/** Exports a schedule file of a conference in Berlin. */
async function exportOf(lines: readonly string[]) {
  writeFileSync(folder.file('s.csv'), `${lines.join('\n')}\n`);
  const flags = ['--schedule', 's.csv', '--timezone', 'Europe/Berlin', '--format', 'csv'];
  return service.plenary(['timetable', 'export', ...flags], {
    cwd: folder.path,
    env: { PLENARY_EVENT: undefined },
  });
}

/** The start and the minutes of each session. */
async function slotsOf(...lines: readonly string[]): Promise<readonly string[]> {
  const { exitCode, stdout } = await exportOf(lines);
  expect(exitCode).toBe(0);
  const rows = stdout.split('\n').slice(1, -1);
  return rows.map((row) => row.split(',').slice(3, 5).join(' '));
}

async function errorOf(...lines: readonly string[]): Promise<string> {
  const { exitCode, stderr } = await exportOf(lines);
  expect(exitCode).toBe(3);
  return stderr;
}

describe('an end date', () => {
  it.each([
    [
      'title,room,start date,start time,end date,end time',
      'A,Hall,2027-05-26,09:00,2027-05-27,15:00',
    ],
    ['Titel,Raum,Datum,Beginn,Enddatum,Ende', 'A,Hall,26.5.2027,9:00,27.5.2027,15:00'],
  ])('is that of the end: %s', async (header, row) => {
    expect(await slotsOf(header, row)).toEqual(['2027-05-26T09:00:00+02:00 1800']);
  });

  it('alone says nothing beside a duration, and is refused without one', async () => {
    const header = 'title,room,start date,start time,end date,duration';
    expect(await slotsOf(header, 'A,Hall,2027-05-26,09:00,2027-05-27,45')).toEqual([
      '2027-05-26T09:00:00+02:00 45',
    ]);
    expect(await errorOf(header, 'A,Hall,2027-05-26,09:00,2027-05-27,')).toContain(
      's.csv:2 column "end date": "2027-05-27" is an end date without a time',
    );
  });

  it('before the start is a fault', async () => {
    const header = 'title,room,date,time,end date,end time';
    expect(await errorOf(header, 'A,Hall,2027-05-26,09:00,2027-05-25,10:00')).toContain(
      's.csv:2 column "end time": the end is not after the start; ' +
        'if it is on the next date, write 2027-05-26',
    );
    expect(await errorOf(header, 'A,Hall,2027-05-26,09:00,2027-05-24,10:00')).toContain(
      'the end is not after the start\n',
    );
  });

  it('is read when it is moved to the date in the message', async () => {
    const header = 'title,room,date,time,end date,end time';
    const night = (date: string) => `A,Hall,2027-05-26,23:30,${date},00:30`;
    expect(await errorOf(header, night('2027-05-26'))).toContain('write 2027-05-27 as its date');
    expect(await slotsOf(header, night('2027-05-27'))).toEqual(['2027-05-26T23:30:00+02:00 60']);
  });
});

describe('a time zone', () => {
  it.each([
    [
      'of the row',
      'title,room,start,end,timezone',
      'A,Hall,2027-05-26 09:00,10:00,Asia/Tokyo',
      '2027-05-26T02:00:00+02:00',
    ],
    [
      'of the row as an offset',
      'title,room,start,end,time zone',
      'A,Hall,2027-05-26 09:00,10:00,UTC+1',
      '2027-05-26T10:00:00+02:00',
    ],
    [
      'of the header',
      'title,room,Start (Asia/Tokyo),end',
      'A,Hall,2027-05-26 09:00,10:00',
      '2027-05-26T02:00:00+02:00',
    ],
  ])('%s is that of its times', async (_, header, row, start) => {
    expect(await slotsOf(header, row)).toEqual([`${start} 60`]);
  });

  it.each([
    ['title,room,date,Time (PDT)', 'A,Hall,2027-05-26,09:00', 'Time (PDT)'],
    ['title,room,start,timezone', 'A,Hall,2027-05-26 09:00,EST', 'timezone'],
    ['title,room,start', 'A,Hall,2027-05-26 10:00 EDT', 'start'],
  ])('that is a word with several meanings is a fault: %s', async (header, row, column) => {
    const stderr = await errorOf(header, row);
    expect(stderr).toContain(`s.csv:2 column "${column}": `);
    expect(stderr).toContain('words for time zones have several meanings; write a name such as');
  });

  it('of the row that differs from the one in the header is a fault', async () => {
    const header = 'title,room,Start (Asia/Tokyo),timezone';
    expect(await errorOf(header, 'A,Hall,2027-05-26 09:00,Europe/Paris')).toContain(
      '"Europe/Paris" contradicts the time zone in the header of the times',
    );
  });
});

describe('an hour after midnight below later ones of its date', () => {
  const rows = ['A,Hall,2027-05-26,20:00', 'B,Hall,2027-05-26,22:30', 'C,Hall,2027-05-26,00:30'];

  it('is an error that names the next date', async () => {
    expect(await errorOf('title,room,date,time', ...rows)).toContain(
      's.csv:4 column "date": "00:30" is below later times of 2027-05-26: write 2027-05-27',
    );
  });

  it('is read in one cell with its date, and in a list that is in no order', async () => {
    const header = 'title,room,start';
    const whole = rows.map((row) => row.replace(/,([^,]*)$/, ' $1'));
    expect((await slotsOf(header, ...whole))[0]).toContain('2027-05-26T00:30:00+02:00');
    const unordered = [...rows, 'D,Hall,2027-05-26,09:00'];
    expect(await slotsOf('title,room,date,time', ...unordered)).toHaveLength(4);
  });

  const night = (date: string, start: string, ...end: readonly string[]) =>
    ['C', 'Hall', date, start, ...end].join(',');

  it.each([
    ['end date,end', '2027-05-26,23:30', '2027-05-26,01:30', '2027-05-27,01:30', 'end date'],
    ['end', '2027-05-26 23:30', '2027-05-26 01:30', '2027-05-27 01:30', 'end'],
  ])('is read when the fix is followed beside %s', async (columns, earlier, end, fixed, named) => {
    const header = `title,room,date,time,${columns}`;
    const before = `B,Hall,2027-05-26,22:30,${earlier}`;
    expect(await errorOf(header, before, night('2027-05-26', '00:30', end))).toContain(
      `write 2027-05-27 here and in the column "${named}", or write 2027-05-26 00:30 in place of`,
    );
    const both = await slotsOf(header, before, night('2027-05-27', '00:30', fixed));
    expect(both[1]).toContain('2027-05-27T00:30:00+02:00');
    const other = await slotsOf(header, before, night('2027-05-26', '2027-05-26 00:30', end));
    expect(other[0]).toContain('2027-05-26T00:30:00+02:00');
    const ofNextDay = await errorOf(header, before, night('2027-05-26', '00:30', fixed));
    expect(ofNextDay).not.toContain('here and in');
  });

  it('names the end as well if it may be p.m.', async () => {
    const header = 'title,room,date,time,end';
    const noon = 'B,Hall,2027-05-26,12:30,13:00';
    expect(await errorOf(header, noon, night('2027-05-26', '1:30', '2:30'))).toContain(
      'write 2027-05-27, or 13:30 if it is p.m., and its end as well, or write',
    );
    const fixed = await slotsOf(header, noon, night('2027-05-26', '13:30', '14:30'));
    expect(fixed[1]).toContain('2027-05-26T13:30:00+02:00');
  });
});
