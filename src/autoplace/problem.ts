// Owns what is to be placed, and where: the input of the search, as numbers. It knows no files, no
// people and no sessions by name.
import type { Cost } from './cost.ts';

/** A period in a room. */
export interface RoomPeriod {
  readonly room: number;
  /** Lanes at the same time: a block of a conference. */
  readonly band: number;
  readonly day: number;
  /** In any unit, such as minutes since the first day. */
  readonly start: number;
  readonly end: number;
}

/** A room during one period in which it is open. Items follow each other in it, from its start. */
export interface Lane extends RoomPeriod {
  /** Between two of its items. */
  readonly turnaround: number;
  /** From when the starts of items that have an `every` are counted. */
  readonly midnight: number;
}

export interface Item {
  readonly length: number;
  /** Its track, or -1. */
  readonly group: number;
  /** It fits only into these periods; without any, everywhere. Sorted, without overlaps. */
  readonly windows?: readonly OpenWindow[];
  /** Times that cost something. */
  readonly unwanted?: readonly (OpenWindow & { readonly cost: Cost })[];
  /** Where it was, within its windows: it waits for this start, and costs something elsewhere. */
  readonly home?: { readonly room: number; readonly start: number; readonly cost: Cost };
  /** It starts only at multiples of it. */
  readonly every?: number;
}

export interface OpenWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * When two items cost something: they overlap; the first begins before the second has ended; they
 * are on different days.
 */
export type PairKind = 'overlap' | 'after' | 'days';

/** Costs of two items beside each other. Fixed items follow the others. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  readonly kind: PairKind;
  readonly cost: Cost;
}

/** Costs of a group as a whole, each for one count. */
export interface GroupCosts {
  /** Each room of a group beyond its first. */
  readonly rooms: Cost;
  /** Two items of a group at the same time, in different lanes of one band. */
  readonly overlap: Cost;
  /** Each time a group returns to a room that it has left on the same day. */
  readonly interrupted: Cost;
}

export interface Problem {
  readonly lanes: readonly Lane[];
  readonly items: readonly Item[];
  /** Items that have their places: the search counts them, but does not move them. */
  readonly fixed: readonly (RoomPeriod & Pick<Item, 'group'>)[];
  readonly rooms: number;
  readonly bands: number;
  readonly groups: number;
  /** Costs of an item in a lane: items × lanes. */
  readonly itemLane: Float64Array;
  readonly groupCosts: GroupCosts;
  readonly pairs: readonly Pair[];
  /** An item that does not fit into its lane. */
  readonly leftOut: Cost;
}
