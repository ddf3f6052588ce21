// Owns the ways in which a search changes a placement: each picks at random what it moves, and
// returns the new items of lanes.
import { type Choices, laneFor, leftOutItem, pick } from './choices.ts';
import { earliestStart, type ItemPlacement, type LaneChange, leftOut } from './placement.ts';
import type { Problem } from './problem.ts';
import { rebuild } from './rebuild.ts';

/** What it changes; undefined if it has found nothing. */
export type SearchMove = (choices: Choices) => readonly LaneChange[] | undefined;

/** Moves an item to another lane, more often to one with its group, or to a room of its group. */
const relocate: SearchMove = (choices) => {
  const { placement, random } = choices;
  const item = random.below(placement.problem.items.length);
  const from = placement.lane[item] as number;
  const to = laneFor(choices, item);
  if (to === from) return reorderIn(choices, from);
  const source = placement.items(from);
  const target = placement.items(to);
  return [
    [from, source.filter((other) => other !== item)],
    [to, target.toSpliced(random.below(target.length + 1), 0, item)],
  ];
};

/** Moves an item, preferably one without a place, into free time of a lane: nothing else moves. */
const fill: SearchMove = (choices) => {
  const { placement, random } = choices;
  const item = leftOutItem(choices) ?? random.below(placement.problem.items.length);
  const from = placement.lane[item] as number;
  for (let attempt = 0; attempt < 8; attempt++) {
    const to =
      attempt === 0 ? laneFor(choices, item) : random.below(placement.problem.lanes.length);
    if (to === from) continue;
    const at = gapFor(placement, item, to);
    if (at === undefined) continue;
    const source = placement.items(from).filter((other) => other !== item);
    return [
      [from, source],
      [to, placement.items(to).toSpliced(at, 0, item)],
    ];
  }
  return undefined;
};

/** Where in a lane the item fits without moving another one, as early as possible. */
function gapFor(placement: ItemPlacement, item: number, lane: number): number | undefined {
  const { items, lanes } = placement.problem;
  const period = lanes[lane] as Problem['lanes'][number];
  const { start, end, turnaround } = period;
  const added = items[item] as Problem['items'][number];
  const sequence = placement.items(lane);
  let free = start;
  for (let at = 0; at <= sequence.length; at++) {
    const other = sequence[at];
    const next = other === undefined ? end + turnaround : (placement.start[other] as number);
    if (next === leftOut) continue;
    if (earliestStart(added, period, free) + added.length + turnaround <= next) return at;
    free = next + (items[other ?? -1]?.length ?? 0) + turnaround;
  }
  return undefined;
}

/** Exchanges two items, half of the time of one group. */
const exchange: SearchMove = ({ placement, random, members }) => {
  const { items } = placement.problem;
  const item = random.below(items.length);
  const group = members[items[item]?.group ?? -1];
  const other =
    group !== undefined && random.below(2) === 0 ? pick(random, group) : random.below(items.length);
  if (other === item) return undefined;
  const from = placement.lane[item] as number;
  const to = placement.lane[other] as number;
  const partnerOf = (itemOfLane: number) => {
    if (itemOfLane === item) return other;
    return itemOfLane === other ? item : itemOfLane;
  };
  const exchanged = (lane: number) => placement.items(lane).map(partnerOf);
  return [...new Map([from, to].map((lane) => [lane, exchanged(lane)]))];
};

/** Moves an item within its lane. */
const reorder: SearchMove = (choices) => {
  const { placement, random } = choices;
  return reorderIn(choices, placement.lane[random.below(placement.problem.items.length)] as number);
};

function reorderIn({ placement, random }: Choices, lane: number): ReturnType<SearchMove> {
  const items = placement.items(lane);
  if (items.length < 2) return undefined;
  const at = random.below(items.length);
  const without = items.toSpliced(at, 1);
  return [[lane, without.toSpliced(random.below(items.length), 0, items[at] as number)]];
}

/** Exchanges all items of two lanes. */
const exchangeLanes: SearchMove = ({ placement, random, lanesOfRoom, lanesOfBand }) => {
  const { lanes, items } = placement.problem;
  const from = placement.lane[random.below(items.length)] as number;
  const { room, band } = lanes[from] as Problem['lanes'][number];
  const kind = random.below(3);
  const near = kind === 1 ? lanesOfRoom[room] : lanesOfBand[band];
  const to = kind === 0 ? random.below(lanes.length) : pick(random, near ?? []);
  if (to === from) return undefined;
  return [
    [from, placement.items(to)],
    [to, placement.items(from)],
  ];
};

/**
 * Exchanges the items of a group in a lane with those of another group, or with none, in another
 * lane.
 */
const exchangeBlocks: SearchMove = (choices) => {
  const { placement, random } = choices;
  const { items } = placement.problem;
  const item = random.below(items.length);
  const group = items[item]?.group ?? -1;
  const from = placement.lane[item] as number;
  const to = laneFor(choices, item);
  if (group < 0 || to === from) return undefined;
  const target = placement.items(to);
  const other = target.length === 0 ? -1 : (items[pick(random, target)]?.group ?? -1);
  const ofGroup = (at: number) => items[at]?.group === group;
  const ofOther = (at: number) => items[at]?.group === other;
  const source = placement.items(from);
  if (other === group) {
    // One lane of the group takes the items of the other.
    return [
      [from, source.filter((at) => !ofGroup(at))],
      [to, [...target, ...source.filter(ofGroup)]],
    ];
  }
  const takesOther = other >= 0 && random.below(4) !== 0;
  return [
    [from, replaceRun(source, ofGroup, takesOther ? target.filter(ofOther) : [])],
    [to, replaceRun(target, takesOther ? ofOther : () => false, source.filter(ofGroup))],
  ];
};

/** Replaces the items that match by others, where the first of them was. */
function replaceRun(
  items: readonly number[],
  matches: (item: number) => boolean,
  others: readonly number[],
): number[] {
  const at = items.findIndex(matches);
  const rest = items.filter((item) => !matches(item));
  return rest.toSpliced(at < 0 ? rest.length : at, 0, ...others);
}

/** Each move as often as it is to be chosen. */
export const moves: readonly SearchMove[] = (
  [
    [relocate, 6],
    [exchange, 6],
    [reorder, 2],
    [exchangeBlocks, 4],
    [exchangeLanes, 3],
    [rebuild, 1],
    [fill, 4],
  ] as const
).flatMap(([move, times]) => Array<SearchMove>(times).fill(move));
