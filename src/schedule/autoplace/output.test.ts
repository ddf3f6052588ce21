// What is written is a schedule file, which can be placed again.
import { describe, expect, it } from 'vitest';
import { placeTexts } from '../../../test/support/autoplace-files.ts';
import { submission } from '../../../test/support/schedule-rows.ts';
import type { EventSubmission } from '../submissions.ts';
import type { PlacingOptions } from './drafts.ts';
import { placedFile } from './output.ts';

const rooms = `room,start,end
Hall,2026-05-02 09:00,2026-05-02 10:30
Lab,2026-05-02 09:00,2026-05-02 10:30
`;

async function written(
  schedule: string | undefined,
  more: Partial<Parameters<typeof placeTexts>[0]> = {},
) {
  const { placing, report, table } = await placeTexts({ schedule, rooms, ...more });
  return placedFile(placing, report.places, table);
}

describe('a placed file', () => {
  it('has the columns and rows of the file, and the missing ones', async () => {
    const text = await written(
      'Titel;Dauer;Notiz;after\n"A; the first";45;=1;B\nB;45;;\nMittagessen;;;\n',
    );
    const [header, ...rows] = text.trimEnd().split('\n');
    expect(header).toBe('Titel;Dauer;Notiz;after;room;start');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^"A; the first";45;=1;B;(Hall|Lab);2026-05-02T09:45:00\+02:00$/);
    expect(rows[1]).toMatch(/^B;45;;;(Hall|Lab);2026-05-02T09:00:00\+02:00$/);
    expect(rows[2]).toBe('Mittagessen;;;;;');
  });

  it.each<[string, string, readonly string[], PlacingOptions['keep']]>([
    [
      'rows that stay as they were written',
      'title,room,start,end\nA,Hall,2 May 2026 9:00 AM,9:45\nB,,,\n',
      [
        'title,room,start,end,duration',
        'A,Hall,2 May 2026 9:00 AM,9:45,',
        expect.stringMatching(/^B,(Hall|Lab),2026-05-02T09:[04]5?0?:00\+02:00,,45$/),
      ],
      'placed',
    ],
    [
      'a start and a duration in place of other times',
      'title,date,time,room,end\nA,2026-05-02,08:00,Lab,08:45\n',
      [
        'title,date,time,room,end,start,duration',
        expect.stringMatching(/^A,,,(Hall|Lab),,2026-05-02T09:00:00\+02:00,45$/),
      ],
      'none',
    ],
    [
      'the room that a row has alone as a wish, if it has none',
      'title,room,start,duration\nA,Lab,,45\n',
      [
        'title,room,start,duration,room_wish',
        expect.stringMatching(/^A,Lab,2026-05-02T09:00:00\+02:00,45,Lab$/),
      ],
      'placed',
    ],
    [
      'each row of a session with several people',
      'title,first name,last name,room,start,duration\nA,Ada,Lovelace,,,45\nA,Grace,Hopper,,,45\n',
      [
        'title,first name,last name,room,start,duration',
        expect.stringMatching(/^A,Ada,Lovelace,(Hall|Lab),2026-05-02T09:00:00\+02:00,45$/),
        expect.stringMatching(/^A,Grace,Hopper,(Hall|Lab),2026-05-02T09:00:00\+02:00,45$/),
      ],
      'placed',
    ],
    [
      'no place of a talk that is left out, and its length',
      'title,room,start,end\nA,Hall,2026-05-02 09:00,12:20\n',
      ['title,room,start,end,duration', 'A,,,,200'],
      'none',
    ],
  ])('has %s', async (_, schedule, lines, keep) => {
    expect((await written(schedule, { options: { keep } })).trimEnd().split('\n')).toEqual(lines);
  });

  it('has all that the file has, also of rows that are not placed', async () => {
    const rows = [
      'title,room,start,duration,speakers',
      'Kaffee & Kuchen,,2026-05-02 15:00,30,',
      'A,Hall,,200,Ada',
      'Party,Hall,,60,',
      'TBA,Hall,2026-05-02 09:00,45,',
      'Lunch,Hall,2026-05-02 12:00,60,',
    ];
    expect(await written(`${rows.join('\n')}\n`)).toBe(`${rows.join('\n')}\n`);
  });

  it('has the room and the day of all talks, if they are in no column', async () => {
    const schedule = 'title,time,end\nA,9:00,9:45\nLunch,9:45,10:30\n';
    const { placing, report, table } = await placeTexts({
      schedule,
      rooms,
      room: 'Hall',
      firstDay: '2026-05-02',
    });
    expect(placedFile(placing, report.places, table)).toBe(
      'title,time,end,room,start,duration\nA,,9:45,Hall,2026-05-02T09:00:00+02:00,\n' +
        'Lunch,,10:30,Hall,2026-05-02T09:45:00+02:00,\n',
    );
  });

  it('of submissions is a new file', async () => {
    const people = [{ name: 'Ada Lovelace', email: 'ada@example.org' }];
    const text = await written(undefined, {
      submissions: [submission('s1', { title: 'A', people })],
    });
    expect(text).toMatch(
      /^submission_id,title,room,start,duration,speakers,format\ns1,A,(Hall|Lab),2026-05-02T09:00:00/,
    );
  });
});

describe('a file that was written, placed again', () => {
  it.each([
    [
      'title,room,Start (UTC),duration\nA,,,45\n',
      'title,room,Start (UTC),duration\nA,Hall,2026-05-02T07:00:00+00:00,45\n',
    ],
    [
      'title,room,start,Timezone,duration\nA,,,America/New_York,45\n',
      'title,room,start,Timezone,duration\nA,Hall,2026-05-02T03:00:00-04:00,America/New_York,45\n',
    ],
    [
      'title,room,Start (UTC),Timezone,duration\nA,,,America/New_York,45\n',
      'title,room,Start (UTC),Timezone,duration\nA,Hall,2026-05-02T07:00:00+00:00,,45\n',
    ],
    [
      'title,room,date,time,Timezone,end,end date\n' +
        'A,Lab,2026-05-01,09:00,UTC+8,09:45,2026-05-01\n',
      'title,room,date,time,Timezone,end,end date,start,duration\n' +
        'A,Hall,,,UTC+8,,,2026-05-02T15:00:00+08:00,45\n',
    ],
  ])('is on the clocks of its headers and rows: %j', async (schedule, file) => {
    const texts = {
      rooms: 'room,start,end\nHall,2026-05-02 09:00,09:45\n',
      options: { keep: 'none' } as const,
    };
    const { placing, report, table } = await placeTexts({ ...texts, schedule });
    const text = placedFile(placing, report.places, table);
    expect(text).toBe(file);
    expect((await placeTexts({ ...texts, schedule: text })).places).toEqual({ A: '09:00 Hall' });
  });

  const hall = 'room,start,end\nHall,2026-05-02 09:00,10:30\n';

  const unplaced = 'title,room,start\nA,,\nB,,\nC,,\n';
  const all = ['A', 'B', 'C'].map((title) => submission(title, { title }));

  it.each<[string, { schedule?: string; submissions?: readonly EventSubmission[] }]>([
    ['a grid', { schedule: unplaced }],
    ['a file', { schedule: unplaced }],
  ])('has the talks that were left out, of %s', async (kind, given) => {
    const { placing, report, table } = await placeTexts({ ...given, rooms: hall });
    expect(report.leftOut).toHaveLength(1);
    const schedule = placedFile(placing, report.places, kind === 'a grid' ? undefined : table);
    const second = await placeTexts({ ...given, schedule, rooms });
    expect(second.report).toMatchObject({ leftOut: [], counts: { placed: 1, kept: 2 } });
  });

  it.each([
    [
      'a column for the duration',
      'title,duration,room,start\nA,,,\nB,,,\nC,,Hall,2026-05-02 09:40\n',
    ],
    ['neither', 'title,room,start,pinned\nA,,,\nB,,,\nC,Hall,2026-05-02 09:40,x\n'],
    ['no file', undefined],
  ])('has the durations that were assumed, with %s', async (_, schedule) => {
    const submissions = schedule === undefined ? all : [];
    const texts = { submissions, rooms: hall.replace('10:30', '10:00') };
    const first = await placeTexts({
      ...texts,
      schedule,
      options: { defaultDurationMs: 20 * 60_000 },
    });
    const text = placedFile(first.placing, first.report.places, first.table);
    const second = await placeTexts({ ...texts, schedule: text });
    expect(second.report).toMatchObject({
      leftOut: [],
      broken: [],
      counts: { placed: 0, moved: 0 },
    });
    expect(second.places).toEqual(first.places);
  });
});
