// Takes some groups out of their lanes, and puts them back one by one, each into the room whose
// free lanes cost it least.
import type { Choices } from './choices.ts';
import type { LaneChange } from './placement.ts';
import type { Problem } from './problem.ts';

/**
 * Rebuilds two or three groups, whole lanes each. Returns nothing if not all of them find lanes.
 */
export function rebuild(choices: Choices): readonly LaneChange[] | undefined {
  const { placement, random, groups, members, lanesOfRoom } = choices;
  const { problem } = placement;
  if (groups.length < 2) return undefined;
  const chosen = new Set<number>();
  for (let at = 2 + random.below(2); at > 0; at--)
    chosen.add(groups[random.below(groups.length)] as number);

  const isChosen = (item: number) => chosen.has(problem.items[item]?.group ?? -1);
  const contents = new Map<number, readonly number[]>();
  for (const group of chosen) {
    for (const item of members[group] ?? []) {
      const lane = placement.lane[item] as number;
      if (!contents.has(lane))
        contents.set(
          lane,
          placement.items(lane).filter((other) => !isChosen(other)),
        );
    }
  }
  const itemsOf = (lane: number) => contents.get(lane) ?? placement.items(lane);
  for (const group of chosen) {
    let best: Division | undefined;
    for (const lanes of lanesOfRoom) {
      const free = lanes.filter((lane) => itemsOf(lane).length === 0);
      const division = divide(problem, members[group] ?? [], free, () => random.below(8) / 8);
      if (division !== undefined && (best === undefined || division.cost < best.cost))
        best = division;
    }
    if (best === undefined) return undefined;
    for (const [lane, items] of best.lanes) contents.set(lane, items);
  }
  return [...contents];
}

interface Division {
  readonly lanes: readonly LaneChange[];
  readonly cost: number;
}

/**
 * Divides the items of a group among as few of the lanes as possible. `noise` decides between equal
 * costs.
 */
function divide(
  { items, lanes, itemLane }: Problem,
  members: readonly number[],
  free: readonly number[],
  noise: () => number,
): Division | undefined {
  const costIn = (item: number, lane: number) => itemLane[item * lanes.length + lane] as number;
  const length = (item: number) => items[item]?.length ?? 0;
  const ranked = free
    .map((lane) => {
      let cost = noise();
      for (const item of members) cost += costIn(item, lane) / members.length;
      return { lane, cost };
    })
    .toSorted((a, b) => a.cost - b.cost);
  let missing = members.reduce((sum, item) => sum + length(item), 0);
  const used: { lane: number; left: number; items: number[] }[] = [];
  let cost = noise();
  for (const { lane } of ranked) {
    if (missing <= 0) break;
    const { start, end } = lanes[lane] as Problem['lanes'][number];
    missing -= end - start;
    used.push({ lane, left: end - start, items: [] });
  }
  if (missing > 0) return undefined;
  for (const item of members.toSorted((a, b) => length(b) - length(a))) {
    let best: (typeof used)[number] | undefined;
    for (const lane of used) {
      if (lane.left < length(item)) continue;
      if (best === undefined || costIn(item, lane.lane) < costIn(item, best.lane)) best = lane;
    }
    if (best === undefined) return undefined;
    best.items.push(item);
    best.left -= length(item);
    cost += costIn(item, best.lane);
  }
  return { lanes: used.map(({ lane, items: placed }) => [lane, placed]), cost };
}
