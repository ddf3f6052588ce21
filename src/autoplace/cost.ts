// Costs of four levels: the lower levels decide only between equal higher ones.

/** What an item, a pair or a group costs: the amounts of all levels in one number, so that they add up in one operation. */
export type Cost = number;

/** A sum of costs, of a whole placement or of the difference of two: in two numbers, so that no level reaches the next one. */
export interface Total {
  /** The amount of musts. */
  readonly musts: number;
  /** The levels below, as a cost. */
  readonly rest: Cost;
}

export interface Amounts {
  readonly must: number;
  /** Sessions that are no longer where they were. */
  readonly moved: number;
  readonly strong: number;
  readonly weak: number;
}

// In a total, the amounts of the levels below musts stay within half of these limits, or the moved ones within 2 ** 15: 53 bits
// are exact. 20,000 items may have 6 weak and 26 strong wishes each that are not met; another day counts as 12 of these. In a cost,
// what is below musts is at most half a must, and musts stay below 2 ** 12.
const weakLimit = 2 ** 18;
const strongUnit = weakLimit;
const movedUnit = strongUnit * 2 ** 20;
const mustUnit = movedUnit * 2 ** 2;

export function must(amount: number): Cost {
  return amount * mustUnit;
}

export function moved(amount: number): Cost {
  return amount * movedUnit;
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
  const moves = Math.round(rest / movedUnit);
  const wishes = rest - moves * movedUnit;
  const strongs = Math.round(wishes / strongUnit);
  return { must: musts, moved: moves, strong: strongs, weak: wishes - strongs * strongUnit };
}

export function isBetter(a: Total, b: Total): boolean {
  return a.musts < b.musts || (a.musts === b.musts && a.rest < b.rest);
}
