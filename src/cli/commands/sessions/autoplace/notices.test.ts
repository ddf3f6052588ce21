// What autoplace says of its files before the search.
import { expect, it } from 'vitest';
import { readTexts } from '../../../../../test/support/autoplace-files.ts';
import { submission } from '../../../../../test/support/schedule-rows.ts';
import { inputNotices, longTrackNotices } from './notices.ts';

const rooms = 'room,start,end\nHall,2026-05-02 09:00,12:00\n';
const placement = { room: 'Hall', start: '2026-05-02T10:00:00+02:00' };

it('names the placed sessions of the event that are not in the file, because they stay, and rows that are called off', async () => {
  const submissions = ['Queues', 'Locks', 'Clocks'].map((title) => submission(title, { title, placement }));
  const input = await readTexts({ schedule: 'title\nLocks\nClocks\n', rooms, submissions });
  expect(inputNotices(input, input.table, 'talks.csv')).toEqual([
    '1 session of the event is not in talks.csv and stays where it is: "Queues".',
  ]);
  const called = submissions.map((each) => (each.title === 'Queues' ? { ...each, status: 'withdrawn' } : each));
  const without = await readTexts({ schedule: 'title\nLocks\nClocks\n', rooms, submissions: called });
  const named = await readTexts({
    schedule: 'title\nQueues\nLocks\nClocks\nHarps (CANCELLED)\nTBA\n',
    rooms,
    submissions: called,
  });
  expect(inputNotices(named, named.table, 'talks.csv')).toEqual([
    'Not placed: 3 rows of talks.csv, because of their title or status: "Queues" (line 2, withdrawn), "Harps (CANCELLED)" (line 5), "TBA" (line 6).',
  ]);
  expect(inputNotices(without, without.table, 'talks.csv')).toEqual([]);
  expect(without.talks.map(({ session }) => session.title)).toEqual(['Locks', 'Clocks']);
  expect(inputNotices(await readTexts({ rooms, submissions }), undefined, undefined)).toEqual([]);
});

it('warns of each kind of doubtful cell at most a few times', async () => {
  const talks = Array.from({ length: 20 }, (_, at) => `T${at},harp\n`).join('');
  const input = await readTexts({ schedule: `title,needs\n${talks}`, rooms });
  expect(inputNotices(input, input.table, 'talks.csv')).toEqual([
    'Warning: schedule.csv:2 needs: no room has "harp" (also: lines 3–21)',
  ]);
});

it('names the tracks that take longer than rooms are open', () => {
  const long = (track: string) => ({ track, minutes: 630, openMinutes: 540 });
  expect(longTrackNotices({ longTracks: [] })).toEqual([]);
  expect(longTrackNotices({ longTracks: [long('Web')] })).toEqual([
    'Warning: 1 track takes longer than rooms are open, and may be in several rooms at the same time: Web (630 of 540 min).',
  ]);
  expect(longTrackNotices({ longTracks: [long('Web'), long('Data')] })[0]).toMatch(
    /^Warning: 2 tracks take .* Data \(/,
  );
});
