// Each must alone decides where a talk is.
import { expect, it } from 'vitest';
import { type Case, testDecisions, threeRooms, twoRooms, twoSlots } from '../../../test/support/autoplace-decisions.ts';
import { placeTexts } from '../../../test/support/autoplace-files.ts';

/** The Hall on one day, and the Lab on the next. */
const twoDays = 'room,start,end\nHall,2026-05-02 09:00,09:45\nLab,2026-05-03 10:00,10:45\n';

const cases: readonly Case[] = [
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
    'a speaker is away for a part of a minute',
    {
      schedule: 'title,speakers,duration\nA,Ada,45\n',
      rooms: `${twoSlots}Hall,2026-05-02 16:00,16:45\n`,
      people: 'name,from,to,availability\nAda,2026-05-02 09:44:30,2026-05-02 14:00:30,cannot\n',
    },
    { A: '16:00 Hall' },
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
    'a room rests between two talks that are both to be placed',
    {
      schedule: 'title,duration,not_after,room_wish\nA,45,2026-05-02 12:00,Hall\nB,45,,Hall\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,10:30\nLab,2026-05-02 14:00,14:45\n',
    },
    { A: '09:00 Hall', B: '14:00 Lab' },
    { turnaroundMs: 10 * 60_000 },
  ],
  [
    'a person needs time to walk between two talks that are both to be placed',
    {
      schedule: 'title,speakers,duration,room,room_wish\nA,Ada,45,Hall,\nB,Ada,45,,Lab; Aula\n',
      rooms: `room,start,end,walking
Hall,2026-05-02 09:00,09:45,Lab: 10
Lab,2026-05-02 09:50,10:35,
Loft,2026-05-02 14:00,14:45,
Aula,2026-05-02 16:00,16:45,\n`,
    },
    { A: '09:00 Hall', B: '16:00 Aula' },
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
    'a talk does not begin before a date',
    { schedule: 'title,duration,not_before,room_wish\nA,45,2026-05-03,Hall\n', rooms: twoDays },
    { A: '10:00 Lab' },
  ],
  [
    'a talk has ended by a date and a time',
    { schedule: 'title,duration,not_after,room_wish\nA,45,2026-05-03 10:30,Lab\n', rooms: twoDays },
    { A: '09:00 Hall' },
  ],
  [
    'a talk has ended by a date',
    { schedule: 'title,duration,not_after,room_wish\nA,45,2026-05-02,Lab\n', rooms: twoDays },
    { A: '09:00 Hall' },
  ],
  [
    'a talk has ended by the end of a date',
    { schedule: 'title,duration,not_after,room_wish\nA,45,2026-05-03,Lab\n', rooms: twoDays },
    { A: '10:00 Lab' },
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

testDecisions('a must decides', cases);

it('leaves a talk out whose speaker has no time to walk, however short the search is', async () => {
  const texts = {
    schedule: 'title,speakers,duration,room,start,pinned\nA,Ada,45,Hall,2026-05-02 09:00,yes\nB,Ada,45,,,\n',
    rooms:
      'room,start,end,walking\nLab,2026-05-02 09:50,10:35,Hall: 10\nLoft,2026-05-02 09:50,10:20,\nHall,2026-05-02 08:00,08:10,\n',
  };
  const { places, report } = await placeTexts(texts, {}, 0);
  expect(places).toEqual({ A: '09:00 Hall' });
  expect(report.leftOut).toMatchObject([{ title: 'B', longEnough: 1, blockers: [{ kind: 'busy', what: 'A' }] }]);
});

it.each([
  [
    'no time to walk',
    'title,speakers,duration\nA,Ada,45\nB,Ada,45\n',
    'Hall,2026-05-02 09:00,09:45,Lab: 10\nLab,2026-05-02 09:50,10:35,',
    0,
  ],
  ['no time between two talks of a room', 'title,duration\nA,45\nB,45\n', 'Hall,2026-05-02 09:00,10:30,', 10],
  [
    'no time between two periods of a room',
    'title,duration\nA,45\nB,45\n',
    'Hall,2026-05-02 09:00,09:45,\nHall,2026-05-02 09:50,10:35,',
    10,
  ],
])('leaves one of two talks out that have %s, however short the search is', async (_, schedule, rows, minutes) => {
  const texts = { schedule, rooms: `room,start,end,walking\n${rows}\n` };
  for (const steps of [0, 1000]) {
    const { report } = await placeTexts(texts, { turnaroundMs: minutes * 60_000 }, steps);
    expect(report).toMatchObject({ counts: { placed: 1, leftOut: 1 }, broken: [] });
  }
});

it('names a speaker who has no time to walk between two talks that never move', async () => {
  const pinned = (start: string) => `title,speakers,room,start,duration,pinned
A,Ada,Hall,2026-05-02 09:00,45,x
B,Ada,Lab,2026-05-02 ${start},45,x\n`;
  const rooms = 'room,start,end,walking\nHall,2026-05-02 09:00,12:00,Lab: 10\nLab,2026-05-02 09:00,12:00,\n';
  const { report } = await placeTexts({ schedule: pinned('09:54'), rooms });
  expect(report.broken).toMatchObject([{ kind: 'person', strength: 'must', what: 'Ada', talks: [0, 1] }]);
  expect((await placeTexts({ schedule: pinned('09:55'), rooms })).report.broken).toEqual([]);
});
