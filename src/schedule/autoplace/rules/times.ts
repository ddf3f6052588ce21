// Owns the rules about the time of a talk.

import { dayAfter } from '../../../columns/dates/calendar-date.ts';
import type { TimeBound } from '../../../columns/kinds.ts';
import { lengthOf, minuteOn, minutesOf, type Times } from '../clock.ts';
import {
  always,
  complement,
  type Interval,
  type Intervals,
  intersect,
  union,
} from '../intervals.ts';
import type { TalkPerson } from '../named-talks.ts';
import type { Limit, TimeRule } from './rule.ts';

export const timeRules = [
  {
    code: 'away',
    strength: 'must',
    limits: ({ people }, times) =>
      people.flatMap((person) => {
        const free = presence(person, times);
        const text = `while ${person.name || 'a speaker'} is away`;
        return free === always ? [] : [{ what: person.name, text, free }];
      }),
  },
  {
    code: 'not_before',
    strength: 'must',
    limits: ({ notBefore }, times) =>
      limitOf(notBefore && fromBound('start', notBefore, times), 'too early'),
  },
  {
    code: 'not_after',
    strength: 'must',
    limits: ({ notAfter }, times) =>
      limitOf(notAfter && fromBound('end', notAfter, times), 'too late'),
  },
  {
    code: 'start',
    strength: 'must',
    limits({ onlyStartMs, session }, { clock }) {
      if (onlyStartMs === undefined) return [];
      const from = clock.minute(onlyStartMs);
      const free = [{ from, to: from + lengthOf(session) }];
      return limitOf(free, 'at another time than the row specifies');
    },
  },
  {
    code: 'rather_not',
    strength: 'strong',
    limits: ({ people }, times) =>
      people.map((person) => ({
        what: person.name,
        text: `${person.name || 'a speaker'} would rather not speak`,
        free: complement(timesWith('rather_not', person, times)),
      })),
  },
] as const satisfies readonly TimeRule[];

/** The limit of a cell; none without one. */
function limitOf(free: Intervals | undefined, text: string): readonly Limit[] {
  return free === undefined ? [] : [{ what: '', text, free }];
}

type Presence = TalkPerson['rows'][number]['presence'];

/** The times of the rows of a person; times of presence end and begin within what they say. */
function timesWith(presence: Presence, { rows }: TalkPerson, { clock }: Times): Intervals {
  const ofRow = (row: (typeof rows)[number]): Interval =>
    presence === 'can'
      ? { from: clock.minuteAfter(row.startMs), to: clock.minute(row.endMs) }
      : minutesOf(row, clock);
  return union(rows.filter((row) => row.presence === presence).map(ofRow));
}

function presence(person: TalkPerson, times: Times): Intervals {
  const cannot = timesWith('cannot', person, times);
  if (person.rows.some((row) => row.presence === 'can'))
    return intersect(timesWith('can', person, times), complement(cannot));
  return cannot.length === 0 ? always : complement(cannot);
}

/** @param which of a talk is limited: a start is at or after the bound, an end at or before it */
function fromBound(which: 'start' | 'end', bound: TimeBound, times: Times): Intervals {
  const { clock, days } = times;
  const isStart = which === 'start';
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
