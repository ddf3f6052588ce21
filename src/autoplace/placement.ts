// Where every item is at present, and what that costs: each change updates the cost by what it touches, and can be undone.
import { type Cost, must, mustsOf, type Total } from './cost.ts';
import { earliestStart, latestEnd } from './earliest.ts';
import { GroupCounts } from './group-counts.ts';
import { Interruptions } from './interruptions.ts';
import type { Problem } from './problem.ts';
import { membersOf, orderedGroups, type PairTable, pairKinds, pairTable } from './tables.ts';
import { VarietyCounts } from './variety-counts.ts';

/** The items of every lane in their order. */
export type Lanes = readonly (readonly number[])[];

/** The new items of a lane. */
export type LaneChange = readonly [lane: number, items: readonly number[]];

/** The start of an item that does not fit into its lane. */
export const leftOut = -(2 ** 31);

export class ItemPlacement {
  readonly problem: Problem;
  /** The lane of each item. Fixed items, and their lanes, follow the others. */
  readonly lane: Int32Array;
  /** The start of each item, or `leftOut`. */
  readonly start: Int32Array;
  readonly groupCounts: GroupCounts;
  readonly #varietyCounts: VarietyCounts;
  readonly #interruptions: Interruptions;
  /** The sum of all costs. */
  musts = 0;
  rest: Cost = 0;

  readonly #sequences: (readonly number[])[];
  readonly #lengths: Int32Array;
  readonly #groups: Int32Array;
  readonly #rooms: Int32Array;
  readonly #bands: Int32Array;
  readonly #pairs: PairTable;
  readonly #members: readonly (readonly number[])[];
  readonly #ordered: readonly (readonly number[])[];

  readonly #orderCosts: Float64Array;
  readonly #touchedGroups: number[] = [];

  // The way back to the last commit.
  readonly #changedItems: number[] = [];
  readonly #changedLanes: LaneChange[] = [];
  readonly #changedOrders: number[] = [];
  #committed: Total = { musts: 0, rest: 0 };

  constructor(problem: Problem, lanes: Lanes) {
    const { items, groups, fixed = [] } = problem;
    const allLanes = [...problem.lanes, ...fixed];
    const allItems = [...items, ...fixed.map(({ start, end, group }) => ({ length: end - start, group }))];
    this.problem = problem;
    this.lane = new Int32Array(allItems.length);
    this.start = new Int32Array(allItems.length).fill(leftOut);
    this.groupCounts = new GroupCounts(problem);
    this.#varietyCounts = new VarietyCounts(problem);
    this.#sequences = allLanes.map(() => []);
    this.#lengths = Int32Array.from(allItems, ({ length }) => length);
    this.#groups = Int32Array.from(allItems, ({ group }) => group);
    this.#rooms = Int32Array.from(allLanes, ({ room }) => room);
    this.#bands = Int32Array.from(allLanes, ({ band }) => band);
    this.#interruptions = new Interruptions(problem, this.#groups);
    this.#pairs = pairTable(problem);
    this.#members = membersOf(groups, this.#groups);
    this.#ordered = orderedGroups(problem, this.#members);
    this.#orderCosts = new Float64Array(groups);
    for (const _ of allItems) this.#add(problem.leftOut);
    for (const [at, { start }] of fixed.entries()) {
      const [item, lane] = [items.length + at, problem.lanes.length + at];
      this.#sequences[lane] = [item];
      this.#place(item, lane, start);
    }
    this.#add(
      this.#interruptions.recount(
        fixed.map((_, at) => [problem.lanes.length + at, []]),
        this,
      ),
    );
    this.change([...lanes.entries()]);
    this.commit();
  }

  /** The items of a lane in their order. */
  items(lane: number): readonly number[] {
    return this.#sequences[lane] as readonly number[];
  }

  isLeftOut(item: number): boolean {
    return this.start[item] === leftOut;
  }

  /** Without those of fixed items. */
  lanes(): Lanes {
    return this.#sequences.slice(0, this.problem.lanes.length);
  }

  total(): Total {
    return { musts: this.musts, rest: this.rest };
  }

  /** Replaces the items of lanes. Together, these must have the same items as before. */
  change(changes: readonly LaneChange[]): void {
    for (const [lane, items] of changes) this.#replace(lane, items);
    this.#add(this.#interruptions.recount(changes, this));
    for (const group of this.#touchedGroups) {
      const cost = this.#orderCost(group);
      const former = this.#orderCosts[group] as number;
      this.#changedOrders.push(group, former);
      this.#orderCosts[group] = cost;
      this.#add(cost - former);
    }
    this.#touchedGroups.length = 0;
  }

  /** Confirms all changes since the last commit. */
  commit(): void {
    this.#committed = this.total();
    this.#interruptions.commit();
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
    for (const [lane, sequence] of this.#changedLanes.reverse()) this.#sequences[lane] = sequence;
    for (let at = this.#changedOrders.length - 2; at >= 0; at -= 2) {
      this.#orderCosts[this.#changedOrders[at] as number] = this.#changedOrders[at + 1] as number;
    }
    this.#interruptions.undo();
    ({ musts: this.musts, rest: this.rest } = this.#committed);
    this.#forget();
  }

  #forget(): void {
    this.#changedItems.length = 0;
    this.#changedLanes.length = 0;
    this.#changedOrders.length = 0;
  }

  #replace(lane: number, sequence: readonly number[]): void {
    const { problem } = this;
    this.#changedLanes.push([lane, this.items(lane)]);
    this.#sequences[lane] = sequence;
    const { start, end } = problem.lanes[lane] as { start: number; end: number };
    let free = start;
    for (const [at, item] of sequence.entries()) {
      const length = this.#lengths[item] as number;
      const own = problem.items[item] as Problem['items'][number];
      const from = earliestStart(own, lane, free, own.wishedStart ? latestEnd(problem, lane, sequence[at + 1]) : end);
      const fits = from + length <= end;
      this.#place(item, lane, fits ? from : leftOut);
      if (fits) free = from + length + problem.turnaround;
    }
  }

  #place(item: number, lane: number, start: number): void {
    const formerLane = this.lane[item] as number;
    const formerStart = this.start[item] as number;
    if (formerLane === lane && formerStart === start) return;
    this.#changedItems.push(item, formerLane, formerStart);
    let change = -this.#itemCost(item);
    change += this.#count(item, -1);
    this.lane[item] = lane;
    this.start[item] = start;
    change += this.#count(item, 1);
    this.#add(change + this.#itemCost(item));
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
    let cost = this.#groupOverlaps(item, lane, start, end);
    const own = problem.items[item];
    if (own !== undefined) {
      cost += problem.itemLane[item * problem.lanes.length + lane] as number;
      const { unwanted, previous, wishedStart } = own;
      if (wishedStart !== undefined && wishedStart.start !== start) cost += wishedStart.cost;
      if (previous !== undefined && (previous.lane !== lane || previous.start !== start)) cost += previous.cost;
      if (unwanted !== undefined) {
        for (const { from, to, cost: each } of unwanted) if (from < end && start < to) cost += each;
      }
    }
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

  #add(cost: Cost): void {
    if (cost === 0) return;
    const musts = mustsOf(cost);
    this.musts += musts;
    this.rest += cost - must(musts);
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
