// Decides what of an event needs attention, and which commands come next. Must not print.
import type { RecordData } from '../../../client/client.ts';
import { plural } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { shellWord } from '../../../contract/escape.ts';
import { foldKey } from '../../../contract/key.ts';
import type { SessionCheck } from '../../../schedule/clashes/check.ts';
import { isAccepted, isCalledOff, isPlaced } from '../../../schedule/submissions.ts';
import type { eventStatus } from '../../documents.ts';
import { findMissing, replyOf, unknownTexts } from '../records/lacks.ts';
import type { PeopleLists } from '../records/talk-people.ts';

export type EventStatus = DocumentOf<typeof eventStatus>;

/** One thing that may need attention. */
export interface Attention {
  /** Stable for scripts. */
  readonly name: EventStatus['items'][number]['name'];
  /** Undefined if it is unknown. */
  readonly count: number | undefined;
  /** What is counted, after its number. */
  readonly text: string;
  /** Without the flags of the service. */
  readonly next: readonly string[];
  /** Why some of it is unknown. */
  readonly unknown?: string | undefined;
}

/** How many records there are, by status and track. */
export function countsOf(
  { speakers, submissions, talks }: PeopleLists,
  { sessions }: SessionCheck,
): EventStatus['counts'] {
  return {
    submissions: submissions.length,
    speakers: speakers.length,
    sessions,
    statuses: valueCounts(talks.map(({ status }) => status)),
    tracks: valueCounts(talks.map(({ track }) => track)),
  };
}

/** @param missing the content items that the service lists as missing */
export function eventItems(
  lists: PeopleLists,
  missing: readonly RecordData[],
): readonly Attention[] {
  const { speakers, submissions } = lists;
  return [
    {
      name: 'empty',
      count: Number(submissions.length + speakers.length === 0),
      text: 'event without records: import speakers and submissions first',
      next: ['speakers', 'submissions'].map((kind) => `plenary ${kind} import ${kind}.csv`),
    },
    ...talkItems(lists),
    ...speakerItems(lists, missing),
  ];
}

/** @param flags those that were typed, for the command that lists the clashes */
export function clashesItem({ clashCounts: { total } }: SessionCheck, flags: string): Attention {
  return {
    name: 'clashes',
    count: total,
    text: plural(total, 'clash', 'clashes'),
    next: [`plenary sessions check${flags}`],
  };
}

function talkItems({ submissions, talks }: PeopleLists): readonly Attention[] {
  const isKnown = talks.length === 0 || talks.some(({ status }) => status !== undefined);
  const noRoom = submissions.some((record) => 'room' in record) ? ' --where room=' : '';
  const items = [
    {
      name: 'undecided',
      talks: talks.filter((talk) => !isAccepted(talk) && !isCalledOff(talk)),
      text: 'undecided',
      list: 'submissions',
      flags: '',
    },
    {
      name: 'unplaced',
      talks: talks.filter((talk) => isAccepted(talk) && !isPlaced(talk)),
      text: 'accepted, and without a place',
      list: 'submissions',
      flags: noRoom,
    },
    {
      name: 'called-off',
      talks: talks.filter((talk) => isCalledOff(talk) && isPlaced(talk)),
      text: 'declined or withdrawn, and still placed',
      list: 'sessions',
      flags: '',
    },
  ] as const;
  return items.map(({ name, talks, text, list, flags }) => ({
    name,
    count: isKnown ? talks.length : undefined,
    text: `${plural(talks.length, 'submission')} ${text}`,
    next: valueCounts(talks.map(({ status }) => status))
      .slice(0, shownStatuses)
      .map(({ value }) => `plenary ${list} list --where status=${shellWord(value ?? '')}${flags}`),
    unknown: isKnown ? undefined : noStatuses,
  }));
}

const shownStatuses = 3;

const noStatuses =
  'The service lists no statuses of submissions, so which ones are undecided, unplaced or ' +
  'called off is unknown.';

function speakerItems(lists: PeopleLists, missing: readonly RecordData[]): readonly Attention[] {
  const lacking = findMissing(lists, missing);
  const { records, unknown, declined, withoutPeople, isAnybodyKnown } = lacking;
  const peopleItem: Attention = {
    name: 'people',
    count: isAnybodyKnown ? withoutPeople.length : undefined,
    text: plural(
      withoutPeople.length,
      'accepted submission without a known submitter or speaker',
      'accepted submissions without a known submitter or speaker',
    ),
    next: ['plenary speakers missing'],
    unknown: isAnybodyKnown ? undefined : unknownTexts.record,
  };
  const lackItems = lacks.map(([name, singular, several]) => {
    const count = records.filter(
      ({ missing }) => Array.isArray(missing) && missing.includes(name),
    ).length;
    const unshown = unknown.find((lack) => lack === name);
    return {
      name,
      count: unshown !== undefined && count === 0 ? undefined : count,
      text: plural(count, singular, several),
      next: [`plenary speakers missing --where missing=${name}`],
      unknown: unshown && unknownTexts[unshown],
    };
  });
  const isUnlisted = unknown.includes('confirmation');
  const declinedItem: Attention = {
    name: 'declined',
    count: isUnlisted ? undefined : declined.length,
    text: plural(
      declined.length,
      'speaker of accepted talks who has declined',
      'speakers of accepted talks who have declined',
    ),
    next: valueCounts(declined.map(replyOf)).map(
      ({ value }) => `plenary speakers list --where speaker_status=${shellWord(value ?? '')}`,
    ),
    unknown: isUnlisted ? unknownTexts.confirmation : undefined,
  };
  return [peopleItem, declinedItem, ...lackItems];
}

const lacks = [
  [
    'record',
    'person of accepted talks who is no speaker',
    'people of accepted talks who are no speakers',
  ],
  [
    'confirmation',
    'speaker of accepted talks who has not confirmed',
    'speakers of accepted talks who have not confirmed',
  ],
  ['biography', 'speaker without a biography', 'speakers without a biography'],
  ['photo', 'speaker without a photo', 'speakers without a photo'],
  ['deliverable', 'speaker who owes a deliverable', 'speakers who owe a deliverable'],
] as const;

/** Values as first spelled, the most frequent first; null for records without one. */
function valueCounts(values: readonly (string | undefined)[]): EventStatus['counts']['statuses'] {
  const counts = new Map<string | undefined, { value: string | null; count: number }>();
  for (const value of values) {
    const key = value === undefined ? undefined : foldKey(value);
    const entry = counts.get(key) ?? { value: value ?? null, count: 0 };
    entry.count++;
    counts.set(key, entry);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
