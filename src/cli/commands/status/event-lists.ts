// Reads the three lists of an event once, for those who follow them, and sums them up. In memory are the records without their texts.
import type { Client, RecordData } from '../../../client/client.ts';
import { endpoints } from '../../../contract/index.ts';
import { foldKey, keyText } from '../../../contract/key.ts';
import { type CheckOptions, checkSessions } from '../../../schedule/plan.ts';
import {
  type EventSubmission,
  isCalledOff,
  isPlaced,
  readSubmission,
  withoutId,
} from '../../../schedule/submissions.ts';
import { withPlacements } from '../records/placements.ts';
import { createReview, createTalks, isAccepted, type SpeakerCounts } from '../records/reminders.ts';

type Reader = Pick<Client, 'pages'>;

export interface EventFacts extends SpeakerCounts {
  readonly submissions: number;
  readonly sessions: number;
  /** The statuses of the submissions as first spelled, with their numbers; undefined if the service shows none. May be empty. */
  readonly statuses: ReadonlyMap<string, number> | undefined;
  readonly speakerStatuses: ReadonlySet<string>;
  /** Accepted submissions without a place. */
  readonly unplaced: number;
  readonly hasPlaced: boolean;
  /** Whether the list of submissions itself shows rooms. */
  readonly listsRooms: boolean;
  readonly clashes: number;
}

/** Follows what is read through it. */
export interface EventLists extends Reader {
  /** Reads what was not read yet. @throws {PlenaryError} */
  readAll(event: string): Promise<void>;
  facts(): EventFacts;
}

export function followLists(client: Reader, options: CheckOptions): EventLists {
  const { timeZone } = options;
  const speakers: RecordData[] = [];
  const submissions: RecordData[] = [];
  const sessions: EventSubmission[] = [];
  const lists = {
    listSpeakers: ({ about, logistics_notes: _, ...record }: RecordData) => {
      speakers.push({ ...record, ...(about !== undefined && { about: shortened(about) }) });
    },
    listSubmissions: ({ abstract: _, feedback: __, ...record }: RecordData) => {
      if (readSubmission(record) === undefined) throw withoutId('submissions', record);
      submissions.push(record);
    },
    listSessions: (record: RecordData) => {
      const session = readSubmission(record, timeZone);
      if (session === undefined) throw withoutId('sessions', record);
      sessions.push({ ...session, abstract: undefined });
    },
  } as const;
  const names = ['listSpeakers', 'listSubmissions', 'listSessions'] as const;
  const read = new Set<string>();

  const followed: EventLists = {
    async *pages(endpoint, input) {
      const name = names.find((each) => endpoints[each].path === endpoint.path);
      for await (const page of client.pages(endpoint, input)) {
        if (name !== undefined) for (const record of page.records) lists[name](record);
        yield page;
      }
      if (name !== undefined) read.add(name);
    },
    async readAll(event) {
      for (const name of names) {
        if (read.has(name)) continue;
        for await (const _ of followed.pages(endpoints[name], { path: { event_id: event } }));
      }
    },
    facts() {
      const talks = createTalks();
      const placed = withPlacements(sessions, timeZone);
      const statuses = new Map<string, number>();
      const spelled = new Map<string, string>();
      let unplaced = 0;
      for (const record of submissions) {
        const talk = talks.add(record, placed(record));
        const { status: own = '' } = talk;
        const status = spelled.get(foldKey(own)) ?? own;
        spelled.set(foldKey(own), status);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (isAccepted(talk) && !talk.isPlaced) unplaced++;
      }
      const review = createReview(talks.talks());
      review.reminders(speakers);
      return {
        ...review.counts(),
        submissions: submissions.length,
        sessions: sessions.filter(isPlaced).length,
        statuses: submissions.length === 0 || submissions.some((record) => 'status' in record) ? statuses : undefined,
        speakerStatuses: new Set(
          speakers.map(({ speaker_status, status }) => foldKey(keyText(speaker_status) ?? keyText(status) ?? '')),
        ),
        unplaced,
        hasPlaced: talks.talks().hasPlaced,
        listsRooms: submissions.some((record) => 'room' in record),
        clashes: checkSessions(sessions, options).clashCounts.total,
      };
    },
  };
  return followed;
}

/** Whether there is a text is all that is asked about it. */
function shortened(text: unknown): unknown {
  return typeof text === 'string' && text.trim().length > longestEmpty ? 'text' : text;
}

/** A longer text is no word for "none". */
const longestEmpty = 100;

/** Whether a status leaves open what becomes of a submission. */
export function isUndecided(status: string): boolean {
  return !isAccepted({ status }) && !isCalledOff({ status });
}
