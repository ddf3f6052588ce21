// The file of rooms as people write it, and what cannot be read, all of it together.
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  readTexts,
  roomsText as rooms,
  timeMs,
} from '../../../../test/support/autoplace-files.ts';

const [morning, noon] = [timeMs('09:00'), timeMs('12:00')];

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
      'Raum;Beginn;Ende;Capacity;Equipment;Only for\n' +
        'Hall;2.5.2026 9:00;12:00;1.200;Beamer, Bühne;Vortrag\nHall;2.5.2026 13:00;14:00;;;\n',
      [
        { ...hall, capacity: 1200, has: ['Beamer', 'Bühne'], only: ['Vortrag'] },
        { capacity: 1200, has: ['Beamer', 'Bühne'], only: [] },
      ],
    ],
    [
      'what a row of the room alone has',
      'room,start,end,capacity,has\nhall,,,80,piano\nHall,2026-05-02 09:00,12:00,,\n',
      [{ ...hall, room: 'hall', capacity: 80, has: ['piano'] }],
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
      '"Pier 3" (line 3) and "Pier 03" (line 4) are two rooms; ' +
      'if they are one, write its name alike';
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
      'rooms.csv:6 room: a row needs the name of its room',
      'rooms.csv:7 start: a period needs a start, such as 2026-05-02 09:00',
    ]);
  });

  it.each([
    ['15m', 15],
    ['0:15', 15],
    ['15', 15],
    ['0', 0],
    ['0m', 0],
    ['', undefined],
  ])('have a turnaround, here %j', async (cell, minutes) => {
    const text = `room,start,end,Turnaround\nHall,2026-05-02 09:00,12:00,${cell}\n`;
    const { options } = await readTexts({ schedule: 'title\nA\n', rooms: text });
    const turnaroundMs = minutes === undefined ? undefined : minutes * 60_000;
    const hours = [{ startMs: morning, endMs: noon }];
    expect(options.ofRooms).toEqual(new Map([['hall', { room: 'Hall', turnaroundMs, hours }]]));
  });

  it('have one turnaround and are shared in all of their rows, and need no hours', async () => {
    const text = `room,start,end,turnaround,shared
Hall,2026-05-02 09:00,10:00,,
hall,2026-05-02 10:00,12:00,10 min,no
Foyer,,,,x
`;
    const hours = [{ startMs: morning, endMs: noon }];
    const { options, warnings } = await readTexts({ schedule: 'title\nA\n', rooms: text });
    expect(options.ofRooms).toEqual(
      new Map([
        ['hall', { room: 'Hall', turnaroundMs: 600_000, hours }],
        ['foyer', { room: 'Foyer', turnaroundMs: undefined, hours: [] }],
      ]),
    );
    expect(options.sharedRooms).toEqual(['Foyer']);
    expect(warnings).toEqual([
      {
        file: 'rooms.csv',
        line: 4,
        field: 'start',
        code: 'no_period',
        message: '"Foyer" has no period, so no talk is placed there',
      },
    ]);
  });

  it('report rows that contradict each other about a room', async () => {
    const text = `room,start,end,Turnaround,shared
Hall,2026-05-02 09:00,10:00,10m,yes
Hall,2026-05-02 10:00,12:00,15m,no
Lab,2026-05-02 09:00,10:00,soon,maybe
Loft,2026-05-02,,,
`;
    expect(await faultsOf({ schedule: 'title\nA\n', rooms: text })).toEqual([
      'rooms.csv:3 Turnaround: "Hall": turnaround differs from that of line 2',
      'rooms.csv:3 shared: "Hall": shared differs from that of line 2',
      'rooms.csv:4 Turnaround: "soon": expected a duration such as 45, 45 min, 1h 30m, 1:30 or ' +
        'PT45M',
      'rooms.csv:4 shared: "maybe": expected yes or no',
      'rooms.csv:5 start: "2026-05-02" is no date and time; write one such as 2026-05-02 09:00',
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
    [
      'room\nHall\n',
      'rooms.csv has no column for start or time or turnaround or shared or capacity',
    ],
    ['room,hall,start,end\nA,B,2026-05-02 09:00,12:00\n', 'rooms.csv has several columns for room'],
  ])('%j are not enough', async (text, message) => {
    await expect(readTexts({ schedule: 'title\nA\n', rooms: text })).rejects.toThrow(message);
  });

  it('need a time zone for local times', async () => {
    const reading = readTexts({ schedule: 'title\nA\n', rooms, timeZone: '' });
    await expect(reading).rejects.toThrow('rooms.csv');
  });
});
