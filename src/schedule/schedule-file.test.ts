// Schedule files as conference systems and people write them: columns, times, people, and what cannot be read.
import { describe, expect, it } from 'vitest';
import { type MappingOptions, mapColumns } from '../columns/mapping.ts';
import { fileSource } from '../sheets/source.ts';
import type { TimeOptions } from './dates/read-time.ts';
import type { ScheduleRow } from './row.ts';
import { readScheduleFile } from './schedule-file.ts';

const berlin: TimeOptions = { timeZone: 'Europe/Berlin', dateOrder: undefined };

async function read(text: string, time: TimeOptions = berlin): Promise<readonly ScheduleRow[]> {
  const sheet = await fileSource('s.csv', () => bytesOf(text)).open();
  const { rows } = await readScheduleFile(sheet, {
    file: 's.csv',
    map: [],
    mapColumns: async (options) => mapColumns(options),
    time,
  });
  return rows;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const row: ScheduleRow = {
  line: 2,
  submissionId: undefined,
  title: 'Keynote',
  submitterEmail: undefined,
  room: 'Lab',
  startMs: Date.UTC(2026, 4, 2, 7),
  start: '2026-05-02T09:00:00+02:00',
  durationMs: undefined,
  people: [],
  track: undefined,
  format: undefined,
};
const minutes = (count: number) => count * 60_000;

describe('columns', () => {
  it.each<[string, string, Partial<ScheduleRow>]>([
    [
      'its own',
      'submission_id,room,start\nsub_1,Lab,2026-05-02T09:00:00+02:00\n',
      { submissionId: 'sub_1', title: '', hasOffset: true },
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
        'ABCDEF,Keynote,Lab,2026-05-02T09:00:00+02:00,2026-05-02T09:30:00+02:00,"Ada Lovelace\nGrace Hopper",Web\n',
      {
        hasOffset: true,
        possibleId: 'ABCDEF',
        durationMs: minutes(30),
        people: [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }],
        track: 'Web',
      },
    ],
    [
      'FOSSASIA’s',
      'Session ID,Title,Type,Track,Room,Start,End,Speakers\n' +
        'OT-01,Keynote,Talk,Web,Lab,2026-05-02T09:00:00+02:00,2026-05-02T10:00:00+02:00,Ada Lovelace; Grace Hopper\n',
      {
        hasOffset: true,
        possibleId: 'OT-01',
        durationMs: minutes(60),
        people: [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }],
        track: 'Web',
      },
    ],
    [
      'a date, a time and an end on the clock',
      'Talk,Location,Day,Start time,End time\nKeynote,Lab,2026-05-02,9:00,10:15\n',
      { durationMs: minutes(75) },
    ],
    ['a length of hours', 'Title,Room,When,Length\nKeynote,Lab,2026-05-02 09:00,1:30\n', { durationMs: minutes(90) }],
    [
      'names by commas',
      'Title,Room,Start,Speakers\nKeynote,Lab,2026-05-02 09:00,"Ada Lovelace, Grace Hopper"\n',
      { people: [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }] },
    ],
    [
      'whole names beside first names',
      'Title,Room,Start,Speaker first name,Speaker name\nKeynote,Lab,2026-05-02 09:00,Ada,Ada Lovelace\n',
      { people: [{ name: 'Ada Lovelace' }] },
    ],
    [
      'a speaker known by address alone',
      'Title,Room,Start,Speaker email\nKeynote,Lab,2026-05-02 09:00,ada@example.org\n',
      { people: [{ name: '', email: 'ada@example.org' }] },
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual([{ ...row, ...expected }]);
  });

  it.each([
    ['title,room', 'start (or date and time)'],
    ['room,date', 'submission_id or title and time'],
    ['room,start', 'submission_id or title'],
  ])('%j are not enough', async (header, missing) => {
    await expect(read(`${header}\n`)).rejects.toThrow(`s.csv has no column for ${missing}`);
  });

  it('include a room', async () => {
    await expect(read('title,start\n')).rejects.toThrow('s.csv has no column for room');
  });
});

it('joins a start that is a clock time with the date column', async () => {
  const [keynote] = await read('Title,Day,Start,End,Room\nKeynote,2026-05-02,09:00,09:45,Lab\n');
  expect(keynote).toEqual({ ...row, durationMs: minutes(45) });
});

describe('a range in one cell', () => {
  it.each([
    ['Title,Room,Day,Time\nKeynote,Lab,2026-05-02,9:00-9:45\n', 45],
    ['Title,Room,Start\nKeynote,Lab,2026-05-02 9:00–10:30\n', 90],
    ['Title,Room,Day,Start\nKeynote,Lab,"Sat, 2 May 2026",9.00–9.45 Uhr\n', 45],
    ['Title,Room,Day,Time,End\nKeynote,Lab,2026-05-02,9:00-9:45,9:45\n', 45],
    ['Title,Room,Day,Time,Duration\nKeynote,Lab,2026-05-02,9:00-9:45,45 min\n', 45],
  ])('has the duration: %j', async (text, length) => {
    expect(await read(text)).toEqual([{ ...row, durationMs: minutes(length) }]);
  });

  it.each([
    ['End', '9:50', '"9:50" contradicts the end of the range "9:00-9:45"'],
    ['Duration', '30', '"30" contradicts the end of the range "9:00-9:45"'],
  ])('is refused if the column %s contradicts it', async (column, value, message) => {
    const text = `Title,Room,Day,Time,${column}\nKeynote,Lab,2026-05-02,9:00-9:45,${value}\n`;
    await expect(read(text)).rejects.toMatchObject({ details: [{ column, code: 'contradiction', message }] });
  });
});

it('reads an end without a zone on the clocks of its start', async () => {
  const lengthOf = async (start: string, end: string, time = berlin) => {
    const [first] = await read(`Title,Room,Start,End\nKeynote,Lab,${start},${end}\n`, time);
    return (first?.durationMs ?? 0) / 60_000;
  };
  expect(await lengthOf('2026-05-02 10:00 UTC+9', '11:00')).toBe(60);
  expect(await lengthOf('2026-05-02T10:00:00+09:00', '11h')).toBe(60);
  expect(await lengthOf('2026-05-02 10:00 Asia/Tokyo', '11 Uhr')).toBe(60);
  expect(await lengthOf('2026-05-02T10:00:00Z', '11:00', { timeZone: undefined })).toBe(60);
  expect(await lengthOf('2026-05-02 10:00', '18:00 (Asia/Tokyo)')).toBe(60);
  // In the night in which the clocks of the conference go forward.
  expect(await lengthOf('2026-03-28T23:00:00+01:00', '03:30')).toBe(210);
});

describe('times with a.m. and p.m. beside times without', () => {
  it.each([
    [
      'a column of times',
      'title,date,time,room\nA,2026-05-02,9:00 AM,Lab\nB,2026-05-02,1:30,Lab\nC,2026-05-02,3:00 PM,Lab\n',
      'time',
      '1:30',
    ],
    [
      'starts with a date',
      'title,start,room\nA,2026-05-02 9:00 PM,Lab\nB,2026-05-02 01:30,Lab\n',
      'start',
      '2026-05-02 01:30',
    ],
    [
      'a range',
      'title,date,time,room\nA,2026-05-02,9:00–9:45 am,Lab\nB,2026-05-02,1:30–2:15,Lab\n',
      'time',
      '1:30–2:15',
    ],
    ['ends', 'title,start,end,room\nA,2026-05-02 09:00,9:45 AM,Lab\nB,2026-05-02 10:00,11:45,Lab\n', 'end', '11:45'],
  ])('are faults: %s', async (_, text, column, value) => {
    const message = `"${value}" has neither AM nor PM, unlike other times of this column`;
    await expect(read(text)).rejects.toMatchObject({ details: [{ line: 3, column, code: 'unclear_time', message }] });
  });

  it.each(['12:00', '13:30', '00:15', '2026-05-02T09:30', '9:30-10:00 am'])('are clear as %s', async (value) => {
    const text = `title,date,start,room\nA,2026-05-02,9:00 AM,Lab\nB,2026-05-02,${value},Lab\n`;
    expect(await read(text)).toHaveLength(2);
  });
});

describe('a list that is laid out like a page', () => {
  it('names the second line of headers, and days in lines of their own', async () => {
    const headers = 'Session,,When,,Where\nName,Presenter,Day,Begin,Location\nCaching,Ann Muster,2026-06-11,09:00,A\n';
    await expect(read(headers)).rejects.toMatchObject({
      message: 's.csv has two lines of headers; nothing was sent',
      details: [{ line: 2 }],
      fix: 'write both lines as one, or remove the first',
    });
    const days = 'Horaire;Salle;Titre\nJeudi 11 juin 2026;;\n9h30 – 10h15;Amphi;Les marges\n';
    await expect(read(days)).rejects.toMatchObject({
      fix: 'write the day in each row, in a column Date, instead of in lines such as "Jeudi 11 juin 2026"',
    });
  });
});

describe('short weekdays', () => {
  const days = async (...written: readonly string[]) => {
    const text = ['Title,Room,Day,Time', ...written.map((day, index) => `Talk ${index},Lab,${day},9:00`)].join('\n');
    const rows = await read(text, { ...berlin, firstDay: '2026-06-05' });
    return rows.map(({ start }) => start?.slice(8, 10));
  };

  it('are read in the language of the other days in the file', async () => {
    expect(await days('Do', 'Fr', 'Sa', 'So')).toEqual(['11', '05', '06', '07']);
    expect(await days('Sa', 'So')).toEqual(['06', '07']);
    expect(await days('Pá', 'So', 'Ne')).toEqual(['05', '06', '07']);
    expect(await days('vendredi', 'di')).toEqual(['05', '07']);
  });

  it('are refused if several languages have them, with another meaning', async () => {
    for (const file of [['So'], ['Sa', 'Di'], ['So', 'Vendredi']]) {
      await expect(days(...file)).rejects.toMatchObject({ details: [{ code: 'unclear_day' }] });
    }
  });
});

describe('rows', () => {
  it('with the error of a formula are refused', async () => {
    const text = 'Title,Room,Start,Notes\nKeynote,#REF!,2026-05-02 09:00,#N/A\n';
    await expect(read(text)).rejects.toMatchObject({
      details: [
        { line: 2, column: 'Room', code: 'formula_error', message: '"#REF!" is the error of a formula, not a value' },
      ],
    });
  });

  it('of one session with several people are merged; empty rows are skipped', async () => {
    const header = 'Title,Room,Start,Duration,First name,Last name,Email';
    const of = (name: string) => `Keynote,Lab,2026-05-02 09:00,45,${name}`;
    const text = [header, of('Ada,Lovelace,a@x.org'), ',,,,,,', of('Grace,Hopper,'), of('Ada,Lovelace,a@x.org')];
    const people = [{ name: 'Ada Lovelace', email: 'a@x.org' }, { name: 'Grace Hopper' }];
    const repeatedOn = [5];
    expect(await read(text.join('\n'))).toEqual([{ ...row, durationMs: minutes(45), people, repeatedOn }]);
  });

  it('that contradict each other are not merged', async () => {
    const text = 'Title,Room,Start,Duration\nKeynote,Lab,2026-05-02 09:00,45\nKeynote,Lab,2026-05-02 09:00,30\n';
    expect((await read(text)).map(({ line }) => line)).toEqual([2, 3]);
  });

  it('may lack a room or a start', async () => {
    const text = 'Title,Room,Start,Duration\nKeynote,Lab,,45\nLunch,,2026-05-02 09:00,\n';
    expect(await read(text)).toEqual([
      { ...row, start: undefined, startMs: undefined, durationMs: minutes(45) },
      { ...row, line: 3, title: 'Lunch', room: '' },
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
    const error = await read(text).catch((reason) => reason);
    expect(error.message).toBe('6 rows of s.csv cannot be read; nothing was sent');
    const places = error.details.map(({ line, column, field }: Record<string, unknown>) => [line, column ?? field]);
    expect(places).toEqual([
      [2, 'Day'],
      [3, 'Clock time'],
      [4, 'Clock time'],
      [4, 'Minutes'],
      [5, 'Until'],
      [7, 'Day'],
      [8, 'Clock time'],
    ]);
    const messages = error.details.map(({ message }: { message: string }) => message);
    expect(messages.slice(-2)).toEqual([
      '"soon": expected a date such as 2026-05-02 or 18 Jul 2025',
      '"": expected a time such as 09:00 or 10:00 AM',
    ]);
    expect(messages[1]).toBe('"noon": expected a time such as 09:00 or 10:00 AM');
    expect(error.details[0].message).toBe('05/06/2026 can be 2026-06-05 or 2026-05-06');
    expect(error.advice).toEqual({
      kind: 'correct_schedule_rows',
      faults: 7,
      unclearDates: 1,
      relativeDays: 0,
      zoneAbbreviations: 0,
      localTimes: 0,
      lacksTimeZone: false,
    });
    expect(error.details[2].message).toContain('does not exist in Europe/Berlin');
  });

  it('with local times need a time zone, and with offsets do not', async () => {
    const none = { timeZone: undefined, dateOrder: undefined };
    const header = 'Title,Room,Start';
    await expect(read(`${header}\nKeynote,Lab,2026-05-02 09:00\n`, none)).rejects.toMatchObject({
      details: [{ line: 2, column: 'Start', message: 'a local time needs a time zone or an offset' }],
      advice: { kind: 'give_time_zone' },
    });
    expect(await read(`${header}\nKeynote,Lab,2026-05-02T09:00:00+02:00\n`, none)).toEqual([
      { ...row, hasOffset: true },
    ]);
  });
});

it.each([
  ['the first day', 'Keynote,Lab,Friday 9:00\nTypes,Lab,Day 2 10:00\n', { relativeDays: 2, localTimes: 0 }],
  ['the order of dates', 'Keynote,Lab,05/06/2026 9:00\n', { unclearDates: 1, localTimes: 0 }],
  ['some dates', 'Keynote,Lab,Friday 9:00\nTypes,Lab,2026-06-05 9:00\n', { relativeDays: 1, localTimes: 1 }],
])('reports a missing time zone together with %s', async (_, rows, counts) => {
  const none = { timeZone: undefined, dateOrder: undefined };
  const advice = { kind: 'correct_schedule_rows', ...counts };
  const text = `Title,Room,Start\n${rows}`;
  await expect(read(text, none)).rejects.toMatchObject({ advice: { ...advice, lacksTimeZone: true } });
  await expect(read(text, berlin)).rejects.toMatchObject({ advice: { lacksTimeZone: false } });
  const offsets = text.replace(/:00$/gm, ':00+02:00');
  await expect(read(offsets, none)).rejects.toMatchObject({ advice: { lacksTimeZone: false } });
});

it('reads a file whose rows come all at once, as those of one response do', async () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => ({
    row: at + 1,
    line: at + 2,
    cells: at === 0 ? ['Keynote', 'Lab', '2026-05-02 09:00'] : ['', '', ''],
    fault: undefined,
  }));
  const batches = (async function* () {
    yield rows;
  })();
  const sheet = { file: 's.json', delimiter: ',', columns: ['title', 'room', 'start'], batches } as const;
  const mapOf = async (options: MappingOptions) => mapColumns(options);
  const read = await readScheduleFile(sheet, { file: 's.json', map: [], mapColumns: mapOf, time: berlin });
  expect(read.rows).toEqual([row]);
});
