// Decides what of an event needs attention, and which command comes next. Must not print.

import { listText, plural } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { shellWord } from '../../../contract/escape.ts';
import { kinds } from '../../../program/kinds.ts';
import type { ProgramStatus } from '../../../program/program.ts';
import { resumeCommands } from '../../../runs/unfinished.ts';
import { isCalledOff } from '../../../schedule/submissions.ts';
import { isAccepted } from '../records/reminders.ts';
import { type EventFacts, isUndecided } from './event-lists.ts';
import type { eventStatus } from './report-schema.ts';

/** Stable for scripts. */
type ItemName = DocumentOf<typeof eventStatus>['items'][number]['name'];

/** One thing that may need attention. */
export interface Attention {
  readonly name: ItemName;
  /** Undefined if it is unknown. */
  readonly count: number | undefined;
  /** What is counted, after its number. */
  readonly text: string;
  /** Without the flags of the service. */
  readonly next: string;
}

/** Why the number of an item is unknown. */
export const unknownTexts: Readonly<Partial<Record<ItemName, string>>> = {
  undecided: 'The service lists no status of submissions, so which ones are undecided is unknown.',
  unconfirmed: 'Who has confirmed is unknown: no speaker has a status, and no submission is confirmed.',
  biography: 'The service does not list about, so who lacks a biography is unknown.',
  photo: 'The service does not list photo_url, so who lacks a photo is unknown.',
  runs: 'Saved runs of this machine cannot be read, so which ones are unfinished is unknown; `plenary doctor` shows why.',
};

/** @param clashFlags those that were typed, for the command that lists the clashes */
export function eventItems(facts: EventFacts, clashFlags: string): readonly Attention[] {
  const { statuses, unplaced, unconfirmed, biography, photo, clashes } = facts;
  const undecided = [...(statuses ?? [])].filter(([status]) => isUndecided(status));
  const total = statuses && undecided.reduce((sum, [, count]) => sum + count, 0);
  const listed = undecided.toSorted(([, a], [, b]) => b - a).map(([status, count]) => `${count} ${status || '(none)'}`);
  return [
    {
      name: 'undecided',
      count: total,
      text: `undecided ${plural(total ?? 0, 'submission')} (${listText(listed, shownStatuses)})`,
      next: `plenary submissions list${where('status', facts.statuses?.keys(), isUndecided)}`,
    },
    {
      name: 'unplaced',
      count: statuses && unplaced,
      text: `accepted ${plural(unplaced, 'submission')} without a place`,
      next: unplacedCommand(facts),
    },
    {
      name: 'unconfirmed',
      count: unconfirmed,
      text: `${plural(unconfirmed ?? 0, 'speaker')} of accepted talks who ${plural(unconfirmed ?? 0, 'has', 'have')} not confirmed`,
      next: unconfirmedCommand(facts),
    },
    {
      name: 'biography',
      count: biography,
      text: `${plural(biography ?? 0, 'speaker')} without a biography`,
      next: 'plenary speakers missing --where missing=biography',
    },
    {
      name: 'photo',
      count: photo,
      text: `${plural(photo ?? 0, 'speaker')} without a photo`,
      next: 'plenary speakers missing --where missing=photo',
    },
    {
      name: 'clashes',
      count: clashes,
      text: plural(clashes, 'clash', 'clashes'),
      next: `plenary sessions check${clashFlags}`,
    },
  ];
}

/** @param names of the unfinished runs of the event; undefined if they cannot be read */
export function runsItem(names: readonly string[] | undefined): Attention {
  const [name] = names ?? [];
  const next = (names?.length === 1 ? resumeCommands(name)[0] : undefined) ?? 'plenary runs list';
  return { name: 'runs', count: names?.length, text: `unfinished ${plural(names?.length ?? 0, 'run')}`, next };
}

/** What differs between the files of a folder and the service. */
export function folderItems(folder: string, { comparisons }: ProgramStatus): readonly Attention[] {
  const word = shellWord(folder);
  const sum = (side: 'files' | 'service') =>
    kinds.flatMap((kind): number[] => Object.values(comparisons[kind].counts[side])).reduce((a, b) => a + b, 0);
  const edits = sum('files');
  const since = sum('service');
  const conflicts = kinds.reduce((total, kind) => total + comparisons[kind].counts.conflicts, 0);
  return [
    {
      name: 'edits',
      count: edits,
      text: `${plural(edits, 'record')} of ${folder} changed in the files`,
      next: `plenary program plan ${word}`,
    },
    {
      name: 'changes',
      count: since,
      text: `${plural(since, 'record')} of ${folder} changed in the service`,
      next: `plenary program pull ${word}${edits + conflicts > 0 ? ' --merge' : ''}`,
    },
    {
      name: 'conflicts',
      count: conflicts,
      text: `${plural(conflicts, 'conflict')} between ${folder} and the service`,
      next: `plenary program status ${word}`,
    },
  ];
}

const shownStatuses = 4;

/** The conditions that select these values of all that occur: the only one, else no other. */
function where(field: string, all: Iterable<string> | undefined, isWanted: (value: string) => boolean): string {
  const values = [...(all ?? [])];
  const wanted = values.filter(isWanted);
  const [only] = wanted;
  if (only !== undefined && wanted.length === 1) return ` --where ${field}=${shellWord(only)}`;
  const others = values.filter((value) => value !== '' && !isWanted(value));
  return others.map((value) => ` --where ${shellWord(`${field}!=${value}`)}`).join('');
}

/** Some services show places in the list of sessions only. */
function unplacedCommand({ statuses, hasPlaced, listsRooms }: EventFacts): string {
  const accepted = where('status', statuses?.keys(), (status) => isAccepted({ status }));
  if (listsRooms) return `plenary submissions list${accepted} --where room=`;
  return hasPlaced ? 'plenary speakers missing --where missing=placement' : `plenary submissions list${accepted}`;
}

/** The status of the speakers shows it, else that of the talks. */
function unconfirmedCommand({ haveStatuses, speakerStatuses, statuses }: EventFacts): string {
  if (!haveStatuses)
    return `plenary submissions list${where('status', statuses?.keys(), (status) => /^accepted$/i.test(status))}`;
  const isOpen = (status: string) => !isAccepted({ status }) && !isCalledOff({ status });
  return `plenary speakers list${where('speaker_status', speakerStatuses, isOpen)}`;
}
