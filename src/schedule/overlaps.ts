// Finds overlaps of time slots: counts the pairs, yields them in order, and finds the slots that are part of one. Must not know rooms or people.
import { grouped } from './grouped.ts';
import type { Session } from './session.ts';

/** A session's time; the fields that the algorithms read are copied, so that they lie side by side in memory. */
export interface Slot {
  readonly session: Session;
  readonly startMs: number;
  readonly endMs: number;
  readonly title: string;
  /** Distinguishes slots that are otherwise equal. */
  readonly index: number;
}

/** The earlier slot first. */
export type SlotPair = readonly [Slot, Slot];

/** Which pairs count. Two slots of one submission never do. */
export interface OverlapRules {
  /** The time that has to pass between two slots, in milliseconds. */
  readonly gapMs: number;
  /** Sets of slots; two slots of the same set are not a pair. At most 30. */
  readonly apart: readonly ((slot: Slot) => boolean)[];
}

/** By time, then title, then the order of the input. */
export function byTime(a: Slot, b: Slot): number {
  if (a.startMs !== b.startMs) return a.startMs - b.startMs;
  if (a.title !== b.title) return a.title < b.title ? -1 : 1;
  return a.index - b.index;
}

/** How many pairs overlap, by inclusion and exclusion over the sets `apart`. Takes as long as sorting, however many pairs there are. */
export function countOverlaps(slots: readonly Slot[], { gapMs, apart }: OverlapRules): number {
  if (slots.length < 2) return 0;
  const [first, ...others] = apart;
  if (first !== undefined) {
    const rules = { gapMs, apart: others };
    return countOverlaps(slots, rules) - countOverlaps(slots.filter(first), rules);
  }
  const submitted = slots.filter(({ session }) => session.submissionId !== undefined);
  const bySubmission = grouped(submitted, ({ session }) => session.submissionId);
  const ofOneSubmission = [...bySubmission.values()].map((some) => countAll(some, gapMs));
  return countAll(slots, gapMs) - ofOneSubmission.reduce((sum, count) => sum + count, 0);
}

/** The overlapping pairs one after another, by the start of the later slot. */
export function* overlaps(slots: readonly Slot[], { gapMs, apart }: OverlapRules): Generator<SlotPair> {
  // Grouped by the sets that a slot belongs to, one bit each: slots that share a set are never a pair.
  const open = new Map<number, Slot[]>();
  for (const slot of slots.toSorted(byTime)) {
    const sets = setsOf(slot, apart);
    for (const [theirs, others] of open) {
      if ((theirs & sets) !== 0) continue;
      let kept = 0;
      for (const other of others) if (other.endMs + gapMs > slot.startMs) others[kept++] = other;
      others.length = kept;
      for (const other of others) if (!isSameSubmission(other, slot)) yield [other, slot];
    }
    const mine = open.get(sets);
    if (mine === undefined) open.set(sets, [slot]);
    else mine.push(slot);
  }
}

/** The pairs that overlap only because the end of the earlier slot is assumed. */
export function* assumedPairs(slots: readonly Slot[], rules: OverlapRules): Generator<SlotPair> {
  const sorted = slots.toSorted(byTime);
  let later = 0;
  for (const slot of sorted) {
    if (!slot.session.isDurationAssumed) continue;
    while ((sorted[later]?.startMs ?? Number.POSITIVE_INFINITY) <= slot.startMs + rules.gapMs) later++;
    for (let at = later; at < sorted.length; at++) {
      const other = sorted[at];
      if (other === undefined || other.startMs >= slot.endMs + rules.gapMs) break;
      if (isOverlap(slot, other, rules)) yield [slot, other];
    }
  }
}

/** The slots that are part of a pair. Takes as long as sorting, however many pairs there are. */
export function overlappingSlots(slots: readonly Slot[], { gapMs, apart }: OverlapRules): ReadonlySet<Slot> {
  const found = new Set<Slot>();
  const sorted = slots.toSorted(byTime);
  const mark = (order: readonly Slot[], isFurther: (a: Slot, b: Slot) => boolean) => {
    const open = new Map<number, readonly Slot[]>();
    for (const slot of order) {
      const sets = setsOf(slot, apart);
      for (const [theirs, furthest] of open) {
        const isMet = (theirs & sets) === 0 && furthest.some((other) => isOverlap(slot, other, { gapMs, apart }));
        if (isMet) found.add(slot);
      }
      open.set(sets, furthestTwo(open.get(sets) ?? [], slot, isFurther));
    }
  };
  mark(sorted, (a, b) => a.endMs > b.endMs);
  mark(sorted.toReversed(), (a, b) => a.startMs < b.startMs);
  return found;
}

/** The furthest slot, and the furthest of another submission: if any slot overlaps, one of these two does. */
function furthestTwo(two: readonly Slot[], slot: Slot, isFurther: (a: Slot, b: Slot) => boolean): readonly Slot[] {
  const [first, ...others] = [...two, slot].sort((a, b) => Number(isFurther(b, a)) - Number(isFurther(a, b)));
  if (first === undefined) return [];
  const second = others.find((other) => !isSameSubmission(first, other));
  return second === undefined ? [first] : [first, second];
}

/** The sets that a slot belongs to, one bit each. */
function setsOf(slot: Slot, apart: OverlapRules['apart']): number {
  return apart.reduce((bits, has, at) => (has(slot) ? bits | (1 << at) : bits), 0);
}

/** Whether two slots are a pair under the rules. */
function isOverlap(one: Slot, other: Slot, { gapMs, apart }: OverlapRules): boolean {
  const [a, b] = byTime(one, other) < 0 ? [one, other] : [other, one];
  return a.endMs + gapMs > b.startMs && !isSameSubmission(a, b) && !apart.some((has) => has(a) && has(b));
}

/** All pairs of slots, of one submission or not. @param slots each ends after it starts */
function countAll(slots: readonly Slot[], gapMs: number): number {
  const starts = Float64Array.from(slots, ({ startMs }) => startMs).sort();
  const ends = Float64Array.from(slots, ({ endMs }) => endMs + gapMs).sort();
  let over = 0;
  let pairs = 0;
  for (const [before, start] of starts.entries()) {
    // A slot that is over began before this start, so it is one of the `before` slots.
    while ((ends[over] ?? Number.POSITIVE_INFINITY) <= start) over++;
    pairs += before - over;
  }
  return pairs;
}

function isSameSubmission({ session: { submissionId } }: Slot, { session: other }: Slot): boolean {
  return submissionId !== undefined && submissionId === other.submissionId;
}
