// Owns when and where each talk may be, and which times its people would rather not. Must not know
// costs.

import { isSameRoom } from '../../changes/place.ts';
import { dayAfter } from '../../columns/dates/calendar-date.ts';
import { firstMoment, localDay } from '../../columns/dates/zoned-time.ts';
import type { TimeBound } from '../../columns/kinds.ts';
import { quoted } from '../../contract/amount.ts';
import { foldKey, foldKeys } from '../../contract/key.ts';
import type { Session } from '../session.ts';
import type { OpenPeriod } from './files/rooms.ts';
import type { AutoplaceInput } from './input.ts';
import {
  always,
  complement,
  type Interval,
  type Intervals,
  intersect,
  union,
} from './intervals.ts';
import { type MinuteClock, minutesOf } from './lanes.ts';
import type { Talk, TalkPerson } from './named-talks.ts';

/** Why a talk may not be at a time; `what` is the person, or the fixed session of a person. */
export interface TimeLimit {
  readonly code: 'away' | 'busy' | 'not_before' | 'not_after' | 'start';
  readonly what: string;
  /** The minutes in which the talk may be. */
  readonly free: Intervals;
}

/** Why a talk may not be in a room; `what` is the equipment, or what the room is for. */
export interface RoomLimit {
  readonly code: 'equipment' | 'only' | 'room';
  readonly what: string;
}

/**
 * Why a talk cannot be where it is wanted: `while Ada Lovelace is away`.
 * @param what without it, of any person or room
 */
export function limitText(
  code: RoomLimit['code'] | TimeLimit['code'] | 'occupied' | 'combined',
  what = '',
): string {
  const texts = {
    away: `while ${what || 'a speaker'} is away`,
    busy: `while a speaker is in ${what === '' ? 'another talk' : quoted(what)}`,
    occupied: `while a speaker is in ${what === '' ? 'another talk' : quoted(what)}`,
    not_before: 'too early',
    not_after: 'too late',
    start: 'at another time than the row specifies',
    room: `in another room than ${what || 'the row specifies'}`,
    only: `in a room for ${what || 'others'} only`,
    equipment: `in a room without ${what || 'the equipment'}`,
    combined: what,
  };
  return texts[code];
}

/** The limits that are the same in all rooms. */
export function timeLimits(talk: Talk, times: Times): readonly TimeLimit[] {
  const { clock } = times;
  const { people, notBefore, notAfter, onlyStartMs, session } = talk;
  const limits: TimeLimit[] = [];
  for (const person of people) {
    const free = presence(person, clock);
    if (free !== always) limits.push({ code: 'away', what: person.name, free });
  }
  for (const code of ['not_before', 'not_after'] as const) {
    const bound = code === 'not_before' ? notBefore : notAfter;
    if (bound !== undefined) limits.push({ code, what: '', free: fromBound(code, bound, times) });
  }
  if (onlyStartMs !== undefined) {
    const from = clock.minute(onlyStartMs);
    limits.push({ code: 'start', what: '', free: [{ from, to: from + lengthOf(session) }] });
  }
  return limits;
}

/** A talk may not be during a fixed session of one of its people. */
export function busyLimit(session: Session, clock: MinuteClock): TimeLimit {
  return { code: 'busy', what: session.title, free: complement([minutesOf(session, clock)]) };
}

/** The clock of minutes, and the days on which rooms are open. */
export interface Times {
  readonly clock: MinuteClock;
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

export function timesOf({ periods, zone }: AutoplaceInput, clock: MinuteClock): Times {
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

function datesFrom(first: string, last: string): readonly string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = dayAfter(date)) dates.push(date);
  return dates;
}

/** The whole minutes that a session takes a part of. */
export function lengthOf({ startMs, endMs }: Session): number {
  return Math.max(1, Math.ceil(endMs / 60_000) - Math.floor(startMs / 60_000));
}

function presence({ rows }: TalkPerson, clock: MinuteClock): Intervals {
  const of = (presence: string) => rows.filter((row) => row.presence === presence);
  const [can, cannot] = [of('can'), of('cannot')];
  if (can.length + cannot.length === 0) return always;
  // Times of presence end and times of absence begin no later than they say.
  const present = can.map(({ startMs, endMs }) => ({
    from: clock.minuteAfter(startMs),
    to: clock.minute(endMs),
  }));
  const absent = cannot.map((row) => minutesOf(row, clock));
  return intersect(can.length === 0 ? always : union(present), complement(union(absent)));
}

function fromBound(code: 'not_before' | 'not_after', bound: TimeBound, times: Times): Intervals {
  const { clock, days } = times;
  const isStart = code === 'not_before';
  if ('ms' in bound) {
    return isStart
      ? [{ from: clock.minuteAfter(bound.ms), to: Number.POSITIVE_INFINITY }]
      : [{ from: Number.NEGATIVE_INFINITY, to: clock.minute(bound.ms) }];
  }
  // A clock time counts on each day.
  return union(
    days.flatMap(({ date, from, to }) => {
      const next = minuteOn(dayAfter(date), bound.clock, times);
      const isLate = isStart ? next < to : next <= to;
      const at = isLate ? next : minuteOn(date, bound.clock, times);
      const free = isStart ? { from: Math.max(from, at), to } : { from, to: Math.min(to, at) };
      return free.from < free.to ? [free] : [];
    }),
  );
}

function minuteOn(
  day: string,
  clockText: string,
  { clock, zone }: Pick<Times, 'clock' | 'zone'>,
): number {
  return clock.minute(firstMoment(day, clockText, zone));
}

/** Why the talk may not be in this room at all. */
export function roomLimits(
  { session, needs, onlyRoom }: Talk,
  period: OpenPeriod,
): readonly RoomLimit[] {
  if (needs.length === 0 && onlyRoom === undefined && period.only.length === 0) return [];
  const has = new Set(period.has.map(foldKey));
  const missing = needs.filter((need) => !has.has(foldKey(need)));
  const groups = new Set(foldKeys([session.format, session.track]));
  const isFor = period.only.length === 0 || period.only.some((group) => groups.has(foldKey(group)));
  const isRoom = onlyRoom === undefined || isSameRoom(onlyRoom, period.room);
  return [
    ...(isRoom ? [] : [{ code: 'room' as const, what: onlyRoom }]),
    ...(isFor ? [] : [{ code: 'only' as const, what: period.only.join(', ') }]),
    ...(missing.length === 0 ? [] : [{ code: 'equipment' as const, what: missing.join(', ') }]),
  ];
}

/** A time that a person would rather not speak. */
export interface UnwantedTime extends Interval {
  readonly person: string;
}

export function unwantedTimes({ people }: Talk, clock: MinuteClock): readonly UnwantedTime[] {
  return people.flatMap(({ name: person, rows }) => {
    const times = rows
      .filter(({ presence }) => presence === 'rather_not')
      .map((row) => minutesOf(row, clock));
    return union(times).map((interval) => ({ ...interval, person }));
  });
}
