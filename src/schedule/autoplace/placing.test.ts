import { describe, expect, it } from 'vitest';
import { placeTexts, readTexts, usual } from '../../../test/support/autoplace-files.ts';
import { alternativesOf } from './alternatives.ts';
import { placingOf } from './problem.ts';

const oneRoom = 'room,start,end,capacity,has\nPier 3,2026-05-02 09:00,10:30,80,screen\n';

describe('the report', () => {
  it('has the wishes that are not met, and by how much', async () => {
    const { report, places } = await placeTexts({
      schedule: 'title,duration,expected,track,room_wish\nZero lost cents,45,120,,Loft\nQueues,45,,,\n',
      rooms: `${oneRoom}Loft,2026-05-02 09:00,09:30,,\n`,
    });
    expect(Object.keys(places)).toEqual(['Zero lost cents', 'Queues']);
    expect(report.unmet).toEqual([
      { kind: 'capacity', strength: 'strong', amount: 2, talks: [0], expected: 120, capacity: 80, room: 'Pier 3' },
      { kind: 'room_wish', strength: 'weak', amount: 1, talks: [0], room: 'Pier 3', wished: ['Loft'] },
    ]);
    expect(report.counts).toEqual({
      ...{ talks: 2, placed: 2, moved: 0, kept: 0, fixed: 0, leftOut: 0, strong: 1, weak: 1, broken: 0 },
      ...{ leftOutMinutes: 0, freeMinutes: 30 },
    });
  });

  it('has the strong wishes first, and those of talks that never move', async () => {
    const { report } = await placeTexts({
      schedule: `title,speakers,duration,expected,room_wish,room,start,pinned
A,,45,,Lab,,,
Fixed,Ada Lovelace,45,120,Lab,Hall,2026-05-02 09:00,x
`,
      rooms: 'room,start,end,capacity\nHall,2026-05-02 09:00,10:30,80\nLab,2026-05-02 09:00,09:05,80\n',
      people: 'name,from,to,availability\nAda Lovelace,2026-05-02 09:30,2026-05-02 10:00,rather not\n',
    });
    expect(report.unmet).toMatchObject([
      { kind: 'capacity', talks: [1], expected: 120, capacity: 80 },
      { kind: 'rather_not', talks: [1], what: 'Ada Lovelace' },
      { kind: 'room_wish', talks: [0] },
      { kind: 'room_wish', talks: [1] },
    ]);
    expect(report.counts).toMatchObject({ strong: 2, weak: 2, broken: 0 });
  });

  it('has the sessions that were moved, and from where', async () => {
    const { report, places } = await placeTexts({
      schedule: 'title,room,start,duration\nA,Loft,2026-05-02 09:00,45\nB,Pier 3,2026-05-02 09:00,45\n',
      rooms: oneRoom,
    });
    expect(places).toEqual({ A: '09:45 Pier 3', B: '09:00 Pier 3' });
    expect(report.places.map(({ change, start }) => `${change} ${start}`)).toEqual([
      'moved 2026-05-02T09:45:00+02:00',
      'kept 2026-05-02T09:00:00+02:00',
    ]);
    expect(report.counts).toMatchObject({ moved: 1, kept: 1 });
  });

  it('has only the talks of a closed room as moved, and none at another time, whatever all others wish', async () => {
    const days = ['02', '03'];
    // Of each hall, one of these; in gaps of all, other talks could be.
    const hours = [
      ['09:00 30', '09:30 60', '10:30 45', '13:00 60', '14:00 30', '15:00 60'],
      ['09:00 45', '10:00 30', '10:30 60', '13:00 45', '13:45 45', '15:00 30'],
      ['09:15 60', '10:30 30', '11:00 45', '13:00 30', '13:30 60', '14:30 60', '15:30 30'],
    ];
    const halls = Array.from({ length: 20 }, (_, at) => `Hall ${at},${60 + 60 * (at % 5)}`);
    const rows = [...halls, 'Closed,'].flatMap((hall, at) =>
      days.flatMap((day) =>
        (hours[at % 3] ?? []).map((hour) => `${hall.split(',')[0]},2026-05-${day} ${hour.replace(' ', ',')}`),
      ),
    );
    const talks = rows.map(
      (row, at) => `T${at},${'ABCD'[((at * at) % 7) & 3]},${[300, 20, 150, 70][((at * 5) % 7) & 3]},${row}\n`,
    );
    const open = [...halls, 'Small,80'].flatMap((hall) =>
      days.flatMap((day) => [`${hall},2026-05-${day} 09:00,12:00\n`, `${hall},2026-05-${day} 13:00,17:00\n`]),
    );
    const { report } = await placeTexts(
      {
        schedule: `title,track,expected,room,start,duration\n${talks.join('')}`,
        rooms: `room,capacity,start,end\n${open.join('')}`,
      },
      {},
      60_000,
    );
    const moved = report.places.filter(({ change }) => change === 'moved');
    expect(new Set(moved.map(({ talk }) => talk.session.room))).toEqual(new Set(['Closed']));
    expect(moved.filter(({ talk, startMs }) => talk.session.startMs !== startMs).length).toBe(0);
    expect(report.counts.leftOut).toBe(0);
  });

  it('has no wish of a track that takes longer than the rooms are open', async () => {
    const { report, placing } = await placeTexts({
      schedule: 'title,duration,track,room_wish\nA,45,Main,Lab\nB,45,Main,Hall\nC,45,Main,Hall\nD,45,,Lab\n',
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
    (await placeTexts({ schedule, rooms, people })).report.leftOut;
  const threeDays = [2, 3, 4].map((day) => `Hall,2026-05-0${day} 09:00,10:30,\n`).join('');
  const header = 'room,start,end,only\n';

  it.each([
    [
      'its speaker is away',
      'title,speakers,duration\nA,Ada Lovelace,90\n',
      header + threeDays,
      'name,from,availability\nAda Lovelace,2026-05-02,cannot\n',
      { longEnough: 3, blockers: [{ kind: 'away', what: 'Ada Lovelace', count: 3 }] },
    ],
    [
      'no period is long enough',
      'title,duration\nA,100\n',
      header + threeDays,
      undefined,
      { minutes: 100, longEnough: 0, longestFree: 90, blockers: [] },
    ],
    [
      'no room has its equipment, and some are for others',
      'title,duration,needs,format,room,start,pinned\nA,45,harp,Talk,,,\nB,45,,Workshop,Lab,2026-05-02 09:00,x\n',
      `${header}${threeDays}Lab,2026-05-02 09:00,10:00,Workshop\nLab,2026-05-03 09:00,10:00,Workshop\n`,
      undefined,
      {
        longEnough: 4,
        blockers: [
          { kind: 'equipment', what: 'harp', count: 3 },
          { kind: 'only', what: 'Workshop', count: 1 },
        ],
      },
    ],
    [
      'its speaker is in another talk at the time',
      'title,speakers,duration,room,start,pinned\nA,Ada,90,,,\nB,Ada,90,Lab,2026-05-02 09:00,x\n',
      'room,start,end\nHall,2026-05-02 09:00,10:30\n',
      undefined,
      { longEnough: 1, blockers: [{ kind: 'busy', what: 'B', count: 1 }] },
    ],
    [
      'each reason leaves a part of the time',
      'title,speakers,duration,not_before\nA,Ada,60,2026-05-02 09:20\n',
      'room,start,end\nHall,2026-05-02 09:00,10:30\n',
      'name,to,availability\nAda,2026-05-02 10:10,can\n',
      { longEnough: 1, blockers: [{ kind: 'combined', what: '', count: 1 }] },
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
    expect(report.leftOut[0]?.blockers).toMatchObject([{ kind: 'occupied', count: 1 }]);
    expect(report.unmet).toEqual([]);
  });
});

describe('the alternatives of a talk', () => {
  it('are free periods and exchanges, with what each would break', async () => {
    const { placing, positions } = await placeTexts({
      schedule: 'title,speakers,duration,expected,room_wish\nA,Ada,45,100,Hall\nB,Bo,45,,\n',
      rooms: `room,start,end,capacity
Hall,2026-05-02 09:00,09:45,120
Lab,2026-05-02 09:00,09:45,50
Loft,2026-05-02 14:00,15:00,120
`,
      people: 'name,from,availability\nAda,2026-05-02 12:00,cannot\nBo,2026-05-02 12:00,cannot\n',
    });
    const found = alternativesOf(placing, positions, 0).map(({ room, displaced, breaks, meets }) => ({
      ...{ room, exchangedWith: displaced?.index, meets },
      breaks: breaks.map(({ kind, strength }) => `${strength} ${kind}`),
    }));
    expect(found).toEqual([
      { room: 'Lab', exchangedWith: 1, breaks: ['strong capacity', 'weak room_wish'], meets: [] },
      { room: 'Loft', exchangedWith: undefined, breaks: ['must away', 'weak room_wish'], meets: [] },
    ]);
  });

  /** Of A, which is left out, while others are 15 minutes after the start of the first period. */
  const leftOutPlaces = async (schedule: string, rooms: string) => {
    const placing = placingOf(await readTexts({ schedule, rooms }), usual);
    const [first] = placing.lanes;
    const positions = placing.items.map((_, item) =>
      item === 0 ? undefined : { lane: 0, start: (first?.start ?? 0) + 15 },
    );
    return alternativesOf(placing, positions, 0).map(({ room, displaced, missingMinutes, breaks }) => ({
      ...{ room, missingMinutes, breaks: breaks.map(({ kind }) => kind) },
      displaced: displaced && [displaced.index, displaced.to?.room],
    }));
  };

  it('of a talk that is left out are those of talks that have to move, or else are left out', async () => {
    const rooms = 'room,start,end,has\nHall,2026-05-02 09:00,09:45,harp\n';
    const schedule = 'title,duration,needs\nA,45,harp\nB,30,\n';
    expect(await leftOutPlaces(schedule, `${rooms}Lab,2026-05-02 10:00,10:45,\n`)).toEqual([
      { room: 'Hall', missingMinutes: 0, breaks: [], displaced: [1, 'Lab'] },
      { room: 'Lab', missingMinutes: 0, breaks: ['equipment'], displaced: undefined },
    ]);
    expect(await leftOutPlaces(schedule, rooms)).toEqual([
      { room: 'Hall', missingMinutes: 0, breaks: [], displaced: [1, undefined] },
      { room: 'Hall', missingMinutes: 30, breaks: [], displaced: undefined },
    ]);
  });

  it('of a talk for which all free periods are too short are the longest', async () => {
    const rooms = 'room,start,end\nHall,2026-05-02 09:00,09:45\nLab,2026-05-02 09:00,09:30\n';
    expect(await leftOutPlaces('title,duration\nA,60\n', rooms)).toEqual([
      { room: 'Hall', missingMinutes: 15, breaks: [], displaced: undefined },
    ]);
  });
});
