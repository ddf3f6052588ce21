// Owns which groups are in which lanes, rooms and bands, and what their rooms cost: it changes only
// when a lane gains or loses a group.
import type { Cost } from './cost.ts';
import type { Problem, RoomPeriod } from './problem.ts';

export class GroupCounts {
  readonly #problem: Problem;
  /** Those of fixed items come last. */
  readonly #lanes: readonly RoomPeriod[];
  /** Of each group and lane: its items. */
  readonly #items: Int32Array;
  /** Of each group: its rooms, and its lanes in each room and in each band. */
  readonly #rooms: Int32Array;
  readonly #lanesInRoom: Int32Array;
  readonly #lanesInBand: Int32Array;

  constructor(problem: Problem) {
    const { groups, rooms, bands, lanes, fixed } = problem;
    this.#problem = problem;
    this.#lanes = [...lanes, ...fixed];
    this.#items = new Int32Array(groups * this.#lanes.length);
    this.#rooms = new Int32Array(groups);
    this.#lanesInRoom = new Int32Array(groups * rooms);
    this.#lanesInBand = new Int32Array(groups * bands);
  }

  lanesIn(band: number, group: number): number {
    return this.#lanesInBand[group * this.#problem.bands + band] as number;
  }

  /**
   * Adds an item of a group to a lane, or takes one away. Returns what that changes in the cost.
   */
  count(group: number, lane: number, by: 1 | -1): Cost {
    const { rooms, bands, groupCosts } = this.#problem;
    const { room, band } = this.#lanes[lane] as RoomPeriod;
    if (add(this.#items, group * this.#lanes.length + lane, by) !== 0) return 0;
    add(this.#lanesInBand, group * bands + band, by);
    if (add(this.#lanesInRoom, group * rooms + room, by) !== 0) return 0;
    return add(this.#rooms, group, by) > 0 ? by * groupCosts.rooms : 0;
  }
}

/** Adds to a count, and returns the smaller one of the numbers before and after. */
function add(counts: Int32Array, at: number, by: 1 | -1): number {
  const before = counts[at] as number;
  counts[at] = before + by;
  return by === 1 ? before : before - 1;
}
