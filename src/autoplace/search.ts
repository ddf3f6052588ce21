// Owns the search: simulated annealing in cycles, whose temperature follows the steps, so that a seed and steps give one result everywhere.

import { createChoices } from './choices.ts';
import { amountsOf, isBetter, type Total } from './cost.ts';
import { type Move, moves } from './moves.ts';
import { createInOrder } from './order.ts';
import { ItemPlacement, type Lanes } from './placement.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';

export interface Search {
  readonly steps: number;
  readonly best: { readonly cost: Total; readonly lanes: Lanes };
  /** Nothing better exists. */
  readonly isPerfect: boolean;
  /** Takes this number of further steps. */
  run(steps: number): void;
}

export function createSearch(problem: Problem, start: Lanes, seed: number): Search {
  const random = createRandom(seed);
  const placement = new ItemPlacement(problem, start);
  const inOrder = createInOrder(placement, random);
  const choices = createChoices(placement, random);
  /** What the placement costs more than before. */
  const worsening = (former: Total): number => {
    const worse = amountsOf({ musts: placement.musts - former.musts, rest: placement.rest - former.rest });
    return worse.must * weights.must + worse.strong * weights.strong + worse.weak;
  };
  const { items } = problem;
  if (inOrder !== undefined) {
    placement.change(inOrder([...start.entries()]));
    placement.commit();
  }
  const lowest = lowestTotal(problem);
  let best = { cost: placement.total(), lanes: placement.lanes() };
  let steps = 0;
  let temperature = 0;
  let cooling = 1;
  let cycleEnd = 0;
  let cycles = 0;

  function attempt(): boolean {
    const move = moves[random.below(moves.length)] as Move;
    const changes = move(choices);
    if (changes === undefined) return false;
    placement.change(inOrder?.(changes) ?? changes);
    return true;
  }

  function step(): void {
    const former = placement.total();
    if (!attempt()) return;
    const worse = worsening(former);
    if (worse <= 0 || worse <= temperature * random.exponential()) {
      placement.commit();
      if (isBetter(placement, best.cost)) best = { cost: placement.total(), lanes: placement.lanes() };
    } else {
      placement.undo();
    }
  }

  function beginCycle(): void {
    if (cycles > 0 && random.below(2) === 0) {
      placement.change([...best.lanes.entries()]);
      placement.commit();
    }
    const worsenings = sample(placement, attempt, worsening);
    const hot = worsenings[worsenings.length >> 1] ?? 1;
    const cold = (worsenings[0] ?? 1) / 8;
    const levels = Math.max(1, Math.floor(levelsBetween(hot, cold) * (begins[cycles % begins.length] ?? 1)));
    const length = cycles === 0 ? items.length * 300 : items.length * 3000;
    temperature = cold;
    for (let level = 0; level < levels; level++) temperature /= factor;
    cooling = Math.max(1, Math.floor(length / levels));
    cycleEnd = steps + length;
    cycles++;
  }

  return {
    get steps() {
      return steps;
    },
    get best() {
      return best;
    },
    get isPerfect() {
      return !isBetter(lowest, best.cost);
    },
    run(count) {
      for (const end = steps + count; steps < end; steps++) {
        if (steps === cycleEnd) beginCycle();
        if (steps % cooling === 0) temperature *= factor;
        step();
      }
    },
  };
}

/** What no placement can be better than: what fixed items cost among themselves. */
function lowestTotal(problem: Problem): Total {
  const lanes = problem.lanes.map(() => []);
  return new ItemPlacement({ ...problem, leftOut: 0 }, lanes).total();
}

/** What a must and a strong wish weigh while the search decides, where a weak wish weighs 1. */
const weights = { must: 200, strong: 10 };

/** From one temperature to the next. */
const factor = 0.95;

/** Where cycles begin, one after the other: 1 is where half of the worsenings are accepted, 0 where hardly any is. */
const begins = [0.1, 0.2, 0.4, 0.3, 1];

function levelsBetween(hot: number, cold: number): number {
  let levels = 0;
  for (let at = hot; at > cold; at *= factor) levels++;
  return levels;
}

/** What moves from here cost, in ascending order. */
function sample(
  placement: ItemPlacement,
  attempt: () => boolean,
  worsening: (former: Total) => number,
): readonly number[] {
  const former = placement.total();
  const worsenings: number[] = [];
  for (let at = 0; at < 1000; at++) {
    if (!attempt()) continue;
    const worse = worsening(former);
    if (worse > 0) worsenings.push(worse);
    placement.undo();
  }
  return worsenings.toSorted((a, b) => a - b);
}

export function startingLanes({ items, lanes, itemLane, turnaround }: Problem): Lanes {
  const sequences: number[][] = lanes.map(() => []);
  const used = lanes.map(() => 0);
  const groupOf = (item: number) => items[item]?.group ?? -1;
  const length = (item: number) => items[item]?.length ?? 0;
  for (const item of [...items.keys()].toSorted((a, b) => groupOf(a) - groupOf(b) || length(b) - length(a))) {
    let best = { lane: 0, cost: Number.POSITIVE_INFINITY };
    for (const [lane, { start, end }] of lanes.entries()) {
      const cost =
        unfit * Math.max(0, (used[lane] ?? 0) + length(item) - (end - start)) +
        (sequences[lane]?.some((other) => groupOf(other) !== groupOf(item)) ? otherGroup : 0) +
        (sequences[lane]?.length ? 0 : newLane) +
        (itemLane[item * lanes.length + lane] ?? 0);
      if (cost < best.cost) best = { lane, cost };
    }
    sequences[best.lane]?.push(item);
    used[best.lane] = (used[best.lane] ?? 0) + length(item) + turnaround;
  }
  return sequences;
}

// Larger than any cost of an item, each more than the next.
const unfit = 2 ** 50;
const otherGroup = 2 ** 49;
const newLane = 1 / 2;
