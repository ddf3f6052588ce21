// The files of rooms, people and talks as people write them, and what cannot be read, all of it together.
import { describe, expect, it } from 'vitest';
import { faultsOf, readTexts } from '../../../../test/support/autoplace-files.ts';
import { submission } from '../../../../test/support/schedule-rows.ts';

const rooms = 'room,start,end\nHall,2026-05-02 09:00,2026-05-02 12:00\nPier 3,2026-05-02 09:00,2026-05-02 12:00\n';
const day = (time: string) => Date.parse(`2026-05-02T${time}:00+02:00`);
const [morning, noon] = [day('09:00'), day('12:00')];

describe('rooms', () => {
  const hall = { room: 'Hall', startMs: morning, endMs: noon };

  it.each([
    ['a start and an end', 'room,start,end\nHall,2026-05-02 09:00,2026-05-02 12:00\n', [hall]],
    ['a clock time as the end', 'room,start,end\nHall,2026-05-02 09:00,12:00\n', [hall]],
    [
      'a date and clock times',
      'Room,Date,From,To\nHall,2026-05-02,09:00,12:00\nLab,2026-05-02,9:00,10:30\n',
      [hall, { room: 'Lab', endMs: day('10:30') }],
    ],
    ['a length', 'room,start,duration\nHall,2026-05-02 09:00,3 h\n', [hall]],
    ['a range', 'Saal,Datum,Zeit\nHall,2.5.2026,9:00–12:00\n', [hall]],
    [
      'a room written once',
      'room,start,end\nHall,2026-05-02 09:00,12:00\n,2026-05-02 13:00,14:00\n',
      [hall, { room: 'Hall', startMs: day('13:00') }],
    ],
    ['times with a.m. and p.m.', 'Venue,Date,Start,End\nHall,2026-05-02,9:00 AM,12:00 PM\n', [hall]],
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

  it('with the ways between them', async () => {
    const text =
      'room,start,end,walking\nHall,2026-05-02 09:00,12:00,5\nLab,2026-05-02 09:00,12:00,Hall: 10 min; Pier 3: 2\nPier 3,2026-05-02 09:00,12:00,\n';
    const { ways } = await readTexts({ schedule: 'title\nA\n', rooms: text });
    expect(ways).toMatchObject([
      { from: 'Hall', to: undefined, minutes: 5 },
      { from: 'Lab', to: 'Hall', minutes: 10 },
      { from: 'Lab', to: 'Pier 3', minutes: 2 },
    ]);
  });

  it('report all of their faults together', async () => {
    const text = `room,start,end,capacity,walking
Hall,2026-05-02 09:00,2026-05-02 12:00,many,
Hall,2026-05-02 11:00,2026-05-02 13:00,,Peer 3: 5
Lab,2026-05-02 12:00,2026-05-02 09:00,,soon
Pier 3,2026-05-02 09:00,,,
,2026-05-02 10:30,13:00,,
Loft,tomorrow,10:00,,
`;
    expect(await faultsOf({ schedule: 'title\nA\n', rooms: 'room,start,end\n,2026-05-02 09:00,10:00\n' })).toEqual([
      'rooms.csv:2 room: a period needs the name of its room',
    ]);
    const blank = 'room,start,end\nHall,2026-05-02 09:00,10:00\n,2026-05-02 09:30,11:00\n';
    expect(await faultsOf({ schedule: 'title\nA\n', rooms: blank })).toEqual([
      'rooms.csv:3 room: "Hall" (its room is blank, and the one above is used): the period overlaps that of line 2 in the same room',
    ]);
    expect(await faultsOf({ schedule: 'title\nA\n', rooms: text })).toEqual([
      'rooms.csv:2 capacity: "many": expected a number of seats',
      'rooms.csv:4 end: the end is not after the start',
      'rooms.csv:4 walking: "soon": expected minutes, or the minutes to each room as in "Pier 3: 10; Hall: 5"',
      'rooms.csv:5 end: a period needs an end, such as 12:30',
      'rooms.csv:7 start: "tomorrow": write 2026-05-02 09:00',
      'rooms.csv:3 room: "Hall": the period overlaps that of line 2 in the same room',
      'rooms.csv:3 walking: no room of the file is named "Peer 3"',
    ]);
  });

  it.each([
    ['room,start\nHall,2026-05-02 09:00\n', 'rooms.csv has no column for end or duration or time'],
    ['start,end\n2026-05-02 09:00,12:00\n', 'rooms.csv has no column for room'],
    ['room,hall,start,end\nA,B,2026-05-02 09:00,12:00\n', 'rooms.csv has two columns for room'],
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
  const always = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };

  it.each([
    [
      'by address, with both times',
      'email,from,to,availability\nADA@example.org,2026-05-02 09:00,2026-05-02 12:00,can\n',
      { presence: 'can', startMs: morning, endMs: noon },
    ],
    [
      'by name, from a time on',
      'name,from,to,availability\nAda Lovelace,2026-05-02 09:00,,cannot\n',
      { presence: 'cannot', startMs: morning, endMs: always.endMs },
    ],
    [
      'by first and last name, a whole day',
      'First name,Last name,Date,Availability\nAda,Lovelace,2026-05-02,rather_not\n',
      { presence: 'rather_not', startMs: day('00:00'), endMs: day('00:00') + 24 * 3_600_000 },
    ],
    [
      'a date alone is the whole day',
      'name,from,to,availability\nAda Lovelace,2026-05-02,2026-05-02,no\n',
      { presence: 'cannot', startMs: day('00:00'), endMs: day('00:00') + 24 * 3_600_000 },
    ],
    [
      'a day and clock times, in German',
      'Name;Tag;Von;Bis;Verfügbarkeit\nAda Lovelace;2026-05-02;9:00;12:00;ja\n',
      { presence: 'can', startMs: morning, endMs: noon },
    ],
    [
      'a time zone alone',
      'name,time zone\nAda Lovelace,Asia/Tokyo\n',
      { presence: undefined, timeZone: 'Asia/Tokyo', ...always },
    ],
  ])('%s', async (_, people, expected) => {
    const { talks } = await readTexts({ schedule, rooms, people });
    expect(talks.map((talk) => talk.people)).toMatchObject([[{ name: 'Ada Lovelace', rows: [expected] }]]);
  });

  it('with a masked address', async () => {
    const submissions = [
      submission('s1', { title: 'A', people: [{ name: '', email: 'a***@e***.org' }] }),
      submission('s2', { title: 'B', people: [{ name: 'Bo', email: 'b***@e***.org' }] }),
    ];
    const people = 'name,email,availability,from\n,ada@example.org,cannot,2026-05-02\nBo,,cannot,2026-05-02\n';
    const { talks } = await readTexts({ rooms, people, submissions });
    expect(talks.map((talk) => talk.people.map(({ rows }) => rows.map(({ line }) => line)))).toEqual([[[2]], [[3]]]);
  });

  it('report all of their faults together', async () => {
    const people = `name,from,to,availability,time zone
Ada Lovelace,2026-05-02 12:00,2026-05-02 09:00,can,
Ada Lovelace,,,cannot,
Ada Lovelace,2026-05-02,,perhaps,Tokio
,2026-05-02,,can,
Ada Lovelace,09:00,,can,
Ada Lovelace,05/06/2026,12:00,can,
Ada Lovelace,,,maybe,JST
`;
    expect(await faultsOf({ schedule, rooms, people })).toEqual([
      'people.csv:2 to: "2026-05-02 09:00" is not after "2026-05-02 12:00"',
      'people.csv:3 from: "cannot" needs a time: from, to, or both',
      'people.csv:4 time zone: "Tokio": expected a time zone such as Asia/Tokyo',
      'people.csv:4 availability: "perhaps": expected can, cannot or rather_not',
      'people.csv:5 name: a row needs a name or an address',
      'people.csv:6 from: "09:00": a date is missing',
      'people.csv:7 from: 05/06/2026 can be 2026-06-05 or 2026-05-06',
      'people.csv:8 time zone: "JST": expected a time zone such as Asia/Tokyo',
      'people.csv:8 from: "maybe" needs a time: from, to, or both',
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
        ...{ isFixed: false, isPlaced: false, needs: ['beamer'], after: [0], notWith: [2] },
        ...{ notBefore: [{ ms: day('00:00') }], notAfter: [{ clock: '14:00' }], roomWishes: ['Pier 3', 'Hall'] },
      },
      { after: [1], notWith: [] },
    ]);
  });

  it('report cells that cannot be read', async () => {
    const schedule = 'title,pinned,expected,not_before,start\nA,perhaps,some,soon,never\n';
    expect((await faultsOf({ schedule, rooms })).map((fault) => fault.slice(0, 40))).toEqual([
      'schedule.csv:2 start: "never": write 202',
      'schedule.csv:2 pinned: "perhaps": expect',
      'schedule.csv:2 expected: "some": expecte',
      'schedule.csv:2 not_before: "soon": expec',
    ]);
    expect(await faultsOf({ schedule: 'title,not_after\nA,soon\n', rooms })).toEqual([
      'schedule.csv:2 not_after: "soon": expected a date, a time or both, such as 2026-05-02 13:00',
    ]);
  });

  it('report names that nothing has, in all files, with the most similar', async () => {
    expect(
      await faultsOf({
        schedule: `title,speakers,format,after,not_with,room_wish,needs,pinned,room
Keynote,Ada Lovelace,Workshop,Keynot 2,,Pier3,projecter,,
Keynote 2,Grace Hopper,Talk,,Quues,,harp,yes,
Queues,,,,,,porjector,,Peir 3
`,
        rooms: `room,start,end,has,only
Pier 3,2026-05-02 09:00,12:00,projector,Workshops
`,
        people: 'name,from,availability\nGrace Hoper,2026-05-02,cannot\n',
      }),
    ).toEqual([
      'people.csv:2 name: no talk has a speaker named "Grace Hoper"; the most similar is "Grace Hopper"',
      'rooms.csv:2 only: no talk has the format or track "Workshops"; the most similar is "Workshop"',
      'schedule.csv:2 after: no talk of the file is titled "Keynot 2"; the most similar is "Keynote"',
      'schedule.csv:2 room_wish: no room is named "Pier3"; the most similar is "Pier 3"',
      'schedule.csv:2 needs: no room has "projecter"; the most similar is "projector"',
      'schedule.csv:3 not_with: no talk of the file is titled "Quues"; the most similar is "Queues"',
      'schedule.csv:3 pinned: the talk is pinned, but has neither a room nor a start',
      'schedule.csv:4 room: no room is named "Peir 3"; the most similar is "Pier 3"',
      'schedule.csv:4 needs: no room has "porjector"; the most similar is "projector"',
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
      ({ session, isPlaced, isFixed }) => `${session.title} ${isPlaced ? 'placed' : ''} ${isFixed ? 'fixed' : ''}`,
    );

  it('has the talks of a status without a file, and placed ones stay', async () => {
    expect(await talksOf()).toEqual(['A  ', 'C placed fixed', 'E placed ']);
  });

  it('has placed sessions that are not in the file, places of rows without one, and the talks of a status', async () => {
    const schedule = 'title\nB\nE\nD\nNew\n';
    expect(await talksOf(schedule)).toEqual(['E placed ', 'C placed fixed']);
    const { noTalks } = await readTexts({ schedule, rooms, submissions, status: 'Accepted' });
    expect(noTalks).toMatchObject([
      { title: 'B', line: 2, status: 'pending' },
      { title: 'D', line: 4, status: 'withdrawn' },
      { title: 'New', line: 5, status: undefined },
    ]);
    const placedRow = 'title,room,start\nB,Hall,2026-05-02 11:00\nC,,\n';
    expect(await talksOf(placedRow)).toEqual(['B placed fixed', 'C placed fixed', 'E placed fixed']);
  });
});
