// Puts items of a group into their order after each change, in the places that they have together: one by one, they get stuck.
import { isBetter } from './cost.ts';
import type { LaneChange, Placement } from './placement.ts';
import type { Problem } from './problem.ts';
import { groupMembers, orderedGroups } from './tables.ts';

/** Changes a placement as given. Then the items of the groups that it touches are put into their order, if that is no worse. */
export type ChangeInOrder = (changes: readonly LaneChange[]) => void;

export function changeInOrder(placement: Placement): ChangeInOrder {
  const { problem } = placement;
  const earlier = earlierItems(problem);
  const members = groupMembers(problem);
  const numbered = orderedGroups(problem, members);
  const related = members.map((own) => own.filter((item) => isRelated(earlier, own, item)));
  const hasOrder = members.map((_, group) => numbered[group]?.length !== 0 || related[group]?.length !== 0);
  if (!hasOrder.includes(true)) return (changes) => placement.change(changes);

  const byStart = (a: number, b: number) =>
    (placement.start[a] as number) - (placement.start[b] as number) ||
    (placement.lane[a] as number) - (placement.lane[b] as number);

  function reorder(group: number, reordered: Map<number, number[]>): void {
    const own = numbered[group] as readonly number[];
    const isPlaced = (item: number) => !placement.isLeftOut(item);
    const placed =
      own.length > 0
        ? own.filter(isPlaced).sort((a, b) => placement.compare(a, b))
        : (related[group] as readonly number[]).filter(isPlaced).sort(byStart);
    const wanted = own.length > 0 ? byNumber(problem, placed) : afterEarlier(earlier, placed);
    for (const [at, item] of placed.entries()) {
      const other = wanted[at] as number;
      if (other === item) continue;
      const lane = placement.lane[item] as number;
      const items = reordered.get(lane) ?? [...placement.items(lane)];
      items[placement.items(lane).indexOf(item)] = other;
      reordered.set(lane, items);
    }
  }

  return (changes) => {
    placement.change(changes);
    const groups: number[] = [];
    for (const [, items] of changes) {
      for (const item of items) {
        const group = problem.items[item]?.group ?? -1;
        if (hasOrder[group] === true && !groups.includes(group)) groups.push(group);
      }
    }
    const reordered = new Map<number, number[]>();
    for (const group of groups) reorder(group, reordered);
    if (reordered.size === 0) return;
    const former = [...reordered.keys()].map((lane): LaneChange => [lane, placement.items(lane)]);
    const total = placement.total();
    placement.change([...reordered]);
    if (isBetter(total, placement)) placement.change(former);
  };
}

/** Of each item, those of its group that it is after. */
function earlierItems({ items, pairs }: Problem): readonly (readonly number[])[] {
  const earlier = items.map((): number[] => []);
  for (const { first, second, kind } of pairs) {
    const group = items[first]?.group ?? -1;
    if (kind === 'after' && group >= 0 && items[second]?.group === group) earlier[first]?.push(second);
  }
  return earlier;
}

function isRelated(earlier: readonly (readonly number[])[], members: readonly number[], item: number): boolean {
  return earlier[item]?.length !== 0 || members.some((other) => earlier[other]?.includes(item));
}

/** Each item at its number, and the others between them, as they follow each other. */
function byNumber({ items }: Problem, placed: readonly number[]): readonly number[] {
  const numbered = new Map<number, number>();
  const others: number[] = [];
  for (const item of placed) {
    const { order = 0 } = items[item] ?? {};
    if (order === 0 || order > placed.length || numbered.has(order)) others.push(item);
    else numbered.set(order, item);
  }
  let next = 0;
  return placed.map((_, at) => numbered.get(at + 1) ?? (others[next++] as number));
}

/** Each item after its earlier ones, and else as they follow each other. */
function afterEarlier(earlier: readonly (readonly number[])[], placed: readonly number[]): readonly number[] {
  const remaining = new Set(placed);
  const sequence: number[] = [];
  const add = (item: number) => {
    if (!remaining.delete(item)) return;
    for (const other of earlier[item] as readonly number[]) add(other);
    sequence.push(item);
  };
  for (const item of placed) add(item);
  return sequence;
}
