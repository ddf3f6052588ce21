// What the moves choose from at random: groups, items and lanes.
import { type ItemPlacement, leftOut } from './placement.ts';
import type { Problem } from './problem.ts';
import type { Random } from './random.ts';
import { groupMembers } from './tables.ts';

export interface Choices {
  readonly placement: ItemPlacement;
  readonly random: Random;
  /** The items of each group. */
  readonly members: readonly (readonly number[])[];
  /** Groups that have items. */
  readonly groups: readonly number[];
  readonly lanesOfRoom: readonly (readonly number[])[];
  readonly lanesOfBand: readonly (readonly number[])[];
}

export function createChoices(placement: ItemPlacement, random: Random): Choices {
  const { lanes, rooms, bands } = placement.problem;
  const members = groupMembers(placement.problem);
  return {
    placement,
    random,
    members,
    groups: [...members.keys()].filter((group) => members[group]?.length),
    lanesOfRoom: listsOf(rooms, lanes, ({ room }) => room),
    lanesOfBand: listsOf(bands, lanes, ({ band }) => band),
  };
}

function listsOf<T>(count: number, all: readonly T[], key: (value: T) => number): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (const [at, value] of all.entries()) lists[key(value)]?.push(at);
  return lists;
}

export function pick(random: Random, list: readonly number[]): number {
  return list[random.below(list.length)] as number;
}

/** A lane for an item: half of the time one with its group, or in a room of it. */
export function laneFor({ placement, random, members, lanesOfRoom }: Choices, item: number): number {
  const { items, lanes } = placement.problem;
  const group = members[items[item]?.group ?? -1];
  const kind = random.below(4);
  if (group === undefined || kind === 0) return random.below(lanes.length);
  const lane = placement.lane[pick(random, group)] as number;
  if (kind < 3) return lane;
  return pick(random, lanesOfRoom[lanes[lane]?.room ?? 0] ?? []);
}

/** An item that is left out, or no longer where or when it was, if a few attempts find one. */
export function unsettled({ placement, random }: Choices): number | undefined {
  const { items } = placement.problem;
  for (let attempt = 0; attempt < 32; attempt++) {
    const item = random.below(items.length);
    const start = placement.start[item];
    const { previous, wishedStart } = items[item] as Problem['items'][number];
    if (start === leftOut || (wishedStart !== undefined && wishedStart.start !== start)) return item;
    if (previous !== undefined && (previous.start !== start || previous.lane !== placement.lane[item])) return item;
  }
  return undefined;
}
