// Decides what of an event needs attention, and which commands come next. Must not print.
import type { RecordData } from '../../../client/client.ts';
import { plural } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { shellWord } from '../../../contract/escape.ts';
import { foldKey } from '../../../contract/key.ts';
import { type CheckOptions, checkSessions } from '../../../schedule/plan.ts';
import {
  type EventSubmission,
  isCalledOff,
  isPlaced,
  readSubmission,
  withoutId,
} from '../../../schedule/submissions.ts';
import { findMissing, isAccepted, type Lack, unknownTexts } from '../records/missing.ts';
import type { eventStatus } from './report-schema.ts';

type Report = DocumentOf<typeof eventStatus>;

/** The three lists of an event. */
export interface EventLists {
  readonly speakers: readonly RecordData[];
  readonly submissions: readonly RecordData[];
  readonly sessions: readonly EventSubmission[];
}

/** One thing that may need attention. */
export interface Attention {
  /** Stable for scripts. */
  readonly name: Report['items'][number]['name'];
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
export function countsOf({ speakers, submissions, sessions }: EventLists): Report['counts'] {
  const read = submissions.map((record) => readSubmission(record));
  return {
    submissions: submissions.length,
    speakers: speakers.length,
    sessions: sessions.filter(isPlaced).length,
    statuses: valueCounts(read.map((each) => each?.status)),
    tracks: valueCounts(read.map((each) => each?.track)),
  };
}

/** @param clashFlags those that were typed, for the command that lists the clashes */
export function eventItems(lists: EventLists, options: CheckOptions, clashFlags: string): readonly Attention[] {
  const { speakers, submissions, sessions } = lists;
  // Some services show places in the list of sessions only.
  const placements = new Map(sessions.map(({ id, placement }) => [id, placement]));
  const talks = submissions.map((record) => {
    const read = readSubmission(record, options.timeZone);
    if (read === undefined) throw withoutId('submissions', record);
    return { ...read, placement: read.placement ?? placements.get(read.id) };
  });
  const hasStatuses = submissions.length === 0 || submissions.some((record) => 'status' in record);
  const ofTalks = (name: Attention['name'], found: readonly EventSubmission[], text: string, list: string) => ({
    name,
    count: hasStatuses ? found.length : undefined,
    text: `${plural(found.length, 'submission')} ${text}`,
    next: valueCounts(found.map(({ status }) => status))
      .slice(0, shownStatuses)
      .map(({ value }) => `plenary ${list} list --where status=${shellWord(value ?? '')}`),
    unknown: hasStatuses ? undefined : noStatuses,
  });
  const ofPeople = ofLacks(findMissing(speakers, submissions));
  const clashes = checkSessions(sessions, options).clashCounts.total;
  const isEmpty = submissions.length + speakers.length + sessions.length === 0;
  const undecided = talks.filter((talk) => !isAccepted(talk) && !isCalledOff(talk));
  const unplaced = ofTalks(
    'unplaced',
    talks.filter((talk) => isAccepted(talk) && !isPlaced(talk)),
    'accepted, and without a place',
    'submissions',
  );
  const noRoom = submissions.some((record) => 'room' in record) ? ' --where room=' : '';
  const calledOff = talks.filter((talk) => isCalledOff(talk) && isPlaced(talk));
  return [
    {
      name: 'empty',
      count: Number(isEmpty),
      text: 'event without records: import speakers and submissions first',
      next: ['speakers', 'submissions'].map((kind) => `plenary ${kind} import ${kind}.csv`),
    },
    ofTalks('undecided', undecided, 'undecided', 'submissions'),
    { ...unplaced, next: unplaced.next.map((command) => command + noRoom) },
    ofTalks(
      'called-off',
      calledOff,
      'declined or withdrawn, and still placed',
      sessions.some(({ status }) => status !== undefined) ? 'sessions' : 'submissions',
    ),
    ofPeople(
      'record',
      'submitter of accepted talks who is no speaker',
      'submitters of accepted talks who are no speakers',
    ),
    ofPeople('biography', 'speaker without a biography', 'speakers without a biography'),
    ofPeople('photo', 'speaker without a photo', 'speakers without a photo'),
    {
      name: 'clashes',
      count: clashes,
      text: plural(clashes, 'clash', 'clashes'),
      next: [`plenary sessions check${clashFlags}`],
    },
  ];
}

const shownStatuses = 3;

const noStatuses =
  'The service lists no statuses of submissions, so which ones are undecided, unplaced or called off is unknown.';

function ofLacks({ records, unknown }: ReturnType<typeof findMissing>) {
  return (name: Lack, one: string, many: string): Attention => {
    const count = records.filter(({ missing }) => Array.isArray(missing) && missing.includes(name)).length;
    const isUnknown = unknown.includes(name);
    return {
      name,
      count: isUnknown && count === 0 ? undefined : count,
      text: plural(count, one, many),
      next: [`plenary speakers missing --where missing=${name}`],
      unknown: isUnknown ? unknownTexts[name] : undefined,
    };
  };
}

/** Values as first spelled, the most frequent first; null for records without one. */
function valueCounts(values: readonly (string | undefined)[]): Report['counts']['statuses'] {
  const counts = new Map<string, { value: string | null; count: number }>();
  for (const value of values) {
    const key = foldKey(value ?? '');
    const entry = counts.get(key) ?? { value: value ?? null, count: 0 };
    entry.count++;
    counts.set(key, entry);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
