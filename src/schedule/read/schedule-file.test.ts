// Schedule files as conference systems and people write them: columns, rows, people, and what
// cannot be read.
import { describe, expect, it } from 'vitest';
import { berlin, keynote, minutes, readSchedule } from '../../../test/support/schedule-rows.ts';
import type { ScheduleRow } from './schedule-row.ts';

describe('columns', () => {
  it.each<[string, string, Partial<ScheduleRow>]>([
    [
      'its own',
      'submission_id,room,start\nsub_1,Lab,2026-05-02T09:00:00+02:00\n',
      { submissionId: 'sub_1', title: '' },
    ],
    [
      'Sessionize’s',
      'Title,Owner Email,Room,Scheduled At,Scheduled Duration,FirstName,LastName,Email\n' +
        'Keynote,own@er.org,Lab,02 May 2026 09:00 AM,45,Ada,Lovelace,ada@example.org\n',
      {
        submitterEmail: 'own@er.org',
        durationMs: minutes(45),
        people: [{ name: 'Ada Lovelace', email: 'ada@example.org' }],
      },
    ],
    [
      'pretalx’s',
      'ID,Proposal title,Room,Start,End,Speaker names,Track\n' +
        'ABCDEF,Keynote,Lab,2026-05-02T09:00:00+02:00,2026-05-02T09:30:00+02:00,"Ada Lovelace\n' +
        'Grace Hopper",Web\n',
      {
        possibleId: 'ABCDEF',
        durationMs: minutes(30),
        people: [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }],
        track: 'Web',
      },
    ],
    [
      'a speaker known by address alone',
      'Title,Room,Start,Speaker email\nKeynote,Lab,2026-05-02 09:00,ada@example.org\n',
      { people: [{ name: '', email: 'ada@example.org' }] },
    ],
  ])('%s', async (_, text, expected) => {
    expect(await readSchedule(text)).toEqual([{ ...keynote, ...expected }]);
  });

  it.each([
    ['title,room', 'start (or date and time)'],
    ['room,date', 'submission_id or title and time'],
    ['room,start', 'submission_id or title'],
    ['title,start', 'room'],
  ])('%j are not enough', async (header, missing) => {
    await expect(readSchedule(`${header}\n`)).rejects.toThrow(`s.csv has no column for ${missing}`);
  });

  const nine = '2026-05-02T09:00:00+02:00';
  it.each<[string, string, readonly (readonly [string, string | undefined])[]]>([
    [
      'in a column of times',
      'title,time\nA,9:00\nB,9:00–9:45\nC,\n',
      [
        ['Hall', nine],
        ['Hall', nine],
        ['Hall', undefined],
      ],
    ],
    ['beside an empty column of dates', 'title,date,start\nA,,9:00\n', [['Hall', nine]]],
  ])('may be times without dates %s, in one room', async (_, text, expected) => {
    const rows = await readSchedule(text, { ...berlin, firstDay: '2026-05-02' }, 'Hall');
    expect(rows.map(({ room, start }) => [room, start])).toEqual(expected);
  });

  it.each([
    ['title,start\nA,9:00\n', undefined, 'first_day', '"9:00" is a time without a date'],
    [
      'title,start\nA,9:00\nB,2026-05-03 10:00\n',
      '2026-05-02',
      'format',
      '"9:00" is a time without a date: write the date in each row',
    ],
    [
      'title,time\nA,19:00\nB,0:30\n',
      '2026-05-02',
      'unclear_time',
      '"0:30" is before 6:00: write its date',
    ],
  ])('%j is refused', async (text, firstDay, code, message) => {
    await expect(readSchedule(text, { ...berlin, firstDay }, 'Hall')).rejects.toMatchObject({
      details: [{ code, message: expect.stringContaining(message) }],
    });
  });

  it.each(['', '---', '–', 'N/A', 'n/a', 'TBA', 'tbd'])(
    'have no room, no start and no end that is %j',
    async (none) => {
      const text = `title,room,start,end\nA,${none},${none},${none}\n`;
      expect(await readSchedule(text)).toMatchObject([
        { room: '', startMs: undefined, durationMs: undefined },
      ]);
      const parts = `title,room,date,time\nA,Lab,${none},${none}\nB,Lab,2026-05-02,${none}\n`;
      expect(await readSchedule(parts)).toMatchObject([{ start: undefined }, { start: undefined }]);
      const undated = `title,room,date,time\nA,Lab,2026-05-02,9:00\nB,Lab,${none},9:00\n`;
      await expect(readSchedule(undated)).rejects.toMatchObject({
        details: [
          {
            line: 3,
            column: 'time',
            code: 'format',
            message: '"9:00" is a time without a date: write the date in each row',
          },
        ],
      });
    },
  );
});

describe('rows', () => {
  it('with the error of a formula are refused', async () => {
    const text = 'Title,Room,Start,Notes\nKeynote,#REF!,2026-05-02 09:00,#N/A\n';
    await expect(readSchedule(text)).rejects.toMatchObject({
      details: [
        {
          line: 2,
          column: 'Room',
          code: 'formula_error',
          message: '"#REF!" is the error of a formula, not a value',
        },
      ],
    });
  });

  it('of one session with several people are merged; empty rows are skipped', async () => {
    const header = 'Title,Room,Start,Duration,First name,Last name,Email';
    const of = (name: string) => `Keynote,Lab,2026-05-02 09:00,45,${name}`;
    const text = [
      header,
      of('Ada,Lovelace,a@x.org'),
      ',,,,,,',
      of('Grace,Hopper,'),
      of('Ada,Lovelace,a@x.org'),
    ];
    const people = [{ name: 'Ada Lovelace', email: 'a@x.org' }, { name: 'Grace Hopper' }];
    expect(await readSchedule(text.join('\n'))).toEqual([
      { ...keynote, durationMs: minutes(45), people },
    ]);
  });

  it('that cannot be read are reported together, each fault by its column', async () => {
    const text = [
      'Title,Room,Day,Clock time,Until,Minutes',
      'A,Lab,05/06/2026,09:00,,45',
      'B,Lab,2026-05-02,noon,,45',
      'C,Lab,2026-03-29,02:30,,long',
      'D,Lab,2026-05-02,09:00,08:00,',
      ',Lab,2026-05-02,09:00,,',
      'F,Lab,soon,09:00,,',
      'G,Lab,2026-05-02,,,',
      'H,Lab,2026-05-02,09:00,,45',
    ].join('\n');
    const error = await readSchedule(text).catch((reason) => reason);
    expect(error.message).toBe('5 rows of s.csv cannot be read');
    const places = error.details.map(({ line, column, field }: Record<string, unknown>) => [
      line,
      column ?? field,
    ]);
    expect(places).toEqual([
      [2, 'Day'],
      [3, 'Clock time'],
      [4, 'Clock time'],
      [4, 'Minutes'],
      [5, 'Until'],
      [7, 'Day'],
    ]);
    const messages = error.details.map(({ message }: { message: string }) => message);
    expect(messages.at(-1)).toBe('"soon": write the date as 2026-05-02');
    expect(messages[1]).toBe('"noon": write the time as 09:00');
    expect(error.details[0].message).toBe('05/06/2026 can be 2026-06-05 or 2026-05-06');
    expect(error.fix).toBe(
      'pass --date-order dmy, mdy or ymd to specify the order of day, month and year; ' +
        'fix the other rows',
    );
    expect(error.details[2].message).toContain('does not exist in Europe/Berlin');
  });
});

it.each<[string, string, ScheduleRow['people']]>([
  ['Speaker First Name,Speaker Last Name,Panelists', 'Ann,Lee,Di Moe', named('Ann Lee', 'Di Moe')],
  ['Presenters,Speaker First Name,Speaker Last Name', ',Ann,Lee', named('Ann Lee')],
  ['First Name,Last Name,Speakers', 'Ann,Lee,Ann Lee; Bo Ek', named('Ann Lee', 'Bo Ek')],
  [
    'Author,Author Email,Speaker',
    'Bo Ek,bo@example.org,Bo Ek',
    [{ name: 'Bo Ek', email: 'bo@example.org' }],
  ],
  [
    'Speaker,Moderator,Author,Author Email',
    'Ida Möen,Cy Fox,Ida Moen,ida@example.org',
    [{ name: 'Ida Möen', email: 'ida@example.org' }, ...named('Cy Fox')],
  ],
])('has each person of a row once, from all columns: %s', async (columns, cells, people) => {
  const text = `Title,Room,Start,${columns}\nKeynote,Lab,2026-05-02 09:00,${cells}\n`;
  const [talk] = await readSchedule(text);
  expect(talk?.people).toEqual(people);
});

function named(...names: readonly string[]): ScheduleRow['people'] {
  return names.map((name) => ({ name, email: undefined }));
}

it('reads a talk of 1,000 people in time that grows with its rows', async () => {
  const digits = 'abcdefghij';
  const nameOf = (at: number) => String(at).replace(/\d/g, (digit) => digits[Number(digit)] ?? '');
  const rows = Array.from({ length: 1000 }, (_, at) => {
    return `Keynote,Lab,2026-05-02 09:00,Ida ${nameOf(at)}moen`;
  });
  const text = ['Title,Room,Start,Speaker', ...rows, ...rows.slice(0, 9)].join('\n');
  const [talk] = await readSchedule(text);
  expect(talk?.people).toHaveLength(1000);
});
