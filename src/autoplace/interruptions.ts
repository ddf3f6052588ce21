// Owns how often groups return to a room that they have left on the same day, and what that costs.
import type { Cost } from './cost.ts';
import type { Problem } from './problem.ts';

/** What is in the lanes at present. */
export interface Sequences {
  items(lane: number): readonly number[];
  isLeftOut(item: number): boolean;
}

export class Interruptions {
  readonly #cost: Cost;
  readonly #groups: Int32Array;
  /** Of each lane, its room on its day; of these, the lanes in the order of their starts. */
  readonly #dayOf: Int32Array;
  readonly #lanesOf: readonly (readonly number[])[];
  readonly #counts: Int32Array;
  readonly #touched: number[] = [];
  readonly #isTouched: Uint8Array;
  /** Of each group, the count in which it was seen last. */
  readonly #seenIn: Int32Array;
  #seen = 0;
  /** The former counts since the last commit. */
  readonly #former: number[] = [];

  constructor(problem: Problem, groups: Int32Array) {
    this.#cost = problem.groupCosts.interrupted;
    this.#groups = groups;
    const { dayOf, lanesOf } = daysOfRooms(problem);
    this.#dayOf = dayOf;
    this.#lanesOf = lanesOf;
    this.#counts = new Int32Array(lanesOf.length);
    this.#isTouched = new Uint8Array(lanesOf.length);
    this.#seenIn = new Int32Array(problem.groups);
  }

  /** Counts again where lanes have changed. Returns what that changes in the cost. */
  recount(changes: readonly (readonly [lane: number, ...unknown[]])[], sequences: Sequences): Cost {
    if (this.#cost === 0) return 0;
    for (const [lane] of changes) {
      const day = this.#dayOf[lane] as number;
      if (this.#isTouched[day] === 0) this.#touched.push(day);
      this.#isTouched[day] = 1;
    }
    let change = 0;
    for (const day of this.#touched) {
      this.#isTouched[day] = 0;
      const former = this.#counts[day] as number;
      const count = this.#count(day, sequences);
      if (count === former) continue;
      this.#former.push(day, former);
      this.#counts[day] = count;
      change += count - former;
    }
    this.#touched.length = 0;
    return change * this.#cost;
  }

  commit(): void {
    this.#former.length = 0;
  }

  undo(): void {
    for (let at = this.#former.length - 2; at >= 0; at -= 2) {
      this.#counts[this.#former[at] as number] = this.#former[at + 1] as number;
    }
    this.#former.length = 0;
  }

  /** How often a group begins, less the number of groups. */
  #count(day: number, sequences: Sequences): number {
    this.#seen++;
    let count = 0;
    let last = -1;
    for (const lane of this.#lanesOf[day] as readonly number[]) {
      for (const item of sequences.items(lane)) {
        if (sequences.isLeftOut(item)) continue;
        const group = this.#groups[item] as number;
        if (group !== last && group >= 0) {
          if (this.#seenIn[group] === this.#seen) count++;
          this.#seenIn[group] = this.#seen;
        }
        last = group;
      }
    }
    return count;
  }
}

function daysOfRooms({ lanes, fixed }: Problem): {
  dayOf: Int32Array;
  lanesOf: readonly (readonly number[])[];
} {
  const all = [...lanes, ...fixed];
  const numbers = new Map<string, number>();
  const lanesOf: number[][] = [];
  const dayOf = Int32Array.from(all, ({ room, day }, lane) => {
    const key = `${room} ${day}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    lanesOf[number] ??= [];
    lanesOf[number].push(lane);
    return number;
  });
  const start = (lane: number) => all[lane]?.start ?? 0;
  return {
    dayOf,
    lanesOf: lanesOf.map((lanesOfDay) =>
      lanesOfDay.toSorted((a, b) => start(a) - start(b) || a - b),
    ),
  };
}
