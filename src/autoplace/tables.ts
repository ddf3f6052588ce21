// Owns when a pair of items is broken, and a problem's pairs, items and lanes as tables.
import type { Pair, PairKind, Problem, RoomPeriod } from './problem.ts';

/** When an item takes place. Its day is that of its lane. */
export type ItemTime = Pick<RoomPeriod, 'day' | 'start' | 'end'>;

/** Whether two items are as a pair of a kind should not be. */
export function isBroken(kind: PairKind, first: ItemTime, second: ItemTime): boolean {
  if (kind === 'days') return first.day !== second.day;
  return first.start < second.end && (kind === 'after' || second.start < first.end);
}

/** By item, its pairs. */
export function pairsOfItems({ items, fixed, pairs }: Problem): readonly (readonly Pair[])[] {
  const ofItems = Array.from({ length: items.length + fixed.length }, (): Pair[] => []);
  for (const pair of pairs) for (const item of [pair.first, pair.second]) ofItems[item]?.push(pair);
  return ofItems;
}

/** By group, room or band, the indexes of what has it. */
export function membersOf(
  groups: number,
  groupOfMember: Iterable<number>,
): readonly (readonly number[])[] {
  const members: number[][] = Array.from({ length: groups }, () => []);
  for (const [member, group] of [...groupOfMember].entries()) members[group]?.push(member);
  return members;
}
