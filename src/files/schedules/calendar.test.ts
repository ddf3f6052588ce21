// Calendars: what they say about each event, and what they are refused for.
import { describe, expect, it } from 'vitest';
import { readLines, readTable } from '../../../test/support/tables.ts';
import { readTime } from '../../columns/dates/read-time.ts';
import type { FileResource } from '../../contract/endpoint.ts';

const read = (text: string, contents: FileResource = 'sessions') => readLines(text, { contents });

describe('a calendar', () => {
  const calendar = (...lines: readonly string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const event = (...lines: readonly string[]) => [
    'BEGIN:VEVENT',
    'SUMMARY:T',
    ...lines,
    'END:VEVENT',
  ];

  const outlook = [
    'BEGIN:VTIMEZONE',
    'TZID:W. Europe Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];

  it.each([
    ['DTSTART:20260502T070000Z', '2026-05-02T07:00:00Z'],
    ['DTSTART:20260502T090000', '2026-05-02T09:00:00'],
    ['DTSTART;TZID=Europe/Berlin:20260502T090000', '2026-05-02 09:00:00 Europe/Berlin'],
    [
      'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260502T090000',
      '2026-05-02 09:00:00 Europe/Berlin',
    ],
    ['DTSTART;TZID="W. Europe Standard Time":20260502T090000', '2026-05-02T09:00:00+02:00'],
    ['DTSTART;TZID=W. Europe Standard Time:20260102T090000', '2026-01-02T09:00:00+01:00'],
    ['DTSTART;TZID=Nowhere:20260502T090000', '2026-05-02T09:00:00 Nowhere'],
  ])('%s is %s', async (line, start) => {
    const { rows, columns } = await readTable(calendar(...outlook, ...event(line)), {
      contents: 'sessions',
    });
    expect(rows[0]?.cells[columns.indexOf('start')]).toBe(start);
  });

  it.each([
    ['DTSTART;TZID=W. Europe Standard Time:20260502T090000', '2026-05-02 09:00:00 Europe/Berlin'],
    [
      'DTSTART;TZID="Eastern Standard Time":20260502T090000',
      '2026-05-02 09:00:00 America/New_York',
    ],
    ['DTSTART;TZID=Dateline Standard Time:20260502T090000', '2026-05-02 09:00:00 Etc/GMT+12'],
    ['DTSTART;TZID=Middle Earth Time:20260502T090000', '2026-05-02T09:00:00 Middle Earth Time'],
  ])(
    'that names a zone of Windows without a description has the zone of %s',
    async (line, start) => {
      const { rows, columns } = await readTable(calendar(...event(line)), { contents: 'sessions' });
      expect(rows[0]?.cells[columns.indexOf('start')]).toBe(start);
      expect(readTime(start, { timeZone: undefined }).ok).toBe(!line.includes('Middle Earth'));
    },
  );

  it.each([
    ['X-WR-TIMEZONE:America/New_York', '2026-05-02 09:00:00 America/New_York'],
    ['X-WR-TIMEZONE:Middle Earth', '2026-05-02T09:00:00'],
  ])('has floating times in its own zone: %s', async (line, start) => {
    const floating = event('DTSTART:20260502T090000', 'DTEND:20260502T100000');
    const utc = event('DTSTART:20260502T070000Z');
    const { rows, columns } = await readTable(calendar(line, ...floating, ...utc), {
      contents: 'sessions',
    });
    const starts = rows.map(({ cells }) => cells[columns.indexOf('start')]);
    expect(starts).toEqual([start, '2026-05-02T07:00:00Z']);
    expect(rows[0]?.cells[columns.indexOf('end')]).toBe(start.replace('09:', '10:'));
  });

  it('has folded lines, escapes, people and lengths', async () => {
    const text = calendar(
      ...event(
        'UID:1',
        'LOCATION:Lab\\, 2nd',
        ' floor',
        'DTSTART:20260502T070000Z',
        'DURATION:PT1H30M',
      ),
      ...event(
        'UID:2',
        'DTSTART:20260502T090000Z',
        'DTEND:20260502T093000Z',
        'CATEGORIES:Data,Web',
        'DESCRIPTION:a\\nb',
        'ATTENDEE;CN="Ada, L":mailto:ada@x.org',
        'ATTENDEE;CUTYPE=ROOM;CN=Lab:mailto:lab@x.org',
        'ATTENDEE;CN=bo@x.org:MAILTO:bo@x.org',
        'ORGANIZER;CN=Office:mailto:office@x.org',
      ),
    );
    expect(await read(text)).toMatchObject({
      table: [
        'id | title | room | start | duration | end | speakers | track | description',
        '1 | T | Lab, 2ndfloor | 2026-05-02T07:00:00Z | 90 |  |  |  | ',
        '2 | T |  | 2026-05-02T09:00:00Z |  | 2026-05-02T09:30:00Z | Ada, L <ada@x.org>; ' +
          'bo@x.org | Data; Web | a\nb',
      ],
      lines: [3, 11],
    });
    expect((await read(text, 'submissions')).table[2]).toBe(
      '2 | T | a\nb | Data; Web | Ada, L <ada@x.org>; bo@x.org | ada@x.org; bo@x.org',
    );
    expect((await read(text, 'speakers')).table).toEqual([
      'name | email',
      'Ada, L | ada@x.org',
      ' | bo@x.org',
    ]);
  });

  it('leaves out canceled and all-day events, and refuses repeated ones', async () => {
    const text = calendar(
      ...event('STATUS:CANCELLED', 'DTSTART:20260502T070000Z'),
      ...event('DTSTART;VALUE=DATE:20260502'),
      ...event('DTSTART:20260502T070000Z', 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('DTSTART:20260502T070000Z', 'RDATE:20260503T070000Z'),
    );
    const { faults, notices } = await read(text);
    expect(faults).toEqual([
      'is repeated (RRULE); a schedule needs one event for each time',
      'is repeated (RDATE); a schedule needs one event for each time',
    ]);
    expect(notices).toEqual([
      'Not read: 1 canceled event of talks.',
      'Not read: 1 all-day event of talks.',
    ]);
    await expect(read(calendar(...event('DTSTART;VALUE=DATE:20260502')))).rejects.toThrow(
      'without events that have times',
    );
  });

  it('may be several calendars', async () => {
    expect((await read(calendar(...event('UID:1')) + calendar(...event('UID:2')))).table).toEqual([
      'id | title',
      '1 | T',
      '2 | T',
    ]);
  });

  it.each([
    ['Fahrplan\r\n', [4], '"Fahrplan"'],
    ['\nContent-Type: text/calendar\n\n', [6], '"Content-Type: text/calendar"'],
  ])('is read below other lines, with a notice: %j', async (heading, lines, shown) => {
    expect(await read(heading + calendar(...event('UID:1')))).toEqual({
      table: ['id | title', '1 | T'],
      lines,
      faults: [undefined],
      notices: [`Skipped what is above the calendar in talks: ${shown}.`],
    });
  });

  it('is refused with the line that is none of a calendar', async () => {
    await expect(read(calendar('Fahrplan', ...event('UID:1')))).rejects.toMatchObject({
      details: [{ line: 3, message: 'invalid line (no token ";" or ":") "Fahrplan"' }],
      fix: 'correct or remove the line, or export the calendar again',
    });
  });

  it('is refused if it is incomplete', async () => {
    const text = calendar(...event()).replace('END:VCALENDAR\r\n', '');
    await expect(read(text)).rejects.toMatchObject({
      message: 'talks is not a well-formed calendar (ICS)',
    });
  });
});
