// A problem's pairs and groups, arranged so that the costs of one item or group are found in one stretch of memory.
import type { Cost } from './cost.ts';
import type { Problem } from './problem.ts';

/** How the first item of a pair relates to the second. */
export const pairKinds = { overlap: 0, band: 1, after: 2, before: 3 } as const;

/** The pairs of item `i` are the entries from `from[i]` to before `from[i + 1]`. */
export interface PairTable {
  readonly from: Int32Array;
  readonly other: Int32Array;
  readonly kind: Uint8Array;
  readonly cost: Float64Array;
}

export function pairTable({ items, fixed = [], pairs }: Problem): PairTable {
  const count = items.length + fixed.length;
  const from = new Int32Array(count + 1);
  for (const { first, second } of pairs) {
    for (const item of [first, second]) from[item + 1] = (from[item + 1] ?? 0) + 1;
  }
  for (let item = 0; item < count; item++) from[item + 1] = (from[item + 1] ?? 0) + (from[item] ?? 0);
  const next = from.slice();
  const other = new Int32Array(2 * pairs.length);
  const kind = new Uint8Array(2 * pairs.length);
  const costs = new Float64Array(2 * pairs.length);
  const add = (item: number, partner: number, code: number, cost: Cost) => {
    const at = next[item] ?? 0;
    next[item] = at + 1;
    other[at] = partner;
    kind[at] = code;
    costs[at] = cost;
  };
  for (const pair of pairs) {
    const code = pairKinds[pair.kind];
    add(pair.first, pair.second, code, pair.cost);
    add(pair.second, pair.first, pair.kind === 'after' ? pairKinds.before : code, pair.cost);
  }
  return { from, other, kind, cost: costs };
}

/** Of each group, the groups that cost something in the same band. */
export function groupNeighbors({ groups, groupPairs }: Problem): readonly Int32Array[] {
  return Array.from({ length: groups }, (_, group) =>
    Int32Array.from(
      Array.from({ length: groups }, (_, other) => other).filter((other) => groupPairs[group * groups + other]),
    ),
  );
}

/** The items of each group, without fixed ones. */
export function groupMembers({ groups, items }: Problem): readonly (readonly number[])[] {
  return membersOf(
    groups,
    items.map(({ group }) => group),
  );
}

/** By group, the items that have it. */
export function membersOf(groups: number, groupOfItem: Iterable<number>): readonly (readonly number[])[] {
  const members: number[][] = Array.from({ length: groups }, () => []);
  let item = 0;
  for (const group of groupOfItem) {
    members[group]?.push(item);
    item++;
  }
  return members;
}

/** The items of each group whose order matters; no items for the others. */
export function orderedGroups(
  { items, groupCosts }: Problem,
  members: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const isOrdered = (item: number) => groupCosts.order !== 0 && items[item]?.order;
  return members.map((own) => (own.some(isOrdered) ? own : []));
}
