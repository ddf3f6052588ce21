// Owns the costs of three levels: the lower levels decide only between equal higher ones.

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
  /** The levels below, as a cost. */
  readonly rest: Cost;
}

export interface Amounts {
  readonly must: number;
  readonly strong: number;
  readonly weak: number;
}

// 20,000 items may each have 6 weak and 26 strong wishes that are not met: 53 bits are exact for
// that, and for 2 ** 12 musts in one cost.
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

/** The musts of a cost, or of a difference of two. */
export function mustsOf(cost: Cost): number {
  return Math.round(cost / mustUnit);
}

export function amountsOf({ musts, rest }: Total): Amounts {
  const strongs = Math.round(rest / strongUnit);
  return { must: musts, strong: strongs, weak: rest - strongs * strongUnit };
}

export function isBetter(a: Total, b: Total): boolean {
  return a.musts < b.musts || (a.musts === b.musts && a.rest < b.rest);
}
