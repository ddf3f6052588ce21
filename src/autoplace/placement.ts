// Where every item is at present, and what that costs: each change updates the cost by what it touches, and can be undone.
import type { Cost } from './cost.ts';
import { earliestStart } from './earliest.ts';
import { GroupCounts } from './group-counts.ts';
import type { Problem } from './problem.ts';
import { groupMembers, orderedGroups, type PairTable, pairKinds, pairTable } from './tables.ts';
import { VarietyCounts } from './variety-counts.ts';

/** The items of every lane in their order. */
export type Lanes = readonly (readonly number[])[];

/** The new items of a lane. */
export type LaneChange = readonly [lane: number, items: readonly number[]];

/** The start of an item that does not fit into its lane. */
export const leftOut = -1;

export class Placement {
  readonly problem: Problem;
  /** The lane of each item. */
  readonly lane: Int32Array;
  /** The start of each item, or `leftOut`. */
  readonly start: Int32Array;
  readonly groupCounts: GroupCounts;
  readonly #varietyCounts: VarietyCounts;
  /** The sum of all costs. */
  cost: Cost;

  readonly #sequences: (readonly number[])[];
  readonly #lengths: Int32Array;
  readonly #groups: Int32Array;
  readonly #rooms: Int32Array;
  readonly #bands: Int32Array;
  readonly #pairs: PairTable;
  readonly #members: readonly (readonly number[])[];
  readonly #ordered: readonly (readonly number[])[];

  /** Of each lane: how often a group begins in it. */
  readonly #laneRuns: Int32Array;
  readonly #orderCosts: Float64Array;
  readonly #touchedGroups: number[] = [];

  // The way back to the last commit.
  readonly #changedItems: number[] = [];
  readonly #changedLanes: LaneChange[] = [];
  readonly #changedRuns: number[] = [];
  readonly #changedOrders: number[] = [];
  #committed: Cost;

  constructor(problem: Problem, lanes: Lanes) {
    const { items, groups } = problem;
    this.problem = problem;
    this.lane = new Int32Array(items.length);
    this.start = new Int32Array(items.length).fill(leftOut);
    this.groupCounts = new GroupCounts(problem);
    this.#varietyCounts = new VarietyCounts(problem);
    this.#sequences = problem.lanes.map(() => []);
    this.#lengths = Int32Array.from(items, ({ length }) => length);
    this.#groups = Int32Array.from(items, ({ group }) => group);
    this.#rooms = Int32Array.from(problem.lanes, ({ room }) => room);
    this.#bands = Int32Array.from(problem.lanes, ({ band }) => band);
    this.#pairs = pairTable(problem);
    this.#members = groupMembers(problem);
    this.#ordered = orderedGroups(problem);
    this.#laneRuns = new Int32Array(problem.lanes.length);
    this.#orderCosts = new Float64Array(groups);
    this.cost = problem.leftOut * items.length;
    this.#committed = this.cost;
    this.change([...lanes.entries()]);
    this.commit();
  }

  /** The items of a lane in their order. */
  items(lane: number): readonly number[] {
    return this.#sequences[lane] as readonly number[];
  }

  lanes(): Lanes {
    return [...this.#sequences];
  }

  /** Replaces the items of lanes. Together, these must have the same items as before. */
  change(changes: readonly LaneChange[]): void {
    for (const [lane] of changes) this.cost -= this.#interruptions(lane);
    for (const [lane, items] of changes) this.#replace(lane, items);
    for (const [lane] of changes) this.cost += this.#interruptions(lane);
    for (const group of this.#touchedGroups) {
      const cost = this.#orderCost(group);
      const former = this.#orderCosts[group] as number;
      this.#changedOrders.push(group, former);
      this.#orderCosts[group] = cost;
      this.cost += cost - former;
    }
    this.#touchedGroups.length = 0;
  }

  /** Confirms all changes since the last commit. */
  commit(): void {
    this.#committed = this.cost;
    this.#forget();
  }

  /** Undoes all changes since the last commit. */
  undo(): void {
    const items = this.#changedItems;
    for (let at = items.length - 3; at >= 0; at -= 3) {
      this.#count(items[at] as number, -1);
      this.lane[items[at] as number] = items[at + 1] as number;
      this.start[items[at] as number] = items[at + 2] as number;
      this.#count(items[at] as number, 1);
    }
    for (let at = this.#changedLanes.length - 1; at >= 0; at--) {
      const [lane, sequence] = this.#changedLanes[at] as LaneChange;
      this.#sequences[lane] = sequence;
      this.#laneRuns[lane] = this.#changedRuns[at] as number;
    }
    for (let at = this.#changedOrders.length - 2; at >= 0; at -= 2) {
      this.#orderCosts[this.#changedOrders[at] as number] = this.#changedOrders[at + 1] as number;
    }
    this.cost = this.#committed;
    this.#forget();
  }

  #forget(): void {
    this.#changedItems.length = 0;
    this.#changedLanes.length = 0;
    this.#changedRuns.length = 0;
    this.#changedOrders.length = 0;
  }

  #replace(lane: number, sequence: readonly number[]): void {
    const { problem } = this;
    this.#changedLanes.push([lane, this.items(lane)]);
    this.#changedRuns.push(this.#laneRuns[lane] as number);
    this.#sequences[lane] = sequence;
    const { start, end } = problem.lanes[lane] as { start: number; end: number };
    let free = start;
    let runs = 0;
    let last = -1;
    for (const item of sequence) {
      const length = this.#lengths[item] as number;
      const from = earliestStart(problem.items[item] as Problem['items'][number], lane, free);
      const fits = from + length <= end;
      this.#place(item, lane, fits ? from : leftOut);
      if (!fits) continue;
      free = from + length + problem.turnaround;
      const group = this.#groups[item] as number;
      if (group !== last && group >= 0) runs++;
      last = group;
    }
    this.#laneRuns[lane] = runs;
  }

  #place(item: number, lane: number, start: number): void {
    const formerLane = this.lane[item] as number;
    const formerStart = this.start[item] as number;
    if (formerLane === lane && formerStart === start) return;
    this.#changedItems.push(item, formerLane, formerStart);
    this.cost -= this.#itemCost(item);
    this.cost += this.#count(item, -1);
    this.lane[item] = lane;
    this.start[item] = start;
    this.cost += this.#count(item, 1);
    this.cost += this.#itemCost(item);
    const group = this.#groups[item] as number;
    if (group >= 0 && this.#ordered[group]?.length && !this.#touchedGroups.includes(group))
      this.#touchedGroups.push(group);
  }

  /** What the item costs where it is, its pairs with all others included. */
  #itemCost(item: number): Cost {
    const { problem } = this;
    const start = this.start[item] as number;
    if (start === leftOut) return problem.leftOut;
    const lane = this.lane[item] as number;
    const end = start + (this.#lengths[item] as number);
    let cost = problem.itemLane[item * problem.lanes.length + lane] as number;
    const { unwanted, previous, wishedStart } = problem.items[item] as Problem['items'][number];
    if (wishedStart !== undefined && wishedStart.start !== start) cost += wishedStart.cost;
    if (previous !== undefined && (previous.lane !== lane || previous.start !== start)) cost += previous.cost;
    if (unwanted !== undefined) {
      for (const { from, to, cost: each } of unwanted) if (from < end && start < to) cost += each;
    }
    cost += this.#groupOverlaps(item, lane, start, end);
    const pairs = this.#pairs;
    const last = pairs.from[item + 1] as number;
    for (let at = pairs.from[item] as number; at < last; at++) {
      const other = pairs.other[at] as number;
      const otherStart = this.start[other] as number;
      if (otherStart === leftOut) continue;
      const kind = pairs.kind[at];
      if (kind === pairKinds.after || kind === pairKinds.before) {
        const otherEnd = otherStart + (this.#lengths[other] as number);
        if (kind === pairKinds.after ? start < otherEnd : otherStart < end) cost += pairs.cost[at] as number;
        continue;
      }
      const otherLane = this.lane[other] as number;
      if (otherLane === lane) continue;
      if (kind === pairKinds.band) {
        if (this.#bands[otherLane] === this.#bands[lane]) cost += pairs.cost[at] as number;
        continue;
      }
      const otherEnd = otherStart + (this.#lengths[other] as number);
      const walk = this.#walk(lane, otherLane);
      if (start >= otherEnd + walk || otherStart >= end + walk) continue;
      const units = problem.overlapPerUnit ? Math.min(end, otherEnd) - Math.max(start, otherStart) : 1;
      cost += units * (pairs.cost[at] as number);
    }
    return cost;
  }

  /** The cost of items of the same group at the same time. Without a second lane of the group in the band, none is looked at. */
  #groupOverlaps(item: number, lane: number, start: number, end: number): Cost {
    const { problem } = this;
    const { overlap } = problem.groupCosts;
    const group = this.#groups[item] as number;
    if (overlap === 0 || group < 0) return 0;
    const band = this.#bands[lane] as number;
    if (this.groupCounts.lanesIn(band, group) < 2) return 0;
    let count = 0;
    for (const other of this.#members[group] as readonly number[]) {
      const otherStart = this.start[other] as number;
      const otherLane = this.lane[other] as number;
      if (otherStart === leftOut || otherLane === lane || this.#bands[otherLane] !== band) continue;
      if (start < otherStart + (this.#lengths[other] as number) && otherStart < end) count++;
    }
    return count * overlap;
  }

  #walk(lane: number, other: number): number {
    const { walking, rooms } = this.problem;
    return walking === undefined
      ? 0
      : (walking[(this.#rooms[lane] as number) * rooms + (this.#rooms[other] as number)] as number);
  }

  #count(item: number, by: 1 | -1): Cost {
    if (this.start[item] === leftOut) return 0;
    const lane = this.lane[item] as number;
    const group = this.#groups[item] as number;
    const variety = this.#varietyCounts.count(item, this.#bands[lane] as number, by);
    return group < 0 ? variety : variety + this.groupCounts.count(group, lane, by);
  }

  #interruptions(lane: number): Cost {
    const { interrupted } = this.problem.groupCosts;
    return interrupted === 0 ? 0 : ((this.#laneRuns[lane] as number) - this.groupCounts.groupsIn(lane)) * interrupted;
  }

  #orderCost(group: number): Cost {
    const { items, groupCosts } = this.problem;
    const placed = (this.#ordered[group] as readonly number[]).filter((item) => this.start[item] !== leftOut);
    placed.sort((a, b) => this.#compare(a, b));
    let wrong = 0;
    for (const [at, item] of placed.entries()) {
      const order = items[item]?.order ?? 0;
      if (order === 0) continue;
      if (order !== at + 1) wrong++;
      for (const other of placed) {
        if (other < item && items[other]?.order && this.lane[other] !== this.lane[item] && this.#overlap(item, other))
          wrong++;
      }
    }
    return wrong * groupCosts.order;
  }

  /** By band, room and start. */
  #compare(a: number, b: number): number {
    const [lane, other] = [this.lane[a] as number, this.lane[b] as number];
    return (
      (this.#bands[lane] as number) - (this.#bands[other] as number) ||
      (this.#rooms[lane] as number) - (this.#rooms[other] as number) ||
      (this.start[a] as number) - (this.start[b] as number) ||
      lane - other
    );
  }

  #overlap(item: number, other: number): boolean {
    const start = this.start[item] as number;
    const otherStart = this.start[other] as number;
    return (
      start < otherStart + (this.#lengths[other] as number) && otherStart < start + (this.#lengths[item] as number)
    );
  }
}
