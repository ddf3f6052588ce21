// Each must and each wish alone decides where a talk is: two places are equal in everything else.
import { describe, expect, it } from 'vitest';
import { type AutoplaceTexts, placeTexts } from '../../../test/support/autoplace-files.ts';
import type { ProblemOptions } from './placing.ts';

/** Two rooms for one talk of 45 minutes at the same time, or one room for two after each other. */
const twoRooms = 'room,start,end\nHall,2026-05-02 09:00,2026-05-02 09:45\nLab,2026-05-02 09:00,2026-05-02 09:45\n';
const twoSlots = 'room,start,end\nHall,2026-05-02 09:00,09:45\nHall,2026-05-02 14:00,14:45\n';

/** For A in the Hall and B, which wishes the Lab at the same time, and otherwise is in the Loft later. */
const threeRooms = `${twoRooms}Loft,2026-05-02 14:00,14:45\n`;

type Case = readonly [
  name: string,
  texts: AutoplaceTexts,
  expected: Readonly<Record<string, string>>,
  options?: Partial<ProblemOptions>,
];

const musts: readonly Case[] = [
  [
    'a room takes one talk at a time',
    { schedule: 'title,room,start,duration,pinned\nA,Hall,2026-05-02 09:00,45,yes\nB,,,45,\n', rooms: twoRooms },
    { A: '09:00 Hall', B: '09:00 Lab' },
  ],
  [
    'a room that a pinned talk leaves is taken',
    { schedule: 'title,room,start,duration,pinned\nA,Lab,2026-05-02 09:00,45,yes\nB,,,45,\n', rooms: twoRooms },
    { A: '09:00 Lab', B: '09:00 Hall' },
  ],
  [
    'a person speaks once at a time, at first',
    {
      schedule: 'title,speakers,room,start,duration,pinned\nA,Ada,Lab,2026-05-02 09:00,45,yes\nB,Ada,,,45,\n',
      rooms: twoSlots,
    },
    { A: '09:00 Lab', B: '14:00 Hall' },
  ],
  [
    'a person speaks once at a time, later',
    {
      schedule: 'title,speakers,room,start,duration,pinned\nA,Ada,Lab,2026-05-02 14:00,45,yes\nB,Ada,,,45,\n',
      rooms: twoSlots,
    },
    { A: '14:00 Lab', B: '09:00 Hall' },
  ],
  [
    'a person speaks once at a time, if nothing is pinned',
    { schedule: 'title,speakers,duration,room,room_wish\nA,Ada,45,Hall,\nB,Ada,45,,Lab\n', rooms: threeRooms },
    { A: '09:00 Hall', B: '14:00 Loft' },
  ],
  [
    'a speaker is there in the afternoon',
    {
      schedule: 'title,speakers,duration\nA,Ada,45\n',
      rooms: twoSlots,
      people: 'name,from,to,availability\nAda,2026-05-02 13:00,2026-05-02 18:00,can\n',
    },
    { A: '14:00 Hall' },
  ],
  [
    'a speaker is away in the afternoon',
    {
      schedule: 'title,speakers,duration\nA,Ada,45\n',
      rooms: twoSlots,
      people: 'name,from,to,availability\nAda,2026-05-02 13:00,,cannot\n',
    },
    { A: '09:00 Hall' },
  ],
  [
    'a room is open long enough',
    {
      schedule: 'title,duration\nA,90\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,10:00\nLab,2026-05-02 09:00,10:30\n',
    },
    { A: '09:00 Lab' },
  ],
  [
    'a room has the equipment',
    {
      schedule: 'title,duration,needs\nA,45,"piano, stage"\n',
      rooms: 'room,start,end,has\nHall,2026-05-02 09:00,09:45,stage\nLab,2026-05-02 09:00,09:45,Stage; piano\n',
    },
    { A: '09:00 Lab' },
  ],
  [
    'a room is for a format',
    {
      schedule: 'title,duration,format\nA,45,Talk\nB,45,Workshop\n',
      rooms: 'room,start,end,only\nHall,2026-05-02 09:00,09:45,workshop\nLab,2026-05-02 09:00,09:45,\n',
    },
    { A: '09:00 Lab', B: '09:00 Hall' },
  ],
  [
    'a room is for a track',
    {
      schedule: 'title,duration,track\nA,45,Web\nB,45,Data\n',
      rooms: 'room,start,end,only\nHall,2026-05-02 09:00,09:45,Data\nLab,2026-05-02 09:00,09:45,\n',
    },
    { A: '09:00 Lab', B: '09:00 Hall' },
  ],
  [
    'a break stays',
    {
      schedule: 'title,room,start,duration\nCoffee break,Hall,2026-05-02 09:00,30\nA,,,45\n',
      rooms: twoRooms,
    },
    { A: '09:00 Lab' },
  ],
  [
    'a break in all rooms stays',
    { schedule: 'title,room,start,duration\nLunch,all,2026-05-02 09:00,30\nA,,,45\n', rooms: twoSlots },
    { A: '14:00 Hall' },
  ],
  [
    'a room rests between two talks',
    {
      schedule: 'title,room,start,duration,pinned\nA,Hall,2026-05-02 09:00,45,yes\nB,,,45,\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:45,10:30\nLab,2026-05-02 09:45,10:30\n',
    },
    { A: '09:00 Hall', B: '09:45 Lab' },
    { turnaroundMs: 10 * 60_000 },
  ],
  [
    'a person needs time to walk',
    {
      schedule: 'title,speakers,duration,room,start,pinned\nA,Ada,45,Hall,2026-05-02 09:00,yes\nB,Ada,45,,,\n',
      rooms: `room,start,end,walking
Lab,2026-05-02 09:45,10:30,
Loft,2026-05-02 09:50,10:35,"Hall: 5 min"
Hall,2026-05-02 08:00,08:10,Lab: 10\n`,
    },
    { A: '09:00 Hall', B: '09:50 Loft' },
  ],
  [
    'a talk does not begin before',
    { schedule: 'title,duration,not_before\nA,45,2026-05-02 12:00\n', rooms: twoSlots },
    { A: '14:00 Hall' },
  ],
  [
    'a talk does not begin before a time of any day',
    { schedule: 'title,duration,not_before\nA,45,10:00\n', rooms: twoSlots },
    { A: '14:00 Hall' },
  ],
  [
    'a talk has ended by a time of any day',
    { schedule: 'title,duration,not_after\nA,45,14:30\nB,45,\n', rooms: twoSlots },
    { A: '09:00 Hall', B: '14:00 Hall' },
  ],
  [
    'a room without a start',
    { schedule: 'title,room,start,duration\nA,Lab,,45\nB,,,45\n', rooms: twoRooms },
    { A: '09:00 Lab', B: '09:00 Hall' },
  ],
  [
    'a start without a room',
    { schedule: 'title,room,start,duration\nA,,2026-05-02 14:00,45\nB,,,45\n', rooms: twoSlots },
    { A: '14:00 Hall', B: '09:00 Hall' },
  ],
];

const wishes: readonly Case[] = [
  [
    'the audience is within the capacity',
    {
      schedule: 'title,duration,expected\nA,45,80\nB,45,30\n',
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,09:45,40\nLab,2026-05-02 09:00,09:45,80\n',
    },
    { A: '09:00 Lab', B: '09:00 Hall' },
  ],
  [
    'one talk is after the other',
    { schedule: 'title,duration,after\nA,45,B\nB,45,\n', rooms: twoSlots },
    { A: '14:00 Hall', B: '09:00 Hall' },
  ],
  [
    'one talk is after a pinned one',
    {
      schedule: 'title,duration,after,room,start,pinned\nA,45,B,,,\nB,45,,Lab,2026-05-02 10:00,x\n',
      rooms: twoSlots,
    },
    { A: '14:00 Hall', B: '10:00 Lab' },
  ],
  [
    'a pinned talk is after the other',
    {
      schedule: 'title,duration,after,room,start,pinned,room_wish\nA,45,,,,,Loft\nB,45,A,Lab,2026-05-02 10:00,x,\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,09:45\nLoft,2026-05-02 14:00,14:45\n',
    },
    { A: '09:00 Hall', B: '10:00 Lab' },
  ],
  [
    'two talks are not at the same time',
    {
      schedule: 'title,duration,not_with,room,start,pinned\nA,45,B,,,\nB,45,,Lab,2026-05-02 09:00,x\n',
      rooms: twoSlots,
    },
    { A: '14:00 Hall', B: '09:00 Lab' },
  ],
  [
    'two talks are not at the same time, if nothing is pinned',
    { schedule: 'title,duration,not_with,room,room_wish\nA,45,B,Hall,\nB,45,,,Lab\n', rooms: threeRooms },
    { A: '09:00 Hall', B: '14:00 Loft' },
  ],
  [
    'a track is not parallel to itself, if nothing is pinned',
    { schedule: 'title,duration,track,room,room_wish\nA,45,Web,Hall,\nB,45,Web,,Lab\n', rooms: threeRooms },
    { A: '09:00 Hall', B: '14:00 Loft' },
  ],
  [
    'a track is not parallel to itself',
    {
      schedule: 'title,duration,track,room,start,pinned\nA,45,Web,,,\nB,45,web,Lab,2026-05-02 09:00,x\n',
      rooms: twoSlots,
    },
    { A: '14:00 Hall', B: '09:00 Lab' },
  ],
  [
    'a speaker would rather not speak in the morning',
    {
      schedule: 'title,speakers,duration\nA,Ada Lovelace,45\n',
      rooms: twoSlots,
      people: 'name,date,from,to,availability\nAda Lovelace,2026-05-02,08:00,12:00,rather not\n',
    },
    { A: '14:00 Hall' },
  ],
  [
    'it is night where a speaker is in the morning',
    {
      schedule: 'title,speaker,speaker email,duration\nA,Ada,ada@example.org,45\n',
      rooms: twoSlots,
      people: 'email,time zone\nada@example.org,America/New_York\n',
    },
    { A: '14:00 Hall' },
  ],
  [
    'it is night where a speaker is in the afternoon',
    {
      schedule: 'title,speaker,speaker email,duration\nA,Ada,ada@example.org,45\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,09:45\nHall,2026-05-02 15:15,16:00\n',
      people: 'email,time zone\nADA@example.org,Asia/Tokyo\n',
    },
    { A: '09:00 Hall' },
  ],
  [
    'a talk is in the room that it wishes',
    { schedule: 'title,duration,room_wish\nA,45,lab\nB,45,\n', rooms: twoRooms },
    { A: '09:00 Lab', B: '09:00 Hall' },
  ],
  [
    'a track is in one room, and is not interrupted',
    {
      schedule: 'title,duration,track,room_wish\nA,45,Web,\nB,45,Data,Lab\nC,45,Web,\nD,45,Data,\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,10:30\nLab,2026-05-02 11:00,12:30\n',
    },
    { B: '11:00 Lab', D: '11:45 Lab', A: '09:00 Hall', C: '09:45 Hall' },
  ],
  [
    'talks at the same time have several levels',
    {
      schedule: 'title,duration,level,room_wish\nA,45,easy,Hall\nB,45,Easy,Hall\nC,45,hard,Lab\nD,45,hard,\n',
      rooms: `room,start,end
Hall,2026-05-02 09:00,09:45
Lab,2026-05-02 09:00,09:45
Hall,2026-05-02 11:00,11:45
Loft,2026-05-02 11:00,11:45
`,
    },
    { C: '09:00 Lab', D: '11:00 Loft' },
  ],
  [
    'talks at the same time have several languages',
    {
      schedule:
        'title,duration,language,room,start\nA,45,en,Hall,2026-05-02 09:00\nB,45,fr,Hall,2026-05-02 11:00\nC,45,en,,\n',
      rooms: `room,start,end
Hall,2026-05-02 09:00,09:45
Lab,2026-05-02 09:00,09:45
Hall,2026-05-02 11:00,11:45
Lab,2026-05-02 11:00,11:45
`,
    },
    { C: '11:00 Lab' },
  ],
  [
    'a placed session stays',
    {
      schedule: 'title,room,start,duration\nA,Lab,2026-05-02 09:00,45\n',
      rooms: `${twoRooms}Lab,2026-05-02 10:00,2026-05-02 11:00\n`,
    },
    { A: '09:00 Lab' },
  ],
  [
    'a placed session stays against all wishes',
    {
      schedule: 'title,room,start,duration,room_wish,expected,after\nA,Lab,2026-05-02 09:00,45,Hall,900,B\nB,,,45,,,\n',
      rooms:
        'room,start,end,capacity\nHall,2026-05-02 11:00,11:45,900\nLab,2026-05-02 09:00,09:45,10\nLab,2026-05-02 10:00,10:45,10\n',
    },
    { A: '09:00 Lab' },
  ],
  [
    'nothing stays from scratch',
    {
      schedule: 'title,room,start,duration,room_wish\nA,Lab,2026-05-02 09:00,45,Hall\n',
      rooms: twoRooms,
    },
    { A: '09:00 Hall' },
    { keep: 'none' },
  ],
  [
    'a placed session moves for a large wish, if staying is only preferred',
    {
      schedule: 'title,room,start,duration,expected\nA,Lab,2026-05-02 09:00,45,80\n',
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,09:45,80\nLab,2026-05-02 09:00,09:45,40\n',
    },
    { A: '09:00 Hall' },
    { keep: 'prefer' },
  ],
  [
    'a placed session does not move for a small wish',
    {
      schedule: 'title,room,start,duration,expected\nA,Lab,2026-05-02 09:00,45,45\n',
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,09:45,80\nLab,2026-05-02 09:00,09:45,40\n',
    },
    { A: '09:00 Lab' },
    { keep: 'prefer' },
  ],
];

describe.each([
  ['a must decides', musts],
  ['a wish decides', wishes],
])('%s', (_, cases) => {
  it.each(cases.map(([name, ...rest]) => ({ name, rest })))('$name', async ({ rest: [texts, expected, options] }) => {
    const { places, report } = await placeTexts(texts, options);
    expect(report.leftOut).toEqual([]);
    expect(places).toMatchObject(expected);
  });
});
