// What a report has: wishes that are not met, and why talks are left out.
import { describe, expect, it } from 'vitest';
import { placeTexts } from '../../../test/support/autoplace-files.ts';
import { submission } from '../../../test/support/schedule-rows.ts';

const oneRoom = 'room,start,end,capacity,has\nPier 3,2026-05-02 09:00,10:30,80,screen\n';

describe('the report', () => {
  it('has the wishes that are not met, and by how much', async () => {
    const { report, places } = await placeTexts({
      schedule:
        'title,duration,expected,track,room_wish\nZero lost cents,45,120,,Loft\nQueues,45,,,\n',
      rooms: `${oneRoom}Loft,2026-05-02 09:00,09:30,,\n`,
    });
    expect(Object.keys(places)).toEqual(['Zero lost cents', 'Queues']);
    expect(report.unmet).toEqual([
      {
        code: 'capacity',
        strength: 'strong',
        amount: 2,
        talks: [0],
        message: '"Zero lost cents": 120 expected, Pier 3 holds 80',
      },
      {
        code: 'room_wish',
        strength: 'weak',
        amount: 1,
        talks: [0],
        message: '"Zero lost cents": in Pier 3, not in Loft',
      },
    ]);
    expect(report.counts).toEqual({
      talks: 2,
      placed: 2,
      moved: 0,
      kept: 0,
      leftOut: 0,
      strong: 1,
      weak: 1,
      broken: 0,
      leftOutMinutes: 0,
      freeMinutes: 30,
    });
  });

  it('has the strong wishes first, also those of talks that never move', async () => {
    const { report } = await placeTexts({
      schedule: `title,speakers,duration,expected,room_wish,room,start
A,,45,,Lab,,
B,,30,90,,,
Placed,Ada Lovelace,45,120,Lab,Hall,2026-05-02 09:00
`,
      rooms:
        'room,start,end,capacity\nHall,2026-05-02 09:00,11:00,80\nLab,2026-05-02 09:00,09:05,80\n',
      people:
        'name,from,to,availability\nAda Lovelace,2026-05-02 09:30,2026-05-02 10:00,rather_not\n',
    });
    expect(report.unmet).toMatchObject([
      { code: 'capacity', talks: [1], message: '"B": 90 expected, Hall holds 80' },
      { code: 'capacity', talks: [2], message: '"Placed": 120 expected, Hall holds 80' },
      { code: 'rather_not', talks: [2] },
      { code: 'room_wish', talks: [0] },
      { code: 'room_wish', talks: [2], message: '"Placed": in Hall, not in Lab' },
    ]);
    expect(report.counts).toMatchObject({ strong: 3, weak: 2, kept: 1 });
  });

  it('has the order that fixed talks do not have, and not that of their tracks', async () => {
    const { report } = await placeTexts({
      schedule: `title,duration,after,not_with,track,room,start
A,30,B,,Sea,Hall,2026-05-02 09:00
B,30,,,Sea,Lab,2026-05-02 09:00
C,30,,B,,Loft,2026-05-02 09:15
`,
      rooms: 'room,start,end\nHall,2026-05-02 09:00,11:00\n',
    });
    expect(report.unmet.map(({ message }) => message)).toEqual([
      '"A" is not after "B"',
      '"C" and "B" are at the same time',
    ]);
  });

  it('has the talks that were moved, and those whose sessions cannot leave the event', async () => {
    const placed = (time: string, room: string) => ({
      placement: { room, start: `2026-05-02T${time}:00+02:00` },
    });
    const { report } = await placeTexts({
      schedule: 'title,duration,needs\nTalk a,45,\nTalk b,90,harp\n',
      rooms: oneRoom,
      submissions: [
        submission('a', placed('08:00', 'Loft')),
        submission('b', placed('09:00', 'Pier 3')),
      ],
      options: { keep: 'none' },
    });
    expect(report.places).toMatchObject([{ index: 0, change: 'moved', room: 'Pier 3' }]);
    expect(report.leftOut).toMatchObject([{ title: 'Talk b', inEvent: { room: 'Pier 3' } }]);
  });

  it('has no wish of a track that takes longer than the rooms are open', async () => {
    const { report, placing } = await placeTexts({
      schedule:
        'title,duration,track,room_wish\nA,45,Main,Lab\nB,45,Main,Hall\nC,45,Main,Hall\n' +
        'D,45,,Lab\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,10:30\nLab,2026-05-02 09:00,10:30\n',
    });
    expect(report).toMatchObject({ leftOut: [], unmet: [] });
    expect(placing.longTracks).toEqual([{ track: 'Main', minutes: 135, openMinutes: 90 }]);
  });

  it('has starts at multiples of five minutes where the time is long enough', async () => {
    const place = async (rooms: string) => {
      const schedule = 'title,speakers,duration,not_before\nA,Ada,30,2026-05-02 09:12\n';
      return (await placeTexts({ schedule, rooms: `room,start,end\n${rooms}` })).places;
    };
    expect(await place('Hall,2026-05-02 09:00,10:00\n')).toEqual({ A: '09:15 Hall' });
    expect(await place('Hall,2026-05-02 09:00,09:42\n')).toEqual({ A: '09:12 Hall' });
  });

  it('keeps the clock of the place over a change to summer time', async () => {
    const { report } = await placeTexts({
      schedule: 'title,duration\nA,60\nB,60\n',
      rooms: 'room,start,end\nHall,2026-03-28 09:00,10:00\nHall,2026-03-29 09:00,10:00\n',
    });
    expect(report.places.map(({ start }) => start).toSorted()).toEqual([
      '2026-03-28T09:00:00+01:00',
      '2026-03-29T09:00:00+02:00',
    ]);
  });
});

describe('a talk is left out', () => {
  const leftOut = async (schedule: string, rooms: string, people?: string) =>
    (await placeTexts({ schedule, rooms, people, options: { everyMinutes: 30 } })).report.leftOut;
  const threeDays = [2, 3, 4].map((day) => `Hall,2026-05-0${day} 09:00,10:30,\n`).join('');
  const header = 'room,start,end,only\n';

  it.each([
    [
      'no period is long enough',
      'title,duration\nA,100\n',
      header + threeDays,
      undefined,
      { minutes: 100, longEnough: 0, longestFree: 90, blockers: [] },
    ],
    [
      'no room has its equipment, and some are for others',
      'title,duration,needs,format,room,start,pinned\nA,45,harp,Talk,,,\n' +
        'B,45,,Workshop,Lab,2026-05-02 09:00,x\n',
      `${header}${threeDays}Lab,2026-05-02 09:00,10:00,Workshop\n` +
        `Lab,2026-05-03 09:00,10:00,Workshop\n`,
      undefined,
      {
        longEnough: 4,
        blockers: [
          { code: 'equipment', what: 'harp', count: 3 },
          { code: 'only', what: 'Workshop', count: 1 },
        ],
      },
    ],
    [
      'its speaker is in another talk at the time',
      'title,speakers,duration,room,start,pinned\nA,Ada,90,,,\nB,Ada,90,Lab,2026-05-02 09:00,x\n',
      'room,start,end\nHall,2026-05-02 09:00,10:30\n',
      undefined,
      { longEnough: 1, blockers: [{ code: 'busy', what: 'B', count: 1 }] },
    ],
    [
      'no start of --every leaves enough time',
      'title,duration\nA,45\n',
      'room,start,end\nHall,2026-05-02 09:10,09:55\n',
      undefined,
      { longEnough: 1, blockers: [{ code: 'every', what: '30 min', count: 1 }] },
    ],
    [
      'each reason leaves a part of the time',
      'title,speakers,duration,not_before\nA,Ada,60,2026-05-02 09:20\n',
      'room,start,end\nHall,2026-05-02 09:00,10:30\n',
      'name,to,availability\nAda,2026-05-02 10:10,can\n',
      {
        longEnough: 1,
        blockers: [{ code: 'combined', what: 'while Ada is away or too early', count: 1 }],
      },
    ],
  ])('because %s', async (_, schedule, rooms, people, expected) => {
    expect(await leftOut(schedule, rooms, people)).toMatchObject([{ title: 'A', ...expected }]);
  });

  it('rather than that it clashes, and only one of the two', async () => {
    const { report } = await placeTexts({
      schedule: 'title,speakers,duration\nA,Ada,45\nB,Ada; Bo,45\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,09:45\nLab,2026-05-02 09:00,09:45\n',
    });
    expect(report.counts).toMatchObject({ placed: 1, leftOut: 1 });
    expect(report.leftOut[0]?.blockers).toMatchObject([{ code: 'occupied', count: 1 }]);
    expect(report.unmet).toEqual([]);
  });
});
