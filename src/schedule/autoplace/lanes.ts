// Owns the lanes: what fixed sessions and breaks leave of the open periods of rooms. Must not know
// wishes.

import { zonedTime } from '../../columns/dates/zoned-time.ts';
import { foldKey } from '../../contract/key.ts';
import { turnaroundIn } from '../room-terms.ts';
import { isInRooms, type Session } from '../session.ts';
import type { OpenPeriod } from './files/rooms.ts';
import type { AutoplaceInput } from './input.ts';
import { type Interval, type Intervals, subtract } from './intervals.ts';

/** The minutes since midnight of the first day, as a clock that has no daylight saving time. */
export interface MinuteClock {
  /** Rounded down. */
  minute(ms: number): number;
  /** Rounded up. */
  minuteAfter(ms: number): number;
  ms(minute: number): number;
}

export function minuteClock({ periods, zone }: AutoplaceInput): MinuteClock {
  const first = Math.min(...periods.map(({ startMs }) => startMs));
  const startMs = Number.isFinite(first)
    ? zonedTime(first, zone).startOfDay().epochMilliseconds
    : 0;
  return {
    minute: (ms) => Math.floor((ms - startMs) / 60_000),
    minuteAfter: (ms) => Math.ceil((ms - startMs) / 60_000),
    ms: (minute) => startMs + minute * 60_000,
  };
}

/** Some time in a room. */
export interface RoomTime {
  /** An index of rooms. */
  readonly room: number;
  /** Times that overlap, directly or through others, are a band. */
  readonly band: number;
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

/** A part of an open period that nothing fixed takes. */
export interface OpenLane extends RoomTime {
  readonly period: OpenPeriod;
  /** Minutes between two talks. */
  readonly turnaround: number;
}

/**
 * `fixed` has the times of the fixed talks, in their order, each in the first of its rooms; `rooms`
 * the names of all rooms.
 */
export function openLanes(input: AutoplaceInput, clock: MinuteClock) {
  const { periods, talks, breaks, options } = input;
  const fixed = talks.filter(({ isFixed }) => isFixed).map(({ session }) => session);
  const named = new Map<string, string>();
  for (const { room } of [...periods, ...fixed])
    if (!named.has(foldKey(room))) named.set(foldKey(room), room);
  const rooms = [...named.values()];

  const roomIndex = new Map(rooms.map((room, index) => [foldKey(room), index]));
  const parts = periods.flatMap((period) => {
    const turnaround = Math.ceil(turnaroundIn(period.room, options) / 60_000);
    const taken: Intervals = [
      ...fixed
        .filter((session) => isIn(session, period))
        .map((session) => minutesOf(session, clock, turnaround)),
      ...breaks.filter((pause) => isIn(pause, period)).map((pause) => minutesOf(pause, clock)),
    ];
    const open = { from: clock.minuteAfter(period.startMs), to: clock.minute(period.endMs) };
    const room = roomIndex.get(foldKey(period.room)) ?? 0;
    return subtract([open], taken).map(({ from, to }) => {
      return { period, turnaround, room, start: from, end: to };
    });
  });
  const open = apart(parts).toSorted((a, b) => a.start - b.start || a.room - b.room);
  const times = fixed.map((session) => {
    const { from, to } = minutesOf(session, clock);
    return { room: roomIndex.get(foldKey(session.room)) ?? 0, start: from, end: to };
  });
  const { bandOf, bands } = bandsOf([...open, ...times]);
  const withBand = <T extends Minutes>(lane: T) => ({
    ...lane,
    band: bandOf(lane),
    day: Math.floor(lane.start / 1440),
  });
  return { lanes: open.map(withBand), fixed: times.map(withBand), rooms, bands };
}

type Minutes = Pick<RoomTime, 'start' | 'end'>;
type LanePart = Omit<OpenLane, 'band' | 'day'>;

/** A day on either side is more than a turnaround. */
function isIn(session: Session, { room, startMs, endMs }: OpenPeriod): boolean {
  return (
    startMs - dayMs < session.endMs && session.startMs < endMs + dayMs && isInRooms(session, [room])
  );
}

const dayMs = 24 * 3_600_000;

/** All minutes that it touches. @param around minutes before and after it */
export function minutesOf(
  { startMs, endMs }: Pick<Session, 'startMs' | 'endMs'>,
  clock: MinuteClock,
  around = 0,
): Interval {
  return { from: clock.minute(startMs) - around, to: clock.minuteAfter(endMs) + around };
}

/** Ends each part early enough for the next one in its room. */
function apart(parts: readonly LanePart[]): readonly LanePart[] {
  return parts.flatMap((part) => {
    if (part.turnaround === 0) return part;
    const next = Math.min(
      ...parts
        .filter(({ room, start }) => room === part.room && start > part.start)
        .map(({ start }) => start),
    );
    const end = Math.min(part.end, next - part.turnaround);
    return end > part.start ? [{ ...part, end }] : [];
  });
}

function bandsOf(times: readonly Minutes[]): { bandOf: (time: Minutes) => number; bands: number } {
  const numbers = new Map<Minutes, number>();
  let bands = 0;
  let bandEnd = Number.NEGATIVE_INFINITY;
  for (const time of times.toSorted((a, b) => a.start - b.start)) {
    if (time.start >= bandEnd) bands++;
    bandEnd = Math.max(bandEnd, time.end);
    numbers.set(time, bands - 1);
  }
  return { bandOf: (time) => numbers.get(time) ?? 0, bands };
}
