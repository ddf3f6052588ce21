// Owns the table of the people whom the changes of a program concern: a row for each person and
// talk that is new, has moved, does not take place or is no longer theirs. Must not know files.
// Pure.

import { clockTime, localDay } from '../../columns/dates/zoned-time.ts';
import type { changedColumns } from '../../columns/own-output.ts';
import { isMasked } from '../../contract/private-fields.ts';
import { type ListedSpeaker, speakerFinder } from '../listed-speakers.ts';
import type { Person } from '../session.ts';
import { type SlotChange, type TalkChange, titleOf } from './changes.ts';
import type { ProgramSlot } from './program.ts';

type PersonRow = Readonly<Record<(typeof changedColumns)[number], string>>;

/** A speaker of the event, with its id. */
export interface KnownSpeaker extends ListedSpeaker {
  readonly id: string;
}

interface RowTerms {
  /** On whose clocks times are written. */
  readonly zone: string;
  /** All whose addresses and ids may be known. */
  readonly speakers: readonly KnownSpeaker[];
}

/**
 * In the order of the changes. Who joins a talk has it as a new one, and who leaves it has only
 * its old places. A talk in several slots has those that have changed, separated by semicolons.
 */
export function personRows(
  changes: readonly TalkChange[],
  { zone, speakers }: RowTerms,
): readonly PersonRow[] {
  const speakerOf = speakerFinder(speakers);
  return changes.flatMap((change) => {
    const { submissionId = '' } = change;
    return concernedPeople(change).map(({ person, kind, slots }): PersonRow => {
      const speaker = speakerOf(person);
      return {
        name: person.name || (speaker?.name ?? ''),
        email: addressOf(person, speaker),
        speaker_id: speaker?.id ?? '',
        talk: titleOf(change),
        submission_id: submissionId,
        change: kind,
        ...placeCells(slots, zone),
      };
    });
  });
}

/** What a change is for one of its people. */
interface Concern {
  readonly person: Person;
  readonly kind: 'new' | 'moved' | 'canceled' | 'unplaced' | 'left';
  readonly slots: readonly SlotChange[];
}

function concernedPeople(change: TalkChange): readonly Concern[] {
  const { before, after, slots } = change;
  const newSlots = after?.slots.map((to) => ({ from: undefined, to })) ?? [];
  const oldSlots = before?.slots.map((from) => ({ from, to: undefined })) ?? [];
  const joined = new Set(change.joined);
  const [kind] = change.kinds;
  const present = ((after ?? before)?.people ?? []).flatMap((person): readonly Concern[] => {
    if (kind === 'new' || joined.has(person)) return [{ person, kind: 'new', slots: newSlots }];
    if (slots.length === 0) return [];
    if (kind === 'canceled' || kind === 'unplaced') return [{ person, kind, slots }];
    return [{ person, kind: 'moved', slots }];
  });
  return [
    ...present,
    ...change.left.map((person): Concern => ({ person, kind: 'left', slots: oldSlots })),
  ];
}

/** The changes that concern people of whom none is known. */
export function changesOfNobody(changes: readonly TalkChange[]): readonly TalkChange[] {
  return changes.filter(({ before, after, slots, isBreak }) => {
    return !isBreak && slots.length > 0 && (after ?? before)?.people.length === 0;
  });
}

/** As it is known; empty for one that the service hides. */
function addressOf({ email }: Person, speaker: KnownSpeaker | undefined): string {
  return speaker?.email ?? (isMasked('email', email) ? '' : (email ?? ''));
}

/** The cells of old and new places. */
function placeCells(changes: readonly SlotChange[], zone: string) {
  const some = changes.slice(0, mostSlots);
  const old = some.flatMap(({ from }) => from ?? []);
  const now = some.flatMap(({ to }) => to ?? []);
  return {
    old_day: joinCells(old, ({ startMs }) => localDay(startMs, zone)),
    old_time: joinCells(old, ({ startMs }) => clockTime(startMs, zone)),
    old_room: joinCells(old, ({ rooms }) => rooms.join(', ')),
    new_day: joinCells(now, ({ startMs }) => localDay(startMs, zone)),
    new_time: joinCells(now, ({ startMs }) => clockTime(startMs, zone)),
    new_room: joinCells(now, ({ rooms }) => rooms.join(', ')),
  };
}

/** Each person has them, and rows with one title may be thousands. */
const mostSlots = 50;

function joinCells(slots: readonly ProgramSlot[], textOf: (slot: ProgramSlot) => string): string {
  return slots.map(textOf).join('; ');
}
