// Owns when two talks beside each other are as a rule does not want them, as the search counts it.

import type { PairKind, RoomPeriod } from '../../../autoplace/problem.ts';
import { complement, type Interval, type Intervals, overlaps, union } from '../intervals.ts';

/** The time of a talk, and the period of a room that has its day. */
export interface TalkTime extends Interval {
  readonly place: Pick<RoomPeriod, 'day'>;
}

export function isBroken(kind: PairKind, first: TalkTime, second: TalkTime): boolean {
  if (kind === 'after') return first.from < second.to;
  return kind === 'days' ? first.place.day !== second.place.day : overlaps(first, second);
}

/**
 * When the first of two talks may be, if the other one has its place; of `after`, also the second.
 */
export function freeBeside(
  kind: PairKind,
  other: TalkTime,
  { isFirst, lanes }: { readonly isFirst: boolean; readonly lanes: readonly RoomPeriod[] },
): Intervals {
  if (kind === 'overlap') return complement([other]);
  if (kind === 'days') {
    const ofDay = lanes.filter(({ day }) => day === other.place.day);
    return union(ofDay.map(({ start, end }) => ({ from: start, to: end })));
  }
  return isFirst
    ? [{ from: other.to, to: Number.POSITIVE_INFINITY }]
    : [{ from: Number.NEGATIVE_INFINITY, to: other.from }];
}
