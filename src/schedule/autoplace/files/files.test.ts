// The files of rooms, people and talks as people write them, and what cannot be read, all of it
// together.
import { describe, expect, it } from 'vitest';
import { faultsOf, readTexts } from '../../../../test/support/autoplace-files.ts';
import { submission } from '../../../../test/support/schedule-rows.ts';
import { readCount } from '../../../columns/kinds.ts';

const rooms =
  'room,start,end\nHall,2026-05-02 09:00,2026-05-02 12:00\nPier 3,2026-05-02 09:00,2026-05-02 12:00\n';
const day = (time: string) => Date.parse(`2026-05-02T${time}:00+02:00`);
const [morning, noon] = [day('09:00'), day('12:00')];

describe('rooms', () => {
  const hall = { room: 'Hall', startMs: morning, endMs: noon };

  it.each([
    ['a clock time as the end', 'room,start,end\nHall,2026-05-02 09:00,12:00\n', [hall]],
    ['a date and clock times', 'Room,Date,From,To\nHall,2026-05-02,09:00,12:00\n', [hall]],
    ['a length', 'room,start,duration\nHall,2026-05-02 09:00,3 h\n', [hall]],
    [
      'times with a.m. and p.m.',
      'Venue,Date,Start,End\nHall,2026-05-02,9:00 AM,12:00 PM\n',
      [hall],
    ],
    [
      'what the room has',
      'Raum;Beginn;Ende;Capacity;Equipment;Only for\nHall;2.5.2026 9:00;12:00;1.200;Beamer, Bühne;Vortrag\nHall;2.5.2026 13:00;14:00;;;\n',
      [
        { ...hall, capacity: 1200, has: ['Beamer', 'Bühne'], only: ['Vortrag'] },
        { capacity: 1200, has: ['Beamer', 'Bühne'], only: [] },
      ],
    ],
  ])('%s', async (_, text, expected) => {
    const { periods } = await readTexts({ schedule: 'title\nA\n', rooms: text });
    expect(periods).toMatchObject(expected);
  });

  it.each([
    [
      'room,date,start,end',
      'Hall,2026-05-02,9:00,12:00',
      'Hall,2026-05-02,1:00,5:00',
      'date: "1:00"',
    ],
    [
      'room,date,time',
      'Hall,2026-05-02,9:00–12:00',
      'Hall,2026-05-02,2:30–5:00',
      'date: "2:30–5:00"',
    ],
  ])('that open at night below later times are an error: %s', async (header, one, other, where) => {
    const [fault, more] = await faultsOf({
      schedule: 'title\nA\n',
      rooms: `${header}\n${one}\n${other}\n`,
    });
    expect(fault).toContain(
      `rooms.csv:3 ${where} is below later times of 2026-05-02: write 2026-05-03`,
    );
    expect(more).toBeUndefined();
  });

  it('are named that may be one', async () => {
    const text = `${rooms}Pier 03,2026-05-02 09:00,2026-05-02 12:00\n`;
    const { warnings } = await readTexts({ schedule: 'title\nA\n', rooms: text });
    const message =
      '"Pier 3" (line 3) and "Pier 03" (line 4) are two rooms; if they are one, write its name alike';
    expect(warnings).toEqual([
      { file: 'rooms.csv', line: 4, field: 'room', code: 'similar_rooms', message },
    ]);
  });

  it.each(['Hall & Pier 3', 'Hall and Pier 4'])('are named that %s may be', async (room) => {
    const schedule = `title,room,start,duration\nA,${room},2026-05-02 09:00,30\nB,Hall,,30\n`;
    const text = 'room,start,end\nHall,2026-05-02 09:00,2026-05-02 12:00\n';
    const { warnings } = await readTexts({ schedule, rooms: text });
    const advice = `if it is several rooms, write "${room.replace(/ (?:&|and)/, ';')}"`;
    const message = `"${room}" (line 2) is a room of its own beside "Hall"; ${advice}`;
    expect(warnings).toContainEqual({
      file: expect.anything(),
      line: 2,
      field: 'room',
      code: 'similar_rooms',
      message,
    });
  });

  it('report all of their faults together', async () => {
    const text = `room,start,end,capacity
Hall,2026-05-02 09:00,2026-05-02 12:00,many
Hall,2026-05-02 11:00,2026-05-02 13:00,
Lab,2026-05-02 12:00,2026-05-02 09:00,
Pier 3,2026-05-02 09:00,,
,2026-05-02 10:30,13:00,
Loft,,10:00,
`;
    expect(await faultsOf({ schedule: 'title\nA\n', rooms: text })).toEqual([
      'rooms.csv:2 capacity: "many": expected a number of seats',
      'rooms.csv:3 room: "Hall": the period overlaps that of line 2 in the same room',
      'rooms.csv:4 end: the end is not after the start',
      'rooms.csv:5 end: a period needs an end, such as 12:30',
      'rooms.csv:6 room: a period needs the name of its room',
      'rooms.csv:7 start: a period needs a start, such as 2026-05-02 09:00',
    ]);
  });

  it.each([
    ['end date', '12:00,xx', 'end date: "xx"'],
    ['timezone', '12:00,Mars/Base', 'timezone: unknown time zone "Mars/Base"'],
  ])('report a cell of the column %j once', async (column, cells, fault) => {
    const text = `room,start,end,${column}\nHall,2026-05-02 09:00,${cells}\n`;
    expect(await faultsOf({ schedule: 'title\nA\n', rooms: text })).toEqual([
      expect.stringContaining(fault),
    ]);
  });

  it.each([
    ['room,start\nHall,2026-05-02 09:00\n', 'rooms.csv has no column for end or duration or time'],
    ['room,hall,start,end\nA,B,2026-05-02 09:00,12:00\n', 'rooms.csv has several columns for room'],
  ])('%j are not enough', async (text, message) => {
    await expect(readTexts({ schedule: 'title\nA\n', rooms: text })).rejects.toThrow(message);
  });

  it('need a time zone for local times', async () => {
    const reading = readTexts({ schedule: 'title\nA\n', rooms, timeZone: '' });
    await expect(reading).rejects.toThrow('rooms.csv');
  });
});

describe('people', () => {
  const schedule = 'title,speaker,speaker email\nA,Ada Lovelace,ada@example.org\n';

  it.each([
    [
      'by address, with both times',
      'email,from,to,availability\nADA@example.org,2026-05-02 09:00,2026-05-02 12:00,can\n',
      { presence: 'can', startMs: morning, endMs: noon },
    ],
    [
      'a date alone is the whole day',
      'name,from,to,availability\nAda Lovelace,2026-05-02,2026-05-02,no\n',
      { presence: 'cannot', startMs: day('00:00'), endMs: day('00:00') + 24 * 3_600_000 },
    ],
  ])('%s', async (_, people, expected) => {
    const { talks } = await readTexts({ schedule, rooms, people });
    expect(talks.map((talk) => talk.people)).toMatchObject([
      [{ name: 'Ada Lovelace', rows: [expected] }],
    ]);
  });

  it.each([
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00Z', '2026-04-23T22:00:00Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z'],
    // Midnight is there twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ])('a date alone in %s is the whole day: %s', async (timeZone, date, start, end) => {
    const presence = `name,from,to,availability\nAda Lovelace,${date},${date},no\n`;
    const texts = { schedule, rooms: 'room,start,end\nHall,2026-05-02 09:00,12:00\n', timeZone };
    const { talks } = await readTexts({ ...texts, people: presence });
    const row = { startMs: Date.parse(start), endMs: Date.parse(end) };
    expect(talks).toMatchObject([{ people: [{ rows: [row] }] }]);
  });

  it.each([
    ['Can not', 'x', 'cannot'],
    ['Unavailable', 'yes', 'cannot'],
    ['Away?', 'no', 'can'],
    ['Status', 'unavailable', 'cannot'],
    ['Available', 'no', 'cannot'],
    ['availability', "can't", 'cannot'],
    ['can|cannot|rather_not', 'rather not', 'rather_not'],
  ])('have the meaning of a column %s: %s', async (column, cell, presence) => {
    const people = `name,from,to,${column}\nAda Lovelace,2026-05-02 09:00,12:00,${cell}\n`;
    const { talks } = await readTexts({ schedule, rooms, people });
    expect(talks).toMatchObject([{ people: [{ rows: [{ presence }] }] }]);
  });

  it.each([
    ['name,from,to', 'Ada Lovelace,2026-05-02 09:00,12:00', 'availability'],
    ['name,from,to,Notes', 'Ada Lovelace,2026-05-02 09:00,12:00,cannot', 'availability'],
    [
      'name,Unavailable from,Unavailable to',
      'Ada Lovelace,2026-05-02 09:00,12:00',
      'from or to or day and availability',
    ],
  ])('are an error without a meaning of their times: %s', async (header, row, missing) => {
    const reading = readTexts({ schedule, rooms, people: `${header}\n${row}\n` });
    await expect(reading).rejects.toThrow(`people.csv has no column for ${missing}`);
  });

  it('are an error with a time without a meaning, or with another word', async () => {
    const people = `name,from,Status
Ada Lovelace,2026-05-02,
Ada Lovelace,2026-05-02,confirmed
`;
    expect(await faultsOf({ schedule, rooms, people })).toEqual([
      'people.csv:2 Status: a row with a time needs can, cannot or rather_not',
      'people.csv:3 Status: "confirmed": expected can, cannot or rather_not',
    ]);
  });

  it('report all of their faults together', async () => {
    const people = `name,from,to,availability
Ada Lovelace,2026-05-02 12:00,2026-05-02 09:00,can
Ada Lovelace,,,cannot
Ada Lovelace,2026-05-02,,perhaps
,2026-05-02,,can
Ada Lovelace,09:00,,can
`;
    expect(await faultsOf({ schedule, rooms, people })).toEqual([
      'people.csv:2 to: "2026-05-02 09:00" is not after "2026-05-02 12:00"',
      'people.csv:3 from: "cannot" needs a time: from, to, or both',
      'people.csv:4 availability: "perhaps": expected can, cannot or rather_not',
      'people.csv:5 name: a row needs a name or an address',
      'people.csv:6 from: "09:00": a date is missing',
    ]);
  });
});

describe('talks', () => {
  it('name each other, rooms and equipment', async () => {
    const { talks } = await readTexts({
      schedule: `title,pinned,room,start,needs,expected,after,not_with,not_before,not_after,room_wish
A,x,Hall,2026-05-02 09:00,,"1,200",,,,,
"B; a sequel",,,,beamer,,A,C,2026-05-02,14:00,"Pier 3, hall"
C,,,,,,"B; a sequel","B; a sequel",,,
`,
      rooms: `${rooms}Lab,2026-05-02 09:00,2026-05-02 12:00\n`,
    });
    expect(talks).toMatchObject([
      { isFixed: true, isPlaced: true, expected: 1200 },
      {
        isFixed: false,
        isPlaced: false,
        needs: ['beamer'],
        after: [0],
        notWith: [2],
        notBefore: { ms: day('00:00') },
        notAfter: { clock: '14:00' },
        roomWishes: ['Pier 3', 'Hall'],
      },
      { after: [1], notWith: [] },
    ]);
  });

  it('report cells that cannot be read', async () => {
    const schedule = 'title,pinned,expected,not_before,start\nA,perhaps,some,soon,never\n';
    expect((await faultsOf({ schedule, rooms })).map((fault) => fault.slice(0, 40))).toEqual([
      'schedule.csv:2 pinned: "perhaps": expect',
      'schedule.csv:2 expected: "some": expecte',
      'schedule.csv:2 not_before: "soon": expec',
      'schedule.csv:2 start: "never": write 202',
    ]);
    expect(await faultsOf({ schedule: 'title,not_after\nA,soon\n', rooms })).toEqual([
      'schedule.csv:2 not_after: "soon": expected a date, a time or both, such as 2026-05-02 13:00',
    ]);
  });

  it.each([
    ['after', 'A,A', '3 after: "A" is the talk itself; name another one'],
    ['not at the same time as', 'A,Knots; a', '3 not at the same time as: "a" is the talk itself'],
    ['after', 'A; B,A; B', '3 after: "A; B" is the talk itself; name another one'],
  ])('report that a talk is %s itself: %s', async (column, row, fault) => {
    const schedule = `title,${column}\nKnots,\n${row}\n`;
    expect(await faultsOf({ schedule, rooms })).toEqual([
      expect.stringContaining(`schedule.csv:${fault}`),
    ]);
  });

  it('may be after a talk of their own title, and after one whose title has a semicolon', async () => {
    const schedule = 'id,title,after\n1,A,\n2,A,A\n3,B,A; B\n4,A; B,\n';
    const { talks } = await readTexts({ schedule, rooms });
    expect(talks.map(({ after }) => after)).toEqual([[], [0], [3], []]);
  });

  it.each([
    ['status', 'cancelled', 'A'],
    ['Active?', 'N', 'A'],
    ['remark', '', 'CANCELLED: A'],
  ])('need no valid cells if they are called off: %s', async (column, cell, title) => {
    const schedule = `title,expected,not before,duration,${column}\n${title},100+,soon,long,${cell}\nB,,,,\n`;
    const { talks, noTalks } = await readTexts({ schedule, rooms });
    expect([talks.length, noTalks.map(({ line }) => line)]).toEqual([1, [2]]);
    const taking = schedule.replace(cell === '' ? title : cell, cell === '' ? 'A' : '');
    expect(await faultsOf({ schedule: taking, rooms })).toHaveLength(3);
  });

  it('are placed without the names that nothing has, which are named with the most similar', async () => {
    const { warnings, talks } = await readTexts({
      schedule: `title,speakers,format,after,not_with,room_wish,needs,room
Keynote,Ada Lovelace,Workshop,Keynot 2,,Pierr 3; quay-4,projecter,
Keynote 2,Grace Hopper,Talk,,Clocks,,,
Queues,,,,,,,Peir 3
`,
      rooms:
        'room,start,end,has,only\nPier 3,2026-05-02 09:00,12:00,projector,Workshops\nQuay 4,2026-05-02 09:00,12:00,,\n',
      people:
        'name,email,from,availability\nGrace Hoper,,2026-05-02,cannot\n,bo@example.org,2026-05-02,cannot\n',
    });
    expect(
      warnings.map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`),
    ).toEqual([
      'people.csv:2 name: no talk has the speaker "Grace Hoper"; the most similar is "Grace Hopper"',
      'people.csv:3 email: no talk has the speaker "…@…"',
      'rooms.csv:2 only: no talk has the format or track "Workshops"; the most similar is "Workshop"',
      'schedule.csv:2 needs: no room has "projecter"; the most similar is "projector"',
      'schedule.csv:2 room_wish: no room is named "Pierr 3"; the most similar is "Pier 3"',
      'schedule.csv:2 room_wish: "quay-4" is taken as the room "Quay 4"',
      'schedule.csv:2 after: no talk is titled "Keynot 2"; the most similar is "Keynote"',
      'schedule.csv:3 not_with: no talk is titled "Clocks"',
      'schedule.csv:4 room: no room is named "Peir 3"; the most similar is "Pier 3"',
    ]);
    expect(talks).toMatchObject([
      { after: [], roomWishes: ['Quay 4'] },
      { notWith: [] },
      { onlyRoom: 'Peir 3' },
    ]);
  });
});

describe('the event', () => {
  const placed = { placement: { room: 'Hall', start: '2026-05-02T10:00:00+02:00' } };
  const submissions = [
    submission('s1', { title: 'A', status: 'accepted' }),
    submission('s2', { title: 'B', status: 'pending' }),
    submission('s3', { title: 'C', status: 'pending', ...placed }),
    submission('s4', { title: 'D', status: 'withdrawn', ...placed }),
    submission('s5', { title: 'E', status: 'accepted', ...placed }),
  ];
  const talksOf = async (schedule?: string) =>
    (await readTexts({ schedule, rooms, submissions, status: 'accepted' })).talks.map(
      ({ session, isPlaced, isFixed }) =>
        `${session.title} ${isPlaced ? 'placed' : ''} ${isFixed ? 'fixed' : ''}`,
    );

  it('has the talks of a status without a file, and placed ones stay', async () => {
    expect(await talksOf()).toEqual(['A  ', 'C placed fixed', 'E placed fixed']);
  });

  it('has placed sessions that are not in the file, places of rows without one, and the talks of a status', async () => {
    const schedule = 'title\nB\nE\nD\nNew\n';
    expect(await talksOf(schedule)).toEqual(['E placed fixed', 'C placed fixed']);
    const { noTalks } = await readTexts({ schedule, rooms, submissions, status: 'Accepted' });
    expect(noTalks).toMatchObject([
      { title: 'B', line: 2, status: 'pending' },
      { title: 'D', line: 4, status: 'withdrawn' },
      { title: 'New', line: 5, status: undefined },
    ]);
    const placedRow = 'title,room,start\nB,Hall,2026-05-02 11:00\nC,,\n';
    expect(await talksOf(placedRow)).toEqual([
      'B placed fixed',
      'C placed fixed',
      'E placed fixed',
    ]);
  });

  it('has the place of a session, which a room or a start alone in its row must not contradict', async () => {
    const faults = (row: string) =>
      faultsOf({ schedule: `title,room,start,pinned\n${row}\n`, rooms, submissions });
    expect(await faults('C,Pier 3,,')).toEqual([
      'schedule.csv:2 room: the session is placed in "Hall" at 2026-05-02T10:00:00+02:00; to move it there, write its start as well',
    ]);
    expect(await faults('C,,2026-05-02 09:00,')).toEqual([
      expect.stringContaining('write its room as well'),
    ]);
    expect(await faults('A,,,x')).toEqual([
      'schedule.csv:2 pinned: the talk is pinned, but has neither a room nor a start',
    ]);
    const { talks } = await readTexts({
      schedule: 'title,room,start\nC,hall,\n',
      rooms,
      submissions,
    });
    expect(talks[0]).toMatchObject({ isFixed: true, session: { room: 'Hall' } });
  });
});

describe('cells of numbers and marks', () => {
  it.each([
    ['120', 120],
    ['1,200', 1200],
    ['1.200', 1200],
    ['１２０', 120],
    ['1.5', undefined],
    ['120 seats', undefined],
  ])('the count %s', (text, count) => {
    expect(readCount(text)).toBe(count);
  });
});
