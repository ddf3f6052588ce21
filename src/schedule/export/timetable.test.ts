// Days, rooms and slots of a timetable.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { session, timetable } from '../../../test/support/timetables.ts';
import type { Session } from '../session.ts';
import { gridOf, inOrder } from './timetable.ts';

const fromMs = Date.parse('2026-05-02T09:00:00+02:00');

/** A grid as text, to compare it as a whole: `room/lane: title@slot+span`. */
function outline({ days }: ReturnType<typeof gridOf>) {
  return days.map(({ date, rooms }) => [
    date,
    ...rooms.flatMap(({ name, lanes }) =>
      lanes.map((lane, index) => {
        const cells = lane.map(({ session, slot, span }) => `${session.title}@${slot}+${span}`);
        return `${name}/${index}: ${cells.join(' ')}`;
      }),
    ),
  ]);
}

describe('the grid of a timetable', () => {
  it('puts sessions that start before 04:00 local time under the day before', () => {
    const { days } = gridOf(
      timetable([
        session('2026-05-02T09:00:00+02:00', 30),
        session('2026-05-03T03:59:00+02:00', 30),
        session('2026-05-03T04:00:00+02:00', 30),
      ]),
    );
    expect(days.map(({ date, slots }) => [date, slots.length])).toEqual([
      ['2026-05-02', 3],
      ['2026-05-03', 1],
    ]);
    expect(days[0]?.startMs).toBe(Date.parse('2026-05-02T04:00:00+02:00'));
    expect(days[0]?.endMs).toBe(Date.parse('2026-05-03T04:00:00+02:00'));
  });

  it('has days of 23 and 25 hours when the clocks change', () => {
    const hours = (start: string) => {
      const [day] = gridOf(timetable([session(start, 30)])).days;
      return ((day?.endMs ?? 0) - (day?.startMs ?? 0)) / 3_600_000;
    };
    expect(hours('2026-03-28T09:00:00+01:00')).toBe(23);
    expect(hours('2026-10-24T09:00:00+02:00')).toBe(25);
  });

  it('merges spellings of a room in upper and lower case', () => {
    const times = ['09', '10', '11'];
    const rooms = ['Hall', 'hall', ' HALL '].map((room, at) =>
      session(`2026-05-02T${times[at]}:00:00Z`, 30, { room }),
    );
    const grid = gridOf(timetable(rooms));
    expect([grid.rooms, grid.days[0]?.rooms.map(({ lanes }) => lanes.length)]).toEqual([
      ['Hall'],
      [1],
    ]);
  });

  it('orders rooms by first use, then by name, with numbers as numbers', () => {
    const later = session('2026-05-02T11:00:00+02:00', 30, { room: 'Annex' });
    const early = ['Room 10', 'Room 2', 'Hall'].map((room) =>
      session('2026-05-02T09:00:00+02:00', 30, { room }),
    );
    expect(gridOf(timetable([later, ...early])).rooms).toEqual([
      'Hall',
      'Room 2',
      'Room 10',
      'Annex',
    ]);
  });

  it('has a slot for each start and end, and spans those that begin during a session', () => {
    const sessions = [
      session('2026-05-02T09:00:00+02:00', 60, { title: 'A' }),
      session('2026-05-02T09:00:00+02:00', 30, { title: 'B', room: 'Lab' }),
      session('2026-05-02T09:30:00+02:00', 90, { title: 'C', room: 'Lab' }),
      session('2026-05-02T10:00:00+02:00', 60, { title: 'D' }),
    ];
    expect(outline(gridOf(timetable(sessions)))).toEqual([
      ['2026-05-02', 'Aula/0: A@0+2 D@2+1', 'Lab/0: B@0+1 C@1+2'],
    ]);
  });

  it('puts overlapping sessions of a room into lanes, and sessions without a duration', () => {
    const sessions = [
      session('2026-05-02T09:00:00+02:00', 60, { title: 'A' }),
      session('2026-05-02T09:30:00+02:00', 60, { title: 'B' }),
      session('2026-05-02T10:00:00+02:00', 0, { title: 'C' }),
      session('2026-05-02T10:00:00+02:00', 0, { title: 'D' }),
    ];
    expect(outline(gridOf(timetable(sessions)))).toEqual([
      ['2026-05-02', 'Aula/0: A@0+2 C@2+1', 'Aula/1: B@1+2', 'Aula/2: D@2+1'],
    ]);
  });

  it('puts each session into the first free lane', () => {
    const times = fc.record({ minute: fc.nat(60), length: fc.nat(20) });
    const property = fc.property(fc.array(times, { maxLength: 20 }), (all) => {
      const sessions = all.map(({ minute, length }) => {
        return session(new Date(fromMs + minute * 60_000).toISOString(), length);
      });
      const [day] = gridOf(timetable(sessions)).days;
      const lanes: number[] = [];
      const placed = day?.rooms.flatMap((room) => room.lanes.map((lane) => [...lane])) ?? [];
      for (const cell of placed.flat().toSorted((a, b) => order(a.session) - order(b.session))) {
        const free = lanes.findIndex((end) => end <= cell.slot);
        const lane = free < 0 ? lanes.length : free;
        expect(placed[lane]).toContain(cell);
        lanes[lane] = cell.slot + cell.span;
      }
      function order(one: Session): number {
        return inOrder(sessions).indexOf(one);
      }
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('has breaks in no room across all rooms while nothing else takes place', () => {
    const times = fc.record({
      minute: fc.nat(60),
      length: fc.integer({ min: -5, max: 20 }),
      isBreak: fc.boolean(),
    });
    const property = fc.property(fc.array(times, { maxLength: 12 }), (all) => {
      const sessions = all.map(({ minute, length, isBreak }) => {
        const start = new Date(fromMs + minute * 60_000).toISOString();
        return session(start, length, isBreak ? { isBreak, room: '' } : {});
      });
      const alone = sessions.filter((one) => {
        const isOverlapping = (other: Session) =>
          other !== one && other.startMs < one.endMs && other.endMs > one.startMs;
        return one.isBreak === true && !sessions.some(isOverlapping);
      });
      const across = gridOf(timetable(sessions)).days.flatMap((day) => day.across);
      expect(new Set(across.map((cell) => cell.session))).toEqual(new Set(alone));
    });
    fc.assert(property, { numRuns: 200 });
  });
});
