// The cost of a placement counted from nothing, in the plainest way: what the search's running total must equal.
import type { Cost } from './cost.ts';
import { earliestStart } from './earliest.ts';
import type { Lanes } from './placement.ts';
import type { Problem } from './problem.ts';

interface Placed {
  readonly item: number;
  readonly group: number;
  readonly order: number;
  readonly lane: number;
  readonly room: number;
  readonly band: number;
  readonly start: number;
  readonly end: number;
}

export function recount(problem: Problem, lanes: Lanes): Cost {
  const placed: Placed[] = [];
  let cost = 0;
  for (const [lane, items] of lanes.entries()) {
    const { room, band, start, end } = problem.lanes[lane] as Problem['lanes'][number];
    let free = start;
    for (const item of items) {
      const values = problem.items[item] as Problem['items'][number];
      const from = earliestStart(values, lane, free);
      if (from + values.length > end) {
        cost += problem.leftOut;
        continue;
      }
      free = from + values.length + problem.turnaround;
      const { group, order } = values;
      placed.push({ item, group, order, lane, room, band, start: from, end: from + values.length });
    }
  }
  for (const at of placed) cost += ownCost(problem, at);
  const byItem = new Map(placed.map((at) => [at.item, at]));
  for (const { first, second, kind, cost: each } of problem.pairs) {
    const a = byItem.get(first);
    const b = byItem.get(second);
    if (a !== undefined && b !== undefined) cost += each * pairCount(problem, kind, a, b);
  }
  for (let group = 0; group < problem.groups; group++) {
    cost += groupCost(problem, group, placed);
  }
  return cost + laneCosts(problem, placed) + varietyCosts(problem, placed);
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
  const bands = [...lanes].map((lane) => problem.lanes[lane]?.band ?? 0);
  const distinct = [...new Set(bands)].toSorted((a, b) => a - b);
  let cost = 0;
  for (const lane of lanes) cost += groupLane[group * problem.lanes.length + lane] ?? 0;
  cost += groupCosts.rooms * Math.max(0, new Set(placed.map(({ room }) => room)).size - 1);
  cost += groupCosts.lanes * Math.max(0, lanes.size - (problem.groupLanes[group] ?? 0));
  cost += groupCosts.parallel * (bands.length - distinct.length);
  if (distinct.some((band, at) => at > 0 && band !== (distinct[at - 1] ?? 0) + 1)) cost += groupCosts.hole;
  for (let other = group + 1; other < groups; other++) {
    const each = groupPairs[group * groups + other] ?? 0;
    if (each === 0) continue;
    const others = new Set(all.filter((at) => at.group === other).map(({ lane }) => lane));
    for (const lane of others) cost += each * bands.filter((band) => band === problem.lanes[lane]?.band).length;
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

function laneCosts({ lanes, groupCosts }: Problem, all: readonly Placed[]): Cost {
  let cost = 0;
  for (const lane of lanes.keys()) {
    const groups = all.filter((at) => at.lane === lane).map(({ group }) => group);
    const distinct = new Set(groups.filter((group) => group >= 0)).size;
    const runs = groups.filter((group, at) => group >= 0 && group !== groups[at - 1]).length;
    cost += groupCosts.mixed * Math.max(0, distinct - 1) + groupCosts.interrupted * (runs - distinct);
  }
  return cost;
}
