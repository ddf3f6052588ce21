// Compares two states of a program: which talks are new, gone, moved, retitled or of other people.
// Must not word it. Pure.

import { foldKey } from '../../contract/key.ts';
import { byName } from '../export/timetable.ts';
import type { Person } from '../session.ts';
import {
  distinctPeople,
  joinSlots,
  type ProgramSlot,
  type ProgramTalk,
  titleKeyOf,
} from './program.ts';
import { comparableBy, type PeopleTerms, peopleBeyond } from './same-people.ts';
import { type SameTalk, sameTalks } from './same-talks.ts';

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
type TalkState = Pick<ProgramTalk, 'title' | 'people' | 'slots'>;

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
  /** Those of the people after it whom the talk did not have. */
  readonly joined: readonly Person[];
  /** Those of the people before it whom it has no more. */
  readonly left: readonly Person[];
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
  const terms = comparableBy(old, now);
  return sameTalks(old.filter(isCompared), now.filter(isCompared))
    .flatMap((pair) => changeOf(pair, terms) ?? [])
    .toSorted(inReportOrder);
}

/** Undefined without a change. */
function changeOf({ before, after }: SameTalk, terms: PeopleTerms): TalkChange | undefined {
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
  const joined = peopleBeyond(now.people, old.people, terms);
  const left = peopleBeyond(old.people, now.people, terms);
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
