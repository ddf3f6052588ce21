// Costs of four levels in one number, so that they add up and compare in one operation: the lower levels decide only between equal higher ones.

/** A sum of amounts of all levels. A lower one is a better schedule. */
export type Cost = number;

export interface Amounts {
  readonly must: number;
  /** Sessions that are no longer where they were. */
  readonly moved: number;
  readonly strong: number;
  readonly weak: number;
}

// The amounts of a level, added up, stay below these limits: 53 bits are exact.
const weakLimit = 2 ** 14;
const strongUnit = weakLimit;
const movedUnit = strongUnit * 2 ** 14;
const mustUnit = movedUnit * 2 ** 11;

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

/** The amounts of a cost, or of a difference of costs. Exact while each amount is below half of its limit. */
export function amountsOf(cost: Cost): Amounts {
  const musts = Math.round(cost / mustUnit);
  const belowMusts = cost - musts * mustUnit;
  const moves = Math.round(belowMusts / movedUnit);
  const wishes = belowMusts - moves * movedUnit;
  const strongs = Math.round(wishes / strongUnit);
  return { must: musts, moved: moves, strong: strongs, weak: wishes - strongs * strongUnit };
}

/** A cost of musts, and of a number below them that is not divided into levels. */
export function mustsAndRest(cost: Cost): { readonly musts: number; readonly rest: number } {
  const musts = Math.round(cost / mustUnit);
  return { musts, rest: cost - musts * mustUnit };
}
