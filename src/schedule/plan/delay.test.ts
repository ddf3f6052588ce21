// Where the talks of a room go if one of them begins later.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RoomOptions } from '../rooms/room-terms.ts';
import { submissionOf } from '../submissions.ts';
import { delayedTalks } from './delay.ts';

const minute = 60_000;
const day = Date.UTC(2027, 4, 20, 9);

/** A talk of `Hall`, in minutes after nine. */
function talk(id: string, from: number, to: number, room = 'Hall') {
  const at = (minutes: number) => new Date(day + minutes * minute).toISOString();
  const record = { id, title: id, room, start: at(from), end: at(to), status: 'accepted' };
  return submissionOf(record, { timeZone: undefined });
}

interface Terms {
  readonly minutes?: number;
  readonly turnaround?: number;
  readonly sharedRooms?: readonly string[];
  readonly ofRooms?: RoomOptions['ofRooms'];
}

/** The new starts, in minutes after nine. */
function delayed(id: string, talks: readonly ReturnType<typeof talk>[], terms: Terms = {}) {
  const { minutes = 15, turnaround = 0, sharedRooms = [], ofRooms } = terms;
  const { talks: moved } = delayedTalks(id, talks, {
    delayMs: minutes * minute,
    turnaroundMs: turnaround * minute,
    defaultDurationMs: 45 * minute,
    sharedRooms,
    ofRooms,
    timeZone: 'UTC',
  });
  return Object.fromEntries(
    moved.map(({ id, to }) => [id, (Date.parse(to.start) - day) / minute] as const),
  );
}

const hall = new Map([['hall', { room: 'Hall', turnaroundMs: 5 * minute, hours: [] }]]);

it.each<[string, readonly ReturnType<typeof talk>[], Terms, Readonly<Record<string, number>>]>([
  ['what follows without a gap', [talk('b', 30, 60), talk('c', 60, 90)], {}, { b: 45, c: 75 }],
  ['until a gap is left', [talk('b', 30, 60), talk('c', 70, 90)], {}, { b: 45, c: 75 }],
  ['nothing behind a gap', [talk('b', 45, 60), talk('c', 60, 90)], {}, {}],
  ['with the turnaround', [talk('b', 40, 60)], { turnaround: 5 }, { b: 50 }],
  ['with less, where it is less now', [talk('b', 32, 60)], { turnaround: 5 }, { b: 47 }],
  ['with the turnaround of its room', [talk('b', 40, 60)], { ofRooms: hall }, { b: 50 }],
  ['no other room', [talk('b', 30, 60, 'Lab')], {}, {}],
  ['nothing in a shared room', [talk('b', 30, 60)], { sharedRooms: ['hall'] }, {}],
])('delays %s', (_, others, terms, expected) => {
  const talks = [...others, talk('a', 0, 30), talk('before', -30, 0)];
  expect(delayed('a', talks, terms)).toEqual({ a: 15, ...expected });
});

it('leaves out what does not take place', () => {
  const gone = { ...talk('b', 30, 60), status: 'withdrawn' };
  expect(delayed('a', [talk('a', 0, 30), gone, talk('c', 60, 90)])).toEqual({ a: 15 });
});

it('writes new starts in the time zone', () => {
  const { talks } = delayedTalks('a', [talk('a', 0, 30)], {
    delayMs: minute,
    turnaroundMs: 0,
    defaultDurationMs: minute,
    sharedRooms: [],
    timeZone: 'Europe/Berlin',
  });
  expect(talks[0]?.to).toEqual({ room: 'Hall', start: '2027-05-20T11:01:00+02:00' });
});

it('keeps the order, overlaps nothing new, and delays nobody by more than the first', () => {
  const lengths = fc.array(
    fc.record({ gap: fc.nat(40), length: fc.integer({ min: 5, max: 90 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 60 }), fc.nat(20), (parts, minutes, gap) => {
      let end = 0;
      const talks = parts.map(({ gap: before, length }, at) => {
        const made = talk(`t${at}`, end + before, end + before + length);
        end += before + length;
        return made;
      });
      const starts = delayed('t0', talks, { minutes, turnaround: gap });
      let freeFrom = Number.NEGATIVE_INFINITY;
      for (const { id, placement, durationMs = 0 } of talks) {
        const old = (Date.parse(placement?.start ?? '') - day) / minute;
        const start = starts[id] ?? old;
        expect(start).toBeGreaterThanOrEqual(freeFrom);
        expect(start - old).toBeLessThanOrEqual(minutes);
        freeFrom = start + durationMs / minute;
      }
      expect(starts.t0).toBe((parts[0]?.gap ?? 0) + minutes);
    }),
  );
});
