// Which rows of a schedule file are talks, and what is kept free beside them.
import { expect, it } from 'vitest';
import {
  type AutoplaceTexts,
  faultsOf,
  placeTexts,
  readTexts,
} from '../../../test/support/autoplace-files.ts';
import { at, submission } from '../../../test/support/schedule-rows.ts';

const rooms = 'room,start,end\nHall,2026-05-02 09:00,11:00\nLab,2026-05-02 09:00,11:00\n';

it('places talks with speakers that are titled like breaks, and no break', async () => {
  const { places, placing, report } = await placeTexts({
    schedule: `title,room,start,duration,speakers
Opening,,,30,
Party,,,30,Ada Lovelace
Welcome,Hall,2026-05-02 10:00,30,Bo Li
Lunch,Lab,2026-05-02 10:00,60,
`,
    rooms,
  });
  expect(Object.keys(places)).toEqual(['Party', 'Welcome']);
  expect(placing.input.noTalks).toMatchObject([{ title: 'Opening', line: 2 }]);
  expect(places).toMatchObject({ Welcome: '10:00 Hall' });
  expect(report.counts).toMatchObject({ placed: 1, kept: 1, leftOut: 0 });
});

it('takes from each row of a talk what the others leave empty', async () => {
  const { talks } = await readTexts({
    schedule: `title,id,speakers,needs,expected,not_before,not_after
Intro,,Ada Lovelace,screen,,,12:00
Piano,7,Bo Li,screen,40,10:00,
Intro,,Cy Twombly,screen,90,10:00,
Piano,7,Cy Twombly,,40,,
`,
    rooms: 'room,start,end,has\nHall,2026-05-02 09:00,11:00,screen\n',
  });
  expect(talks).toMatchObject([
    {
      needs: ['screen'],
      expected: 90,
      notBefore: { clock: '10:00' },
      notAfter: { clock: '12:00' },
    },
    { needs: ['screen'], expected: 40, notBefore: { clock: '10:00' } },
  ]);
});

it.each([
  ['title,duration,speakers', 'Mooring,12,Ida', 'Mooring,13,Ola', 'duration: "13"', '"12"'],
  ['id,title,needs', '7,Mooring,piano', '7,Mooring,screen', 'needs: "screen"', '"piano"'],
  ['id,title,not_before', '7,Mooring,10:00', '7,Mooring,14:00', 'not_before: "14:00"', '"10:00"'],
])(
  'two rows of one talk that say two things are an error: %s',
  async (header, one, other, here, there) => {
    const faults = await faultsOf({ schedule: `${header}\n${one}\n${other}\n`, rooms });
    const advice = 'if it is another talk, give it a title or an id of its own';
    expect(faults).toEqual([
      `schedule.csv:3 ${here}, but line 2 is the same talk and has ${there}; ${advice}`,
    ]);
  },
);

it.each([
  [
    'title,not_before,not_after',
    ['Mooring,11:00,', 'Mooring,,10:00'],
    '"11:00" in line 2',
    '"10:00" in line 3',
    3,
  ],
  [
    'id,title,not_before,not_after',
    ['7,Mooring,,10:00', '7,Mooring,10:00,'],
    '"10:00" in line 3',
    '"10:00" in line 2',
    3,
  ],
  [
    'title,not_before,not_after',
    ['Mooring,2026-05-03,2026-05-02', ''],
    '"2026-05-03" in line 2',
    '"2026-05-02" in line 2',
    2,
  ],
])(
  'a talk that is to end before it begins is an error: %s %j',
  async (header, rows, from, to, line) => {
    const faults = await faultsOf({ schedule: `${header}\n${rows.join('\n')}\n`, rooms });
    const times = `not_before is ${from}, and not_after is ${to}`;
    const message = `${times}, which is no later; change one of them`;
    expect(faults).toEqual([`schedule.csv:${line} not_after: ${message}`]);
  },
);

it.each(['id', 'submission_id'])('an %s with two titles is an error', async (column) => {
  const schedule = `${column},title\n1,Anchors\n1,ANCHORS\n1,Boats\n2,Boats\n`;
  const message = '"1" is the id of "Anchors" in line 2 as well; give each talk an id of its own';
  expect(await faultsOf({ schedule, rooms })).toEqual([`schedule.csv:4 ${column}: ${message}`]);
});

it('names the reasons for which a talk is left out, also of several together', async () => {
  const { report } = await placeTexts({
    schedule: 'title,duration,not_before,not_after\nQueues,45,10:30,11:00\n',
    rooms: 'room,start,end\nHall,2026-05-02 09:00,12:00\n',
  });
  expect(report.leftOut).toMatchObject([
    { blockers: [{ code: 'combined', what: 'too early or too late', count: 1 }] },
  ]);
});

it('warns of rows that only repeat another one of their talk', async () => {
  const { warnings } = await readTexts({
    schedule: `id,title,speakers,room,start
7,Queues,Ada Lovelace,,
7,Queues,Ada Lovelace,,
7,Queues,Bo Li,,
,Locks,Cy Twombly,,
,Locks,Cy Twombly,,
`,
    rooms,
  });
  expect(warnings.map(({ line, message }) => [line, message])).toEqual([
    [3, expect.stringContaining('repeats line 2: it is the same talk "Queues"')],
    [6, expect.stringContaining('repeats line 5: it is the same talk "Locks"')],
  ]);
});

it('takes a row without room, start or duration for the talk of its title', async () => {
  const { talks, warnings } = await readTexts({
    schedule: `title,speakers,duration,room,start
Queues,Ada Lovelace,45,,
Queues,Bo Li,,,
Locks,Cy Twombly,,,
Locks,Ada Lovelace,30,,
Keynote,Bo Li,60,Hall,2026-05-02 09:00
Keynote,Cy Twombly,,,
Clinic,Cy Twombly,30,Hall,2026-05-02 11:00
Clinic,Cy Twombly,60,Hall,2026-05-02 13:00
`,
    rooms: 'room,start,end\nHall,2026-05-02 09:00,18:00\n',
  });
  const read = talks.map(({ session: { title, people, startMs, endMs }, isPlaced }) => [
    title,
    (endMs - startMs) / 60_000,
    isPlaced,
    people.length,
  ]);
  expect(read).toEqual([
    ['Queues', 45, false, 2],
    ['Locks', 30, false, 2],
    ['Keynote', 60, true, 2],
    ['Clinic', 30, true, 1],
    ['Clinic', 60, true, 1],
  ]);
  expect(warnings).toMatchObject([
    {
      line: 3,
      field: 'title',
      message: expect.stringContaining('the talk "Queues" of line 2, like 2 more by their titles'),
    },
  ]);
});

it('names the musts that talks break which never move', async () => {
  const { report } = await placeTexts({
    schedule: `title,room,start,duration,speakers,pinned,not_before,needs
A,Hall,2026-05-02 09:00,45,Ada Lovelace,x,,piano
B,Hall,2026-05-02 09:30,45,Bo Li,x,,
C,Lab,2026-05-02 09:30,30,Ada Lovelace,x,10:00,
D,Lab,2026-05-02 10:00,30,Bo Li,,,
E,Lab,2026-05-02 10:30,30,Cy Twombly,x,,
Lunch,Lab,2026-05-02 10:45,60,,,,
`,
    rooms:
      'room,start,end,only\nHall,2026-05-02 09:00,11:00,\nLab,2026-05-02 09:00,10:00,\n' +
      'Lab,2026-05-02 10:00,11:00,Data\n',
    people: 'name,from,to,availability\nCy Twombly,2026-05-02 10:00,2026-05-02 10:45,cannot\n',
  });
  const broken = report.broken.map(({ code, strength, talks, message }) => [
    strength,
    code,
    message,
    ...talks,
  ]);
  expect(broken).toEqual([
    ['must', 'equipment', '"A": in a room without piano', 0],
    ['must', 'not_before', '"C": too early', 2],
    ['must', 'only', '"D": in a room for Data only', 3],
    ['must', 'away', '"E": while Cy Twombly is away', 4],
    ['must', 'only', '"E": in a room for Data only', 4],
    ['must', 'same_room', '"A" and "B": both in Hall, at the same time', 0, 1],
    ['must', 'person', '"A" and "C": Ada Lovelace is in both', 0, 2],
    ['must', 'person', '"B" and "D": Bo Li is in both', 1, 3],
    ['must', 'break', '"E": during "Lunch"', 4],
  ]);
  expect(report.counts).toMatchObject({ broken: 9, kept: 5, leftOut: 0 });
});

it.each<[string, string, string, string]>([
  ['not_before', '22:00', '2026-05-02 20:00,2026-05-03 02:00', '22:00'],
  ['not_after', '01:00', '2026-05-02 22:00,2026-05-03 01:00', '22:00'],
  ['not_before', '06:00', '2026-05-02 00:00,2026-05-03 08:00', '06:00'],
  ['not_before,not_after', '10:00,18:00', '2026-05-01 20:00,2026-05-03 08:00', '10:00'],
])(
  'counts the clock times of %s, %s, in a room that is open past midnight',
  async (columns, times, open, start) => {
    const schedule = `title,duration,${columns}\nTango,180,${times}\n`;
    const { places } = await placeTexts({ schedule, rooms: `room,start,end\nHall,${open}\n` });
    expect(places).toEqual({ Tango: `${start} Hall` });
  },
);

it('counts each minute that a placed talk takes, even in part', async () => {
  const { places } = await placeTexts({
    schedule: 'title,duration,room,start\nQueues,30,Hall,2026-05-02T09:00:30+02:00\nLocks,30,,\n',
    rooms: 'room,start,end\nHall,2026-05-02 09:00,12:00\n',
  });
  expect(places).toMatchObject({ Locks: expect.stringMatching(/^09:3[1-9]|^10/) });
});

it.each<[string, string, Partial<AutoplaceTexts>]>([
  ['without speakers', 'Knots,,,45,\nKnots,,,45,\n', {}],
  ['with a speaker', 'Knots,,,45,Ida Moen\nKnots,,,45,Ida Moen\n', {}],
  [
    'with a row for each speaker',
    'Knots,,,45,Ida Moen\nKnots,,,45,Bo Li\nKnots,,,45,Ida Moen\nKnots,,,45,Bo Li\n',
    {},
  ],
  ['that has one of its places', 'Knots,Hall,2026-05-02 09:00,45,Ida\nKnots,,,,Ida\n', {}],
  [
    'whose place the event has',
    'Knots,,,45,Ida Moen\nKnots,,,45,Ida Moen\n',
    { submissions: [submission('k', { title: 'Knots', placement: at('09:00', 'Lab') })] },
  ],
])('places a repeated workshop once for each row, not beside itself: %s', async (_, rows, more) => {
  const schedule = `title,room,start,duration,speakers\n${rows}`;
  const { report } = await placeTexts({ schedule, rooms, ...more });
  const times = report.places.map(({ startMs, talk: { session } }) => [
    startMs,
    startMs + session.endMs - session.startMs,
  ]);
  const [[start = 0, end = 0] = [], [otherStart = 0, otherEnd = 0] = []] = times;
  expect([times.length, end - start, otherEnd - otherStart]).toEqual([2, 2_700_000, 2_700_000]);
  expect(end <= otherStart || otherEnd <= start).toBe(true);
});

it.each([
  ['a talk that the event has nowhere', undefined],
  ['a talk that the event has at the place of its further row', at('10:00', 'Lab')],
])(
  'gives a talk that waits a place of its own, and leaves its further row where it is: %s',
  async (_, placement) => {
    const { report } = await placeTexts({
      schedule: `title,room,start,duration,speakers
Knots,,,30,Ida Moen
Knots,Lab,2026-05-02 10:00,45,Ida Moen
Queues,,,60,Bo Li
Queues,Hall,2026-05-02 10:00,60,Bo Li
`,
      rooms,
      submissions: [
        submission('k', { title: 'Knots', placement }),
        submission('q', { title: 'Queues' }),
      ],
    });
    expect(report.places.map(({ change, room, start }) => [change, room, start])).toEqual([
      ['placed', expect.any(String), expect.stringContaining('T09:')],
      ['kept', 'Lab', '2026-05-02T10:00:00+02:00'],
      ['placed', expect.any(String), '2026-05-02T09:00:00+02:00'],
      ['kept', 'Hall', '2026-05-02T10:00:00+02:00'],
    ]);
  },
);
