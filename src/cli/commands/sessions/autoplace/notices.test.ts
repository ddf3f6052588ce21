// Owns the tests of what autoplace says of its files before the search.
import { expect, it } from 'vitest';
import { type AutoplaceTexts, readTexts } from '../../../../../test/support/autoplace-files.ts';
import { submission } from '../../../../../test/support/schedule-rows.ts';
import { placingOf } from '../../../../schedule/autoplace/placing.ts';
import { inputNotices } from './notices.ts';

const hall = 'room,start,end\nHall,2026-05-02 09:00,12:00\n';
const placement = { room: 'Hall', start: '2026-05-02T10:00:00+02:00' };

it.each<[string, Partial<AutoplaceTexts>, readonly string[]]>([
  [
    'sessions that stay, by their number',
    {
      schedule: 'title,room,start\nLocks,,\nAttic talk,Attic,2026-05-02 10:00\n',
      submissions: [
        submission('a', { title: 'Queues', placement: { ...placement, start: '2026-05-04T10:00:00+02:00' } }),
        submission('b', { title: 'Locks', placement }),
      ],
    },
    [
      'Warning: schedule.csv:3 room: no room is named "Attic"',
      '1 session of the event is not in talks.csv, and stays.',
      '2 placed sessions are in rooms or at times that rooms.csv does not have, and stay.',
    ],
  ],
  [
    'rows that are no talks',
    {
      schedule: 'title\nQueues\nLocks\nLunch\n',
      submissions: [submission('a', { title: 'Queues', placement, status: 'withdrawn' })],
    },
    [
      'Not placed: 2 rows of talks.csv, because of their title or status: "Lunch" (line 4), "Queues" (line 2, withdrawn).',
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
      'Warning: 1 track takes longer than rooms are free, and may be in several rooms at the same time: Web (190 of 180 min).',
    ],
  ],
])('names %s', async (_, texts, expected) => {
  const placing = placingOf(await readTexts({ rooms: hall, ...texts }));
  expect(inputNotices(placing, 'talks.csv', { file: 'rooms.csv' })).toEqual(expected);
});
