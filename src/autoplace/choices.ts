// Owns what the moves choose from at random: groups, items and lanes.
import { type ItemPlacement, leftOut } from './placement.ts';
import type { Random } from './random.ts';
import { membersOf } from './tables.ts';

export interface Choices {
  readonly placement: ItemPlacement;
  readonly random: Random;
  /** The items of each group, without fixed ones. */
  readonly members: readonly (readonly number[])[];
  /** Groups that have items. */
  readonly groups: readonly number[];
  readonly lanesOfRoom: readonly (readonly number[])[];
  readonly lanesOfBand: readonly (readonly number[])[];
}

export function createChoices(placement: ItemPlacement, random: Random): Choices {
  const { lanes, rooms, bands, items, groups } = placement.problem;
  const members = membersOf(
    groups,
    items.map(({ group }) => group),
  );
  return {
    placement,
    random,
    members,
    groups: [...members.keys()].filter((group) => members[group]?.length),
    lanesOfRoom: membersOf(
      rooms,
      lanes.map(({ room }) => room),
    ),
    lanesOfBand: membersOf(
      bands,
      lanes.map(({ band }) => band),
    ),
  };
}

export function pick(random: Random, list: readonly number[]): number {
  return list[random.below(list.length)] as number;
}

/** A lane for an item: half of the time one with its group, or in a room of it. */
export function laneFor(
  { placement, random, members, lanesOfRoom }: Choices,
  item: number,
): number {
  const { items, lanes } = placement.problem;
  const group = members[items[item]?.group ?? -1];
  const kind = random.below(4);
  if (group === undefined || kind === 0) return random.below(lanes.length);
  const lane = placement.lane[pick(random, group)] as number;
  if (kind < 3) return lane;
  return pick(random, lanesOfRoom[lanes[lane]?.room ?? 0] ?? []);
}

/** An item that is left out, if a few attempts find one. */
export function leftOutItem({ placement, random }: Choices): number | undefined {
  for (let attempt = 0; attempt < 32; attempt++) {
    const item = random.below(placement.problem.items.length);
    if (placement.start[item] === leftOut) return item;
  }
  return undefined;
}
