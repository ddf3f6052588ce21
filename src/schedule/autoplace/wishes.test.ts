// Each wish alone decides where a talk is.
import { expect } from 'vitest';
import { type Case, testDecisions, threeRooms, twoRooms, twoSlots } from '../../../test/support/autoplace-decisions.ts';

const wholeDays = 'room,start,end\nHall,2026-05-02 09:00,12:00\nHall,2026-05-03 09:00,12:00\n';

const cases: readonly Case[] = [
  [
    'the audience is within the capacity',
    {
      schedule: 'title,duration,expected\nA,45,80\nB,45,30\n',
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,09:45,40\nLab,2026-05-02 09:00,09:45,80\n',
    },
    { A: '09:00 Lab', B: '09:00 Hall' },
  ],
  [
    'more of a large audience has a seat, if no room has enough',
    {
      schedule: 'title,duration,expected\nA,45,700\nB,45,\n',
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,09:45,60\nLab,2026-05-02 09:00,09:45,320\n',
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
    'a track is in one room',
    {
      schedule: 'title,duration,track,room\nA,45,Web,Hall\nB,45,Web,\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,09:45\nLab,2026-05-02 10:00,10:45\nHall,2026-05-02 11:00,11:45\n',
    },
    { A: '09:00 Hall', B: '11:00 Hall' },
  ],
  [
    'a track is in the room of its pinned talk',
    {
      schedule: 'title,duration,track,room,start,pinned\nA,45,Web,Lab,2026-05-02 09:00,x\nB,45,web,,,\n',
      rooms: 'room,start,end\nHall,2026-05-02 10:00,10:45\nLab,2026-05-02 10:00,10:45\n',
    },
    { B: '10:00 Lab' },
  ],
  [
    'a track is not interrupted, in whatever rows of its room',
    {
      schedule: 'title,duration,track,needs\nA,45,Web,organ\nB,45,,piano\nC,45,Web,\n',
      rooms: `room,start,end,has
Hall,2026-05-02 09:00,09:45,screen
Hall,2026-05-02 11:00,11:45,piano
Hall,2026-05-02 14:00,14:45,organ
Hall,2026-05-02 15:00,15:45,screen
`,
    },
    { A: '14:00 Hall', B: '11:00 Hall', C: '15:00 Hall' },
  ],
  [
    'a track is not interrupted by a pinned talk',
    {
      schedule: `title,duration,track,room,start,pinned
A,45,Web,Hall,2026-05-02 11:00,x
B,45,,Hall,2026-05-02 10:00,x
C,45,Web,,,
`,
      rooms: 'room,start,end\nHall,2026-05-02 09:00,09:45\nHall,2026-05-02 12:00,12:45\n',
    },
    { C: '12:00 Hall' },
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
    'a talk has another level than a pinned one at the same time',
    {
      schedule: 'title,duration,level,room,start,pinned\nA,45,easy,Lab,2026-05-02 09:00,x\nB,45,easy,,,\n',
      rooms: twoSlots,
    },
    { B: '14:00 Hall' },
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
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,09:45,80\nLab,2026-05-02 09:00,09:45,30\n',
    },
    { A: '09:00 Hall' },
    { keep: 'prefer' },
  ],
  ...(['strict', 'prefer'] as const).map(
    (keep): Case => [
      `a session whose room is closed waits for its time in a free room (${keep})`,
      { schedule: 'title,duration,room,start\nA,45,Loft,2026-05-02 10:15\nB,30,,\n', rooms: wholeDays },
      { A: '10:15 Hall' },
      { keep },
    ],
  ),
  [
    'a session whose room is closed keeps its time, whatever it wishes',
    {
      schedule:
        'title,duration,room,start,expected,room_wish\nA,45,Loft,2026-05-02 09:00,900,Hall\nB,45,Hall,2026-05-02 09:00,,\n',
      rooms: `room,start,end,capacity\nHall,2026-05-02 09:00,12:00,900\nLab,2026-05-02 09:00,12:00,0\n`,
    },
    { A: '09:00 Lab' },
  ],
  [
    'a session whose room is closed keeps its day, if its time is taken',
    {
      schedule:
        'title,duration,room,start,expected,room_wish\nA,45,Loft,2026-05-02 10:00,9,Lab\nB,45,Hall,2026-05-02 10:00,,\n',
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,12:00,0\nLab,2026-05-03 10:00,10:45,9\n',
    },
    { A: expect.stringMatching(/^(09:00|10:45) Hall$/) },
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

testDecisions('a wish decides', cases);
