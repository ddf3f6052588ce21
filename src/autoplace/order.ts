// Puts the items of a group that are after others behind these inside a move, before it is counted:
// moved one by one, they get stuck.
import type { ItemPlacement, LaneChange } from './placement.ts';
import type { Problem } from './problem.ts';
import type { Random } from './random.ts';
import { membersOf } from './tables.ts';

/**
 * Returns the same change with the items of the groups that it touches in their order, in the
 * places that they have together. Undefined if no item is after another one of its group.
 */
export function createInOrder(placement: ItemPlacement, random: Random) {
  const { items, groups, lanes } = placement.problem;
  const members = membersOf(
    groups,
    items.map(({ group }) => group),
  );
  const earlier = earlierItems(placement.problem);
  const isEarlier = new Set(earlier.flat());
  const isOrdered = items.map((_, item) => isEarlier.has(item) || earlier[item]?.length !== 0);
  if (!isOrdered.includes(true)) return undefined;

  /** In the order of time, as if no item waited. */
  function placesOf(group: number, contents: ReadonlyMap<number, readonly number[]>) {
    const places: { lane: number; index: number; item: number; start: number }[] = [];
    const lanesOfGroup = (members[group] ?? []).map((item) => placement.lane[item] ?? 0);
    for (const lane of new Set([...contents.keys(), ...lanesOfGroup])) {
      const { start: from, end, turnaround } = lanes[lane] as Problem['lanes'][number];
      let start = from;
      for (const [index, item] of (contents.get(lane) ?? placement.items(lane)).entries()) {
        const { length, group: its } = items[item] as Problem['items'][number];
        // An item that is left out does not take part in what is a wish.
        if (its === group && isOrdered[item] && start + length <= end)
          places.push({ lane, index, item, start });
        start += length + turnaround;
      }
    }
    return places.sort((a, b) => a.start - b.start || a.lane - b.lane);
  }

  return (changes: readonly LaneChange[]): readonly LaneChange[] => {
    const contents = new Map(changes);
    const touched = changes.flatMap(([, sequence]) => sequence.filter((item) => isOrdered[item]));
    for (const group of new Set(touched.map((item) => items[item]?.group ?? -1))) {
      const places = placesOf(group, contents);
      const present = places.map(({ item }) => item);
      const wanted = afterEarlier(earlier, present);
      // Sometimes not: a room or a time may be worth more than the wish.
      if (present.every((item, at) => item === wanted[at]) || random.below(8) === 0) continue;
      for (const [at, { lane, index }] of places.entries())
        contents.set(
          lane,
          (contents.get(lane) ?? placement.items(lane)).with(index, wanted[at] as number),
        );
    }
    return [...contents];
  };
}

/** Of each item, those of its group that it is after. */
function earlierItems({ items, pairs }: Problem): readonly (readonly number[])[] {
  const earlier = items.map((): number[] => []);
  for (const { first, second, kind } of pairs) {
    const group = items[first]?.group ?? -1;
    if (kind === 'after' && group >= 0 && items[second]?.group === group)
      earlier[first]?.push(second);
  }
  return earlier;
}

/** Each item after its earlier ones, and else as they follow each other. */
function afterEarlier(
  earlier: readonly (readonly number[])[],
  placed: readonly number[],
): readonly number[] {
  const remaining = new Set(placed);
  const sequence: number[] = [];
  const add = (item: number) => {
    if (!remaining.delete(item)) return;
    for (const other of earlier[item] as readonly number[]) add(other);
    sequence.push(item);
  };
  for (const item of placed) add(item);
  return sequence;
}
