// The file of talks as people write it, beside the submissions of the event, and what cannot be
// read, all of it together.

import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  readTexts,
  roomsText as rooms,
  timeMs,
} from '../../../../test/support/autoplace-files.ts';
import { submission } from '../../../../test/support/schedule-rows.ts';

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
        notBefore: { ms: timeMs('00:00') },
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
      'schedule.csv:2 start: "never" is no date',
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

  it('may be after a talk of their own title, or of one with a semicolon', async () => {
    const schedule = 'id,title,after\n1,A,\n2,A,A\n3,B,A; B\n4,A; B,\n';
    const { talks } = await readTexts({ schedule, rooms });
    expect(talks.map(({ after }) => after)).toEqual([[], [0], [3], []]);
  });

  it.each([
    ['status', 'cancelled', 'A'],
    ['Active?', 'N', 'A'],
    ['remark', '', 'CANCELLED: A'],
  ])('need no valid cells if they are called off: %s', async (column, cell, title) => {
    const header = `title,expected,not before,duration,${column}`;
    const schedule = `${header}\n${title},100+,soon,long,${cell}\nB,,,,\n`;
    const { talks, noTalks } = await readTexts({ schedule, rooms });
    expect([talks.length, noTalks.map(({ line }) => line)]).toEqual([1, [2]]);
    const taking = schedule.replace(cell === '' ? title : cell, cell === '' ? 'A' : '');
    expect(await faultsOf({ schedule: taking, rooms })).toHaveLength(3);
  });

  it('are placed without unknown names, which are named with the most similar', async () => {
    const { warnings, talks } = await readTexts({
      schedule: `title,speakers,format,after,not_with,room_wish,needs,room
Keynote,Ada Lovelace,Workshop,Keynot 2,,Pierr 3; quay-4,projecter,
Keynote 2,Grace Hopper,Talk,,Clocks,,,
Queues,,,,,,,Peir 3
`,
      rooms:
        'room,start,end,has,only\nPier 3,2026-05-02 09:00,12:00,projector,Workshops\n' +
        'Quay 4,2026-05-02 09:00,12:00,,\n',
      people:
        'name,email,from,availability\nGrace Hoper,,2026-05-02,cannot\n' +
        ',bo@example.org,2026-05-02,cannot\n',
    });
    expect(
      warnings.map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`),
    ).toEqual([
      'people.csv:2 name: no talk has the speaker "Grace Hoper"; ' +
        'the most similar is "Grace Hopper"',
      'people.csv:3 email: no talk has the speaker "…@…"',
      'rooms.csv:2 only: no talk has the format or track "Workshops"; ' +
        'the most similar is "Workshop"',
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

  it('has placed sessions that are not in the file, and the talks of a status', async () => {
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

  it('has the place of a session, which its row must not contradict in part', async () => {
    const faults = (row: string) =>
      faultsOf({ schedule: `title,room,start,pinned\n${row}\n`, rooms, submissions });
    expect(await faults('C,Pier 3,,')).toEqual([
      'schedule.csv:2 room: the session is placed in "Hall" at 2026-05-02T10:00:00+02:00; ' +
        'to move it there, write its start as well',
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
