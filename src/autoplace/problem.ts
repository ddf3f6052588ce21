// What is to be placed, and where: the input of the search, as numbers. It knows no files, no people and no sessions by name.
import type { Cost } from './cost.ts';

/** A room during one period in which it is open. Items follow each other in it, from its start. */
export interface Lane {
  readonly room: number;
  /** Lanes at the same time: a block of a conference. */
  readonly band: number;
  readonly day: number;
  /** In any unit, such as minutes since the first day. */
  readonly start: number;
  readonly end: number;
}

export interface Item {
  readonly length: number;
  /** Its track, or -1. */
  readonly group: number;
  /** Its place within its group, from 1; 0 if it has none. */
  readonly order: number;
  /** It fits only into these periods; without any, everywhere. Sorted, without overlaps. */
  readonly windows?: readonly OpenWindow[];
  /** Times that cost something. */
  readonly unwanted?: readonly (OpenWindow & { readonly cost: Cost })[];
  /** Any other start costs this. It waits for this one in a lane if that delays no other item that is due. */
  readonly wishedStart?: { readonly start: number; readonly cost: Cost };
  /** Where it was: any other room or start costs. In that lane it never begins earlier. */
  readonly previous?: { readonly lane: number; readonly start: number; readonly cost: Cost };
}

/** An item that has its place: the search does not move it, but counts it. Its lane is its own. */
export interface FixedItem extends Lane {
  readonly group: number;
}

export interface OpenWindow {
  readonly from: number;
  readonly to: number;
}

/** Costs of two items beside each other. `after`: the first item begins before the second has ended. Fixed items follow the others. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  readonly kind: 'overlap' | 'band' | 'after';
  readonly cost: Cost;
}

/** Costs of a group as a whole. All are per count, and 0 where they do not matter. */
export interface GroupCosts {
  /** Each group of a lane beyond its first. */
  readonly mixed: Cost;
  /** Each room of a group beyond its first. */
  readonly rooms: Cost;
  /** Each lane of a group in one band beyond its first. */
  readonly parallel: Cost;
  /** Two items of a group at the same time, in different lanes of one band. */
  readonly overlap: Cost;
  /** A group whose bands, by their numbers, have a hole. */
  readonly hole: Cost;
  /** Each lane of a group beyond its `groupLanes`. */
  readonly lanes: Cost;
  /** Each time a group returns to a room that it has left on the same day. */
  readonly interrupted: Cost;
  /** Each item whose place among its group differs from its order, and each pair of ordered items at the same time. */
  readonly order: Cost;
}

/** A property that should have several values in each band, for example the level. */
export interface Variety {
  /** Of each item, and then of each fixed item, from 0; -1 if it is unknown. */
  readonly values: readonly number[];
  /** Of each band with several items that all have one value. */
  readonly cost: Cost;
}

export interface Problem {
  readonly lanes: readonly Lane[];
  readonly items: readonly Item[];
  readonly fixed?: readonly FixedItem[];
  readonly rooms: number;
  readonly bands: number;
  readonly groups: number;
  /** Between two items of a lane. */
  readonly turnaround: number;
  /** What a person needs between two rooms: rooms × rooms, or nothing. */
  readonly walking?: readonly number[];
  /** Costs of an item in a lane: items × lanes. */
  readonly itemLane: Float64Array;
  /** Costs of a group in a lane, once however many of its items are in it: groups × lanes. */
  readonly groupLane: Float64Array;
  /** Costs of two groups in different lanes of a band, once for each pair of lanes: groups × groups, symmetric. */
  readonly groupPairs: Float64Array;
  /** Of each group: the number of lanes beyond which `groupCosts.lanes` counts. */
  readonly groupLanes: readonly number[];
  readonly groupCosts: GroupCosts;
  readonly pairs: readonly Pair[];
  readonly varieties?: readonly Variety[];
  /** An overlap costs once for each unit of time, not once for each pair. */
  readonly overlapPerUnit: boolean;
  /** An item that does not fit into its lane. */
  readonly leftOut: Cost;
}
