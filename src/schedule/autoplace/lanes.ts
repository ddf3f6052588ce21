// Owns the lanes: what fixed sessions and breaks leave of the open periods of rooms. Must not know
// wishes.

import type { Lane, RoomPeriod } from '../../autoplace/problem.ts';
import { foldKey } from '../../contract/key.ts';
import { turnaroundIn } from '../rooms/room-terms.ts';
import { isInRooms, type Session } from '../session.ts';
import { midnightBefore, minutesOf, type Times } from './clock.ts';
import type { OpenPeriod } from './files/rooms.ts';
import type { AutoplaceInput } from './input.ts';
import { type Intervals, subtract } from './intervals.ts';

/** A part of an open period that nothing fixed takes, in minutes. Its room is an index. */
export interface OpenLane extends Lane {
  readonly period: OpenPeriod;
}

/**
 * `fixed` has the times of the fixed talks, in their order, each in the first of its rooms; `rooms`
 * the names of all rooms.
 */
export function openLanes(input: AutoplaceInput, times: Times) {
  const { periods, talks, breaks, options } = input;
  const { clock } = times;
  const fixed = talks.filter(({ isFixed }) => isFixed).map(({ session }) => session);
  const named = new Map<string, string>();
  for (const { room } of [...periods, ...fixed])
    if (!named.has(foldKey(room))) named.set(foldKey(room), room);
  const roomIndex = new Map([...named.keys()].map((key, index) => [key, index]));
  const roomOf = (room: string) => roomIndex.get(foldKey(room)) ?? -1;
  const parts = periods.flatMap((period) => {
    const turnaround = Math.ceil(turnaroundIn(period.room, options) / 60_000);
    const taken: Intervals = [
      ...fixed
        .filter((session) => isIn(session, period))
        .map((session) => minutesOf(session, clock, turnaround)),
      ...breaks.filter((pause) => isIn(pause, period)).map((pause) => minutesOf(pause, clock)),
    ];
    const open = { from: clock.minuteAfter(period.startMs), to: clock.minute(period.endMs) };
    const midnight = midnightBefore(period.startMs, times);
    return subtract([open], taken).map(({ from, to }) => {
      return { period, turnaround, midnight, room: roomOf(period.room), start: from, end: to };
    });
  });
  const open = apart(parts).toSorted((a, b) => a.start - b.start || a.room - b.room);
  const takenTimes = fixed.map((session) => {
    const { from, to } = minutesOf(session, clock);
    return { room: roomOf(session.room), start: from, end: to };
  });
  const { bandOf, bands } = bandsOf([...open, ...takenTimes]);
  const withBand = <T extends Minutes>(lane: T) => {
    return { ...lane, band: bandOf(lane), day: dayOf(lane.start) };
  };
  return {
    lanes: open.map(withBand),
    fixed: takenTimes.map(withBand),
    rooms: [...named.values()],
    roomOf,
    bands,
  };
}

export function dayOf(minute: number): number {
  return Math.floor(minute / 1440);
}

type Minutes = Pick<RoomPeriod, 'start' | 'end'>;

/** A day on either side is more than a turnaround. */
function isIn(session: Session, { room, startMs, endMs }: OpenPeriod): boolean {
  return (
    startMs - dayMs < session.endMs && session.startMs < endMs + dayMs && isInRooms(session, [room])
  );
}

const dayMs = 24 * 3_600_000;

/** Ends each part early enough for the next one in its room. */
function apart<Part extends Omit<OpenLane, 'band' | 'day'>>(
  parts: readonly Part[],
): readonly Part[] {
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

/** Times that overlap, directly or through others, are a band. */
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
