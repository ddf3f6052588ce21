// Which groups are in which lanes, rooms and bands, and what that costs: it changes only when a lane gains or loses a group.
import type { Cost } from './cost.ts';
import type { Problem } from './problem.ts';
import { groupNeighbors } from './tables.ts';

export class GroupCounts {
  readonly #problem: Problem;
  /** Those of fixed items come last. */
  readonly #laneCount: number;
  readonly #neighbors: readonly Int32Array[];
  readonly #rooms: Int32Array;
  readonly #bands: Int32Array;
  /** Of each group and lane: its items. */
  readonly #items: Int32Array;
  /** Of each lane: its groups. */
  readonly #laneGroups: Int32Array;
  /** Of each group: its lanes, its rooms, and its lanes in each room and in each band. */
  readonly #groupLanes: Int32Array;
  readonly #groupRooms: Int32Array;
  readonly #lanesInRoom: Int32Array;
  readonly #lanesInBand: Int32Array;

  constructor(problem: Problem) {
    const { groups, rooms, bands, fixed = [] } = problem;
    const lanes = [...problem.lanes, ...fixed];
    this.#laneCount = lanes.length;
    this.#problem = problem;
    this.#neighbors = groupNeighbors(problem);
    this.#rooms = Int32Array.from(lanes, ({ room }) => room);
    this.#bands = Int32Array.from(lanes, ({ band }) => band);
    this.#items = new Int32Array(groups * lanes.length);
    this.#laneGroups = new Int32Array(lanes.length);
    this.#groupLanes = new Int32Array(groups);
    this.#groupRooms = new Int32Array(groups);
    this.#lanesInRoom = new Int32Array(groups * rooms);
    this.#lanesInBand = new Int32Array(groups * bands);
  }

  /** Whether an item of the group is in the lane. */
  has(group: number, lane: number): boolean {
    return this.#items[group * this.#laneCount + lane] !== 0;
  }

  lanesIn(band: number, group: number): number {
    return this.#lanesInBand[group * this.#problem.bands + band] as number;
  }

  /** Adds an item of a group to a lane, or takes one away. Returns what that changes in the cost. */
  count(group: number, lane: number, by: 1 | -1): Cost {
    const problem = this.#problem;
    const cell = group * this.#laneCount + lane;
    const count = (this.#items[cell] as number) + by;
    this.#items[cell] = count;
    if (count !== (by === 1 ? 1 : 0)) return 0;

    const { groupCosts, rooms, bands, groups, lanes } = problem;
    let cost = lane < lanes.length ? by * (problem.groupLane[group * lanes.length + lane] as number) : 0;
    // `smaller` is the smaller one of the numbers before and after.
    let smaller = add(this.#laneGroups, lane, by);
    if (smaller > 0) cost += by * groupCosts.mixed;
    smaller = add(this.#groupLanes, group, by);
    if (smaller >= (problem.groupLanes[group] as number)) cost += by * groupCosts.lanes;
    smaller = add(this.#lanesInRoom, group * rooms + (this.#rooms[lane] as number), by);
    if (smaller === 0 && add(this.#groupRooms, group, by) > 0) cost += by * groupCosts.rooms;
    const band = this.#bands[lane] as number;
    if (groupCosts.hole !== 0 && this.#hasHole(group)) cost -= groupCosts.hole;
    smaller = add(this.#lanesInBand, group * bands + band, by);
    if (smaller > 0) cost += by * groupCosts.parallel;
    if (groupCosts.hole !== 0 && this.#hasHole(group)) cost += groupCosts.hole;
    for (const other of this.#neighbors[group] as Int32Array) {
      const count = this.#lanesInBand[other * bands + band] as number;
      if (count !== 0) cost += by * count * (problem.groupPairs[group * groups + other] as number);
    }
    return cost;
  }

  /** Whether a band without the group is between two bands with it. */
  #hasHole(group: number): boolean {
    const { bands } = this.#problem;
    let at = group * bands;
    const end = at + bands;
    while (at < end && this.#lanesInBand[at] === 0) at++;
    while (at < end && this.#lanesInBand[at] !== 0) at++;
    while (at < end && this.#lanesInBand[at] === 0) at++;
    return at < end;
  }
}

/** Adds to a count, and returns the smaller one of the numbers before and after. */
function add(counts: Int32Array, at: number, by: 1 | -1): number {
  const before = counts[at] as number;
  counts[at] = before + by;
  return by === 1 ? before : before - 1;
}
