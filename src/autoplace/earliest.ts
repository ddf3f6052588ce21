// When an item begins in a lane.
import type { Item, Problem } from './problem.ts';

/**
 * The first start, not before `free`, at which the item lies in one of its windows; infinity if there is none. It waits for its
 * wished start if it has ended then before `until`.
 */
export function earliestStart(item: Item, lane: number, free: number, until: number): number {
  const { length, windows, previous, wishedStart } = item;
  const isBack = previous?.lane === lane;
  const start = isBack && previous.start > free ? previous.start : free;
  if (!isBack && wishedStart !== undefined && wishedStart.start > free && wishedStart.start + length <= until) {
    if (firstIn(windows, wishedStart.start, length) === wishedStart.start) return wishedStart.start;
  }
  return firstIn(windows, start, length);
}

function firstIn(windows: Item['windows'], start: number, length: number): number {
  if (windows === undefined) return start;
  for (const { from, to } of windows) {
    const begin = from > start ? from : start;
    if (begin + length <= to) return begin;
  }
  return Number.POSITIVE_INFINITY;
}

/** When an item must have ended that can wait for its wished start: before the next one in the lane is due, so that it does not delay it. */
export function latestEnd({ items, lanes, turnaround }: Problem, lane: number, next: number | undefined): number {
  const { start, end } = lanes[lane] as Problem['lanes'][number];
  const { previous, wishedStart } = items[next ?? -1] ?? {};
  const due = previous?.lane === lane ? previous.start : wishedStart?.start;
  return due === undefined || due < start || due >= end ? end : due - turnaround;
}
