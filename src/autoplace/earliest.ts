// When an item may begin.
import type { Item } from './problem.ts';

/** The first start, not before `free`, at which the item lies in one of its windows; infinity if there is none. */
export function earliestStart({ length, windows, previous }: Item, lane: number, free: number): number {
  const start = previous?.lane === lane && previous.start > free ? previous.start : free;
  if (windows === undefined) return start;
  for (const { from, to } of windows) {
    const begin = from > start ? from : start;
    if (begin + length <= to) return begin;
  }
  return Number.POSITIVE_INFINITY;
}
