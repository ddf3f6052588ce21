// The cost of a placement counted from nothing, in the plainest way: what the search's running total must equal.
import { type Cost, must, mustsOf, type Total } from '../../src/autoplace/cost.ts';
import { earliestStart, latestEnd } from '../../src/autoplace/earliest.ts';
import type { Lanes } from '../../src/autoplace/placement.ts';
import type { Problem } from '../../src/autoplace/problem.ts';

interface Placed {
  readonly item: number;
  readonly group: number;
  readonly order: number;
  readonly lane: number;
  readonly room: number;
  readonly band: number;
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

export function recount(problem: Problem, lanes: Lanes): Total {
  const placed: Placed[] = [];
  const total = { musts: 0, rest: 0 };
  const add = (cost: Cost) => {
    total.musts += mustsOf(cost);
    total.rest += cost - must(mustsOf(cost));
  };
  for (const [lane, items] of lanes.entries()) {
    const { room, band, day, start, end } = problem.lanes[lane] as Problem['lanes'][number];
    let free = start;
    for (const [at, item] of items.entries()) {
      const values = problem.items[item] as Problem['items'][number];
      const from = earliestStart(values, lane, free, latestEnd(problem, lane, items[at + 1]));
      if (from + values.length > end) {
        add(problem.leftOut);
        continue;
      }
      free = from + values.length + problem.turnaround;
      const { group, order } = values;
      placed.push({ item, group, order, lane, room, band, day, start: from, end: from + values.length });
    }
  }
  for (const at of placed) add(ownCost(problem, at));
  for (const [at, fixed] of (problem.fixed ?? []).entries()) {
    placed.push({ ...fixed, item: problem.items.length + at, order: 0, lane: problem.lanes.length + at });
  }
  const byItem = new Map(placed.map((at) => [at.item, at]));
  for (const { first, second, kind, cost: each } of problem.pairs) {
    const a = byItem.get(first);
    const b = byItem.get(second);
    if (a !== undefined && b !== undefined) add(each * pairCount(problem, kind, a, b));
  }
  for (let group = 0; group < problem.groups; group++) {
    add(groupCost(problem, group, placed));
  }
  add(laneCosts(problem, placed));
  add(interruptions(problem, placed) * problem.groupCosts.interrupted);
  add(varietyCosts(problem, placed));
  return total;
}

function ownCost({ items, itemLane, lanes }: Problem, { item, lane, start, end }: Placed): Cost {
  const { previous, wishedStart, unwanted = [] } = items[item] as Problem['items'][number];
  const other = wishedStart !== undefined && wishedStart.start !== start ? wishedStart.cost : 0;
  const moved = previous !== undefined && (previous.lane !== lane || previous.start !== start) ? previous.cost : 0;
  const times = unwanted.filter(({ from, to }) => from < end && start < to).reduce((sum, { cost }) => sum + cost, 0);
  return (itemLane[item * lanes.length + lane] ?? 0) + moved + other + times;
}

function pairCount(problem: Problem, kind: string, a: Placed, b: Placed): number {
  if (kind === 'after') return a.start < b.end ? 1 : 0;
  if (a.lane === b.lane) return 0;
  if (kind === 'band') return a.band === b.band ? 1 : 0;
  const walk = problem.walking?.[a.room * problem.rooms + b.room] ?? 0;
  if (a.start >= b.end + walk || b.start >= a.end + walk) return 0;
  return problem.overlapPerUnit ? Math.min(a.end, b.end) - Math.max(a.start, b.start) : 1;
}

function groupCost(problem: Problem, group: number, all: readonly Placed[]): Cost {
  const { groupCosts, groupLane, groupPairs, groups } = problem;
  const placed = all.filter((at) => at.group === group);
  const lanes = new Set(placed.map(({ lane }) => lane));
  const bands = [...lanes].map((lane) => laneOf(problem, lane)?.band ?? 0);
  const distinct = [...new Set(bands)].toSorted((a, b) => a - b);
  let cost = 0;
  for (const lane of lanes)
    if (lane < problem.lanes.length) cost += groupLane[group * problem.lanes.length + lane] ?? 0;
  cost += groupCosts.rooms * Math.max(0, new Set(placed.map(({ room }) => room)).size - 1);
  cost += groupCosts.lanes * Math.max(0, lanes.size - (problem.groupLanes[group] ?? 0));
  cost += groupCosts.parallel * (bands.length - distinct.length);
  if (distinct.some((band, at) => at > 0 && band !== (distinct[at - 1] ?? 0) + 1)) cost += groupCosts.hole;
  for (let other = group + 1; other < groups; other++) {
    const each = groupPairs[group * groups + other] ?? 0;
    if (each === 0) continue;
    const others = new Set(all.filter((at) => at.group === other).map(({ lane }) => lane));
    for (const lane of others) cost += each * bands.filter((band) => band === laneOf(problem, lane)?.band).length;
  }
  cost += groupCosts.overlap * overlaps(placed, (a, b) => a.band === b.band);
  const inOrder = placed.toSorted((a, b) => a.band - b.band || a.room - b.room || a.start - b.start || a.lane - b.lane);
  const ordered = inOrder.filter(({ order }) => order !== 0);
  const misplaced = inOrder.filter(({ order }, at) => order !== 0 && order !== at + 1).length;
  const parallel = overlaps(ordered, () => true);
  return cost + groupCosts.order * (misplaced + parallel);
}

function varietyCosts({ varieties = [], bands }: Problem, placed: readonly Placed[]): Cost {
  let cost = 0;
  for (const { values, cost: each } of varieties) {
    for (let band = 0; band < bands; band++) {
      const known = placed.filter((at) => at.band === band).map(({ item }) => values[item] ?? -1);
      const found = known.filter((value) => value >= 0);
      if (found.length > 1 && new Set(found).size === 1) cost += each;
    }
  }
  return cost;
}

function overlaps(placed: readonly Placed[], counts: (a: Placed, b: Placed) => boolean): number {
  const pairs = placed.flatMap((a, at) => placed.slice(at + 1).map((b) => [a, b] as const));
  return pairs.filter(([a, b]) => a.lane !== b.lane && a.start < b.end && b.start < a.end && counts(a, b)).length;
}

function laneOf({ lanes, fixed = [] }: Problem, lane: number): Problem['lanes'][number] | undefined {
  return lanes[lane] ?? fixed[lane - lanes.length];
}

function laneCosts({ lanes, groupCosts }: Problem, all: readonly Placed[]): Cost {
  let cost = 0;
  for (const lane of lanes.keys()) {
    const groups = new Set(all.filter((at) => at.lane === lane && at.group >= 0).map(({ group }) => group));
    cost += groupCosts.mixed * Math.max(0, groups.size - 1);
  }
  return cost;
}

/** How often a group begins in a room on a day, beyond its first time. */
function interruptions(problem: Problem, placed: readonly Placed[]): number {
  const laneStart = ({ lane }: Placed) => laneOf(problem, lane)?.start ?? 0;
  const inOrder = placed.toSorted((a, b) => laneStart(a) - laneStart(b) || a.lane - b.lane || a.start - b.start);
  let count = 0;
  for (const key of new Set(inOrder.map(roomAndDay))) {
    const groups = inOrder.filter((at) => roomAndDay(at) === key).map(({ group }) => group);
    const runs = groups.filter((group, at) => group >= 0 && group !== groups[at - 1]).length;
    count += runs - new Set(groups.filter((group) => group >= 0)).size;
  }
  return count;
}

function roomAndDay({ room, day }: Placed): string {
  return `${room} ${day}`;
}
