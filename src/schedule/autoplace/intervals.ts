// Calculates with sets of minutes: sorted, half-open intervals that do not touch.

export interface Interval {
  readonly from: number;
  readonly to: number;
}

export type Intervals = readonly Interval[];

export const always: Intervals = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** The minutes that are in any of the intervals, which may be in any order. */
export function union(intervals: Intervals): Intervals {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) joined.push({ from, to });
  }
  return joined;
}

export function intersect(a: Intervals, b: Intervals): Intervals {
  return a.flatMap((interval) =>
    b.flatMap((other) => {
      const [from, to] = [Math.max(interval.from, other.from), Math.min(interval.to, other.to)];
      return from < to ? [{ from, to }] : [];
    }),
  );
}

/** The minutes of `a` that are not in `b`. */
export function subtract(a: Intervals, b: Intervals): Intervals {
  return intersect(a, complement(union(b)));
}

/** The minutes that are in none of the intervals. */
export function complement(intervals: Intervals): Intervals {
  const bounds = [
    Number.NEGATIVE_INFINITY,
    ...intervals.flatMap(({ from, to }) => [from, to]),
    Number.POSITIVE_INFINITY,
  ];
  const gaps: Interval[] = [];
  for (let at = 0; at < bounds.length; at += 2) {
    const [from = 0, to = 0] = [bounds[at], bounds[at + 1]];
    if (from < to) gaps.push({ from, to });
  }
  return gaps;
}

interface Fitting {
  readonly length: number;
  readonly within: Interval;
  /** The first start that is not before a minute. */
  startFrom?(minute: number): number;
}

/** The first start, within a period, from which something lies in one of the intervals. */
export function firstFit(
  intervals: Intervals,
  { length, within, startFrom = (minute) => minute }: Fitting,
): number | undefined {
  for (const { from, to } of intervals) {
    const start = startFrom(Math.max(from, within.from));
    if (start + length <= Math.min(to, within.to)) return start;
  }
  return undefined;
}
