// Puts the items of groups into their order inside a move, before it is counted: moved one by one, they get stuck.
import type { ItemPlacement, LaneChange } from './placement.ts';
import type { Problem } from './problem.ts';
import type { Random } from './random.ts';
import { groupMembers, orderedGroups } from './tables.ts';

/**
 * Returns the same change with the items of the groups that it touches in their order, in the places that they have together.
 * Undefined if no item has an order: a number, or another item of its group that it is after.
 */
export function createInOrder(placement: ItemPlacement, random: Random) {
  const { problem } = placement;
  const { items, turnaround } = problem;
  const laneAt = (lane: number) => problem.lanes[lane] as Problem['lanes'][number];
  const members = groupMembers(problem);
  const numbered = orderedGroups(problem, members);
  const earlier = earlierItems(problem);
  const isEarlier = new Set(earlier.flat());
  const isOrdered = items.map(
    ({ group }, item) => Boolean(numbered[group]?.length) || isEarlier.has(item) || earlier[item]?.length !== 0,
  );
  if (!isOrdered.includes(true)) return undefined;

  /** In the order of time, as if no item waited; numbers follow rooms as well. */
  function placesOf(group: number, contents: ReadonlyMap<number, readonly number[]>) {
    const hasNumbers = numbered[group]?.length !== 0;
    const places: { lane: number; index: number; item: number; start: number }[] = [];
    const own = (members[group] ?? []).map((item) => placement.lane[item] ?? 0);
    for (const lane of new Set([...contents.keys(), ...own])) {
      let { start } = laneAt(lane);
      for (const [index, item] of (contents.get(lane) ?? placement.items(lane)).entries()) {
        const { length, group: its } = items[item] as Problem['items'][number];
        // An item that is left out does not take part in what is a wish.
        if (its === group && isOrdered[item] && (hasNumbers || start + length <= laneAt(lane).end))
          places.push({ lane, index, item, start });
        start += length + turnaround;
      }
    }
    const byRoom = (a: number, b: number) => laneAt(a).band - laneAt(b).band || laneAt(a).room - laneAt(b).room;
    return places.sort((a, b) => (hasNumbers && byRoom(a.lane, b.lane)) || a.start - b.start || a.lane - b.lane);
  }

  return (changes: readonly LaneChange[]): readonly LaneChange[] => {
    const contents = new Map(changes);
    const touched = changes.flatMap(([, sequence]) => sequence.filter((item) => isOrdered[item]));
    for (const group of new Set(touched.map((item) => items[item]?.group ?? -1))) {
      const places = placesOf(group, contents);
      const present = places.map(({ item }) => item);
      const hasNumbers = numbered[group]?.length !== 0;
      const wanted = hasNumbers ? byNumber(problem, present) : afterEarlier(earlier, present);
      // Sometimes not: a room or a time may be worth more than the wish.
      if (present.every((item, at) => item === wanted[at]) || (!hasNumbers && random.below(8) === 0)) continue;
      for (const [at, { lane, index }] of places.entries())
        contents.set(lane, (contents.get(lane) ?? placement.items(lane)).with(index, wanted[at] as number));
    }
    return [...contents];
  };
}

/** Of each item, those of its group that it is after. */
function earlierItems({ items, pairs }: Problem): readonly (readonly number[])[] {
  const earlier = items.map((): number[] => []);
  for (const { first, second, kind } of pairs) {
    const group = items[first]?.group ?? -1;
    if (kind === 'after' && group >= 0 && items[second]?.group === group) earlier[first]?.push(second);
  }
  return earlier;
}

/** Each item at its number, and the others between them, as they follow each other. */
function byNumber({ items }: Problem, placed: readonly number[]): readonly number[] {
  const numbered = new Map<number, number>();
  const others: number[] = [];
  for (const item of placed) {
    const { order = 0 } = items[item] ?? {};
    if (order === 0 || order > placed.length || numbered.has(order)) others.push(item);
    else numbered.set(order, item);
  }
  let next = 0;
  return placed.map((_, at) => numbered.get(at + 1) ?? (others[next++] as number));
}

/** Each item after its earlier ones, and else as they follow each other. */
function afterEarlier(earlier: readonly (readonly number[])[], placed: readonly number[]): readonly number[] {
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
