// Owns the costs of four levels: the lower levels decide only between equal higher ones.

/**
 * What an item, a pair or a group costs: the amounts of all levels in one number, so that they add
 * up in one operation.
 */
export type Cost = number;

/**
 * A sum of costs, of a whole placement or of the difference of two: in two numbers, so that no
 * level reaches the next one.
 */
export interface Total {
  /** The amount of musts. */
  readonly musts: number;
  /** The wishes, as a cost. */
  readonly rest: Cost;
  /** How far items are from where they were, as a cost. */
  readonly moves: Cost;
}

// 20,000 items may each have 6 weak and 26 strong wishes that are not met: 53 bits are exact for
// that, and for 2 ** 9 musts in one cost.
const moveUnit = 2 ** -4;
const strongUnit = 2 ** 18;
const mustUnit = strongUnit * 2 ** 22;

export function must(amount: number): Cost {
  return amount * mustUnit;
}

export function strong(amount: number): Cost {
  return amount * strongUnit;
}

export function weak(amount: number): Cost {
  return amount;
}

/** @param amount in all, less than 8 of an item: half a weak wish */
export function move(amount: number): Cost {
  return amount * moveUnit;
}

/** Adds a cost of one item, pair or group, or a difference of two, to a sum. */
export function addCost(sum: { -readonly [Level in keyof Total]: Total[Level] }, cost: Cost): void {
  const musts = Math.round(cost / mustUnit);
  const wishesAndMoves = cost - must(musts);
  const wishes = Math.round(wishesAndMoves);
  sum.musts += musts;
  sum.rest += wishes;
  sum.moves += wishesAndMoves - wishes;
}

/** How many musts, strong and weak wishes a sum has. */
export function amountsOf({ musts, rest }: Pick<Total, 'musts' | 'rest'>) {
  const strongs = Math.round(rest / strongUnit);
  return { must: musts, strong: strongs, weak: rest - strongs * strongUnit };
}

/** A strong wish counts more than any number of moves, and these more than any weak wishes. */
export function isBetter(a: Total, b: Total): boolean {
  if (a.musts !== b.musts) return a.musts < b.musts;
  const [one, other] = [amountsOf(a), amountsOf(b)];
  if (one.strong !== other.strong) return one.strong < other.strong;
  return a.moves === b.moves ? one.weak < other.weak : a.moves < b.moves;
}
