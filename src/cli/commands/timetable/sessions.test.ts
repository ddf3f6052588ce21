// Which sessions the flags choose, and which values are refused.
import { describe, expect, it } from 'vitest';
import { session } from '../../../../test/support/timetables.ts';
import { NotFoundError, UsageError } from '../../../errors.ts';
import { days } from '../../flag-sets.ts';
import { narrow } from './sessions.ts';

const pause = { isBreak: true, people: [], submissionId: undefined } as const;
const sessions = [
  session('2026-05-02T09:00:00+02:00', 45, { title: 'Queues', room: 'Hall' }),
  session('2026-05-02T09:00:00+02:00', 45, { title: 'Locks', room: 'Lab' }),
  session('2026-05-02T09:00:00+02:00', 45, { title: 'Graphs', room: 'Attic' }),
  session('2026-05-02T10:00:00+02:00', 30, {
    ...pause,
    title: 'Coffee',
    room: 'Hall',
    otherRooms: ['Lab'],
  }),
  session('2026-05-02T10:00:00+02:00', 30, { ...pause, title: 'Tea', room: '' }),
  session('2026-05-03T09:00:00+02:00', 45, { title: 'Proofs', room: 'Hall' }),
];

function titlesOf(flags: Partial<Parameters<typeof narrow>[0]>): readonly string[] {
  const all = { day: [], rooms: [], track: [], speaker: [], ...flags };
  return narrow(all, { sessions, zone: 'Europe/Berlin' }).map(({ title }) => title);
}

describe('the sessions', () => {
  it('of rooms that also have a break in common are those of each room', () => {
    const inBoth = ['Queues', 'Locks', 'Coffee', 'Tea', 'Proofs'];
    expect(titlesOf({ rooms: ['Hall, Lab'] })).toEqual(inBoth);
    expect(titlesOf({ rooms: ['Hall', 'Lab'] })).toEqual(inBoth);
  });

  it('of several days are chosen with commas as well', () => {
    expect(titlesOf({ day: days.read(['2026-05-02,2026-05-03'], '--day') })).toHaveLength(6);
    expect(titlesOf({ day: ['2026-05-03'] })).toEqual(['Proofs']);
  });

  it('of a day without any are none, whatever else is chosen', () => {
    expect(titlesOf({ day: ['2026-05-04'], rooms: ['Hall'] })).toEqual([]);
  });
});

it.each([
  [
    { rooms: ['All rooms'] },
    '--rooms All rooms: no session matches',
    'pass one of Attic | Hall | Lab',
  ],
  [
    { track: ['Web'] },
    '--track Web: no session matches',
    'remove --track: no session has a value to choose',
  ],
])('refuses %j', (flags, message, fix) => {
  expect(() => titlesOf(flags)).toThrow(expect.objectContaining({ message, fix }));
  expect(() => titlesOf(flags)).toThrow(NotFoundError);
});

it('refuses a day that is no date', () => {
  const read = () => days.read(['2026-05-02, 3.5.2026'], '--day');
  expect(read).toThrow('--day 3.5.2026: not a date');
  expect(read).toThrow(UsageError);
});
