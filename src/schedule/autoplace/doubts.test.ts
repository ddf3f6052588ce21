// What is probably a mistake in the files of autoplace: cycles, cells that fit nothing, and headers that are not read.
import { describe, expect, it } from 'vitest';
import { faultsOf, readTexts } from '../../../test/support/autoplace-files.ts';
import { submission } from '../../../test/support/schedule-rows.ts';
import type { EventSubmission } from '../submissions.ts';

const rooms = 'room,start,end\nHall,2026-05-02 09:00,2026-05-02 12:00\nPier 3,2026-05-02 09:00,2026-05-02 12:00\n';

describe('talks that name themselves', () => {
  it('are after themselves, or in a cycle: an error for each, with the lines', async () => {
    const schedule = 'title,after\nA,B\nB,"D; C"\nC,A\nD,\nE,E\nF,A\nG,H\nH,G\n';
    expect(await faultsOf({ schedule, rooms })).toEqual([
      'schedule.csv:2 after: a cycle of after wishes: "A" (line 2) after "B" (line 3) after "C" (line 4) after "A"',
      'schedule.csv:6 after: "E" is the talk itself',
      'schedule.csv:8 after: a cycle of after wishes: "G" (line 8) after "H" (line 9) after "G"',
    ]);
  });

  it('are a doubt in not_with, unless others are named too', async () => {
    const schedule = 'title,not_with,after\nA,A,\nB,B; C,\nC,B; C,A\n';
    const { talks, doubts } = await readTexts({ schedule, rooms });
    expect(talks.map(({ notWith }) => notWith)).toEqual([[], [2], []]);
    expect(doubts).toMatchObject([
      { file: 'schedule.csv', line: 2, field: 'not_with', message: '"A" is the talk itself' },
    ]);
  });
});

describe('doubts', () => {
  it('are needs that no room has, and a date without an end unless it is the last day', async () => {
    const schedule = 'title,speaker,needs\nA,Ada,harp\nB,Bo,\nC,Cy,\nD,Di,\n';
    const twoDays = `${rooms}Hall,2026-05-03 09:00,12:00\n`;
    const people =
      'name,from,to,availability\nAda,2026-05-02,,cannot\nBo,2026-05-03,,can\nCy,2026-05-02,2026-05-02,cannot\nDi,2026-05-02 09:00,,cannot\n';
    const { doubts, talks } = await readTexts({ schedule, rooms: twoDays, people });
    expect(doubts.map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`)).toEqual([
      'people.csv:2 from: "2026-05-02" is read as that day and all later ones; for that day alone, write it in the column to as well',
      'schedule.csv:2 needs: no room has "harp"',
    ]);
    expect(talks[0]?.people[0]?.rows).toMatchObject([{ endMs: Number.POSITIVE_INFINITY }]);
  });
});

describe('a person whose name is written in another way', () => {
  it('has the times of the file of people, and is a doubt', async () => {
    const schedule = 'title,speakers\nA,Jörg Müller\nB,joerg mueller\n';
    const people = 'name,from,availability\nJoerg Mueller,2026-05-02 10:00,cannot\nLena Anna,2026-05-02 10:00,cannot\n';
    const { talks, doubts } = await readTexts({ schedule, rooms, people });
    expect(talks.map((talk) => talk.people.length)).toEqual([1, 1]);
    expect(doubts).toMatchObject([
      {
        line: 2,
        code: 'similar_name',
        message: '"Joerg Mueller" is the speaker "Jörg Müller" (matched by similar names)',
      },
      { line: 3, code: 'no_such_person' },
    ]);
  });
});

describe('times of people from afar', () => {
  const schedule = 'title,speakers\nA,Ada Lovelace\n';
  const header = 'name,from,to,availability,time zone';
  const read = (...rows: readonly string[]) =>
    readTexts({ schedule, rooms, people: [header, ...rows.map((row) => `Ada Lovelace,${row}`)].join('\n') });

  it('are on the clock of the conference: one doubt for all of them', async () => {
    const { doubts } = await read(
      '2026-05-02 18:00,22:00,can,Europe/Vienna',
      '2026-05-02,2026-05-02,can,Asia/Tokyo',
      '2026-05-02 18:00,22:00,can,Asia/Tokyo',
      '2026-05-03 18:00,22:00,can,Asia/Tokyo',
    );
    expect(doubts).toMatchObject([
      {
        ...{ file: 'people.csv', line: 4, field: 'from' },
        message:
          '"2026-05-02 18:00" is read on the clock of the conference (Europe/Berlin), like 1 more beside a time zone; for the clock of the person, write "2026-05-02 18:00 (Asia/Tokyo)"',
      },
    ]);
  });

  it('are on their own clock with a time zone in the cell, also the end', async () => {
    const { doubts, talks } = await read('2026-05-02 18:00 (Asia/Tokyo),22:00,can,Asia/Tokyo');
    expect(doubts).toEqual([]);
    const [startMs, endMs] = ['18', '22'].map((hour) => Date.parse(`2026-05-02T${hour}:00:00+09:00`));
    expect(talks[0]?.people[0]?.rows).toMatchObject([{ startMs, endMs }]);
  });
});

describe('what is left of a talk that is called off', () => {
  const schedule = (queues: string) => `title,speakers,speaker email,not_with,after
${queues}Locks,Bo Li,bo@example.org,Queues,
Trees,Cy Twombly,cy@example.org,,
`;
  const people = `name,email,from,availability
Ada Lovelace,,2026-05-02,cannot
,ada@example.org,2026-05-02,cannot
`;
  const words = (texts: Awaited<ReturnType<typeof readTexts>>) =>
    texts.doubts.map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`);

  it('is a doubt without its row, if it resembles no other name', async () => {
    expect(words(await readTexts({ schedule: schedule(''), rooms, people }))).toEqual([
      'people.csv:2 name: no talk has a speaker named "Ada Lovelace"',
      'people.csv:3 email: no talk has a speaker with the address "…@…"',
      'schedule.csv:2 not_with: no talk of the file is titled "Queues"',
    ]);
    expect(
      await faultsOf({
        schedule: `${schedule('')}Last,Di Ode,d@example.org,,Queues\n`,
        rooms,
        people: `${people},eve@example.org,2026-05-02,cannot\n,cy@exmaple.org,2026-05-02,cannot\n`,
      }),
    ).toEqual([
      'people.csv:5 email: no talk has a speaker with the address "…@…"; the most similar is "…@…"',
      'schedule.csv:4 after: no talk of the file is titled "Queues"',
    ]);
  });

  it('is no doubt about the people of a row that is called off', async () => {
    const texts = await readTexts({
      schedule: schedule('Queues (canceled),Ada Lovelace,ada@example.org,,\n'),
      rooms,
      people,
    });
    expect(words(texts)).toEqual(['schedule.csv:3 not_with: no talk of the file is titled "Queues"']);
    expect(texts.noTalks).toMatchObject([{ title: 'Queues (canceled)', line: 2, status: undefined }]);
  });
});

describe('places', () => {
  const header = 'title,room,start,duration,pinned';
  const doubtsOf = async (schedule: string, submissions: readonly EventSubmission[] = []) =>
    (await readTexts({ schedule, rooms, submissions })).doubts.map(
      ({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`,
    );

  it('are in doubt in a room that the file of rooms lacks, once for each room', async () => {
    const at = '2026-05-02 10:00,30';
    expect(await doubtsOf(`${header}\nA,Pire 3,${at},x\nB,Hal,${at},\nC,hal,${at},\nD,Blue Room,${at},\n`)).toEqual([
      'schedule.csv:2 room: "A" is pinned to a room that rooms.csv lacks: "Pire 3"; the most similar is "Pier 3"',
      'schedule.csv:3 room: 2 talks are in a room that rooms.csv lacks: "Hal"; the most similar is "Hall"',
      'schedule.csv:5 room: "D" is in a room that rooms.csv lacks: "Blue Room"',
    ]);
    const placement = { room: 'Hal', start: '2026-05-02T10:00:00+02:00' };
    expect(await doubtsOf('title\nA\n', [submission('s1', { title: 'E', placement })])).toEqual([
      'schedule.csv:undefined room: "E" stays in a room that rooms.csv lacks: "Hal"; the most similar is "Hall"',
    ]);
  });

  it('are in doubt for a talk that never moves while its room is closed', async () => {
    const rows = [
      'A,Hall,2026-05-02 08:00,45,x',
      'B,Hall,2026-05-02 11:45,30,x',
      'C,hall,2026-05-02 09:00,180,x',
      'D,Hall,2026-05-02 13:00,30,',
    ];
    expect(await doubtsOf([header, ...rows].join('\n'))).toEqual([
      'schedule.csv:2 start: "A" is pinned to Hall at 2026-05-02 08:00–08:45, when rooms.csv has it closed',
      'schedule.csv:3 start: "B" is pinned to Hall at 2026-05-02 11:45–12:15, when rooms.csv has it closed for a part of that time',
    ]);
  });
});
