// Owns the table of the people whom the changes of a program concern: a row for each person and
// slot that is new, has moved, does not take place or is no longer theirs. Must not know files.
// Pure.

import type { RecordData } from '../../client/client.ts';
import { clockTime, localDay } from '../../columns/dates/zoned-time.ts';
import type { changedColumns } from '../../columns/own-output.ts';
import { InvalidInputError } from '../../errors.ts';
import { maxRows } from '../../files/limits.ts';
import { publicName } from '../export/public-text.ts';
import { speakerFinder } from '../listed-speakers.ts';
import type { Person } from '../session.ts';
import { type SlotChange, type TalkChange, titleOf } from './changes.ts';
import type { ProgramSlot } from './program.ts';

export type ConcernedRow = Readonly<Record<(typeof changedColumns)[number], string>>;

/**
 * In the order of the changes. A talk in several slots has a row for each one that has changed. Who
 * joins a talk has all its slots as new ones, and who leaves it has its old ones.
 * @param zone on whose clocks times are written
 * @param speakers the records of all whose addresses and ids may be known
 * @throws {InvalidInputError} if there are more rows than a table can have
 */
export function personRows(
  changes: readonly TalkChange[],
  { zone, speakers }: { readonly zone: string; readonly speakers: readonly RecordData[] },
): readonly ConcernedRow[] {
  const speakerOf = speakerFinder(speakers);
  const concerns = changes.flatMap((change) => concernsOf(change, speakerOf));
  refuseTooMany(concerns.reduce((count, { rows }) => count + rows.length, 0));
  return concerns.flatMap(({ change, person, rows }) => {
    const { submissionId = '' } = change;
    const speaker = speakerOf(person);
    return rows.map(
      ({ kind, from, to }): ConcernedRow => ({
        name: person.name || publicName(speaker?.name ?? ''),
        email: speaker?.email ?? person.email ?? '',
        speaker_id: speaker?.id ?? '',
        talk: titleOf(change),
        submission_id: submissionId,
        change: kind,
        old_day: dayOf(from, zone),
        old_time: timeOf(from, zone),
        old_room: roomOf(from),
        new_day: dayOf(to, zone),
        new_time: timeOf(to, zone),
        new_room: roomOf(to),
      }),
    );
  });
}

/** What a change is for one of its people. */
interface Concern {
  readonly change: TalkChange;
  readonly person: Person;
  readonly rows: readonly SlotRow[];
}

interface SlotRow extends SlotChange {
  readonly kind: 'new' | 'moved' | 'canceled' | 'unplaced' | 'left';
}

/** A speaker whom a file names in another way, as by the address alone, has stayed. */
function concernsOf(
  change: TalkChange,
  speakerOf: ReturnType<typeof speakerFinder>,
): readonly Concern[] {
  const { before, after, kinds, slots, joined, left } = change;
  const present = (after ?? before)?.people ?? [];
  const newcomers = new Set(otherSpeakers(before?.people ?? [], joined, speakerOf));
  const former = otherSpeakers(present, left, speakerOf);
  const all = (after?.slots ?? []).map((to): SlotRow => ({ kind: 'new', from: undefined, to }));
  const changed = slots.map((slot): SlotRow => ({ kind: slotKind(kinds, slot), ...slot }));
  const old = (before?.slots ?? []).map((from): SlotRow => ({ kind: 'left', from, to: undefined }));
  return [
    ...present.map((person): Concern => {
      return { change, person, rows: newcomers.has(person) ? all : changed };
    }),
    ...former.map((person): Concern => ({ change, person, rows: old })),
  ];
}

/** Those of some people who are not the same speakers as any of the others. */
function otherSpeakers(
  others: readonly Person[],
  some: readonly Person[],
  speakerOf: ReturnType<typeof speakerFinder>,
): readonly Person[] {
  if (some.length === 0) return [];
  const ids = new Set(others.map((person) => speakerOf(person)?.id));
  return some.filter((person) => {
    const id = speakerOf(person)?.id;
    return id === undefined || !ids.has(id);
  });
}

function slotKind(kinds: TalkChange['kinds'], { from, to }: SlotChange): SlotRow['kind'] {
  if (kinds.includes('unplaced')) return 'unplaced';
  if (from === undefined) return 'new';
  return to === undefined ? 'canceled' : 'moved';
}

/** A talk with thousands of slots may have thousands of people. */
function refuseTooMany(count: number): void {
  if (count <= maxRows) return;
  const most = maxRows.toLocaleString('en');
  throw new InvalidInputError(`the changes concern ${count.toLocaleString('en')} rows of people`, {
    fix: `leave out --out: a table has at most ${most} rows`,
  });
}

/** The changes that concern people of whom none is known. */
export function changesOfNobody(changes: readonly TalkChange[]): readonly TalkChange[] {
  return changes.filter(({ before, after, slots, left, isBreak }) => {
    const people = [...((after ?? before)?.people ?? []), ...left];
    return !isBreak && slots.length > 0 && people.length === 0;
  });
}

function dayOf(slot: ProgramSlot | undefined, zone: string): string {
  return slot === undefined ? '' : localDay(slot.startMs, zone);
}

function timeOf(slot: ProgramSlot | undefined, zone: string): string {
  return slot === undefined ? '' : clockTime(slot.startMs, zone);
}

function roomOf(slot: ProgramSlot | undefined): string {
  return slot?.rooms.join(', ') ?? '';
}
