// Owns a problem's pairs and groups, arranged so that the costs of one item or group are found in
// one stretch of memory.
import type { Cost } from './cost.ts';
import type { Problem } from './problem.ts';

/** How the first item of a pair relates to the second. */
export const pairKinds = { overlap: 0, after: 1, before: 2, days: 3 } as const;

/** The pairs of item `i` are the entries from `from[i]` to before `from[i + 1]`. */
export interface PairTable {
  readonly from: Int32Array;
  readonly other: Int32Array;
  readonly kind: Uint8Array;
  readonly cost: Float64Array;
}

export function pairTable({ items, fixed, pairs }: Problem): PairTable {
  const pairsOfItem = Array.from(
    { length: items.length + fixed.length },
    (): [number, number, Cost][] => [],
  );
  for (const { first, second, kind, cost } of pairs) {
    pairsOfItem[first]?.push([second, pairKinds[kind], cost]);
    pairsOfItem[second]?.push([first, kind === 'after' ? pairKinds.before : pairKinds[kind], cost]);
  }
  const from = new Int32Array(pairsOfItem.length + 1);
  for (const [item, list] of pairsOfItem.entries())
    from[item + 1] = (from[item] ?? 0) + list.length;
  const all = pairsOfItem.flat();
  return {
    from,
    other: Int32Array.from(all, ([other]) => other),
    kind: Uint8Array.from(all, ([, kind]) => kind),
    cost: Float64Array.from(all, ([, , cost]) => cost),
  };
}

/** By group, the items that have it. */
export function membersOf(
  groups: number,
  groupOfItem: Iterable<number>,
): readonly (readonly number[])[] {
  const members: number[][] = Array.from({ length: groups }, () => []);
  for (const [item, group] of [...groupOfItem].entries()) members[group]?.push(item);
  return members;
}
