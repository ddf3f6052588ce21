// Each must and each wish alone decides where a talk is: two places are equal in everything else.
import { describe, expect, it } from 'vitest';
import {
  type AutoplaceTexts,
  placeTexts,
  threeRooms,
  twoSlots,
} from '../../../../test/support/autoplace-files.ts';

/** Two rooms at the same time, with a cell each of another column. */
const roomsWith = (column: string, hall: string, lab: string) =>
  `room,start,end,${column}\nHall,2026-05-02 09:00,09:45,${hall}\n` +
  `Lab,2026-05-02 09:00,09:45,${lab}\n`;

interface Rule extends AutoplaceTexts {
  readonly places: Readonly<Record<string, unknown>>;
}

const musts: Readonly<Record<string, Rule>> = {
  'a person speaks once at a time, also in a placed talk': {
    schedule: 'title,speakers,room,start,duration\nA,Ada,Lab,2026-05-02 09:00,45\nB,Ada,,,45\n',
    rooms: twoSlots,
    places: { A: '09:00 Lab', B: '14:00 Hall' },
  },
  'nothing is beside an exclusive talk that stays': {
    schedule: 'title,duration,exclusive,room,start\nA,45,yes,Hall,2026-05-02 09:00\nB,45,,,\n',
    rooms: threeRooms,
    places: { A: '09:00 Hall', B: '14:00 Loft' },
  },
  'an exclusive talk is beside nothing': {
    schedule: 'title,duration,exclusive,room,start\nA,45,yes,,\nB,45,,Hall,2026-05-02 09:00\n',
    rooms: threeRooms,
    places: { A: '14:00 Loft', B: '09:00 Hall' },
  },
  'a speaker is away in the afternoon': {
    schedule: 'title,speakers,duration\nA,Ada,45\n',
    rooms: twoSlots,
    people: 'name,from,to,availability\nAda,2026-05-02 13:00,,cannot\n',
    places: { A: '09:00 Hall' },
  },
  'a room is open long enough': {
    schedule: 'title,duration\nA,90\n',
    rooms: 'room,start,end\nHall,2026-05-02 09:00,10:00\nLab,2026-05-02 09:00,10:30\n',
    places: { A: '09:00 Lab' },
  },
  'a room has the equipment': {
    schedule: 'title,duration,needs\nA,45,"piano, stage"\n',
    rooms: roomsWith('has', 'stage', 'Stage; piano'),
    places: { A: '09:00 Lab' },
  },
  'a room is for a format': {
    schedule: 'title,duration,format\nA,45,Talk\nB,45,Workshop\n',
    rooms: roomsWith('only', 'workshop', ''),
    places: { A: '09:00 Lab', B: '09:00 Hall' },
  },
  'a room is for a track': {
    schedule: 'title,duration,track\nA,45,Web\nB,45,Data\n',
    rooms: roomsWith('only', 'Data', ''),
    places: { A: '09:00 Lab', B: '09:00 Hall' },
  },
  'a talk is not before a clock time, on a day without a midnight': {
    schedule: 'title,duration,not_before\nA,30,10:00\n',
    rooms: 'room,start,end\nHall,2026-04-24 09:00,12:00\n',
    timeZone: 'Africa/Cairo',
    places: { A: expect.stringMatching(/^1[01]:\d\d Hall$/) },
  },
  'a talk is not before a clock time, on the day before one without a midnight': {
    schedule: 'title,duration,not_before\nA,30,10:00\n',
    rooms: 'room,start,end\nHall,2026-04-23 09:00,12:00\n',
    timeZone: 'Africa/Cairo',
    places: { A: expect.stringMatching(/^1[01]:\d\d Hall$/) },
  },
  'a talk is not before a clock time that its day skips': {
    schedule: 'title,duration,not_before\nA,30,02:30\n',
    rooms: 'room,start,end\nHall,2026-03-29 00:30,03:30\n',
    places: { A: '03:00 Hall' },
  },
  'a talk is not after a clock time that its day skips': {
    schedule: 'title,duration,not_after\nA,30,02:30\n',
    rooms: 'room,start,end\nHall,2026-03-29 01:30,03:30\n',
    places: { A: '01:30 Hall' },
  },
  'a break in all rooms stays': {
    schedule: 'title,room,start,duration\nLunch,all,2026-05-02 09:00,30\nA,,,45\n',
    rooms: twoSlots,
    places: { A: '14:00 Hall' },
  },
  'a room rests between two talks': {
    schedule: 'title,duration,not_after,room_wish\nA,45,2026-05-02 12:00,Hall\nB,45,,Hall\n',
    rooms: 'room,start,end\nHall,2026-05-02 09:00,10:30\nLab,2026-05-02 14:00,14:45\n',
    places: { A: '09:00 Hall', B: '14:00 Lab' },
    options: { turnaroundMs: 10 * 60_000 },
  },
  'a room rests for its own turnaround': {
    schedule: 'title,duration,not_after,room_wish\nA,45,2026-05-02 12:00,Hall\nB,45,,Hall\n',
    rooms:
      'room,start,end,turnaround\nHall,2026-05-02 09:00,10:30,10\n' +
      'Lab,2026-05-02 14:00,14:45,\n',
    places: { A: '09:00 Hall', B: '14:00 Lab' },
  },
  'a room without a turnaround does not rest for that of another one': {
    schedule: 'title,duration,room_wish\nA,45,Hall\nB,45,Hall\nC,45,Lab\n',
    rooms:
      'room,start,end,turnaround\nHall,2026-05-02 09:00,10:30,0\n' +
      'Lab,2026-05-02 14:00,14:45,30\n',
    places: { A: '09:00 Hall', B: '09:45 Hall', C: '14:00 Lab' },
    options: { turnaroundMs: 10 * 60_000 },
  },
  'a talk does not begin before': {
    schedule: 'title,duration,not_before\nA,45,2026-05-02 12:00\n',
    rooms: twoSlots,
    places: { A: '14:00 Hall' },
  },
  'a talk has ended by a time of any day': {
    schedule: 'title,duration,not_after\nA,45,14:30\nB,45,\n',
    rooms: twoSlots,
    places: { A: '09:00 Hall', B: '14:00 Hall' },
  },
  'a talk starts at a multiple of --every on the clock': {
    schedule: 'title,duration,room_wish,after\nA,20,Hall,\nB,20,Hall,A\n',
    rooms: 'room,start,end\nHall,2026-05-02 09:10,10:30\n',
    places: { A: '09:15 Hall', B: '09:45 Hall' },
    options: { everyMinutes: 15 },
  },
  'a talk starts at a multiple of --every since midnight, also if midnight was in winter': {
    schedule: 'title,duration\nA,20\n',
    rooms: 'room,start,end\nHall,2026-03-29 09:10,12:30\n',
    places: { A: '10:00 Hall' },
    options: { everyMinutes: 120 },
  },
  'a start that a row has is kept, whatever --every is': {
    schedule: 'title,room,start,duration\nA,,2026-05-02 14:05,20\n',
    rooms: twoSlots,
    places: { A: '14:05 Hall' },
    options: { everyMinutes: 15 },
  },
  'a start without a room': {
    schedule: 'title,room,start,duration\nA,,2026-05-02 14:00,45\nB,,,45\n',
    rooms: twoSlots,
    places: { A: '14:00 Hall', B: '09:00 Hall' },
  },
};

const wishes: Readonly<Record<string, Rule>> = {
  'the audience is within the capacity': {
    schedule: 'title,duration,expected\nA,45,80\nB,45,30\n',
    rooms: roomsWith('capacity', '40', '80'),
    places: { A: '09:00 Lab', B: '09:00 Hall' },
  },
  'one talk is after the other': {
    schedule: 'title,duration,after\nA,45,B\nB,45,\n',
    rooms: twoSlots,
    places: { A: '14:00 Hall', B: '09:00 Hall' },
  },
  'two talks are not at the same time': {
    schedule: 'title,duration,not_with,room,room_wish\nA,45,B,Hall,\nB,45,,,Lab\n',
    rooms: threeRooms,
    places: { A: '09:00 Hall', B: '14:00 Loft' },
  },
  'a track is not parallel to itself': {
    schedule: 'title,duration,track,room,start\nA,45,Web,,\nB,45,web,Lab,2026-05-02 09:00\n',
    rooms: twoSlots,
    places: { A: '14:00 Hall', B: '09:00 Lab' },
  },
  'a track is in one room': {
    schedule: 'title,duration,track,room\nA,45,Web,Hall\nB,45,Web,\n',
    rooms:
      'room,start,end\nHall,2026-05-02 09:00,09:45\nLab,2026-05-02 10:00,10:45\n' +
      'Hall,2026-05-02 11:00,11:45\n',
    places: { A: '09:00 Hall', B: '11:00 Hall' },
  },
  'a track is not interrupted': {
    schedule: 'title,duration,track,needs\nA,45,Web,organ\nB,45,,piano\nC,45,Web,\n',
    rooms: `room,start,end,has
Hall,2026-05-02 09:00,09:45,screen
Hall,2026-05-02 11:00,11:45,piano
Hall,2026-05-02 14:00,14:45,organ
Hall,2026-05-02 15:00,15:45,screen\n`,
    places: { A: '14:00 Hall', B: '11:00 Hall', C: '15:00 Hall' },
  },
  'a speaker would rather not speak from the end of a period on': {
    schedule: 'title,speakers,duration,room_wish\nA,Ada,45,Lab\n',
    rooms: 'room,start,end\nHall,2026-05-02 09:00,09:45\nLab,2026-05-02 14:00,14:45\n',
    people: 'name,date,from,to,availability\nAda,2026-05-02,09:45,14:05,rather_not\n',
    places: { A: '09:00 Hall' },
  },
  'a placed session stays against all wishes': {
    schedule:
      'title,room,start,duration,room_wish,expected,after\n' +
      'A,Lab,2026-05-02 09:00,45,Hall,900,B\nB,,,45,,,\n',
    rooms: `room,start,end,capacity
Hall,2026-05-02 11:00,11:45,900
Lab,2026-05-02 09:00,09:45,10
Lab,2026-05-02 10:00,10:45,10\n`,
    places: { A: '09:00 Lab' },
  },
};

describe.each([
  ['must', musts],
  ['wish', wishes],
])('a %s decides', (_, rules) => {
  it.each(Object.entries(rules))('%s', async (_, { places: expected, ...texts }) => {
    const { places, report } = await placeTexts(texts);
    expect(report.leftOut).toEqual([]);
    expect(places).toMatchObject(expected);
  });
});

it.each([
  ['no time between two of a room', 'A,,45\nB,,45\n', 'Hall,2026-05-02 09:00,10:30\n'],
  [
    'one speaker',
    'A,Ada,45\nB,Ada,45\n',
    'Hall,2026-05-02 09:00,09:45\nLab,2026-05-02 09:00,09:45\n',
  ],
])(
  'leaves one of two talks out if there is %s, however short the search is',
  async (_, talks, periods) => {
    const schedule = `title,speakers,duration\n${talks}`;
    for (const steps of [0, 1000]) {
      const texts = {
        schedule,
        rooms: `room,start,end\n${periods}`,
        options: { turnaroundMs: 600_000 },
      };
      const { report } = await placeTexts(texts, steps);
      expect(report).toMatchObject({ counts: { placed: 1, leftOut: 1 }, broken: [] });
    }
  },
);
