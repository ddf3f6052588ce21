// Owns the search: simulated annealing in cycles, whose temperature follows the steps, so that a
// seed and steps give one result everywhere.

import { type Choices, createChoices } from './choices.ts';
import { amountsOf, isBetter, type Total } from './cost.ts';
import { moves, type SearchMove } from './moves.ts';
import { createInOrder } from './order.ts';
import { ItemPlacement, type Lanes } from './placement.ts';
import type { Lane, Problem } from './problem.ts';
import { createRandom, type Random } from './random.ts';

export function createSearch(problem: Problem, start: Lanes, seed: number) {
  return new Annealing(problem, start, seed);
}

class Annealing {
  steps = 0;
  best: { readonly cost: Total; readonly lanes: Lanes };
  readonly #random: Random;
  readonly #placement: ItemPlacement;
  readonly #inOrder: ReturnType<typeof createInOrder>;
  readonly #choices: Choices;
  readonly #lowest: Total;
  /** How much worse a step may be, on average; a weak wish weighs 1. */
  #temperature = 0;
  /** Steps at one temperature. */
  #cooling = 1;
  /** The step with which the next cycle begins. */
  #cycleEnd = 0;
  #cycles = 0;

  constructor(problem: Problem, start: Lanes, seed: number) {
    this.#random = createRandom(seed);
    this.#placement = new ItemPlacement(problem, start);
    this.#inOrder = createInOrder(this.#placement, this.#random);
    this.#choices = createChoices(this.#placement, this.#random);
    if (this.#inOrder !== undefined) {
      this.#placement.change(this.#inOrder([...start.entries()]));
      this.#placement.commit();
    }
    this.#lowest = lowestTotal(problem);
    this.best = { cost: this.#placement.total(), lanes: this.#placement.lanes() };
  }

  /** Nothing better exists. */
  get isPerfect(): boolean {
    return !isBetter(this.#lowest, this.best.cost);
  }

  /** Takes this number of further steps. */
  run(count: number): void {
    for (const end = this.steps + count; this.steps < end; this.steps++) {
      if (this.steps === this.#cycleEnd) this.#beginCycle();
      if (this.steps % this.#cooling === 0) this.#temperature *= factor;
      this.#step();
    }
  }

  #step(): void {
    const placement = this.#placement;
    const former = placement.total();
    if (!this.#attempt()) return;
    const worse = this.#worsening(former);
    if (worse <= 0 || worse <= this.#temperature * this.#random.exponential()) {
      placement.commit();
      if (isBetter(placement, this.best.cost))
        this.best = { cost: placement.total(), lanes: placement.lanes() };
    } else {
      placement.undo();
    }
  }

  #attempt(): boolean {
    const move = moves[this.#random.below(moves.length)] as SearchMove;
    const changes = move(this.#choices);
    if (changes === undefined) return false;
    this.#placement.change(this.#inOrder?.(changes) ?? changes);
    return true;
  }

  /** What the placement costs more than before. */
  #worsening(former: Total): number {
    const { musts, rest, moves } = this.#placement;
    const worse = amountsOf({ musts: musts - former.musts, rest: rest - former.rest });
    const wishes = worse.must * weights.must + worse.strong * weights.strong + worse.weak;
    return wishes + (moves - former.moves) * weights.move;
  }

  #beginCycle(): void {
    if (this.#cycles > 0 && this.#random.below(2) === 0) {
      this.#placement.change([...this.best.lanes.entries()]);
      this.#placement.commit();
    }
    const worsenings = this.#sample();
    const hot = worsenings[worsenings.length >> 1] ?? 1;
    const cold = (worsenings[0] ?? 1) / 8;
    const begin = begins[this.#cycles % begins.length] ?? 1;
    const levels = Math.max(1, Math.floor(levelsBetween(hot, cold) * begin));
    const length = this.#placement.problem.items.length * (this.#cycles === 0 ? 300 : 3000);
    this.#temperature = cold;
    for (let level = 0; level < levels; level++) this.#temperature /= factor;
    this.#cooling = Math.max(1, Math.floor(length / levels));
    this.#cycleEnd = this.steps + length;
    this.#cycles++;
  }

  /** What moves from here cost, in ascending order. */
  #sample(): readonly number[] {
    const former = this.#placement.total();
    const worsenings: number[] = [];
    for (let at = 0; at < 1000; at++) {
      if (!this.#attempt()) continue;
      const worse = this.#worsening(former);
      if (worse > 0) worsenings.push(worse);
      this.#placement.undo();
    }
    return worsenings.toSorted((a, b) => a - b);
  }
}

/** What no placement can be better than: what fixed items cost among themselves. */
function lowestTotal(problem: Problem): Total {
  const lanes = problem.lanes.map(() => []);
  return new ItemPlacement({ ...problem, leftOut: 0 }, lanes).total();
}

/**
 * What musts, strong wishes and moves weigh while the search decides, where a weak wish weighs 1:
 * an item that is elsewhere, 3.
 */
const weights = { must: 200, strong: 10, move: 12 };

/** From one temperature to the next. */
const factor = 0.95;

/**
 * Where cycles begin, one after the other: 1 is where half of the worsenings are accepted, 0 where
 * hardly any is.
 */
const begins = [0.1, 0.2, 0.4, 0.3, 1];

function levelsBetween(hot: number, cold: number): number {
  let levels = 0;
  for (let at = hot; at > cold; at *= factor) levels++;
  return levels;
}

/**
 * The first placement: items where they were, and the others group by group, one lane after the
 * other.
 */
export function startingLanes({ items, lanes }: Problem): Lanes {
  const sequences: number[][] = lanes.map(() => []);
  const free = lanes.map(({ start, end }) => end - start);
  const add = (item: number, lane: number) => {
    const { turnaround } = lanes[lane] as Lane;
    sequences[lane]?.push(item);
    free[lane] = (free[lane] as number) - lengthOf(item) - turnaround;
  };
  const lengthOf = (item: number) => items[item]?.length ?? 0;
  const homeStart = (item: number) => items[item]?.home?.start ?? 0;
  const homeLane = (item: number) =>
    lanes.findIndex(({ room, start, end }) => {
      const home = items[item]?.home;
      return room === home?.room && start <= home.start && home.start + lengthOf(item) <= end;
    });
  const others: number[] = [];
  for (const item of [...items.keys()].toSorted((a, b) => homeStart(a) - homeStart(b))) {
    const lane = homeLane(item);
    if (lane >= 0) add(item, lane);
    else others.push(item);
  }
  const groupOf = (item: number) => items[item]?.group ?? -1;
  let lane = 0;
  for (const item of others.toSorted((a, b) => groupOf(a) - groupOf(b) || a - b)) {
    const last = lane;
    const fits = () => (free[lane] as number) >= lengthOf(item);
    while (!fits() && (lane + 1) % lanes.length !== last) lane = (lane + 1) % lanes.length;
    add(item, lane);
  }
  return sequences;
}
