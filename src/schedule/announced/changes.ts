// Compares two states of a program: which talks are new, gone, moved, retitled or of other people.
// Must not word it. Pure.

import { foldKey } from '../../contract/key.ts';
import { byName } from '../export/grid.ts';
import { grouped } from '../grouped.ts';
import { namesakeFinder, type Person } from '../session.ts';
import {
  distinct,
  distinctPeople,
  joinSlots,
  type ProgramSlot,
  type ProgramTalk,
  titleKeyOf,
} from './program.ts';

/** What a change is, in the order in which changes are reported. */
export const changeKinds = [
  'new',
  'canceled',
  'unplaced',
  'moved',
  'newTime',
  'canceledTime',
  'retitled',
  'people',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** How a talk was or is. */
export type TalkState = Pick<ProgramTalk, 'title' | 'people' | 'slots'>;

/** A slot that is elsewhere now, new or gone. */
export interface SlotChange {
  readonly from: ProgramSlot | undefined;
  readonly to: ProgramSlot | undefined;
}

/** What has changed of one talk. */
export interface TalkChange {
  /** At least one. */
  readonly kinds: readonly ChangeKind[];
  readonly submissionId: string | undefined;
  readonly isBreak: boolean;
  /** Undefined for a new talk. */
  readonly before: TalkState | undefined;
  /** Undefined for a talk that has no place any more. */
  readonly after: TalkState | undefined;
  readonly slots: readonly SlotChange[];
  /** The names of people whom the talk did not have. */
  readonly joined: readonly string[];
  /** The names of people whom it has no more. */
  readonly left: readonly string[];
}

/**
 * What has changed, by kind and time. A state without breaks says nothing of breaks, and one that
 * names nobody says nothing of people.
 */
export function changesBetween(
  old: readonly ProgramTalk[],
  now: readonly ProgramTalk[],
): readonly TalkChange[] {
  const states = [old, now];
  const comparesBreaks = states.every((talks) => talks.some(({ isBreak }) => isBreak));
  const isCompared = ({ isBreak }: ProgramTalk) => comparesBreaks || !isBreak;
  const comparesPeople = states.every(namesPeople);
  return sameTalks(old.filter(isCompared), now.filter(isCompared))
    .flatMap((pair) => changeOf(pair, comparesPeople) ?? [])
    .toSorted(inReportOrder);
}

/** Whether a state names any person. */
export function namesPeople(talks: readonly ProgramTalk[]): boolean {
  return talks.some(({ people }) => people.some(({ name }) => name !== ''));
}

/** What is one talk in the two states: usually one of each, or of one of them. */
interface SameTalk {
  readonly before: readonly ProgramTalk[];
  readonly after: readonly ProgramTalk[];
}

/**
 * Talks with an id in common are one. The others are compared by title, unless both have an id and
 * the ids of the two states mean the same.
 */
function sameTalks(old: readonly ProgramTalk[], now: readonly ProgramTalk[]): readonly SameTalk[] {
  const isOld = hasFinder(old);
  const isNow = hasFinder(now);
  const all = [...old, ...now];
  const { join, groups } = joiner(all);
  const withIds = all.flatMap((talk) => talk.ids.map((id) => ({ id, talk })));
  for (const same of grouped(withIds, ({ id }) => id).values()) join(same.map(({ talk }) => talk));
  const isInBoth = (group: readonly ProgramTalk[]) => group.some(isOld) && group.some(isNow);
  const byId = groups();
  const idsDecide = byId.some(isInBoth);
  const rest = byId.filter((group) => !isInBoth(group)).flat();
  const byTitle = grouped(rest, ({ title, isBreak }) =>
    JSON.stringify([isBreak, titleKeyOf(title)]),
  );
  for (const same of byTitle.values()) {
    if (!isInBoth(same)) continue;
    const open = same.filter(({ ids }) => !idsDecide || ids.length === 0);
    for (const isOne of [isOld, isNow]) {
      const some = open.filter(isOne);
      if (some.length > 0) join([...some, ...same.filter((talk) => !isOne(talk))]);
    }
  }
  return groups().map((group) => ({
    before: group.filter(isOld),
    after: group.filter(isNow),
  }));
}

function hasFinder<Item>(items: readonly Item[]): (item: Item) => boolean {
  const known = new Set(items);
  return (item) => known.has(item);
}

/** Joins items to groups, which are in the order of their first items. */
function joiner<Item>(items: readonly Item[]) {
  const parents = new Map<Item, Item>();
  const rootOf = (item: Item): Item => {
    let root = item;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root))
      root = parent;
    // The next search is short.
    if (root !== item) parents.set(item, root);
    return root;
  };
  return {
    join([first, ...others]: readonly Item[]): void {
      if (first === undefined) return;
      for (const other of others) {
        const [root, otherRoot] = [rootOf(first), rootOf(other)];
        if (root !== otherRoot) parents.set(otherRoot, root);
      }
    },
    groups: (): readonly (readonly Item[])[] => [...grouped(items, rootOf).values()],
  };
}

/** Undefined without a change. */
function changeOf({ before, after }: SameTalk, comparesPeople: boolean): TalkChange | undefined {
  const [first] = [...after, ...before];
  const old = stateOf(before);
  const now = stateOf(after);
  if (first === undefined) return undefined;
  const { isBreak } = first;
  const submissionId = [...after, ...before].find(
    (talk) => talk.submissionId !== undefined,
  )?.submissionId;
  const same = { submissionId, isBreak, joined: [], left: [] };
  if (old.slots.length === 0) {
    if (now.slots.length === 0) return undefined;
    const slots = now.slots.map((to) => ({ from: undefined, to }));
    return { ...same, kinds: ['new'], before: undefined, after: now, slots };
  }
  if (now.slots.length === 0) {
    const slots = old.slots.map((from) => ({ from, to: undefined }));
    const kind = after.length > 0 ? 'unplaced' : 'canceled';
    return { ...same, kinds: [kind], before: old, after: undefined, slots };
  }
  const slots = slotChanges(old.slots, now.slots);
  const [joined, left] = comparesPeople ? peopleChanges(old.people, now.people) : [[], []];
  const has: Readonly<Partial<Record<ChangeKind, boolean>>> = {
    moved: slots.some(({ from, to }) => from !== undefined && to !== undefined),
    newTime: slots.some(({ from }) => from === undefined),
    canceledTime: slots.some(({ to }) => to === undefined),
    retitled: isRetitled(before, after),
    people: joined.length + left.length > 0,
  };
  const kinds = changeKinds.filter((kind) => has[kind]);
  if (kinds.length === 0) return undefined;
  return { kinds, submissionId, isBreak, before: old, after: now, slots, joined, left };
}

function stateOf(talks: readonly ProgramTalk[]): TalkState {
  return {
    title: talks[0]?.title ?? '',
    people: distinctPeople(talks.flatMap(({ people }) => people)),
    slots: joinSlots(talks.flatMap(({ slots }) => slots)),
  };
}

/** Whether no talk of the one has the title of one of the other. */
function isRetitled(before: readonly ProgramTalk[], after: readonly ProgramTalk[]): boolean {
  const titles = new Set(before.map(({ title }) => titleKeyOf(title)));
  return !after.some(({ title }) => titles.has(titleKeyOf(title)));
}

/**
 * Of the slots that differ, those with the same start are a move to another room; the others are
 * moves in order of time, and what is left is new or gone.
 */
function slotChanges(
  before: readonly ProgramSlot[],
  after: readonly ProgramSlot[],
): readonly SlotChange[] {
  const kept = new Set(after.map(placeKey));
  const dropped = new Set(before.map(placeKey));
  const from = before.filter((slot) => !kept.has(placeKey(slot)));
  const to = after.filter((slot) => !dropped.has(placeKey(slot)));
  const byStart = new Map(to.map((slot) => [slot.startMs, slot]));
  const sameStart = from.flatMap((slot): readonly SlotChange[] => {
    const other = byStart.get(slot.startMs);
    return other === undefined ? [] : [{ from: slot, to: other }];
  });
  const paired = new Set(sameStart.flatMap((change) => [change.from, change.to]));
  const fromLeft = from.filter((slot) => !paired.has(slot));
  const toLeft = to.filter((slot) => !paired.has(slot));
  const others = Array.from(
    { length: Math.max(fromLeft.length, toLeft.length) },
    (_, at): SlotChange => ({ from: fromLeft[at], to: toLeft[at] }),
  );
  return [...sameStart, ...others].toSorted((a, b) => timeOf(a) - timeOf(b));
}

function placeKey({ startMs, rooms }: ProgramSlot): string {
  return JSON.stringify([startMs, ...rooms.map(foldKey).sort()]);
}

function timeOf({ from, to }: SlotChange): number {
  return (to ?? from)?.startMs ?? 0;
}

/** @returns the names of those who joined, and of those who left */
function peopleChanges(
  before: readonly Person[],
  after: readonly Person[],
): readonly [joined: readonly string[], left: readonly string[]] {
  const [old, now] = [namesOf(before), namesOf(after)];
  return [namesBeyond(now, old), namesBeyond(old, now)];
}

function namesOf(people: readonly Person[]): readonly string[] {
  return distinct(people.map(({ name }) => name).filter((name) => name !== ''));
}

/** The names that none of the others has. */
function namesBeyond(names: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map(foldKey));
  const unknown = names.filter((name) => !known.has(foldKey(name)));
  // Names are slow to read.
  if (unknown.length === 0) return [];
  const namesakesOf = namesakeFinder(others.map((name) => ({ name })));
  return unknown.filter((name) => namesakesOf({ name }).length === 0);
}

function inReportOrder(a: TalkChange, b: TalkChange): number {
  return rankOf(a) - rankOf(b) || firstMs(a) - firstMs(b) || byName(titleOf(a), titleOf(b));
}

function rankOf({ kinds }: TalkChange): number {
  return kinds[0] === undefined ? changeKinds.length : changeKinds.indexOf(kinds[0]);
}

/** When what has changed takes place. */
function firstMs({ slots, after }: TalkChange): number {
  const [first] = slots;
  return first === undefined ? (after?.slots[0]?.startMs ?? 0) : timeOf(first);
}

/** As it is now, or was. */
export function titleOf({ before, after }: Pick<TalkChange, 'before' | 'after'>): string {
  return after?.title ?? before?.title ?? '';
}
