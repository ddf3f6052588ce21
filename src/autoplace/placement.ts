// Owns where every item is at present, and what that costs: each change updates the cost by what it
// touches, and can be undone.
import { addCost, type Cost, type Total } from './cost.ts';
import { GroupCounts } from './group-counts.ts';
import { Interruptions } from './interruptions.ts';
import type { Item, Lane, Pair, Problem } from './problem.ts';
import { type ItemTime, isBroken, membersOf, pairsOfItems } from './tables.ts';

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
  readonly #groupCounts: GroupCounts;
  readonly #interruptions: Interruptions;
  /** The sum of all costs. */
  musts = 0;
  rest: Cost = 0;
  moves: Cost = 0;

  readonly #sequences: (readonly number[])[];
  readonly #lengths: Int32Array;
  readonly #groups: Int32Array;
  readonly #bands: Int32Array;
  readonly #days: Int32Array;
  readonly #pairs: readonly (readonly Pair[])[];
  readonly #members: readonly (readonly number[])[];

  // The way back to the last commit.
  readonly #changedItems: number[] = [];
  readonly #changedLanes: LaneChange[] = [];
  #committed: Total = { musts: 0, rest: 0, moves: 0 };

  constructor(problem: Problem, lanes: Lanes) {
    const { items, groups, fixed } = problem;
    const allLanes = [...problem.lanes, ...fixed];
    const allItems = [
      ...items,
      ...fixed.map(({ start, end, group }) => ({ length: end - start, group })),
    ];
    this.problem = problem;
    this.lane = new Int32Array(allItems.length);
    this.start = new Int32Array(allItems.length).fill(leftOut);
    this.#groupCounts = new GroupCounts(problem);
    this.#sequences = allLanes.map(() => []);
    this.#lengths = Int32Array.from(allItems, ({ length }) => length);
    this.#groups = Int32Array.from(allItems, ({ group }) => group);
    this.#bands = Int32Array.from(allLanes, ({ band }) => band);
    this.#days = Int32Array.from(allLanes, ({ day }) => day);
    this.#interruptions = new Interruptions(problem, this.#groups);
    this.#pairs = pairsOfItems(problem);
    this.#members = membersOf(groups, this.#groups);
    for (const _ of allItems) this.#add(problem.leftOut);
    for (const [at, { start }] of fixed.entries()) {
      const [item, lane] = [items.length + at, problem.lanes.length + at];
      this.#sequences[lane] = [item];
      this.#place(item, lane, start);
    }
    const fixedLanes = fixed.map((_, at) => [problem.lanes.length + at] as const);
    this.#add(this.#interruptions.recount(fixedLanes, this));
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
    return { musts: this.musts, rest: this.rest, moves: this.moves };
  }

  /** Replaces the items of lanes. Together, these must have the same items as before. */
  change(changes: readonly LaneChange[]): void {
    for (const [lane, items] of changes) this.#replace(lane, items);
    this.#add(this.#interruptions.recount(changes, this));
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
    this.#interruptions.undo();
    Object.assign(this, this.#committed);
    this.#forget();
  }

  #forget(): void {
    this.#changedItems.length = 0;
    this.#changedLanes.length = 0;
  }

  #replace(lane: number, sequence: readonly number[]): void {
    const { lanes, items } = this.problem;
    this.#changedLanes.push([lane, this.items(lane)]);
    this.#sequences[lane] = sequence;
    const period = lanes[lane] as Lane;
    const { start, end, turnaround } = period;
    let free = start;
    for (const item of sequence) {
      const from = earliestStart(items[item] as Item, period, free);
      const after = from + (this.#lengths[item] as number);
      this.#place(item, lane, after <= end ? from : leftOut);
      if (after <= end) free = after + turnaround;
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
      for (const { from, to, cost: each } of own.unwanted ?? [])
        if (from < end && start < to) cost += each;
      const { home } = own;
      if (home !== undefined && (start !== home.start || problem.lanes[lane]?.room !== home.room))
        cost += home.cost;
    }
    const pairs = this.#pairs[item] as readonly Pair[];
    for (let at = 0; at < pairs.length; at++) {
      const { first, second, kind, cost: ofPair } = pairs[at] as Pair;
      const other = first === item ? second : first;
      if (this.start[other] === leftOut) continue;
      if (isBroken(kind, this.#timeOf(first), this.#timeOf(second))) cost += ofPair;
    }
    return cost;
  }

  #timeOf(item: number): ItemTime {
    const start = this.start[item] as number;
    const end = start + (this.#lengths[item] as number);
    return { start, end, day: this.#days[this.lane[item] as number] as number };
  }

  /**
   * The cost of items of the same group at the same time. Without a second lane of the group in the
   * band, none is looked at.
   */
  #groupOverlaps(item: number, lane: number, start: number, end: number): Cost {
    const group = this.#groups[item] as number;
    const band = this.#bands[lane] as number;
    if (group < 0 || this.#groupCounts.lanesIn(band, group) < 2) return 0;
    let count = 0;
    for (const other of this.#members[group] as readonly number[]) {
      const otherStart = this.start[other] as number;
      const otherLane = this.lane[other] as number;
      if (otherStart === leftOut || otherLane === lane || this.#bands[otherLane] !== band) continue;
      if (start < otherStart + (this.#lengths[other] as number) && otherStart < end) count++;
    }
    return count * this.problem.groupCosts.overlap;
  }

  #count(item: number, by: 1 | -1): Cost {
    const group = this.#groups[item] as number;
    if (group < 0 || this.start[item] === leftOut) return 0;
    return this.#groupCounts.count(group, this.lane[item] as number, by);
  }

  #add(cost: Cost): void {
    if (cost !== 0) addCost(this, cost);
  }
}

/**
 * The first start in a lane, not before `free`, at which the item is in one of its windows;
 * infinity if there is none.
 */
export function earliestStart(item: Item, lane: Lane, free: number): number {
  const { length, windows, home, every } = item;
  if (home !== undefined && home.room === lane.room && home.start >= free)
    if (home.start + length <= lane.end) return home.start;
  if (windows === undefined) return nextMultiple(every, lane.midnight, free);
  for (const { from, to } of windows) {
    const begin = nextMultiple(every, lane.midnight, from > free ? from : free);
    if (begin + length <= to) return begin;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first multiple of `every` since midnight that is not before `free`. */
export function nextMultiple(every: number | undefined, midnight: number, free: number): number {
  return every === undefined ? free : midnight + every * Math.ceil((free - midnight) / every);
}
