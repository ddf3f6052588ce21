// Owns time as autoplace counts it: minutes since the first day, and the days of the conference.
// Must not know talks.

import { dayAfter } from '../../columns/dates/calendar-date.ts';
import { firstMoment, localDay, zonedTime } from '../../columns/dates/zoned-time.ts';
import type { OpenPeriod } from './files/rooms.ts';
import type { Interval } from './intervals.ts';

/** The minutes since midnight of the first day, as a clock that has no daylight saving time. */
export interface MinuteClock {
  /** Rounded down. */
  minute(ms: number): number;
  /** Rounded up. */
  minuteAfter(ms: number): number;
  ms(minute: number): number;
}

/** The clock of minutes, and the days on which rooms are open. */
export interface Times {
  readonly clock: MinuteClock;
  /** A time zone or an offset. */
  readonly zone: string;
  readonly days: readonly ConferenceDay[];
}

/**
 * A day that begins when the evening before has ended: what is open past midnight belongs to the
 * day on which it opened.
 */
export interface ConferenceDay extends Interval {
  readonly date: string;
}

export function timesOf(periods: readonly OpenPeriod[], zone: string): Times {
  const clock = minuteClock(periods, zone);
  const named = periods
    .flatMap(({ startMs, endMs }) => [localDay(startMs, zone), localDay(endMs, zone)])
    .sort();
  const dates = named[0] === undefined ? [] : datesFrom(named[0], named.at(-1) ?? named[0]);
  const lateEnds = new Map<string, number>();
  for (const { startMs, endMs } of periods) {
    const date = dayAfter(localDay(startMs, zone));
    if (endMs - startMs < dayMs)
      lateEnds.set(date, Math.max(lateEnds.get(date) ?? 0, clock.minuteAfter(endMs)));
  }
  const beginOf = (date: string) => {
    const midnight = minuteOn(date, '00:00', { clock, zone });
    return Math.max(midnight, lateEnds.get(date) ?? midnight);
  };
  const days = dates.flatMap((date): readonly ConferenceDay[] => {
    const [from, to] = [beginOf(date), beginOf(dayAfter(date))];
    return to <= from ? [] : [{ date, from, to }];
  });
  return { clock, zone, days };
}

const dayMs = 24 * 3_600_000;

function minuteClock(periods: readonly OpenPeriod[], zone: string): MinuteClock {
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

function datesFrom(first: string, last: string): readonly string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = dayAfter(date)) dates.push(date);
  return dates;
}

/** When the clocks show a time on a day. */
export function minuteOn(
  day: string,
  clockText: string,
  { clock, zone }: Pick<Times, 'clock' | 'zone'>,
): number {
  return clock.minute(firstMoment(day, clockText, zone));
}

/** When the clocks would have shown midnight, by what they show at a time. */
export function midnightBefore(ms: number, { clock, zone }: Pick<Times, 'clock' | 'zone'>): number {
  const { hour, minute } = zonedTime(ms, zone);
  return clock.minute(ms) - 60 * hour - minute;
}

/** A time in milliseconds since 1970. */
interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

/** All minutes that it touches. @param around minutes before and after it */
export function minutesOf({ startMs, endMs }: Period, clock: MinuteClock, around = 0): Interval {
  return { from: clock.minute(startMs) - around, to: clock.minuteAfter(endMs) + around };
}

/** The whole minutes that it takes a part of. */
export function lengthOf({ startMs, endMs }: Period): number {
  return Math.max(1, Math.ceil(endMs / 60_000) - Math.floor(startMs / 60_000));
}
