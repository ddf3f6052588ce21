// How long the service has a session, by what it shows, and which slots overlap.
import { expect, it } from 'vitest';
import {
  durationAnew,
  forEachOverlap,
  servedDuration,
  servedSlot,
  takesRoom,
} from './room-rule.ts';

const times = { start: '2027-05-20T09:00:00+00:00', end: '2027-05-20T11:20:00+02:00' };

it.each([
  ['the present times', { ...times, format_minutes: 45 }, { ms: 20 * 60_000, by: 'session' }],
  [
    'times without offsets',
    { start: '2027-05-20 09:00', end: '2027-05-20 09:15' },
    { ms: 15 * 60_000, by: 'session' },
  ],
  ['a duration', { duration: 25, format_minutes: 45 }, { ms: 25 * 60_000, by: 'session' }],
  [
    'a format',
    { end: null, format: 'Talk', format_minutes: 45 },
    { ms: 45 * 60_000, by: 'format', format: 'Talk' },
  ],
  ['neither', { end: null, format: null }, { ms: 30 * 60_000, by: 'usual' }],
  ['no ends', { start: times.start, format: 'Talk' }, undefined],
])('knows the duration of a session by %s', (_, record, duration) => {
  expect(servedDuration(record)).toEqual(duration);
});

it.each([
  ['a format', { ...times, format: 'Talk', format_minutes: 45 }, 45],
  ['none', { ...times, format: null }, 30],
  ['a duration of its own', { ...times, duration: 25, format: null }, 25],
  ['a format whose minutes are not shown', { ...times, format: 'Talk' }, undefined],
  ['no ends', { start: times.start, format: null }, undefined],
])('knows the duration of a session that is placed anew by %s', (_, record, minutes) => {
  expect(durationAnew(record)?.ms).toBe(minutes && minutes * 60_000);
});

it('knows the slot of a session that is placed', () => {
  const startMs = Date.UTC(2027, 4, 20, 9);
  expect(servedSlot({ ...times, room: 'Hall' })).toEqual({
    room: 'Hall',
    startMs,
    endMs: startMs + 20 * 60_000,
  });
  expect(servedSlot({ room: null, start: null, end: null })).toBeUndefined();
  expect(servedSlot({ room: 'Hall', start: times.start })).toBeUndefined();
});

it('finds the wanted slots that overlap taken ones in a room, whatever its case', () => {
  const slot = (name: string, room: string, startMs: number, endMs: number) => ({
    name,
    room,
    startMs,
    endMs,
  });
  const wanted = [
    slot('d', 'hall', 8, 9),
    slot('a', 'Hall', 0, 10),
    slot('b', 'Hall', 10, 20),
    slot('e', 'Hall', 0, 5),
  ];
  const taken = [
    slot('C', 'Lab', 0, 20),
    slot('H', 'Hall', 4, 10),
    slot('F', ' HALL', 0, 1),
    slot('G', 'Hall', 20, 30),
  ];
  const pairs: string[] = [];
  forEachOverlap(wanted, taken, (want, take) => void pairs.push(want.name + take.name));
  expect(pairs).toEqual(['aF', 'eF', 'aH', 'eH', 'dH']);
});

it('knows which statuses have their room to themselves', () => {
  const all = [
    'draft',
    'pending',
    'accept_queue',
    'accepted',
    'decline_queue',
    'declined',
    'withdrawn',
  ];
  expect(all.filter(takesRoom)).toEqual(['accept_queue', 'accepted']);
});
