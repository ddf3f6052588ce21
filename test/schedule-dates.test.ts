// Days, times and zones as people write them, from a schedule file to the places on the service.
import { describe, expect, it } from 'vitest';
import { scheduleStages } from './support/schedule-stage.ts';

const { stage, file } = scheduleStages();
const firstDay = ['--first-day', '2027-05-26'];

describe('a schedule file', () => {
  it('with dates without a year needs the first day, and has the year from it on', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    const rows = ['Keynote,Lab,26 May,9:00,45', 'Compilers,Lab,Fri 28/5,10:00,45'];
    file('days.csv', 'Title,Room,Date,Time,Duration', ...rows);
    const asked = await run('sessions', 'apply', 'days.csv');
    expect(asked.exitCode).toBe(3);
    const reason = 'is no full date, and the first day of the event is not set';
    const fault = `days.csv:2 column "Date": "26 May" ${reason}\n`;
    expect(asked.stderr).toContain(fault);
    expect(asked.stderr).toContain(`days.csv:3 column "Date": "Fri 28/5" ${reason}\n`);
    expect(asked.stderr).toContain('for example --first-day 2026-06-05 (or write full dates)');
    expect((await run('sessions', 'apply', 'days.csv', ...firstDay)).exitCode).toBe(0);
    expect(await placed()).toEqual([
      'Compilers | Lab | 2027-05-28T10:00:00+02:00',
      'Keynote | Lab | 2027-05-26T09:00:00+02:00',
    ]);
  });

  it('with numbered days has them from the first day on, and no days of the month', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    const columns = 'Title,Room,Day,Time,Duration';
    file('numbered.csv', columns, 'Keynote,Lab,1,9:00,45', 'Compilers,Lab,2,9:00,45');
    expect((await run('sessions', 'apply', 'numbered.csv', ...firstDay)).exitCode).toBe(0);
    expect(await placed()).toEqual([
      'Compilers | Lab | 2027-05-27T09:00:00+02:00',
      'Keynote | Lab | 2027-05-26T09:00:00+02:00',
    ]);
    file('month.csv', columns, 'Keynote,Lab,26,9:00,45', 'Compilers,Lab,27,9:00,45');
    const refused = await run('sessions', 'apply', 'month.csv', ...firstDay);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('month.csv:2 column "Day": "26": the days of this column are');
  });

  it('with numbered days above empty cells is read when the fix is followed', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Queues');
    const write = (second: string) =>
      file(
        'gaps.csv',
        'Title,Room,Day,Time,Duration',
        'Keynote,Lab,1,9:00,45',
        `Compilers,Lab,${second},10:00,45`,
        'Queues,Lab,2,9:00,45',
      );
    const refused = await run('sessions', 'apply', write(''), ...firstDay);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining(
        'gaps.csv:3 column "Time": "10:00" is a time without a date: write the number of its ' +
          'day in each row',
      ),
    ]);
    expect((await run('sessions', 'apply', write('1'), ...firstDay)).exitCode).toBe(0);
    expect(await placed()).toContain('Compilers | Lab | 2027-05-26T10:00:00+02:00');
  });

  it.each(['24:00', 'after lunch'])('with %j beside clock times has one fault', async (cell) => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Lexers');
    const rows = ['Keynote,Lab,9:00,45', `Compilers,Lab,${cell},45`, 'Lexers,Lab,11:00,45'];
    file('clocks.csv', 'Title,Room,Time,Duration', ...rows);
    const refused = await run('sessions', 'apply', 'clocks.csv', ...firstDay);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('Error: 1 row of clocks.csv cannot be read; nothing was sent');
    expect(refused.stderr).toContain(
      `clocks.csv:3 column "Time": "${cell}" is no date and time; write one such as 2026-05-02 09:00`,
    );
    file(
      'clocks.csv',
      'Title,Room,Time,Duration',
      ...rows.map((row) => row.replace(cell, '10:00')),
    );
    expect((await run('sessions', 'apply', 'clocks.csv', ...firstDay)).exitCode).toBe(0);
    expect(await placed()).toEqual([
      'Compilers | Lab | 2027-05-26T10:00:00+02:00',
      'Keynote | Lab | 2027-05-26T09:00:00+02:00',
      'Lexers | Lab | 2027-05-26T11:00:00+02:00',
    ]);
  });

  it('with words for time zones is refused, and what the message says is read', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    const columns = 'Title,Room,Date,Time,Duration';
    const rowsIn = (zones: readonly [string, string]) => [
      `Keynote,Lab,2027-05-26,10:00 ${zones[0]},45`,
      `Compilers,Lab,2027-05-26,18:00 ${zones[1]},45`,
    ];
    file('zones.csv', columns, ...rowsIn(['EDT', 'MESZ']));
    const refused = await run('sessions', 'apply', 'zones.csv');
    expect(refused.exitCode).toBe(3);
    const reason =
      'words for time zones have several meanings; ' +
      'write a name such as America/New_York, or an offset such as UTC-04:00';
    const fault = `zones.csv:2 column "Time": "10:00 EDT": ${reason}\n`;
    expect(refused.stderr).toContain(fault);
    expect(refused.stderr).toContain(`zones.csv:3 column "Time": "18:00 MESZ": ${reason}\n`);
    file('zones.csv', columns, ...rowsIn(['America/New_York', 'UTC-04:00']));
    expect((await run('sessions', 'apply', 'zones.csv')).exitCode).toBe(0);
    expect(await placed()).toEqual([
      'Compilers | Lab | 2027-05-27T00:00:00+02:00',
      'Keynote | Lab | 2027-05-26T16:00:00+02:00',
    ]);
  });

  it('that is a calendar of Outlook has the zones of Windows', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    const event = (title: string, zone: string, clock: string) => [
      'BEGIN:VEVENT',
      `SUMMARY:${title}`,
      'LOCATION:Lab',
      `DTSTART;TZID=${zone}:20270526T${clock}`,
      'DURATION:PT45M',
      'END:VEVENT',
    ];
    file(
      'outlook.ics',
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...event('Keynote', 'W. Europe Standard Time', '090000'),
      ...event('Compilers', 'Eastern Standard Time', '090000'),
      'END:VCALENDAR',
    );
    expect((await run('sessions', 'apply', 'outlook.ics')).exitCode).toBe(0);
    expect(await placed()).toEqual([
      'Compilers | Lab | 2027-05-26T15:00:00+02:00',
      'Keynote | Lab | 2027-05-26T09:00:00+02:00',
    ]);
  });
});
