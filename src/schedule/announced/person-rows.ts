// Owns the table of the people whom the changes of a program concern: a row for each person and
// talk that is new, has moved or does not take place. Must not know files. Pure.

import { clockTime, localDay } from '../../columns/dates/zoned-time.ts';
import { isMasked } from '../../contract/private-fields.ts';
import { type ListedSpeaker, speakerFinder } from '../listed-speakers.ts';
import type { Person } from '../session.ts';
import { type SlotChange, type TalkChange, titleOf } from './changes.ts';
import type { ProgramSlot } from './program.ts';

export const personColumns = [
  'name',
  'email',
  'speaker_id',
  'talk',
  'submission_id',
  'change',
  'old_day',
  'old_time',
  'old_room',
  'new_day',
  'new_time',
  'new_room',
] as const;

type PersonRow = Readonly<Record<(typeof personColumns)[number], string>>;

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
 * In the order of the changes. Who joins a talk has it as a new one. A talk in several slots has
 * those that have changed, separated by semicolons.
 */
export function personRows(
  changes: readonly TalkChange[],
  { zone, speakers }: RowTerms,
): readonly PersonRow[] {
  const speakerOf = speakerFinder(speakers);
  return changes.flatMap((change) => {
    const people = (change.after ?? change.before)?.people ?? [];
    return people.flatMap((person): readonly PersonRow[] => {
      const concern = concernOf(change, person);
      if (concern === undefined) return [];
      const { what, slots } = concern;
      const speaker = speakerOf(person);
      const old = slots.flatMap(({ from }) => from ?? []);
      const now = slots.flatMap(({ to }) => to ?? []);
      return [
        {
          name: person.name || (speaker?.name ?? ''),
          email: addressOf(person, speaker),
          speaker_id: speaker?.id ?? '',
          talk: titleOf(change),
          submission_id: change.submissionId ?? '',
          change: what,
          old_day: joined(old, ({ startMs }) => localDay(startMs, zone)),
          old_time: joined(old, ({ startMs }) => clockTime(startMs, zone)),
          old_room: joined(old, ({ rooms }) => rooms.join(', ')),
          new_day: joined(now, ({ startMs }) => localDay(startMs, zone)),
          new_time: joined(now, ({ startMs }) => clockTime(startMs, zone)),
          new_room: joined(now, ({ rooms }) => rooms.join(', ')),
        },
      ];
    });
  });
}

/** The changes that concern people of whom none is known. */
export function changesOfNobody(changes: readonly TalkChange[]): readonly TalkChange[] {
  return changes.filter(({ before, after, slots, isBreak }) => {
    return !isBreak && slots.length > 0 && (after ?? before)?.people.length === 0;
  });
}

interface Concern {
  readonly what: 'new' | 'canceled' | 'unplaced' | 'moved';
  readonly slots: readonly SlotChange[];
}

/** What a person must know of a change; undefined if that is nothing. */
function concernOf(change: TalkChange, { name }: Person): Concern | undefined {
  const { kinds, slots, after, joined: newcomers } = change;
  const [kind] = kinds;
  if (kind === 'new' || kind === 'canceled' || kind === 'unplaced') return { what: kind, slots };
  if (newcomers.includes(name) && after !== undefined)
    return { what: 'new', slots: after.slots.map((to) => ({ from: undefined, to })) };
  return slots.length > 0 ? { what: 'moved', slots } : undefined;
}

/** As it is known; empty for one that the service hides. */
function addressOf({ email }: Person, speaker: KnownSpeaker | undefined): string {
  return speaker?.email ?? (isMasked('email', email) ? '' : (email ?? ''));
}

function joined(slots: readonly ProgramSlot[], textOf: (slot: ProgramSlot) => string): string {
  return slots.map(textOf).join('; ');
}
