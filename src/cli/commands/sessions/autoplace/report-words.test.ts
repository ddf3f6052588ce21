// What autoplace says of its files before the search, and how its report reads.
import { expect, it } from 'vitest';
import {
  type AutoplaceTexts,
  placeTexts,
  readTexts,
} from '../../../../../test/support/autoplace-files.ts';
import { submission } from '../../../../../test/support/schedule-rows.ts';
import { placingOf } from '../../../../schedule/autoplace/placing.ts';
import { inputNotices } from './notices.ts';
import { reportLines } from './print-report.ts';

const hall = 'room,start,end\nHall,2026-05-02 09:00,10:30\n';
const placement = { room: 'Hall', start: '2026-05-02T09:00:00+02:00' };

it.each<[string, Partial<AutoplaceTexts>, readonly string[]]>([
  [
    'sessions that stay, by their number',
    {
      schedule: 'title,room,start\nLocks,,\nAttic talk,Attic,2026-05-02 10:00\n',
      submissions: [
        submission('a', {
          title: 'Queues',
          placement: { ...placement, start: '2026-05-04T10:00:00+02:00' },
        }),
        submission('b', { title: 'Locks', placement }),
      ],
    },
    [
      'Warning: schedule.csv:3 room: no room is named "Attic"',
      '1 session of the event is not in talks.csv, and stays.',
      'Warning: 2 placed sessions are in rooms or at times that rooms.csv does not have, and ' +
        'stay: "Attic talk", "Queues".',
    ],
  ],
  [
    'a session that begins while its room is open, and does not end then',
    { schedule: 'title,room,start,duration\nLocks,Hall,2026-05-02 10:00,45\n' },
    [
      'Warning: 1 placed session is in rooms or at times that rooms.csv does not have, and ' +
        'stays: "Locks".',
    ],
  ],
  [
    'rows that are no talks',
    {
      schedule: 'title\nQueues\nLocks\nLunch\n',
      submissions: [submission('a', { title: 'Queues', placement, status: 'withdrawn' })],
    },
    [
      'Not placed: 2 rows of talks.csv, because of their title or status: "Lunch" (line 4), ' +
        '"Queues" (line 2, withdrawn).',
    ],
  ],
  [
    'names that nothing has, once',
    { schedule: `title,needs\n${Array.from({ length: 20 }, (_, at) => `T${at},harp\n`).join('')}` },
    ['Warning: schedule.csv:2 needs: no room has "harp" (also: lines 3–21)'],
  ],
  [
    'tracks that take longer than rooms are free',
    { schedule: 'title,track,duration\nA,Web,90\nB,Web,100\n' },
    [
      'Warning: 1 track takes longer than rooms are free, and may be in several rooms at the ' +
        'same time: Web (190 of 90 min).',
    ],
  ],
])('names %s', async (_, texts, expected) => {
  const placing = placingOf(await readTexts({ rooms: hall, ...texts }));
  expect(inputNotices(placing, 'talks.csv', { file: 'rooms.csv' })).toEqual(expected);
});

async function lines(texts: Partial<AutoplaceTexts>): Promise<readonly string[]> {
  const { placing, report } = await placeTexts({ rooms: hall, ...texts });
  return reportLines({ placing, report, steps: 3000, seed: 1 });
}

it.each<[string, Partial<AutoplaceTexts>, readonly string[]]>([
  [
    'the talks whose rows are empty, and that the event has',
    {
      schedule: 'title,room,start,duration\nQueues,,,45\nLocks,Hall,2026-05-02 09:45,45\n',
      submissions: [submission('a', { title: 'Queues', placement })],
    },
    [
      'Kept where the event has them, although their rows are empty; --keep none places them anew:',
      '  "Queues": 2026-05-02 09:00 Hall',
      '0 talks placed, 2 kept. With --keep none, they may move.',
      'Seed 1, 3000 steps.',
    ],
  ],
  [
    'each talk that is left out with its reason, and how many minutes are free',
    {
      schedule: `title,speakers,duration,needs
A,Ada A,100,
B,Ada B,120,
Late,Bo,45,
Later,Cy,30,
Harps,Di,45,harp
`,
      people: 'name,from,to,availability\nBo,2026-05-02,,cannot\nCy,2026-05-02,,cannot\n',
    },
    [
      'Left out: 5 talks, 340 min; 90 min are open and free',
      '  "A" needs 100 min; the longest free period is 90 min',
      '  "B" needs 120 min; the longest free period is 90 min',
      '  "Late" needs 45 min; 1 free period is long enough: while Bo is away',
      '  "Later" needs 30 min; 1 free period is long enough: while Cy is away',
      '  "Harps" needs 45 min; 1 free period is long enough: in a room without harp',
      '0 talks placed, 5 left out.',
      'Seed 1, 3000 steps.',
    ],
  ],
  [
    'wishes that are not met',
    {
      schedule: `title,speakers,duration,track,room,start,after
A,Ada,30,Web,Hall,2026-05-02 09:00,
B,Bo,30,,,,C
C,Cy,30,Web,Hall,2026-05-02 10:00,
`,
      people: 'name,from,to,availability\nBo,2026-05-02 09:45,2026-05-02 12:00,rather_not\n',
    },
    [
      'Placed:',
      '  "B": 2026-05-02 09:30 Hall',
      'Not met:',
      '  "B": Bo would rather not speak at 2026-05-02 09:45 Europe/Berlin',
      '  "B" is not after "C"',
      '1 talk placed, 2 kept. 2 wishes are not met.',
      'Seed 1, 3000 steps.',
    ],
  ],
  [
    'wishes that are not checked, because nothing has the names in them',
    { schedule: 'title,speakers,duration,after,room wish\nA,Ada,30,Dead; Gone,Attic\n' },
    [
      'Placed:',
      '  "A": 2026-05-02 09:00 Hall',
      '1 talk placed. All known wishes are met.',
      'Unknown: what 3 wishes name (not checked).',
      'Seed 1, 3000 steps.',
    ],
  ],
  [
    'musts that placed talks break',
    {
      schedule:
        'title,duration,room,start\nA,30,Hall,2026-05-02 09:00\nB,30,hall,2026-05-02 09:15\n',
    },
    [
      'Broken:',
      '  "A" and "B": both in Hall, at the same time',
      '0 talks placed, 2 kept, 1 must broken.',
      'Seed 1, 3000 steps.',
    ],
  ],
  [
    'first the sessions that cannot leave the event',
    {
      schedule: 'title,duration,needs,speakers\nTalk a,45,,Ada\nTalk b,90,harp,Bo\n',
      submissions: [submission('a'), submission('b', { placement })],
      options: { keep: 'none' },
    },
    [
      'Stay in the event until `plenary sessions unplace`; a talk there clashes:',
      '  "Talk b": 2026-05-02 09:00 Hall',
      'Placed:',
      '  "Talk a": 2026-05-02 09:00 Hall',
      'Left out: 1 talk, 90 min; 45 min are open and free',
      '  "Talk b" needs 90 min; the longest free period is 45 min',
      '1 talk placed, 1 left out.',
      'Seed 1, 3000 steps.',
    ],
  ],
  [
    'that all is as it was',
    { schedule: 'title,duration,room,start\nA,30,Hall,2026-05-02 09:00\n' },
    ['0 talks placed, 1 kept. With --keep none, they may move.', 'Seed 1, 3000 steps.'],
  ],
])('the report has %s', async (_, texts, expected) => {
  expect(await lines(texts)).toEqual(expected);
});

it('has at most 30 lines, however many talks there are', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => {
    const place = at % 4 === 0 ? `Hall,2026-05-02 09:${10 + (at % 40)}` : ',';
    return (
      `Talk ${at},Speaker ${at % 9},${20 + 5 * (at % 7)},${place},${at % 5 === 0 ? 'harp' : ''},` +
      `Loft\n`
    );
  });
  const rooms = `${hall}Lab,2026-05-02 09:00,18:00\nLoft,2026-05-03 09:00,11:00\n`;
  const schedule = `title,speakers,duration,room,start,needs,room_wish\n${rows.join('')}`;
  for (const keep of ['placed', 'none'] as const) {
    const found = await lines({ schedule, rooms, options: { keep } });
    expect(found.length).toBeLessThanOrEqual(30);
    expect(found.filter((line) => /^ {2}… and \d+ more/.test(line)).length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(
      /^Placed: \d+ talks \(\d+ on 2026-05-02, \d+ on 2026-05-03\)$/m,
    );
  }
});
